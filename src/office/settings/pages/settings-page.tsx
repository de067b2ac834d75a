/** /admin/settings: what each store says of itself and goes by, with what it went by before and what is still to come. */
import { useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { type PlainName, plainNames } from '../../../stores/setting-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import type { SettingsView } from '../settings-contract.ts'
import { History } from './history.tsx'
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
        {plainNames.map((name) => {
          const setting = data?.names.find((one) => one.name === name)
          return setting && <Setting key={`${store} ${name}`} {...{ store, name, setting, reload }} />
        })}
      </div>
    </>
  )
}

type One = SettingsView['names'][number]

type Props = { store: string; name: PlainName; setting: One; reload: () => Promise<void> }

function Setting({ store, name, setting, reload }: Props) {
  const { now, said, waits, newest_id } = setting
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
      <History said={said} linesOf={(value) => differences(name, undefined, value)} />
    </section>
  )
}
