/** One setting of a store as a panel: what holds now, what was set before, and the dialog that changes it. */
import * as m from '../../../locale/paraglide/messages.js'
import type { PlainName } from '../../../stores/setting-rules.ts'
import { Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import { useMay } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'
import { History } from './history.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import { differences, settingWords, shownValue } from './setting-words.ts'

type One = SettingsView['names'][number]

type Props = {
  store: { code: string; currency: string }
  name: PlainName
  setting: One
  isOpen: boolean
  reload: () => Promise<void>
}

export function SettingPanel({ store, name, setting, isOpen, reload }: Props) {
  const { now, said, waits, untaken, newest_id } = setting
  const words = settingWords[name]
  const may = useMay()
  return (
    <section className="office-panel" aria-label={words.title()}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{words.title()}</h2>
        {untaken.length > 0 && <Tag>{m.office_settings_pay_untaken()}</Tag>}
        {waits && <Tag tone="nila">{m.office_settings_waits()}</Tag>}
        {may('settings.change') && (
          <DialogButton
            name={m.office_settings_change()}
            dialog={(close) => <SettingDialog {...{ store, name, now, isOpen, reload, close }} seen={newest_id} />}
          />
        )}
      </div>
      <p className="small mb-3 text-ink-2">{words.text(store.currency, now)}</p>
      <Facts
        facts={Object.entries(words.fields).map(([field, label]) => ({
          label: label(),
          value: shownValue(name, field, now[field], store.currency),
        }))}
      />
      <History said={said} linesOf={(value) => differences(name, store.currency, undefined, value)} />
    </section>
  )
}
