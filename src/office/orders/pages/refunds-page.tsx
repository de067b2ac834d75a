/** /admin/refunds: requests for money back; decided here, executed here. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import { reasonName } from '../../../orders/pages/refund-request.tsx'
import type { OfficeRefundView } from '../../../orders/refunds/office-refund-contract.ts'
import { refundStates } from '../../../orders/refunds/refund-rules.ts'
import { reasonsWithPieces } from '../../../orders/returns/return-rules.ts'
import { Money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, Facts } from '../../kit/pages/detail.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import { OfficeTabs } from '../../kit/pages/office-tabs.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { requestStateName } from './office-order-words.ts'
import { RefundDecision } from './refund-decision.tsx'
import { RefundPictures } from './refund-pictures.tsx'

export const handle: OfficeHandle = { permission: 'refunds.see' }

const tones = { requested: 'warn', granted: 'nila', executed: 'up', rejected: 'plain', withdrawn: 'plain' } as const
const State = ({ state }: Pick<OfficeRefundView, 'state'>) => <Tag tone={tones[state]}>{requestStateName(state)}</Tag>

export default function RefundsPage() {
  const { age } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_refunds()}</h1>
      <OfficeTabs />
      <DataTable<OfficeRefundView>
        name={m.office_refunds()}
        path="/refunds/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(age)}
        rowId={({ request_id }) => request_id}
        rowName={({ number, buyer }) => `${number}, ${buyer}`}
        detail={(row, close, reload) => <RefundDetail row={row} close={close} reload={reload} />}
        empty={m.office_orders_refund_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_orders_of_refund() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    unchosen: m.office_overview_waiting(),
    choices: [
      { value: 'all', label: m.office_all() },
      ...refundStates.map((value) => ({ value, label: requestStateName(value) })),
    ],
  },
]

const columnsOf = (age: (text: string) => string): Column<OfficeRefundView>[] => [
  { key: 'number', head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
  { key: 'state', head: m.office_order_state(), cell: ({ state }) => <State state={state} />, phone: 'below' },
  { key: 'buyer', head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span> },
  {
    key: 'amount',
    head: m.office_orders_total(),
    cell: ({ granted, stated, currency }) => <Money amount={granted ?? stated} currency={currency} />,
    right: true,
    phone: 'side',
  },
  {
    key: 'age',
    head: m.office_orders_age(),
    cell: ({ created_at: at }) => age(at),
    right: true,
    phone: 'below-side',
  },
]

type Props = { row: OfficeRefundView; close: () => void; reload: () => Promise<void> }

function RefundDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const money = (amount: string) => <Money amount={amount} currency={row.currency} />
  return (
    <Detail title={row.number} aside={`${row.buyer} · ${moment(row.created_at)}`} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <State state={row.state} />
        <Link to={`/admin/order?id=${row.order_id}`} className="link small">
          {m.office_orders()}
        </Link>
        {reasonsWithPieces.some((one) => one === row.reason) && (
          <Link to={`/admin/orders/returns?stage=all&q=${encodeURIComponent(row.number)}`} className="link small">
            {m.office_orders_return_desk()}
          </Link>
        )}
      </div>
      {row.note && <p className="border-l-2 border-line pl-3 break-words whitespace-pre-line">{row.note}</p>}
      <Facts
        facts={[
          { label: m.office_orders_refund_reason(), value: reasonName[row.reason]() },
          ...row.lines.map(({ name, quantity, granted }) => ({
            label: name,
            value: row.granted && granted !== quantity ? `${granted} / ${quantity} ×` : `${quantity} ×`,
          })),
          { label: m.office_orders_refund_stated(), value: money(row.stated) },
          ...(row.granted ? [{ label: m.office_orders_refund_amount(), value: money(row.granted) }] : []),
          { label: m.office_orders_refund_before(), value: money(row.returned_before) },
          { label: m.office_orders_refund_pictures(), value: row.pictures.length },
          ...(row.granted_by ? [{ label: m.office_orders_refund_granted_by(), value: row.granted_by }] : []),
          ...(row.executed_by ? [{ label: m.office_orders_refund_executed_by(), value: row.executed_by }] : []),
        ]}
      />
      <RefundPictures row={row} />
      {row.whole && <p className="small text-ink-2">{m.office_orders_refund_whole()}</p>}
      <RefundDecision key={`${row.request_id} ${row.state}`} row={row} reload={reload} />
    </Detail>
  )
}
