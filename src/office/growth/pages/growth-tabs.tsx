import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'rewards', to: '/admin/growth', name: m.office_growth_tab_rewards },
  { at: 'campaigns', to: '/admin/growth/campaigns', name: m.office_growth_tab_campaigns },
  { at: 'rates', to: '/admin/growth/rates', name: m.office_growth_tab_rates },
] as const

export const GrowthTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_growth_title()} tabs={tabs} at={at} />
)
