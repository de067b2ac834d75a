import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'lines', to: '/admin/bank', name: m.office_bank_lines },
  { at: 'returns', to: '/admin/bank/returns', name: m.office_bank_returns },
  { at: 'accounts', to: '/admin/bank/accounts', name: m.office_bank_accounts },
] as const

export const BankTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_bank()} tabs={tabs} at={at} />
)
