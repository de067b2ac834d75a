/** What happened to an order, in one list: its moves, what became of its parcels, and what became of its money afterwards. */
import { type Queryable, sql } from '../../db/database.ts'
import { amountText } from '../../money/money.ts'
import { listMoneyEvents, listNoteEvents, type MoneyEvent, type NoteEvent } from '../../payments/money-event-queries.ts'
import type { pieceEvents } from '../returns/return-rules.ts'
import type { OrderState } from './order-rules.ts'

type Move = { kind: 'move'; from: OrderState | null; to: OrderState; reason: string }
type Piece = { kind: (typeof pieceEvents)[number]; reason: string }
type Loss = { kind: 'lost' | 'found' | 'sent_again' | 'paid_back'; reason: string }
export type OrderEvent = ((Move | Loss | Piece) & { actor: string; at: Date }) | MoneyEvent

/** As its buyer may know them, newest first. */
export async function listEvents(db: Queryable, orderId: string): Promise<OrderEvent[]> {
  const [steps, money, differences] = await Promise.all([
    listSteps(db, orderId),
    listMoneyEvents(db, orderId),
    listDifferences(db, orderId),
  ])
  return [...money, ...differences, ...steps].sort(newestFirst)
}

/** As the office knows them, newest first: with what staff noted of a receivable. */
export async function listOfficeEvents(db: Queryable, orderId: string): Promise<(OrderEvent | NoteEvent)[]> {
  const [events, notes] = await Promise.all([listEvents(db, orderId), listNoteEvents(db, orderId)])
  return [...notes, ...events].sort(newestFirst)
}

const newestFirst = (one: { at: Date }, other: { at: Date }) => other.at.getTime() - one.at.getTime()

const listSteps = (db: Queryable, orderId: string): Promise<OrderEvent[]> =>
  db.rows(sql`
    with losses as (select * from orders.lost_parcels where order_id = ${orderId}),
      returns as (select *, row_number() over (order by received_at, id) as place from orders.returns where order_id = ${orderId})
    select kind, "from", "to", actor, reason, at from (
      select 'move' as kind, from_state as "from", to_state as "to", actor, reason, created_at as at, 1 as rank, id as place
        from orders.moves where order_id = ${orderId}
      union all select 'lost', null, null, reported_by, reason, reported_at, 2, id from losses
      union all select ended, null, null, ended_by, '', ended_at, 3, id from losses where ended is not null
      union all select 'piece_received', null, null, received_by, '', received_at, 4, place from returns
      union all select case when state in ('stocked', 'quarantined') then 'piece_kept' else 'piece_refused' end, null, null, decided_by, '', decided_at, 5, place
        from returns where decided_at is not null
      union all select 'piece_sent_back', null, null, sent_by, '', sent_at, 6, place from returns where sent_at is not null
    ) e order by at desc, rank desc, place desc`)

/** What was paid on top of its cancellation; its way to the card is told by the refund. */
const listDifferences = (db: Queryable, orderId: string) =>
  db.rows<MoneyEvent>(sql`
    select 'difference' as kind, d.back_minor + d.gain_minor as amount, w.currency, 'staff:' || w.decided_by as actor, d.created_at as at
    from orders.differences d join orders.window_sales w on w.kind = 'cancellation' and w.sale_id = d.order_id
    where d.order_id = ${orderId}`)

/** An event as it is read, but for the person: who sees it decides who that may be. */
export function viewEvent(event: OrderEvent) {
  const at = event.at.toISOString()
  if (event.kind === 'move') {
    const { kind, from, to, reason } = event
    return { kind, from, to, reason, at }
  }
  if ('reason' in event) return { kind: event.kind, reason: event.reason, at }
  const { kind, amount, currency } = event
  return { kind, amount: amountText(amount, currency), currency, at }
}

export function viewOfficeEvent(event: OrderEvent | NoteEvent) {
  if (!('amount' in event && 'reason' in event)) return viewEvent(event)
  const { kind, amount, currency, reason, at } = event
  return { kind, amount: amountText(amount, currency), currency, reason, at: at.toISOString() }
}
