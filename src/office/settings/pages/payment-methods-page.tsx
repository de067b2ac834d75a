/** /admin/payment-methods: how a store can be paid, and for how much. */
import * as m from '../../../locale/paraglide/messages.js'
import { payNames } from '../../../stores/setting-rules.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { SettingPanels } from './setting-panels.tsx'

export const handle: OfficeHandle = { permission: 'settings.see' }

export default function PaymentMethodsPage() {
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_settings_pay_title()}</h1>
      <p className="mb-4 max-w-3xl text-ink-2">{m.office_settings_pay_lead()}</p>
      <SettingPanels names={payNames} />
    </>
  )
}
