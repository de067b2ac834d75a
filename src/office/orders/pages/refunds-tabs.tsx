import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'

const tabs = [
  { at: 'requests', to: '/admin/refunds', name: m.office_orders_requests },
  { at: 'stuck', to: '/admin/refunds/stuck', name: m.office_orders_stuck },
] as const

export const RefundsTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <nav aria-label={m.office_refunds()} className="office-tabs">
    {tabs.map((tab) => (
      <Link key={tab.at} to={tab.to} aria-current={tab.at === at ? 'page' : undefined}>
        {tab.name()}
      </Link>
    ))}
  </nav>
)
