/** What becomes of money that is for an order. */
import { sql, type Tx } from '../../db/database.ts'
import type { Payment } from '../../payments/contract.ts'
import type { Awaited, Settler, Subject } from '../../payments/settler.ts'
import { mayHaveCash } from '../../vault/may-have-cash.ts'
import { payersPlace } from '../../vault/return-to-payer.ts'
import { holdWhenPaid } from '../exposure/hold-when-paid.ts'
import { markPaid, paidOrder, type Said, tryMoveOrder } from './move-order.ts'
import { paymentCaptured } from './order-postings.ts'
import type { OrderState } from './order-rules.ts'
import { promisePacking } from './promise-packing.ts'

type Paying = Subject & { state: OrderState; inGrams: boolean; late: boolean }

/** The order waits for a transfer alone: the time of its other ways, for which their price was, is over. */
const waitsForTransfer = sql`(transfer_until is not null and expires_at <= now())`

/** An order that waits for its money is paid; money that it does not wait for brings it to payment_review while its buyer has something to choose. */
export const orderSettler: Settler<Paying> = {
  atOnce: {
    awaited: (id) => sql`(
      select json_build_object('number', number, 'store', store, 'goods', goods_minor::text, 'discount', discount_minor::text,
        'delivery', delivery_minor::text, 'insurance', insurance_minor::text, 'tax', tax_minor::text, 'total', total_minor::text)
      from orders.orders where id = ${id} and state = 'pending_payment' and not held_when_paid and grams_e4 = 0)`,
    paid(payment, awaited) {
      const { goods_minor, discount_minor, delivery_minor, insurance_minor, tax_minor } = readAwaited(awaited)
      return paidOrder(
        payment,
        sql`and goods_minor = ${goods_minor} and discount_minor = ${discount_minor} and delivery_minor = ${delivery_minor}
          and insurance_minor = ${insurance_minor} and tax_minor = ${tax_minor} and exists (select from open) and not ${waitsForTransfer}`,
      )
    },
    fulfilled: (payment, awaited) => ({
      number: awaited.number ?? '',
      posting: paymentCaptured(payment, readAwaited(awaited)),
    }),
  },
  /** An order is paid by one payment of its total. */
  async fulfil(tx, payment) {
    const order = await markPaidHolding(tx, payment)
    if (!order) return undefined
    const subject = { id: payment.subject_id, number: order.number, store: order.store }
    return { subject, postings: [paymentCaptured(payment, order)], inGrams: order.inGrams }
  },
  /** A transfer by the day that its bank booked it, everything else by the clock: a QR code and a virtual account take money for ever. */
  async isLate(tx, { subject_id, method }, bookedAt) {
    const isOver =
      method === 'bank_transfer' ? sql`coalesce(transfer_until, expires_at) < ${bookedAt}` : waitsForTransfer
    const row = await tx.row<{ late: boolean }>(
      sql`select ${isOver} as late from orders.orders where id = ${subject_id}`,
    )
    return row?.late ?? false
  },
  async lock(tx, id) {
    const order = await tx.row<Paying>(sql`
      select id, number, store, state, grams_e4 > 0 as "inGrams", ${waitsForTransfer} as late from orders.orders where id = ${id} for update`)
    if (!order) throw new Error(`payment of an order that does not exist: ${id}`)
    return order
  },
  async keepSuspended(tx, { id, state, inGrams, late }, { provider, method }) {
    // At another price its grams would have to be asked for again: its buyer orders anew.
    if (inGrams) return false
    if (state !== 'expired' && state !== 'pending_payment') return state === 'payment_review'
    const unfit =
      method === 'bank_transfer'
        ? 'the transfer is late or of another amount'
        : late
          ? 'the money arrived after the time of its way to pay'
          : 'the amount does not fit the order'
    const reason = state === 'expired' ? 'the money arrived after the order had expired' : unfit
    await tryMoveOrder(tx, { orderId: id, from: state, to: 'payment_review', actor: `provider:${provider}`, reason })
    return true
  },
  keepsSurplus: ({ state }) => state === 'payment_review',
  payerMayHave: mayHaveCash,
  payersPlace,
  async numberOf(db, id) {
    return (await db.row<{ number: string }>(sql`select number from orders.orders where id = ${id}`))?.number ?? ''
  },
}

const readAwaited = ({ store = '', goods, discount, delivery, insurance, tax, total }: Awaited) => ({
  ...{ store, goods_minor: BigInt(goods ?? 0), discount_minor: BigInt(discount ?? 0), total_minor: BigInt(total ?? 0) },
  ...{ delivery_minor: BigInt(delivery ?? 0), insurance_minor: BigInt(insurance ?? 0), tax_minor: BigInt(tax ?? 0) },
})

/** The order is paid, which `said` tells where a person did it; one whose pieces were to be held now holds them first, and one in grams is promised its day. */
export async function markPaidHolding(tx: Tx, payment: Payment, said?: Said) {
  const order =
    (await markPaid(tx, payment, said)) ??
    ((await holdWhenPaid(tx, payment.subject_id)) ? await markPaid(tx, payment, said) : undefined)
  if (!order) return undefined
  const { store, grams_e4: weight } = order
  const inGrams = weight > 0n ? { weight, packedBy: await promisePacking(tx, { id: payment.subject_id, store }) } : null
  return { ...order, inGrams }
}
