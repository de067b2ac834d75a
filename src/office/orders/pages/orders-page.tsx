/** /admin/orders: orders of every store by what is to be done with them. */
import { Link, useSearchParams } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { OfficeCountsView, OfficeOrderView } from '../../../orders/core/office-contract.ts'
import { type OfficeTab, officeTabs } from '../../../orders/core/order-rules.ts'
import { RefundTag, StateTag } from '../../../orders/pages/order-words.tsx'
import { chosenColumns } from '../../../orders/views/view-rules.ts'
import { Money, pieceWeight } from '../../../ui/figures.tsx'
import { useShell } from '../../../ui/shell-data.ts'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useOffice, useTimes } from '../../kit/pages/use-office.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { tabName } from './office-order-words.ts'
import { OrdersViews } from './orders-views.tsx'
import { PackedTag } from './packed-tag.tsx'
import { SlipsButton } from './slips-button.tsx'
import { useChosen } from './use-chosen.ts'

export const handle: OfficeHandle = { permission: 'orders.see' }

const tabs = Object.keys(officeTabs) as OfficeTab[]
const isTab = (text: string | null): text is OfficeTab => tabs.some((tab) => tab === text)

export default function OrdersPage() {
  const [search] = useSearchParams()
  const may = useMay()
  const { age, day } = useTimes()
  const asked = search.get('tab')
  const tab = isTab(asked) ? asked : 'to_prepare'
  const filter = { ...narrowed(search), tab }
  const { sort: _, ...narrowing } = { sort: '', ...filter }
  const chosen = useChosen(JSON.stringify(narrowing))
  const cols: readonly string[] = ['number', ...chosenColumns(search.get('cols'))]
  const shown = columnsOf(age, day).filter(({ key }) => cols.includes(key))
  const counts = useOffice<OfficeCountsView>('/orders/counts').data?.counts
  return (
    <>
      <h1 className="office-h1 mb-4">{m.office_orders()}</h1>
      <nav aria-label={m.office_order_state()} className="office-tabs">
        {tabs.map((name) => (
          <Link key={name} to={`?tab=${name}`} aria-current={name === tab ? 'page' : undefined}>
            {tabName(name)}
            {counts && <span className="office-count">{counts[name]}</span>}
          </Link>
        ))}
      </nav>
      <OrdersViews />
      <DataTable<OfficeOrderView>
        name={`${m.office_orders()}, ${tabName(tab)}`}
        path="/orders/list"
        fixed={{ tab }}
        {...(may('orders.export') ? { csv: '/orders/export' } : {})}
        filters={useFilters()}
        columns={shown}
        rowId={({ id }) => id}
        rowName={({ number, buyer }) => `${number}, ${buyer}`}
        leadsTo={({ id }) => `/admin/order?id=${id}`}
        empty={m.office_orders_orders_empty()}
        {...(may('orders.bulk') ? { choice: chosen } : {})}
        action={() =>
          may('orders.prepare') &&
          (tab === 'to_prepare' || tab === 'preparing') && <SlipsButton of={filter} name={m.office_orders_slips()} />
        }
      />
      {may('orders.bulk') && <ChosenBar chosen={chosen} filter={filter} />}
      <div className="mt-3 flex flex-wrap gap-x-6">
        {may('returns.see') && (
          <Link to="/admin/orders/returns" className="link small min-h-11 !font-medium">
            {m.office_orders_return_desk()}
          </Link>
        )}
        {may('orders.draft') && (
          <Link to="/admin/orders/drafts" className="link small min-h-11 !font-medium">
            {m.office_orders_drafts()}
          </Link>
        )}
        {may('orders.bulk') && (
          <Link to="/admin/orders/runs" className="link small min-h-11 !font-medium">
            {m.office_orders_runs()}
          </Link>
        )}
      </div>
    </>
  )
}

const filterNames = ['q', 'store', 'delivery', 'refund', 'mark', 'from', 'to', 'sort']
/** What the address narrows the list to. */
const narrowed = (search: URLSearchParams) =>
  Object.fromEntries([...search].filter(([name, value]) => filterNames.includes(name) && value))

type Says = (text: string) => string

const columnsOf = (age: Says, day: Says): Column<OfficeOrderView>[] => [
  { key: 'number', head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
  {
    key: 'state',
    head: m.office_order_state(),
    cell: (row) => (
      <span className="flex flex-wrap gap-1.5">
        <StateTag state={row.state} paidBack={row.paid_back} />
        <RefundTag state={row.refund_state} />
        {row.lost && <Tag tone="down">{m.office_orders_lost_tag()}</Tag>}
        {row.late === 'arrival' && <Tag tone="down">{m.office_orders_arrival_late()}</Tag>}
        <PackedTag {...row} />
      </span>
    ),
    phone: 'below',
  },
  { key: 'buyer', head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span> },
  {
    key: 'what',
    head: m.office_orders_what(),
    cell: ({ first, pieces }) => (
      <span className="office-cut">{pieces > 1 ? m.office_orders_more_pieces({ first, n: pieces - 1 }) : first}</span>
    ),
  },
  {
    key: 'weight',
    head: m.office_orders_weight(),
    cell: ({ weight }) => <span className="whitespace-nowrap">{pieceWeight(weight)}</span>,
    right: true,
  },
  {
    key: 'delivery',
    head: m.office_orders_delivery(),
    cell: ({ delivery }) => (delivery === 'pickup' ? m.office_orders_pickup() : m.office_orders_courier()),
  },
  {
    key: 'total',
    head: m.office_orders_total(),
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    right: true,
    sort: 'total',
    phone: 'side',
  },
  {
    key: 'ordered',
    head: m.office_orders_ordered(),
    cell: ({ created_at }) => <span className="whitespace-nowrap">{day(created_at)}</span>,
    right: true,
    sort: 'created',
  },
  {
    key: 'age',
    head: m.office_orders_since(),
    cell: ({ since }) => age(since),
    right: true,
    sort: 'since',
    phone: 'below-side',
  },
]

function useFilters(): Filter[] {
  const { stores } = useShell()
  const refunds = ['none', 'requested', 'partial', 'full', 'rejected'] as const
  const refundWords = {
    none: m.office_orders_refund_none(),
    requested: m.orders_refund_requested(),
    partial: m.orders_refund_partial(),
    full: m.orders_refund_full(),
    rejected: m.orders_refund_rejected(),
  }
  return [
    { name: 'q', kind: 'search', label: m.office_orders_search() },
    {
      name: 'store',
      kind: 'choice',
      label: m.office_store(),
      choices: stores.map(({ code, name }) => ({ value: code, label: name })),
    },
    {
      name: 'delivery',
      kind: 'choice',
      label: m.office_orders_delivery(),
      choices: [
        { value: 'courier', label: m.office_orders_courier() },
        { value: 'pickup', label: m.office_orders_pickup() },
      ],
    },
    {
      name: 'refund',
      kind: 'choice',
      label: m.office_orders_refund(),
      choices: refunds.map((value) => ({ value, label: refundWords[value] })),
    },
    {
      name: 'mark',
      kind: 'choice',
      label: m.office_orders_mark(),
      choices: [
        { value: 'lost', label: m.office_orders_mark_lost() },
        { value: 'late', label: m.office_orders_mark_late() },
      ],
    },
    { name: 'from', kind: 'day', label: m.office_audit_from() },
    { name: 'to', kind: 'day', label: m.office_audit_to() },
  ]
}
