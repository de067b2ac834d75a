/** /admin/settings: what each store says of itself and goes by, with what it went by before and what is still to come. */
import * as m from '../../../locale/paraglide/messages.js'
import { type PlainName, plainNames } from '../../../stores/setting-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton, Tag } from '../../../ui/states.tsx'
import { Facts } from '../../kit/pages/detail.tsx'
import { DialogButton } from '../../kit/pages/dialog-button.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useMay, useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { SettingsView } from '../settings-contract.ts'
import { History } from './history.tsx'
import { SettingDialog } from './setting-dialog.tsx'
import { differences, settingWords, shownValue } from './setting-words.ts'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function SettingsPage() {
  const { store: chosen, choice } = useStoreChoice()
  const store = chosen.code
  const { data, failed, reload } = useOffice<SettingsView>('/settings/list', { store })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_lead()}</p>
      {choice}
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
