/** /admin/complaints: what members complain about, by its deadline; the register, which the same filters make a file. */
import { complaintAbout, complaintOutcomes } from '../../../complaints/complaint-rules.ts'
import type { OfficeComplaintLine } from '../../../complaints/office-contract.ts'
import { aboutWords, outcomeWords } from '../../../complaints/pages/complaint-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { serverNow } from '../../../ui/clock.ts'
import { formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { dayName } from '../../kit/pages/day-name.ts'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { ComplaintState } from './complaint-state.tsx'

export const handle: OfficeHandle = { permission: 'complaints.see' }

export default function ComplaintsPage() {
  const { moment } = useTimes()
  const may = useMay()
  const stores = useStores()
  const columns: Column<OfficeComplaintLine>[] = [
    { key: 'number', head: m.office_complaints_number(), cell: ({ number }) => number, phone: 'title' },
    { key: 'member', head: m.office_member(), cell: ({ member }) => member },
    { key: 'about', head: m.office_complaints_about(), cell: ({ about }) => aboutWords[about](), phone: 'below' },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store) },
    { key: 'state', head: m.office_state(), cell: (one) => <ComplaintState one={one} />, phone: 'side' },
    { key: 'received', head: m.office_complaints_received(), cell: (one) => moment(one.received_at) },
    { key: 'due', head: m.office_complaints_due(), cell: ({ due_on }) => dayName(due_on), phone: 'below-side' },
    { key: 'days', head: m.office_complaints_days(), cell: ({ days }) => formatCount(days, language()), right: true },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_complaints_title()}</h1>
      <DataTable<OfficeComplaintLine>
        name={m.office_complaints_title()}
        path="/complaints/list"
        filters={[...filters(), stores.filter]}
        columns={columns}
        rowId={({ complaint_id }) => complaint_id}
        rowName={({ number, member }) => `${number}, ${member}`}
        leadsTo={({ complaint_id }) => `/admin/complaints/complaint?id=${complaint_id}`}
        {...(may('complaints.export') ? { csv: '/complaints/register.csv' } : {})}
        empty={m.office_complaints_empty()}
      />
    </>
  )
}

const YEARS = 5

const filters = (): Filter[] => {
  const year = new Date(serverNow()).getUTCFullYear()
  const years = Array.from({ length: YEARS }, (_, back) => String(year - back))
  return [
    { name: 'q', kind: 'search', label: m.office_complaints_search() },
    {
      name: 'state',
      kind: 'choice',
      label: m.office_state(),
      choices: [
        { value: 'open', label: m.office_complaints_state_open() },
        { value: 'late', label: m.office_complaints_state_late() },
        { value: 'decided', label: m.office_complaints_state_decided() },
      ],
    },
    {
      name: 'about',
      kind: 'choice',
      label: m.office_complaints_about(),
      choices: complaintAbout.map((value) => ({ value, label: aboutWords[value]() })),
    },
    {
      name: 'outcome',
      kind: 'choice',
      label: m.office_complaints_outcome(),
      choices: complaintOutcomes.map((value) => ({ value, label: outcomeWords[value]() })),
    },
    {
      name: 'year',
      kind: 'choice',
      label: m.office_complaints_year(),
      choices: years.map((value) => ({ value, label: value })),
    },
  ]
}
