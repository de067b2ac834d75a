import { empty, type Queryable, type Sql, sql, type Tx } from '../../db/database.ts'
import { paidOfDay } from '../../kyc/take-day-limit.ts'
import { wantChargesClosed } from '../../payments/close-charge.ts'
import type { Payment } from '../../payments/contract.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { gramsAreHeld } from '../../vault/redeem-gold.ts'
import { dayReference, mayMove, type OrderState, orderMoves } from './order-rules.ts'

export type Move = { orderId: string; from: OrderState; to: OrderState; actor: string; reason: string }

/**
 * Moves an order from the state it is expected to be in, and writes who, when and why in the same statement. Of any
 * number of moves at once exactly one finds the expected state.
 *
 * Refuses order_state with the state it is in and the moves that are legal from there.
 */
export async function moveOrder(tx: Tx, move: Move): Promise<void> {
  if (!(await tryMoveOrder(tx, move))) await refuseState(tx, move.orderId)
}

/**
 * The same, answering false instead of refusing when the order is in another state. The charge of one that is not to be paid
 * any more is to be closed at its provider.
 */
export async function tryMoveOrder(tx: Tx, { orderId, from, to, actor, reason }: Move): Promise<boolean> {
  if (!mayMove(from, to)) return false
  const moved = await tx.run(sql`
    with moved as (
      update orders.orders set state = ${to}, paid_at = case when ${to} = 'paid' then now() else paid_at end,
        review_until = case when ${to} = 'payment_review' then now() + make_interval(secs => ${settings.review.chooseSeconds}::int) end
      where id = ${orderId} and state = ${from} returning id
    )
    insert into orders.moves (order_id, from_state, to_state, actor, reason)
    select id, ${from}, ${to}, ${actor}, ${reason} from moved`)
  if (moved === 1 && from === 'pending_payment' && (to === 'cancelled' || to === 'expired'))
    await wantChargesClosed(tx, orderId)
  return moved === 1
}

export type PaidOrder = {
  number: string
  store: string
  goods_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  tax_minor: bigint
  discount_minor: bigint
  total_minor: bigint
  grams_e4: bigint
}

type Paying = Pick<Payment, 'subject_id' | 'member_id' | 'amount_minor' | 'currency' | 'provider' | 'method'>
export type Said = { actor: string; reason: string }
const saidOf = ({ method, member_id, provider }: Paying): Said =>
  method === 'balance'
    ? { actor: `member:${member_id}`, reason: 'paid from the balance' }
    : { actor: `provider:${provider}`, reason: 'payment captured' }

/**
 * Moves the order of a payment from pending_payment to paid, if it waits for exactly this money, its pieces and its grams are held, and returns what it was
 * for; undefined leaves everything as it was.
 */
export function markPaid(tx: Tx, payment: Paying, said?: Said): Promise<PaidOrder | undefined> {
  return tx.row<PaidOrder>(sql`
    with ${paidOrder(payment, empty, said)}
    select number, store, goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, grams_e4 from paid`)
}

/** The parts of a statement that does so, where `only` holds: `paid` is the order then. */
export const paidOrder = (payment: Paying, only: Sql = empty, said = saidOf(payment)): Sql => sql`
    paid as (
      update orders.orders set state = 'paid', paid_at = now(), method = ${payment.method}
      where id = ${payment.subject_id} and state = 'pending_payment' and not held_when_paid and total_minor = ${payment.amount_minor} and currency = ${payment.currency}
        and (grams_e4 = 0 or ${gramsAreHeld(sql`orders.id`)}) ${only}
      returning id, number, store, goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, grams_e4
    ), moved as (
      insert into orders.moves (order_id, from_state, to_state, actor, reason)
      select id, 'pending_payment', 'paid', ${said.actor}, ${said.reason} from paid
    ), ${paidOfDay(dayReference(payment.subject_id), sql`(select store from paid)`, sql`exists (select from paid)`)}`

/** Refuses order_state, or not_found, by what the order is now. */
export async function refuseState(db: Queryable, orderId: string): Promise<never> {
  const order = await db.row<{ state: OrderState }>(sql`select state from orders.orders where id = ${orderId}`)
  if (!order) throw new Refusal('not_found')
  throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
}
