/** /admin/activities: campaigns and events of members, what is to be decided first, and what came of them. */
import { type OfficeTab, officeTabs } from '../../../activities/activity-rules.ts'
import type { OfficeActivityRow } from '../../../activities/office-contract.ts'
import { kindWords, stateTones, stateWords } from '../../../activities/pages/activity-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { StoreLimits } from './store-limits.tsx'

export const handle: OfficeHandle = { permission: 'activities.see' }

const tabWords: Record<OfficeTab, () => string> = {
  waiting: m.office_activities_tab_waiting,
  open: m.office_activities_tab_open,
  over: m.office_activities_tab_over,
}

export default function ActivitiesPage() {
  const { moment } = useTimes()
  const stores = useStores()
  const may = useMay()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_activities_title()}</h1>
      <p className="mb-4 text-ink-2">{m.office_activities_lead()}</p>
      <DataTable<OfficeActivityRow>
        name={m.office_activities_title()}
        path="/activities/list"
        {...(may('activities.export') ? { csv: '/activities/export' } : {})}
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ activity_id: id }) => id}
        rowName={({ title, member }) => `${title}, ${member}`}
        leadsTo={({ activity_id: id }) => `/admin/activities/activity?id=${id}`}
        empty={m.office_activities_empty()}
      />
      <StoreLimits />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_activities_search() },
  {
    name: 'tab',
    kind: 'choice',
    label: m.office_activities_tab(),
    choices: (Object.keys(officeTabs) as OfficeTab[]).map((value) => ({ value, label: tabWords[value]() })),
  },
]

export const ActivityTag = ({ state, change_waits }: Pick<OfficeActivityRow, 'state' | 'change_waits'>) => (
  <span className="flex flex-wrap gap-1">
    <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>
    {change_waits && <Tag tone="nila">{m.office_activities_change()}</Tag>}
  </span>
)

const counted = (key: 'visits' | 'taken' | 'attended', head: string): Column<OfficeActivityRow> => ({
  ...{ key, head, right: true },
  cell: (row) => formatCount(key === 'taken' ? row.taken + row.waiting : row[key], language()),
})

const columnsOf = (moment: (text: string) => string): Column<OfficeActivityRow>[] => [
  {
    key: 'title',
    head: m.activities_name(),
    cell: ({ title }) => <span className="office-cut">{title}</span>,
    phone: 'title',
  },
  { key: 'state', head: m.office_state(), cell: ActivityTag, phone: 'below' },
  { key: 'kind', head: m.activities_kind(), cell: ({ kind }) => kindWords[kind]() },
  { key: 'member', head: m.office_member(), cell: ({ member }) => <span className="office-cut">{member}</span> },
  counted('visits', m.activities_visits()),
  counted('taken', m.activities_sign_ups()),
  counted('attended', m.activities_attended()),
  {
    key: 'since',
    head: m.office_activities_since(),
    cell: ({ since }) => moment(since),
    right: true,
    phone: 'below-side',
  },
]
