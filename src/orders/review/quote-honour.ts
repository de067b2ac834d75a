/** What carrying out an order in review costs at the price of this moment, held for a minute. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { listPayments } from '../../payments/open-payment.ts'
import { freeSuspense } from '../../payments/return-money.ts'
import type { Quote } from '../../pricing/quotes.ts'
import { sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import type { Buyer } from '../core/buyer.ts'
import { refuseState } from '../core/move-order.ts'
import type { OrderState } from '../core/order-rules.ts'
import { insertQuote } from '../core/quotes.ts'
import { type PricedLine, priceAgain } from '../guarantee/guarantee-rules.ts'
import { findGuarantee } from '../guarantee/guarantee-store.ts'
import { textIn } from '../guarantee/guarantee-view.ts'
import type { ReviewQuoteView } from '../refunds/refund-contract.ts'

export type HonourFigures = {
  goods: string
  tax: string
  total: string
  lines: { position: number; unit: string; total: string; tax: string }[]
}

type InReview = {
  id: string
  number: string
  guarantee_id: string
  state: OrderState
  currency: Currency
  goods_minor: bigint
  delivery_minor: bigint
  insurance_minor: bigint
  discount_minor: bigint
  total_minor: bigint
  open: boolean
}

/** A member's order with whether it is still time to choose. Refuses not_found. */
export async function findInReview(
  db: Queryable,
  owner: Pick<Buyer, 'memberId' | 'store'>,
  id: string,
): Promise<InReview> {
  const order = await db.row<InReview>(sql`
    select id, number, guarantee_id, state, currency, goods_minor, delivery_minor, insurance_minor, discount_minor, total_minor,
      coalesce(review_until > now(), false) as open
    from orders.orders where id = ${id} and member_id = ${owner.memberId} and store = ${owner.store}`)
  if (!order) throw new Refusal('not_found')
  return order
}

/** The payment that is to pay an order: the largest of its money in suspense that may be used, in its own currency. Refuses payment_disputed. */
export function largestSuspended(payments: Payment[], currency: Currency): Payment | undefined {
  if (payments.some(({ disputed_minor }) => disputed_minor > 0n)) throw new Refusal('payment_disputed')
  return payments
    .filter((payment) => payment.captured_currency === currency && freeSuspense(payment) > 0n)
    .toSorted((a, b) => (freeSuspense(a) < freeSuspense(b) ? 1 : -1))[0]
}

/**
 * Quotes an order in review at the price now: every line by the inputs it was ordered with and the ask of this moment;
 * delivery and insurance stay. One payment has to be enough; what is beyond it goes back.
 *
 * Refuses not_found; order_state unless the order is in review; payment_closed when the time to choose is over;
 * payment_disputed; price_unavailable.
 */
export async function quoteHonour(karat: Bag<'orders'>, buyer: Buyer, orderId: string): Promise<ReviewQuoteView> {
  const order = await findInReview(karat.db, buyer, orderId)
  if (order.state !== 'payment_review') return refuseState(karat.db, orderId)
  if (!order.open) throw new Refusal('payment_closed')
  const [guarantee, payments, old] = await Promise.all([
    findGuarantee(karat.db, buyer, order.guarantee_id),
    listPayments(karat.db, orderId),
    karat.db.rows<{ total_minor: bigint }>(
      sql`select total_minor from orders.lines where order_id = ${orderId} order by position`,
    ),
  ])
  if (!guarantee) throw new Error('an order without its guarantee')
  const received = suspendedRestOf(largestSuspended(payments, order.currency))
  return sellAtPrice(karat, { store: buyer.store, currency: order.currency }, async (price) => {
    const lines = priceAgain(guarantee.lines, price.ask)
    const bound = { kind: 'honour', subjectId: orderId, memberId: buyer.memberId } as const
    const quote = await insertQuote(karat, { price, bound, figures: figuresOf(order, lines), notAfter: null })
    return viewQuote(order, quote, {
      received,
      lines: lines.map((line, position) => ({
        position,
        name: textIn(line.name, buyer.language),
        quantity: line.quantity,
        old: moneyText(minor(old[position]?.total_minor ?? 0n), order.currency),
        now: moneyText(line.total, order.currency),
      })),
    })
  })
}

const suspendedRestOf = (payment: Payment | undefined) => (payment ? freeSuspense(payment) : 0n)

function figuresOf(order: InReview, lines: PricedLine[]): HonourFigures {
  const goods = lines.reduce((sum, line) => sum + line.total, 0n)
  const tax = lines.reduce((sum, line) => sum + line.tax, 0n)
  const total = goods + tax + order.delivery_minor + order.insurance_minor - order.discount_minor
  return {
    goods: goods.toString(),
    tax: tax.toString(),
    total: total.toString(),
    lines: lines.map(({ unit, total: lineTotal, tax: lineTax }, position) => ({
      position,
      unit: unit.toString(),
      total: lineTotal.toString(),
      tax: lineTax.toString(),
    })),
  }
}

function viewQuote(
  order: InReview,
  { id, figures, shownUntil, now }: Quote<HonourFigures>,
  { received, lines }: { received: bigint; lines: ReviewQuoteView['lines'] },
): ReviewQuoteView {
  const text = (amount: bigint) => moneyText(minor(amount), order.currency)
  const total = BigInt(figures.total)
  return {
    quote_id: id,
    order_id: order.id,
    currency: order.currency,
    received: text(received),
    lines,
    old_total: text(order.total_minor),
    goods: text(BigInt(figures.goods)),
    delivery: text(order.delivery_minor),
    insurance: text(order.insurance_minor),
    tax: text(BigInt(figures.tax)),
    total: text(total),
    excess: text(received > total ? received - total : 0n),
    short: text(total > received ? total - received : 0n),
    expires_at: shownUntil.toISOString(),
    server_time: now.toISOString(),
  }
}
