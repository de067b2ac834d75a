/** /admin/rights: what members ask about their personal data, with the time that is left; decided here. */
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeRequestView } from '../../../rights/office-contract.ts'
import { stateTones, stateWords } from '../../../rights/pages/data-words.ts'
import { requestKinds, requestStates } from '../../../rights/request-rules.ts'
import { serverNow } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { DataRequest } from './data-request.tsx'
import { dataKindWords } from './data-words.ts'

export const handle: OfficeHandle = { permission: 'rights.see' }

export default function RightsPage() {
  const { moment } = useTimes()
  const stores = useStores()
  const columns: Column<OfficeRequestView>[] = [
    { key: 'member', head: m.office_member(), cell: ({ member }) => member, phone: 'title' },
    { key: 'kind', head: m.office_rights_kind(), cell: ({ kind }) => dataKindWords[kind](), phone: 'below' },
    { key: 'store', head: m.office_store(), cell: ({ store }) => stores.nameOf(store) },
    {
      key: 'state',
      head: m.office_state(),
      cell: (row) => <Tag tone={stateTones[row.state]}>{stateWords[row.state]()}</Tag>,
      phone: 'side',
    },
    { key: 'asked', head: m.office_rights_asked(), cell: (row) => moment(row.asked_at) },
    {
      key: 'left',
      head: m.office_rights_left(),
      cell: (row) => (row.state === 'waiting' ? <TimeLeft row={row} /> : '–'),
      right: true,
      phone: 'below-side',
    },
  ]
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_rights()}</h1>
      <DataTable<OfficeRequestView>
        name={m.office_rights()}
        path="/rights/list"
        filters={[...filters(), stores.filter]}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ member, kind }) => `${member}, ${dataKindWords[kind]()}`}
        detail={(row, close, reload) => <DataRequest key={row.id} row={row} close={close} reload={reload} />}
        empty={m.office_rights_empty()}
      />
    </>
  )
}

const HOUR = 3_600_000

/** Until the deadline; what is past it is marked in words and colour. */
function TimeLeft({ row }: { row: OfficeRequestView }) {
  const left = Date.parse(row.due_at) - serverNow()
  if (left < 0) return <Tag tone="down">{m.office_rights_late({ n: Math.ceil(-left / HOUR) })}</Tag>
  if (left < HOUR) return <Tag tone="warn">{m.office_rights_minutes_left({ n: Math.ceil(left / 60_000) })}</Tag>
  return (
    <Tag tone={left < 24 * HOUR ? 'warn' : 'plain'}>{m.office_rights_hours_left({ n: Math.floor(left / HOUR) })}</Tag>
  )
}

const filters = (): Filter[] => [
  {
    name: 'state',
    kind: 'choice',
    label: m.office_state(),
    choices: [
      { value: 'late', label: m.office_rights_state_late() },
      ...requestStates.map((value) => ({ value, label: stateWords[value]() })),
    ],
  },
  {
    name: 'kind',
    kind: 'choice',
    label: m.office_rights_kind(),
    choices: requestKinds.map((value) => ({ value, label: dataKindWords[value]() })),
  },
]
