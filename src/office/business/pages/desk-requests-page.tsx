/** /admin/business: what companies ask the desk for, what waits first. */
import type { OfficeRowView } from '../../../business/office-contract.ts'
import { sideWords, stateTones, stateWords } from '../../../business/pages/business-words.ts'
import { requestStates } from '../../../business/request-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatGrams } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'

export const handle: OfficeHandle = { permission: 'business.see' }

export default function BusinessPage() {
  const { age, moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1">{m.office_business_title()}</h1>
      <p className="mt-1 mb-4 max-w-3xl text-ink-2">{m.office_business_lead()}</p>
      <DataTable<OfficeRowView>
        name={m.office_business_title()}
        path="/business/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(age, moment)}
        rowId={({ request_id: id }) => id}
        rowName={({ number, company }) => `${number}, ${company}`}
        leadsTo={({ request_id: id }) => `/admin/business/request?id=${id}`}
        empty={m.office_business_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_business_search() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: requestStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (age: (text: string) => string, moment: (text: string) => string): Column<OfficeRowView>[] => [
  {
    key: 'number',
    head: m.office_number(),
    cell: ({ number, company }) => <NumberAndBuyer number={number} buyer={company} />,
    phone: 'title',
  },
  {
    key: 'company',
    head: m.office_business_company(),
    cell: ({ company }) => <span className="office-cut">{company}</span>,
  },
  { key: 'side', head: m.office_business_side(), cell: ({ side }) => sideWords[side](), phone: 'below' },
  {
    key: 'weight',
    head: m.office_business_weight(),
    cell: ({ weight }) => <span className="whitespace-nowrap">{formatGrams(weight, language())}</span>,
    right: true,
  },
  {
    key: 'state',
    head: m.office_state(),
    cell: ({ state }) => <Tag tone={stateTones[state]}>{stateWords[state]()}</Tag>,
    phone: 'side',
  },
  {
    key: 'pay_by',
    head: m.business_pay_by(),
    cell: ({ pay_by: until }) => <span className="whitespace-nowrap">{until ? moment(until) : '–'}</span>,
    phone: 'hidden',
  },
  {
    key: 'age',
    head: m.office_business_age(),
    cell: ({ made_at: at }) => age(at),
    right: true,
    phone: 'below-side',
  },
]
