import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'payouts', to: '/admin/payouts', name: m.office_payouts },
  { at: 'owed', to: '/admin/payouts/owed', name: m.office_payouts_owed },
  { at: 'suspense', to: '/admin/payouts/suspense', name: m.office_payouts_suspense },
  { at: 'bank', to: '/admin/payouts/bank', name: m.office_payouts_remit },
] as const

export const PayoutsTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_payouts()} tabs={tabs} at={at} />
)
