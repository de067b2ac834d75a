/** How a listed line of a price window ends: left as it is, or with what its member was given too little. */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact, isClosed } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { amountOf, minor, moneyText } from '../../money/money.ts'
import { requireComplete } from '../../payments/return-money.ts'
import { paying, returnTenders } from '../../payments/tenders.ts'
import { Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import type { Holder } from '../../vault/holder.ts'
import { keepWithinFloat } from '../../vault/keep-within-float.ts'
import { numberedTrades } from '../../vault/price-choices/priced-trades.ts'
import { differenceGranted } from '../core/order-postings.ts'
import type { PaidAmounts } from '../core/settle-order.ts'
import { holdOrder } from '../give-up/end-order.ts'
import { type ListedBecause, type SaleKind, splitDifference, type WindowSaleState } from './window-rules.ts'

type Line = { kind: SaleKind; id: string }
type End = Line & { to: 'left' | 'settled'; by: string; reason: string }

/** Of any number at once one ends a line. Refuses window_line_ended. */
async function endLine(tx: Tx, { kind, id, to, by, reason }: End): Promise<void> {
  const ended = await tx.run(sql`
    update orders.window_sales set state = ${to}, decided_by = ${by}, decided_because = ${reason.trim()}, done_at = clock_timestamp()
    where kind = ${kind} and sale_id = ${id} and (state = 'listed' or state = 'left' and ${to} = 'settled')`)
  if (ended !== 1) throw new Refusal('window_line_ended')
}

/** Ends a listed line: nothing becomes of its sale, though what a member was given too little can still be paid. Refuses permission_missing; invalid_input without a reason; not_found; window_line_ended. */
export function leaveLine(
  { db }: Pick<Karat, 'db'>,
  staff: Staff,
  { kind, id, reason }: Line & { reason: string },
  key: Once,
): Promise<{ done: true }> {
  const action = 'prices.leave'
  return once(db, key, async (tx) => {
    const line = await tx.row<{
      window: string
      store: string
      because: ListedBecause | null
      number: string | null
      trade: string | null
    }>(sql`
      select w.id as window, w.store, s.because, o.number, t.number as trade from orders.window_sales s
      join orders.price_windows w on w.id = s.window_id left join orders.orders o on o.id = s.sale_id
      left join (${numberedTrades}) t on t.kind = s.kind and t.id = s.sale_id where s.kind = ${kind} and s.sale_id = ${id}`)
    if (!line) throw new Refusal('not_found')
    const { store, because, number, trade } = line
    const details = { did: 'leave' as const, kind, because, ...(number && { order: number }), ...(trade && { trade }) }
    await recordAction(tx, staff, { action, subject: { kind: 'window_sale', id }, store, reason, details })
    await endLine(tx, { kind, id, to: 'left', by: staff.id, reason })
    return { done: true }
  })
}

type Owed = { order: PaidAmounts; back: bigint; gain: bigint }
type Given = { memberId: string; store: string; back: bigint; gain: bigint }

/** What was given for a cancellation, less than its window makes right: neither changes any more. Undefined for what is no such line. */
async function findGiven(tx: Tx, orderId: string): Promise<Given | undefined> {
  const row = await tx.row<
    Pick<Holder, 'memberId' | 'store'> & { right: bigint | null; total: bigint; kept: bigint; gain: bigint }
  >(sql`
    select o.member_id as "memberId", o.store, w.right_total_minor as right, o.total_minor as total, s.kept_minor as kept, s.gain_minor as gain
    from orders.window_sales w join orders.orders o on o.id = w.sale_id join orders.settlements s on s.order_id = o.id
    where w.kind = 'cancellation' and w.sale_id = ${orderId}`)
  if (!row) return undefined
  const { memberId, store, right, total, kept, gain } = row
  const difference = right === null ? 0n : right - (total - kept + gain)
  return { memberId, store, ...splitDifference({ difference, kept }) }
}

/**
 * What is owed of a cancellation now, with its payment, its order and its line held: in this order, as a late capture takes
 * them, and the place of its buyer before the order where a part of it comes into their balance. Refuses not_found; window_line_ended;
 * payment_disputed and payment_short while not all of its money is there; member_gone where that balance is of an account that is closed.
 */
async function holdOwed(tx: Tx, orderId: string): Promise<Owed> {
  const given = await findGiven(tx, orderId)
  const isGone = given !== undefined && given.gain > 0n && (await isClosed(tx, given.memberId))
  const { order, payments } = await holdOrder(tx, orderId, given && given.gain > 0n && !isGone ? given : undefined)
  const line = await tx.row<{ state: WindowSaleState; because: ListedBecause }>(sql`
    select state, because from orders.window_sales where kind = 'cancellation' and sale_id = ${orderId} for update`)
  if (!line || !given || paying(payments).length === 0) throw new Refusal('not_found')
  if ((line.state !== 'listed' && line.state !== 'left') || line.because !== 'settled_low')
    throw new Refusal('window_line_ended')
  paying(payments).forEach(requireComplete)
  if (isGone) throw new Refusal('member_gone')
  return { order, back: given.back, gain: given.gain }
}

type Pay = { orderId: string; reason: string }

/**
 * Sends a member what a cancellation gave them too little: to the payment it came from as far as the house had kept of it, the
 * rest to the cash balance. From the amount on from which a refund takes two people another is asked for instead:
 * `approval_id` is their request.
 *
 * Refuses permission_missing; invalid_input without a reason; as `holdOwed`; approval_waiting.
 */
export function payDifference(
  { db, settings, config }: Pick<Karat, 'db' | 'settings' | 'config'>,
  staff: Staff,
  { orderId, reason }: Pay,
  key: Once,
): Promise<{ approval_id: string | null }> {
  const action = 'prices.difference'
  return once(db, key, async (tx) => {
    if (!staff.may.has(action)) throw new Refusal('permission_missing', { permission: action })
    const owed = await holdOwed(tx, orderId)
    const { number, store, currency } = owed.order
    const amount = owed.back + owed.gain
    const [subject, said] = [
      { kind: 'order', id: orderId },
      { order: number, amount: amountOf(amount, currency) },
    ]
    if (amount >= (await secondFromNow(tx, 'back_from', settings, owed.order))) {
      const params = { ...said, amount_minor: String(amount) }
      return requestApproval(tx, staff, { action, subject, store, reason, params })
    }
    await recordAction(tx, staff, { action, subject, store, reason, details: { did: 'execute', ...said } })
    await pay(tx, { config }, owed, { by: staff.id, reason })
    return { approval_id: null }
  })
}

/** What the second person has approved: exactly the amount that they saw. */
export const differenceExecutor: Executor = {
  action: 'prices.difference',
  async execute(karat, tx, { subject, params, reason }, { approver }) {
    const owed = await holdOwed(tx, subject.id)
    const [amount, { currency }] = [owed.back + owed.gain, owed.order]
    if (String(amount) !== (params as { amount_minor: string }).amount_minor)
      throw new Refusal('amount_changed', { amount: moneyText(minor(amount), currency), currency })
    await pay(tx, karat, owed, { by: approver.id, reason })
  },
}

async function pay(
  tx: Tx,
  karat: Pick<Karat, 'config'>,
  { order, back, gain }: Owed,
  { by, reason }: { by: string; reason: string },
) {
  const actor = `staff:${by}`
  await tx.run(sql`
    insert into orders.differences (order_id, back_minor, gain_minor) values (${order.id}, ${back}, ${gain})`)
  await endLine(tx, { kind: 'cancellation', id: order.id, to: 'settled', by, reason })
  await postTransfer(tx, differenceGranted(order, { back, gain, actor }))
  const { member_id: memberId, store, currency } = order
  const isKept = await keepWithinFloat(tx, karat, { memberId, store, currency }, { amount: gain })
  if (back > 0n)
    await returnTenders(tx, order.id, { parts: { order_money: back }, occasion: `difference:${order.id}`, actor })
  await tellDifference(tx, order, { back, gain, isKept })
}

/** What is owed instead of kept in the balance has another letter beside this one, which says where it goes. */
async function tellDifference(
  tx: Tx,
  { id, number, currency, member_id, store }: PaidAmounts,
  split: { back: bigint; gain: bigint; isKept: boolean },
) {
  const letter = { ...(await findContact(tx, member_id)), store, onceKey: `cancel_difference:${id}` }
  const [back, gain] = [amountOf(split.back, currency), amountOf(split.gain, currency)]
  if (split.back === 0n)
    return queueMail(tx, {
      ...{ ...letter, template: split.isKept ? 'difference_gain' : 'difference_owed' },
      values: { number, gain },
    })
  if (split.gain === 0n || !split.isKept)
    return queueMail(tx, { ...letter, template: 'difference_back', values: { number, back } })
  return queueMail(tx, { ...letter, template: 'difference_both', values: { number, back, gain } })
}
