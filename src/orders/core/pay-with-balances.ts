/** What a member has in the vault pays an order: grams its fine weight, the cash balance its money (decision 0077). */
import { sql, type Tx } from '../../db/database.ts'
import { requireNoPause } from '../../identity/outgoing-pause.ts'
import { countFromBalance } from '../../kyc/take-day-limit.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import type { Currency, Weight } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { payFromBalance } from '../../payments/pay-from-balance.ts'
import { tellPaid } from '../../payments/tell-paid.ts'
import { Refusal } from '../../refusals.ts'
import { holdPlace } from '../../vault/holder.ts'
import { findRedemption, holdGrams } from '../../vault/redeem-gold.ts'
import { requireCleared } from '../../vault/uncleared.ts'
import { whyUnpayable } from '../promises/require-promise.ts'
import { balanceSpent } from './order-postings.ts'
import { dayReference, type OrderState, orderMoves } from './order-rules.ts'
import { markPaidHolding } from './order-settler.ts'
import type { Payer } from './pay-order.ts'

type Due = {
  id: string
  number: string
  state: OrderState
  currency: Currency
  total: bigint
  grams: Weight
  open: boolean
  why: 'price_on_hold' | 'price_withdrawn' | null
  now: Date
}

/**
 * The order, held, with the grams that it is to be paid with: they are set aside from now on, unless they were before. The member's place is
 * taken first, as by everything that moves what is in it, so that of two that spend the same one comes after the other.
 *
 * Refuses, in this order: outgoing_paused; not_found; order_state unless it waits for its money; payment_closed; price_withdrawn,
 * price_on_hold; as holdGrams.
 */
export async function holdForPayment(tx: Tx, payer: Payer, orderId: string): Promise<Due> {
  const holder = { memberId: payer.id, store: payer.store, currency: payer.currency }
  await requireNoPause(tx, payer.id)
  await holdPlace(tx, holder)
  const order = await tx.row<Due>(sql`
    select id, number, state, currency, total_minor as total, grams_e4 as grams, expires_at > now() as open, now() as now,
      ${whyUnpayable({ store: payer.store, orderId })} as why
    from orders.orders where id = ${orderId} and member_id = ${payer.id} and store = ${payer.store} for update`)
  if (!order) throw new Refusal('not_found')
  if (order.state !== 'pending_payment')
    throw new Refusal('order_state', { state: order.state, legal: orderMoves[order.state] })
  if (!order.open) throw new Refusal('payment_closed')
  if (order.why) throw new Refusal(order.why)
  if (order.grams > 0n && !(await findRedemption(tx, orderId)))
    await holdGrams(tx, holder, { orderId, weight: order.grams })
  return order
}

/**
 * The order is paid out of the cash balance, and its buyer told. It and the place of the payer are held, and its grams.
 *
 * Refuses, in this order: as requireCleared; out_of_stock where its pieces were to be held now and are gone.
 */
export async function payOrderFromBalance(tx: Tx, payer: Payer, order: Due): Promise<Payment> {
  const { id: memberId, store } = payer
  const { id: subject_id, currency, total } = order
  if (total > 0n) await requireCleared(tx, { memberId, store, currency }, 'cash', total)
  // Before it is paid, which judges whether the day is large.
  if (total > 0n) await countFromBalance(tx, dayReference(order.id))
  const payment = await payFromBalance(tx, {
    ...({ purpose: 'order', subject_id, member_id: memberId } as const),
    ...{ store, amount_minor: total, currency },
  })
  const paid = await markPaidHolding(tx, payment)
  if (!paid) throw new Refusal('out_of_stock', { sku_ids: [] })
  if (total > 0n) await postTransfer(tx, balanceSpent(payment, paid))
  await tellPaid(tx, payment, { number: order.number, total, currency, inGrams: paid.inGrams })
  return payment
}
