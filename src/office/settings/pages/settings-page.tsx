/** /admin/settings: what each store says of itself and goes by, with what it went by before and what is still to come. */
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { Button } from '../../../ui/button.tsx'
import { serverNow } from '../../../ui/clock.ts'
import { Select } from '../../../ui/fields.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'
import { SettingDialog } from './setting-dialog.tsx'
import { differences, settingWords, shownValue } from './setting-words.ts'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function SettingsPage() {
  const { stores, store: own } = useShell()
  const [search, setSearch] = useSearchParams()
  const store = stores.find(({ code }) => code === search.get('store'))?.code ?? own.code
  const { data, failed, reload } = useOffice<SettingsView>('/settings/list', { store })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_lead()}</p>
      {stores.length > 1 && (
        <div className="mb-5 max-w-xs">
          <Select
            label={m.office_store()}
            value={store}
            onChange={({ currentTarget }) => setSearch({ store: currentTarget.value }, { replace: true })}
            choices={stores.map(({ code, name }) => ({ value: code, label: name }))}
          />
        </div>
      )}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {data?.names.map((one) => (
          <Setting key={`${store} ${one.name}`} store={store} setting={one} reload={reload} />
        ))}
      </div>
    </>
  )
}

type One = SettingsView['names'][number]

function Setting({ store, setting, reload }: { store: string; setting: One; reload: () => Promise<void> }) {
  const { name, now, said, waits, newest_id } = setting
  const words = settingWords[name]
  const may = useMay()
  return (
    <section className="office-panel" aria-label={words.title()}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="h3">{words.title()}</h2>
        {waits && <Tag tone="nila">{m.office_settings_waits()}</Tag>}
        {may('settings.change') && (
          <DialogButton
            name={m.office_settings_change()}
            dialog={(close) => (
              <SettingDialog store={store} name={name} now={now} seen={newest_id} reload={reload} close={close} />
            )}
          />
        )}
      </div>
      <p className="small mb-3 text-ink-2">{words.text()}</p>
      <Facts
        facts={Object.entries(words.fields).map(([field, label]) => ({
          label: label(),
          value: shownValue(name, field, now[field]),
        }))}
      />
      <History name={name} said={said} />
    </section>
  )
}

function History({ name, said }: Pick<One, 'name' | 'said'>) {
  const { moment } = useTimes()
  if (said.length === 0) return <p className="small mt-3 text-ink-2">{m.office_settings_never()}</p>
  return (
    <details className="small mt-3">
      <summary className="cursor-pointer text-ink-2">{m.office_settings_history({ n: said.length })}</summary>
      <ol className="mt-2 grid gap-2 text-ink-2">
        {said.map((one) => (
          <li key={one.id}>
            <span className="text-ink">
              {Date.parse(one.from) > serverNow()
                ? m.office_settings_from({ moment: moment(one.from) })
                : m.office_settings_since({ moment: moment(one.from) })}
            </span>
            {` · ${one.set_by} · ${one.reason}`}
            <ul className="list-disc pl-5">
              {differences(name, undefined, one.value).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </details>
  )
}
