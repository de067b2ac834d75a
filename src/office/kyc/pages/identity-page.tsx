/** /admin/kyc: what members have sent and a person decides. */
import { useSearchParams } from 'react-router'
import { steps } from '../../../kyc/level-rules.ts'
import type { OfficeReviewRowView } from '../../../kyc/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { KycTabs, type QueueState, queueStates } from './kyc-tabs.tsx'
import { doubtWords, kindWords, stateWords } from './kyc-words.ts'
import { reviewAddress } from './review-address.ts'

export const handle: OfficeHandle = { permission: 'kyc.see' }

const isState = (text: string | null): text is QueueState => queueStates.some((state) => state === text)

export default function IdentityPage() {
  const [search] = useSearchParams()
  const { age } = useTimes()
  const { nameOf, filter } = useStores()
  const asked = search.get('state')
  const state = isState(asked) ? asked : 'submitted'
  return (
    <>
      <h1 className="office-h1">{m.office_identity()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_kyc_lead()}</p>
      <KycTabs at={state} />
      <DataTable<OfficeReviewRowView>
        name={`${m.office_identity()}, ${stateWords[state]()}`}
        path="/kyc/list"
        fixed={{ state }}
        csv="/kyc/export"
        filters={filtersOf(filter)}
        columns={columnsOf(state, age, nameOf)}
        rowId={({ member_id, kind }) => `${member_id} ${kind}`}
        rowName={({ name, kind }) => `${name}, ${kindWords[kind]()}`}
        leadsTo={(row) => reviewAddress(row, search)}
        empty={m.office_kyc_empty()}
      />
    </>
  )
}

const columnsOf = (
  state: QueueState,
  age: (text: string) => string,
  nameOf: (code: string) => string,
): Column<OfficeReviewRowView>[] => [
  {
    key: 'name',
    head: m.office_kyc_member(),
    cell: ({ name }) => <span className="office-cut">{name}</span>,
    phone: 'title',
  },
  { key: 'kind', head: m.office_kyc_kind(), cell: ({ kind }) => kindWords[kind](), phone: 'below' },
  {
    key: 'doubts',
    head: m.office_kyc_doubt(),
    cell: ({ doubts }) =>
      doubts.length === 0 ? (
        '–'
      ) : (
        <span className="flex flex-wrap gap-1.5">
          {doubts.map((doubt) => (
            <Tag key={doubt} tone="warn">
              {doubtWords[doubt]()}
            </Tag>
          ))}
        </span>
      ),
  },
  { key: 'store', head: m.office_store(), cell: ({ store }) => (store ? nameOf(store) : '–') },
  { key: 'level', head: m.office_kyc_level(), cell: ({ level }) => level, phone: 'side' },
  ...(state === 'submitted'
    ? []
    : [
        {
          key: 'by',
          head: m.office_kyc_by(),
          cell: ({ moved_by: by }: OfficeReviewRowView) => by ?? m.office_kyc_by_rule(),
        },
      ]),
  {
    key: 'since',
    head: m.office_age(),
    cell: ({ since }) => age(since),
    right: true,
    sort: 'since',
    phone: 'below-side',
  },
]

function filtersOf(stores: Filter): Filter[] {
  const ages = { 24: m.office_kyc_older_24, 72: m.office_kyc_older_72, 168: m.office_kyc_older_168 }
  return [
    { name: 'q', kind: 'search', label: m.office_kyc_search() },
    {
      name: 'kind',
      kind: 'choice',
      label: m.office_kyc_kind(),
      choices: steps.map((value) => ({ value, label: kindWords[value]() })),
    },
    stores,
    {
      name: 'older',
      kind: 'choice',
      label: m.office_kyc_older(),
      choices: Object.entries(ages).map(([value, label]) => ({ value, label: label() })),
    },
  ]
}
