/** /admin/payment-methods: how a store can be paid, and for how much. */
import * as m from '../../../locale/paraglide/messages.js'
import { payNames } from '../../../stores/setting-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { useOffice } from '../../kit/pages/use-office.ts'
import { useStoreChoice } from '../../kit/pages/use-store-choice.tsx'
import type { SettingsView } from '../settings-contract.ts'
import { SettingPanel } from './setting-panel.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function PaymentMethodsPage() {
  const { store: chosen, choice } = useStoreChoice()
  const store = chosen.code
  const { data, failed, reload } = useOffice<SettingsView>('/settings/list', { store })
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_pay_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_pay_lead()}</p>
      {choice}
      {failed && !data && (
        <ErrorState title={m.office_table_error()} action={<Button onClick={reload}>{m.office_try_again()}</Button>} />
      )}
      {!data && !failed && <Skeleton className="h-64" />}
      <div className="grid items-start gap-5 xl:grid-cols-2">
        {payNames.map((name) => {
          const setting = data?.names.find((one) => one.name === name)
          return setting && <SettingPanel key={`${store} ${name}`} {...{ store, name, setting, reload }} />
        })}
      </div>
    </>
  )
}
