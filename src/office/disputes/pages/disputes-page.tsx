/** /admin/disputes: money that a card's bank disputes, and captures that providers corrected. */
import { Link } from 'react-router'
import * as m from '../../../locale/paraglide/messages.js'
import type { TakenBackView } from '../../../orders/refunds/office-taken-back-contract.ts'
import { type TakenBackState, takenBackStates } from '../../../payments/taken-back-rules.ts'
import { Money } from '../../../ui/figures.tsx'
import { Tag } from '../../../ui/states.tsx'
import { type Column, DataTable } from '../../kit/pages/data-table.tsx'
import { Detail, type Fact, Facts } from '../../kit/pages/detail.tsx'
import { NumberAndBuyer } from '../../kit/pages/number-and-buyer.tsx'
import type { OfficeHandle } from '../../kit/pages/office-layout.tsx'
import type { Filter } from '../../kit/pages/table-filters.tsx'
import { useMay, useTimes } from '../../kit/pages/use-office.ts'
import { useStores } from '../../kit/pages/use-stores.ts'
import { Owed } from './owed.tsx'

export const handle: OfficeHandle = { permission: 'disputes.see' }

const stateWords: Record<TakenBackState, () => string> = {
  open: m.office_disputes_state_open,
  foreign: m.office_disputes_state_foreign,
  short: m.office_disputes_state_short,
  lost: m.office_disputes_state_lost,
  won: m.office_disputes_state_won,
  booked: m.office_disputes_state_booked,
}
const tones = { open: 'warn', foreign: 'warn', short: 'warn', lost: 'down', won: 'up', booked: 'plain' } as const
const kindWords = {
  dispute: m.office_disputes_kind_dispute,
  correction: m.office_disputes_kind_correction,
  currency: m.office_disputes_kind_currency,
}
const State = ({ state }: Pick<TakenBackView, 'state'>) => <Tag tone={tones[state]}>{stateWords[state]()}</Tag>

export default function DisputesPage() {
  const { moment } = useTimes()
  const stores = useStores()
  return (
    <>
      <h1 className="office-h1">{m.office_disputes()}</h1>
      <p className="mt-1 mb-4 text-ink-2">{m.office_disputes_lead()}</p>
      <DataTable<TakenBackView>
        name={m.office_disputes()}
        path="/disputes/list"
        filters={[...filters(), stores.filter]}
        columns={columnsOf(moment)}
        rowId={({ id }) => id}
        rowName={({ number, buyer }) => `${number}, ${buyer}`}
        detail={(row, close, reload) => <TakenBackDetail row={row} close={close} reload={reload} />}
        empty={m.office_disputes_empty()}
      />
    </>
  )
}

const filters = (): Filter[] => [
  { name: 'q', kind: 'search', label: m.office_number() },
  {
    name: 'state',
    kind: 'choice',
    label: m.office_order_state(),
    choices: takenBackStates.map((value) => ({ value, label: stateWords[value]() })),
  },
]

const columnsOf = (moment: (text: string) => string): Column<TakenBackView>[] => [
  { key: 'number', head: m.office_number(), cell: (row) => <NumberAndBuyer {...row} />, phone: 'title' },
  { key: 'kind', head: m.office_disputes_kind(), cell: ({ kind }) => kindWords[kind]() },
  { key: 'state', head: m.office_order_state(), cell: State, phone: 'below' },
  { key: 'buyer', head: m.office_buyer(), cell: ({ buyer }) => <span className="office-cut">{buyer}</span> },
  {
    key: 'amount',
    head: m.office_disputes_amount(),
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    right: true,
    phone: 'side',
  },
  { key: 'at', head: m.office_disputes_at(), cell: ({ at }) => moment(at), right: true },
  {
    key: 'respond_by',
    head: m.office_disputes_respond_by(),
    cell: ({ state, respond_by: by }) => (state === 'open' && by ? moment(by) : '–'),
    right: true,
    phone: 'below-side',
  },
]

type Props = { row: TakenBackView; close: () => void; reload: () => Promise<void> }

function TakenBackDetail({ row, close, reload }: Props) {
  const { moment } = useTimes()
  const may = useMay()
  const money = (label: string, amount: string | null): Fact[] =>
    amount === null ? [] : [{ label, value: <Money amount={amount} currency={row.currency} /> }]
  const time = (label: string, at: string | null): Fact[] => (at ? [{ label, value: moment(at) }] : [])
  return (
    <Detail title={row.number} aside={`${row.buyer} · ${moment(row.at)}`} onClose={close}>
      <div className="flex flex-wrap items-center gap-3">
        <State state={row.state} />
        {row.order_id && may('orders.see') && (
          <Link to={`/admin/order?id=${row.order_id}`} className="link small">
            {m.office_events_order()}
          </Link>
        )}
      </div>
      <p>{meaning(row)}</p>
      {row.to_return && <p>{m.office_disputes_says_to_return()}</p>}
      <Facts
        facts={[
          { label: m.office_disputes_kind(), value: kindWords[row.kind]() },
          ...money(m.office_disputes_amount(), row.amount),
          ...money(m.office_disputes_was(), row.was),
          ...money(m.office_disputes_now(), row.now),
          ...money(m.office_disputes_loss(), row.loss),
          ...money(m.office_disputes_taken(), row.taken),
          ...money(m.office_disputes_receivable(), row.receivable),
          ...money(m.office_disputes_to_return(), row.to_return),
          ...(row.reason ? [{ label: m.office_disputes_reason(), value: row.reason }] : []),
          { label: m.office_disputes_reference({ provider: row.provider }), value: row.provider_reference },
          ...time(m.office_disputes_at(), row.at),
          ...time(m.office_disputes_respond_by(), row.respond_by),
          ...time(m.office_disputes_decided(), row.decided_at),
        ]}
      />
      {row.rounds.length > 0 && <Rounds row={row} />}
      <Owed key={`${row.id} ${row.receivable}`} row={row} reload={reload} />
    </Detail>
  )
}

/** How a dispute stood since when. */
function Rounds({ row: { rounds, currency } }: Pick<Props, 'row'>) {
  const { moment } = useTimes()
  return (
    <section className="grid gap-3">
      <h3 className="h3">{m.office_disputes_rounds()}</h3>
      <ol>
        {rounds.map(({ state, amount, at }) => (
          <li key={at} className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line py-3">
            <span>{stateWords[state]()}</span>
            <Money amount={amount} currency={currency} />
            <p className="fine w-full text-ink-2">{moment(at)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What follows from it for what it paid for. */
const meaning = (row: TakenBackView): string => (row.order_id === null && ofVault(row)) || ofOrder(row)

/** Money of a deposit or for grams: what it became is in the vault of its payer. */
function ofVault({ state, receivable, owed }: TakenBackView): string | null {
  if (state === 'open') return m.office_disputes_says_open_vault()
  if (state === 'won') return m.office_disputes_says_won_vault()
  if (state !== 'lost') return null
  if (receivable) return m.office_disputes_says_owed_vault()
  return owed ? m.office_disputes_says_ended_vault() : m.office_disputes_says_taken_vault()
}

function ofOrder({ state, receivable, owed }: TakenBackView): string {
  if (state === 'open') return m.office_disputes_says_open()
  if (state === 'foreign') return m.office_disputes_says_foreign()
  if (state === 'short') return m.office_disputes_says_short()
  if (state === 'won') return m.office_disputes_says_won()
  if (state === 'lost' && owed)
    return receivable ? m.office_disputes_says_lost_after() : m.office_disputes_says_lost_ended()
  if (state === 'lost') return m.office_disputes_says_lost()
  return m.office_disputes_says_booked()
}
