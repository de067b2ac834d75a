/** pay_order chooses a method, getPay starts or reads the attempt at the provider. */

import { findTransfer } from '../../bank/account-queries.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { checkPin } from '../../identity/check-pin.ts'
import type { Bag } from '../../karat.ts'
import { takesBalanceOnly } from '../../kyc/take-day-limit.ts'
import { problem } from '../../locale/field-rules.ts'
import { type Currency, type Minor, moneyText } from '../../money/money.ts'
import type { Payment } from '../../payments/contract.ts'
import { type Bank, type ChosenBy, type MethodChoice, wayNames } from '../../payments/method-rules.ts'
import { findBegun, insertPaymentOf, openPayment, paymentOf, startCharge } from '../../payments/open-payment.ts'
import { takenBy, takenMethods } from '../../payments/providers.ts'
import { isTaken, paidBySaid, requireMethod } from '../../payments/require-method.ts'
import { viewWay } from '../../payments/view-way.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { brandIn, settingOf, storeOf } from '../../stores/stores.ts'
import { gramsAreHeld } from '../../vault/redeem-gold.ts'
import type { PaymentViewData } from '../contract.ts'
import { whyUnpayable } from '../promises/require-promise.ts'
import { dayReference, type OrderState, orderMoves } from './order-rules.ts'
import { openTransfer } from './pay-by-bank.ts'
import { holdForPayment, payOrderFromBalance } from './pay-with-balances.ts'

/** `store` takes `currency`. */
export type Payer = { id: string; store: string; currency: Currency }

/**
 * The order has an open payment by this method afterwards, for exactly its total; asking again gives the same one. With the PIN the grams
 * that it is to be paid with are held before that, and the cash balance pays it at once. One by
 * another method is replaced: it leads nowhere, and its charge is closed where it can be; money that comes by it is settled
 * like other money. The amount comes from the stored order, never from the caller.
 *
 * Refuses not_found, order_state unless the order waits for its money, payment_closed when its time is up, price_withdrawn
 * when a price window takes it back, price_on_hold while staff hold what was promised, method_unavailable where no payment by it is
 * open and the store does not take it for this amount, or the payer's day takes the order of their cash balance alone.
 */
export async function payOrder(
  karat: Bag<'orders'>,
  payer: Payer,
  { pin, ...input }: Asked & { pin?: string | undefined },
  request: Once,
): Promise<PaymentViewData> {
  if (input.method === 'bank_transfer')
    return once(karat.db, request, async (tx) => {
      const { payment, number, now } = await openTransfer(tx, karat, payer, input.orderId)
      return viewPayment(payment, number, now)
    })
  if (pin !== undefined) {
    await checkPin(karat, payer.id, pin)
    return once(karat.db, request, async (tx) => {
      const order = await holdForPayment(tx, payer, input.orderId)
      const { method, bank } = input
      if (method !== 'balance') return open(tx, karat, payer, { ...input, method, bank })
      const paid = await payOrderFromBalance(tx, payer, order)
      return viewPayment(paid, order.number, order.now)
    })
  }
  if (input.method === 'balance') throw invalidInput({ pin: problem('required') })
  // An order has one open payment, whoever asks how often; a key adds only that its answer is kept.
  const choice = { ...input, method: input.method }
  return request
    ? once(karat.db, request, (tx) => open(tx, karat, payer, choice))
    : open(karat.db, karat, payer, choice)
}

type Asked = { orderId: string; method: ChosenBy; bank: Bank | null }
type FromOutside = MethodChoice & { orderId: string }
type Why = 'price_on_hold' | 'price_withdrawn' | null
type Payable = {
  order_number: string
  order_state: OrderState
  order_currency: Currency
  order_total: bigint
  order_expires_at: Date
  open: boolean
  /** It is to be paid in grams, and none are held for it. */
  lacks_grams: boolean
  /** Its buyer's day takes it of the cash balance alone. */
  balance_only: boolean
  why: Why
  /** What the store has said of the way. */
  own: object | null
  now: Date
}

/** Needs no lock on the order: one that ends just after this look is as one that ends while the member pays (settle-payment.ts). */
async function open(
  db: Queryable,
  { providers, stores }: Pick<Bag<'orders'>, 'providers' | 'stores'>,
  payer: Payer,
  { orderId, method, bank }: FromOutside,
): Promise<PaymentViewData> {
  const taken = takenMethods(providers)
  const { currency: own } = storeOf({ stores }, payer.store)
  const name = wayNames[method]
  const fits = { said: sql`own`, amount: sql`order_total`, currency: sql`order_currency`, own, taken }
  const reference = dayReference(orderId)
  const paid = {
    purpose: 'order',
    member_id: payer.id,
    store: payer.store,
    provider: takenBy[method],
    method,
    bank,
  } as const
  const order = await db.row<Payable & (Payment | { id: null })>(sql`
    with asked as (
      select id as subject_id, number as order_number, state as order_state, currency as order_currency, total_minor as order_total,
        expires_at as order_expires_at, expires_at > now() as open, grams_e4 > 0 and not ${gramsAreHeld(sql`orders.id`)} as lacks_grams, now() as now,
        ${takesBalanceOnly(sql`${reference}`, sql`${payer.store}`)} as balance_only, ${whyUnpayable({ store: payer.store, orderId })} as why,
        ${settingOf(sql`${payer.store}`, name)} as own
      from orders.orders where id = ${orderId} and member_id = ${payer.id} and store = ${payer.store}
    ), payable as (
      select subject_id, order_total as amount_minor, order_currency as currency, order_expires_at as expires_at from asked
      where order_state = 'pending_payment' and open and why is null and not lacks_grams and not balance_only and ${isTaken({ method, bank }, fits)}
    ), opened as (${insertPaymentOf(paid, sql`payable`)})
    select asked.*, opened.* from asked left join opened on true`)
  if (!order) throw new Refusal('not_found')
  if (order.order_state !== 'pending_payment')
    throw new Refusal('order_state', { state: order.order_state, legal: orderMoves[order.order_state] })
  if (!order.open) throw new Refusal('payment_closed')
  if (order.why) throw new Refusal(order.why)
  if (order.lacks_grams) throw invalidInput({ pin: problem('required') })
  const { order_total: amount_minor, order_currency: currency, order_expires_at: expires_at } = order
  if (order.id !== null) return viewPayment(order, order.order_number, order.now)
  const begun = await findBegun(db, orderId, { method, bank })
  if (!begun || order.balance_only) {
    const store = paidBySaid(own, { [name]: order.own ?? {} })
    requireMethod({ method, bank }, { store, currency, taken, amount: amount_minor, balanceOnly: order.balance_only })
  }
  const payment = begun ?? (await openPayment(db, { ...paid, subject_id: orderId, amount_minor, currency, expires_at }))
  return viewPayment(payment, order.order_number, order.now)
}

/**
 * The state of a payment, and where the member pays. Makes the charge at the provider when there is none yet; no
 * transaction is open during that call. An unanswered call leaves it `unknown`: it is asked again, never guessed.
 *
 * An order that waits no longer, whose price is on hold, or is to be paid by another method by now, is paid nowhere, nor by a way whose own
 * time is over, though it waits for a transfer still: then there is no `pay_url`, number, code or account.
 *
 * Refuses not_found for somebody else's payment, provider_unavailable without a provider.
 */
export async function getPay(karat: Bag<'orders'>, payer: Payer, paymentId: string): Promise<PaymentViewData> {
  const found = await karat.db.row<
    Payment & Pick<Payable, 'order_number' | 'order_state' | 'now' | 'why'> & { in_time: boolean }
  >(sql`
    select p.*, o.number as order_number, o.state as order_state, now() as now,
      case when p.method = 'bank_transfer' then o.transfer_until else o.expires_at end > now() as in_time,
      ${whyUnpayable({ store: payer.store, orderId: sql`o.id` })} as why
    from (${paymentOf(payer.id, paymentId)}) p join orders.orders o on o.id = p.subject_id where p.store = ${payer.store}`)
  if (!found) throw new Refusal('not_found')
  const { order_number: number, now } = found
  const payable = found.order_state === 'pending_payment' && found.in_time && !found.why && !found.replaced_at
  const mustStart = (found.state === 'created' || found.state === 'unknown') && payable
  const payment = mustStart ? await start(karat, found, number) : found
  const way = payable ? payment : { ...payment, pay_url: null, pay_code: null }
  const isAsked = payable && payment.method === 'bank_transfer'
  return {
    ...viewPayment(way, number, now),
    transfer: isAsked ? ((await findTransfer(karat.db, payment.id)) ?? null) : null,
  }
}

async function start(karat: Bag<'orders'>, payment: Payment, orderNumber: string): Promise<Payment> {
  const provider = karat.providers.get(payment.provider)
  if (!provider) throw new Refusal('provider_unavailable')
  return startCharge(karat.db, provider, payment, {
    description: `${brandIn(karat.stores, payment.store)} ${orderNumber}`,
    returnUrl: `${karat.config.PUBLIC_URL}/mallOrder/payment?order_id=${payment.subject_id}`,
    webhookUrl: `${karat.config.SANDBOX_URL}/api/webhooks/${payment.provider}`,
  })
}

const isUndecided = (state: Payment['state']) => state === 'created' || state === 'pending' || state === 'unknown'

export function viewPaymentShort(payment: Payment) {
  return {
    payment_id: payment.id,
    method: payment.method,
    bank: payment.bank,
    state: payment.state,
    currency: payment.currency,
    amount: moneyText(payment.amount_minor as Minor, payment.currency),
    created_at: payment.created_at.toISOString(),
    expires_at: payment.expires_at.toISOString(),
    decline_reason: payment.decline_reason,
    confirming: payment.told_at !== null && isUndecided(payment.state),
  }
}

const viewPayment = (payment: Payment, orderNumber: string, now: Date): PaymentViewData => ({
  ...viewPaymentShort(payment),
  order_id: payment.subject_id,
  order_number: orderNumber,
  ...viewWay(payment),
  transfer: null,
  server_time: now.toISOString(),
})
