/** Staff take the money of an unpaid order at the counter: in cash, or by a card at a terminal (decision 0170). */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { isFrozenNow } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { takesBalanceOnly } from '../../kyc/take-day-limit.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { problem } from '../../locale/field-rules.ts'
import { amountOf, type Currency, exponentOf, minor, moneyText, parseDecimal } from '../../money/money.ts'
import type { CounterMethod } from '../../payments/method-rules.ts'
import { payAtCounter, takenAtCounter } from '../../payments/pay-at-counter.ts'
import { tellPaid } from '../../payments/tell-paid.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { currencyOf, settingOf, timeZoneOf } from '../../stores/stores.ts'
import { gramsAreHeld } from '../../vault/redeem-gold.ts'
import { paymentCaptured } from '../core/order-postings.ts'
import { dayReference, type OrderState, orderMoves } from '../core/order-rules.ts'
import { markPaidHolding } from '../core/order-settler.ts'
import { whyUnpayable } from '../promises/require-promise.ts'
import { type CounterSetting, mostCash, whyNotTaken } from './counter-rules.ts'

const ACTION = 'orders.counter_payment'

type CounterWish = {
  orderId: string
  method: CounterMethod
  /** What was received, as decimal text: exactly the total. */
  received: string
  slip: { terminal: string; number: string } | null
  reason: string
}

type Due = {
  id: string
  number: string
  member_id: string
  store: string
  state: OrderState
  currency: Currency
  total: bigint
  open: boolean
  lacks_grams: boolean
  balance_only: boolean
  why: 'price_on_hold' | 'price_withdrawn' | null
  said: Partial<CounterSetting> | null
  own: Currency
  day: string
}

/**
 * The order is paid by money that somebody of the house has received, as by any other way, and its buyer told. Where what one person took of
 * the member on this day reaches the amount of the store's setting, a second person is asked for instead (`approval_id`): until they
 * have approved, nothing is paid and the order ends at its time.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; order_state unless the order waits for its money; payment_closed when
 * its time is up; price_withdrawn, price_on_hold; counter_member of a frozen account; method_unavailable where the store does not take it so,
 * its grams are not held, or the member's day takes it of their balance alone; invalid_input (received; slip); cash_of_day beyond the cash that
 * is taken of a member on a day; out_of_stock; approval_waiting.
 */
export const takePayment = (
  karat: Pick<Karat, 'db'>,
  staff: Staff,
  wish: CounterWish,
  key: Once,
): Promise<{ approval_id: string | null }> =>
  once(karat.db, key, async (tx) => {
    if (!staff.may.has(ACTION)) throw new Refusal('permission_missing', { permission: ACTION })
    const due = await requirePayable(tx, wish)
    const about = {
      action: ACTION,
      subject: { kind: 'order', id: due.id },
      store: due.store,
      reason: wish.reason,
    } as const
    const said = {
      ...{ order: due.number, amount: amountOf(due.total, due.currency), paid_by: wish.method },
      ...(wish.slip && { terminal: wish.slip.terminal, slip: wish.slip.number }),
    }
    if (await takesTwo(tx, due)) return requestApproval(tx, staff, { ...about, params: said })
    await pay(tx, due, { ...wish, takenBy: [staff.id] })
    await recordAction(tx, staff, { ...about, details: { did: 'counter_payment', ...said } })
    return { approval_id: null }
  })

/** What the second person has approved: that order, at exactly the amount that they saw. Refuses as takePayment by what is then. */
export const counterExecutor: Executor = {
  action: ACTION,
  async execute(_karat, tx, { subject, params }, { requester, approver }) {
    const { paid_by: method, amount, ...more } = params as Asked
    const slip = more.terminal && more.slip ? { terminal: more.terminal, number: more.slip } : null
    const wish = {
      orderId: subject.id,
      method,
      received: moneyText(minor(BigInt(amount.minor)), amount.currency),
      slip,
    }
    await pay(tx, await requirePayable(tx, wish), { ...wish, takenBy: [requester.id, approver.id] })
  },
}
type Asked = { paid_by: CounterMethod; amount: { minor: string; currency: Currency }; terminal?: string; slip?: string }

/** The order, held, and nobody takes cash of its member beside this. */
async function requirePayable(tx: Tx, wish: Omit<CounterWish, 'reason'>): Promise<Due> {
  const whose = await tx.row<{ buyer: string; store: string }>(
    sql`select member_id as buyer, store from orders.orders where id = ${wish.orderId}`,
  )
  if (!whose) throw new Refusal('not_found')
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${whose.buyer}, 529))`)
  const due = await lockDue(tx, wish.orderId, whose.store)
  if (due.state !== 'pending_payment')
    throw new Refusal('order_state', { state: due.state, legal: orderMoves[due.state] })
  if (!due.open) throw new Refusal('payment_closed')
  if (due.why) throw new Refusal(due.why)
  if (await isFrozenNow(tx, due.member_id)) throw new Refusal('counter_member')
  requireTaken(due, wish.method)
  if (parseDecimal(wish.received, exponentOf(due.currency)) !== due.total)
    throw invalidInput({ received: problem('exactly', { amount: moneyText(minor(due.total), due.currency) }) })
  if ((wish.method === 'counter_card') !== (wish.slip !== null)) throw invalidInput({ slip: problem('required') })
  if (wish.method === 'counter_cash') await requireRoomForCash(tx, due)
  return due
}

async function lockDue(tx: Tx, orderId: string, store: string): Promise<Due> {
  const due = await tx.row<Due>(sql`
    select id, number, member_id, store, state, currency, total_minor as total, expires_at > clock_timestamp() as open,
      grams_e4 > 0 and not ${gramsAreHeld(sql`orders.id`)} as lacks_grams,
      ${takesBalanceOnly(sql`${dayReference(orderId)}`, sql`orders.store`)} as balance_only,
      ${whyUnpayable({ store, orderId })} as why, ${settingOf(sql`orders.store`, 'pay_counter')} as said,
      ${currencyOf(sql`orders.store`)} as own, (now() at time zone ${timeZoneOf(sql`orders.store`)})::date::text as day
    from orders.orders where id = ${orderId} for update of orders`)
  if (!due) throw new Refusal('not_found')
  return due
}

export const settingFor = ({ said, own }: Pick<Due, 'said' | 'own'>) => ({
  said: foldSetting('pay_counter', [said ?? {}]),
  currency: own,
})

function requireTaken(due: Due, method: CounterMethod): void {
  const { total, currency: of } = due
  const own = whyNotTaken({ ...settingFor(due), method, total, of })
  const why = own ?? (due.balance_only ? 'day_taken' : due.lacks_grams ? 'in_grams' : null)
  if (why) throw new Refusal('method_unavailable', { method, why, least: null, most: null, currency: of })
}

async function requireRoomForCash(tx: Tx, due: Due): Promise<void> {
  const most = mostCash(settingFor(due), settings.counter.cashBelow)
  const { cash } = await takenAtCounter(tx, { memberId: due.member_id, store: due.store, day: due.day })
  if (cash + due.total <= most) return
  const text = (amount: bigint) => moneyText(minor(amount), due.currency)
  throw new Refusal('cash_of_day', { limit: text(most), taken_today: text(cash), currency: due.currency })
}

/** With what was taken of the member on this day by one person alone, so that many small orders are no way around it. */
export async function takesTwo(
  db: Queryable,
  due: Pick<Due, 'member_id' | 'store' | 'day' | 'total' | 'currency'>,
): Promise<boolean> {
  const { alone } = await takenAtCounter(db, { memberId: due.member_id, store: due.store, day: due.day })
  return alone + due.total >= (await secondFromNow(db, 'counter_from', settings, due))
}

type Taking = Pick<CounterWish, 'method' | 'slip'> & { takenBy: readonly string[] }

async function pay(tx: Tx, due: Due, { method, slip, takenBy }: Taking): Promise<void> {
  const payment = await payAtCounter(tx, {
    ...{
      subject_id: due.id,
      member_id: due.member_id,
      store: due.store,
      amount_minor: due.total,
      currency: due.currency,
    },
    ...{ method, slip, takenBy, day: due.day },
  })
  const reason = method === 'counter_cash' ? 'paid in cash at the counter' : 'paid by card at the counter'
  const paid = await markPaidHolding(tx, payment, { actor: `staff:${takenBy[0]}`, reason })
  if (!paid) throw new Refusal('out_of_stock', { sku_ids: [] })
  await postTransfer(tx, paymentCaptured(payment, paid))
  await tellPaid(tx, payment, { number: due.number, total: due.total, currency: due.currency, inGrams: paid.inGrams })
}
