/** /admin/goldback: cases in which members sell gold back, what is to be done first. */
import { type OfficeTab, officeTabs } from '../../../goldback/case-rules.ts'
import type { OfficeCaseRow } from '../../../goldback/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Money } from '../../../ui/figures.tsx'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { CaseState } from './goldback-words.tsx'

export const handle: OfficeHandle = { permission: 'goldback.see' }

const tabWords: Record<OfficeTab, () => string> = {
  here: m.office_goldback_tab_here,
  booked: m.office_goldback_tab_booked,
  answering: m.office_goldback_tab_answering,
  over: m.office_goldback_tab_over,
}

export default function GoldbackPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_goldback_title()}</h1>
      <OfficeTabs />
      <p className="mb-4 text-ink-2">{m.office_goldback_lead()}</p>
      <DataTable<OfficeCaseRow>
        name={m.office_goldback_title()}
        path="/goldback/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ case_id: id }) => id}
        rowName={({ number, member }) => `${number}, ${member}`}
        leadsTo={({ case_id: id }) => `/admin/goldback/case?id=${id}`}
        empty={m.office_goldback_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_goldback_search() },
  {
    name: 'tab',
    kind: 'choice',
    label: m.office_goldback_tab(),
    choices: (Object.keys(officeTabs) as OfficeTab[]).map((value) => ({ value, label: tabWords[value]() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<OfficeCaseRow>[] => [
  {
    key: 'number',
    head: m.office_goldback_number(),
    cell: ({ number, member }) => <NumberAndBuyer number={number} buyer={member} />,
    phone: 'title',
  },
  { key: 'state', head: m.office_goldback_state(), cell: CaseState, phone: 'below' },
  {
    key: 'member',
    head: m.office_goldback_member(),
    cell: ({ member }) => <span className="office-cut">{member}</span>,
  },
  {
    key: 'weight',
    head: m.office_goldback_weight(),
    cell: ({ weight }) => formatGrams(weight, language()),
    right: true,
  },
  {
    key: 'amount',
    head: m.office_goldback_amount(),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    right: true,
    phone: 'side',
  },
  {
    key: 'since',
    head: m.office_goldback_since(),
    cell: ({ since }) => moment(since),
    right: true,
    phone: 'below-side',
  },
]
