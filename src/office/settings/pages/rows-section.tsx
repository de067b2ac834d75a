/** A list of a store's settings, such as its couriers: each row as a panel, in the order in which they are gone by. */
import type { ZonePartsView } from '../../../delivery/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { type RowValues, rowsOf } from '../../../stores/list-row-rules.ts'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'
import { History } from './history.tsx'
import { RowDialog } from './row-dialog.tsx'
import { historyLines, type RowList, rowName, rowPartsOf, shownPart, switchOf } from './row-words.ts'

export type RowsProps = {
  store: string
  list: RowList
  setting: SettingsView['names'][number]
  isOpen: boolean
  facts: ZonePartsView
  reload: () => Promise<void>
}

const words = {
  zones: {
    title: m.office_settings_zones,
    text: m.office_settings_zones_text,
    none: m.office_settings_zones_none,
    add: m.office_settings_zone_add,
  },
  couriers: {
    title: m.office_settings_couriers,
    text: m.office_settings_couriers_text,
    none: m.office_settings_couriers_none,
    add: m.office_settings_courier_add,
  },
  causes: {
    title: m.office_settings_causes,
    text: m.office_settings_causes_text,
    none: m.office_settings_causes_text,
    add: m.office_settings_cause_add,
  },
}

export function RowsSection(props: RowsProps) {
  const { list, setting, facts } = props
  const may = useMay()
  const { title, text, none, add } = words[list]
  const rows = rowsOf(setting.now)
  return (
    <section className="mt-8" aria-labelledby={list}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
        <h2 id={list} className="h3">
          {title()}
        </h2>
        {setting.waits && <Tag tone="nila">{m.office_settings_waits()}</Tag>}
        {may('settings.change') && (
          <DialogButton
            name={add()}
            dialog={(close) => <RowDialog {...props} row={null} title={add()} close={close} />}
          />
        )}
      </div>
      <p className="small mb-3 max-w-3xl text-ink-2">{text()}</p>
      {rows.length === 0 && <p className="office-panel text-ink-2">{none()}</p>}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {rows.map((row) => (
          <RowPanel key={row.code} {...props} row={row} />
        ))}
      </div>
      <History said={setting.said} linesOf={(value) => historyLines({ list, now: setting.now, said: value, facts })} />
    </section>
  )
}

function RowPanel(props: RowsProps & { row: { code: string; parts: RowValues } }) {
  const { list, facts, row } = props
  const may = useMay()
  const name = rowName(list, row.code, row.parts.name)
  const on = row.parts[switchOf[list]] === 'on'
  // What costs nothing and what is said by the heading are left out.
  const shown = rowPartsOf(list, facts).filter(
    ({ part }) => !['name', 'place', switchOf[list]].includes(part) && row.parts[part] !== undefined,
  )
  return (
    <section className="office-panel" aria-label={name}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 className="h3 mr-auto">{name}</h3>
        {!on && <Tag>{m.office_settings_row_off()}</Tag>}
        {may('settings.change') && (
          <DialogButton
            name={m.office_settings_change()}
            dialog={(close) => <RowDialog {...props} row={row.code} title={name} close={close} />}
          />
        )}
      </div>
      {shown.length > 0 && (
        <Facts
          facts={shown.map((part) => ({ label: part.label, value: shownPart(part, row.parts[part.part], facts) }))}
        />
      )}
    </section>
  )
}
