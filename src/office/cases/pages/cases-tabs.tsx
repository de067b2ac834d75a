import * as m from '../../../locale/paraglide/messages.js'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'

const tabs = [
  { at: 'queue', to: '/admin/cases', name: m.office_cases_queue },
  { at: 'lists', to: '/admin/cases/lists', name: m.office_cases_lists },
] as const

export const CasesTabs = ({ at }: { at: (typeof tabs)[number]['at'] }) => (
  <OfficeTabs label={m.office_cases_title()} tabs={tabs} at={at} />
)
