/** /admin/orders/returns: pieces whose money is asked back, from their arrival to the shelf, to quarantine, or back to their buyer. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { reasonName } from '../../../orders/pages/refund-request.tsx'
import type { ReturnRowView } from '../../../orders/returns/return-contract.ts'
import { returnStages } from '../../../orders/returns/return-rules.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { requestStateName } from './office-order-words.ts'
import { ReturnDetail } from './return-detail.tsx'
import { stageTones, stageWords } from './return-words.ts'

export const handle: OfficeHandle = { permission: 'returns.see' }

export default function ReturnsPage() {
  const { age } = useTimes()
  const stores = useStores()
  const may = useMay()
  return (
    <>
      {may('orders.see') && (
        <Link to="/admin/orders" className="link small min-h-11 !font-medium">
          <Icon name="arrow-left" size="s" />
          {m.office_orders_back()}
        </Link>
      )}
      <h1 className="office-h1 mb-2">{m.office_orders_return_desk()}</h1>
      <p className="mb-5 max-w-3xl text-ink-2">{m.office_orders_return_text()}</p>
      <DataTable<ReturnRowView>
        name={m.office_orders_return_desk()}
        path="/returns/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(age)}
        rowId={({ request_id }) => request_id}
        rowName={({ number, buyer }) => `${number}, ${buyer}`}
        detail={(row, close, reload) => <ReturnDetail key={row.request_id} row={row} close={close} reload={reload} />}
        empty={m.office_orders_return_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_orders_return_q() },
  {
    name: 'stage',
    kind: 'choice',
    label: m.office_orders_return_left(),
    unchosen: m.office_overview_waiting(),
    choices: [
      ...returnStages.map((value) => ({ value, label: stageWords[value]() })),
      { value: 'all', label: m.office_all() },
    ],
  },
]

const Stage = ({ stage }: Pick<ReturnRowView, 'stage'>) =>
  stage ? (
    <Tag tone={stageTones[stage]}>{stageWords[stage]()}</Tag>
  ) : (
    <Tag tone="plain">{m.office_orders_return_done()}</Tag>
  )

const sumOf = (row: ReturnRowView, name: 'here' | 'due') => row.lines.reduce((sum, line) => sum + line[name], 0)

const columnsOf = (age: (text: string) => string): Column<ReturnRowView>[] => [
  { key: 'number', head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
  { key: 'stage', head: m.office_orders_return_left(), cell: (row) => <Stage stage={row.stage} />, phone: 'below' },
  { key: 'buyer', head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span> },
  { key: 'reason', head: m.office_orders_refund_reason(), cell: ({ reason }) => reasonName[reason]() },
  {
    key: 'here',
    head: m.office_orders_return_here(),
    cell: (row) => m.office_orders_return_here_of({ here: sumOf(row, 'here'), due: sumOf(row, 'due') }),
    right: true,
    phone: 'side',
  },
  { key: 'money', head: m.office_orders_return_money(), cell: ({ state }) => requestStateName(state) },
  {
    key: 'age',
    head: m.office_orders_age(),
    cell: ({ since }) => age(since),
    right: true,
    phone: 'below-side',
  },
]
