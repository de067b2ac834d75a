import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'requests', to: '/admin/refunds', name: m.office_orders_requests },
  { at: 'stuck', to: '/admin/refunds/stuck', name: m.office_orders_stuck },
] as const

export const RefundsTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_refunds()} tabs={tabs} at={at} />
)
