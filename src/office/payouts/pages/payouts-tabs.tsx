import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'

const tabs = [
  { at: 'payouts', to: '/admin/payouts', name: m.office_payouts },
  { at: 'owed', to: '/admin/payouts/owed', name: m.office_payouts_owed },
  { at: 'suspense', to: '/admin/payouts/suspense', name: m.office_payouts_suspense },
] as const

export const PayoutsTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <nav aria-label={m.office_payouts()} className="office-tabs">
    {tabs.map((tab) => (
      <Link key={tab.at} to={tab.to} aria-current={tab.at === at ? 'page' : undefined}>
        {tab.name()}
      </Link>
    ))}
  </nav>
)
