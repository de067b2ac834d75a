/** Staff take one sale back: an evident error, fraud, a stolen card. */
import type { Queryable, Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import { findContact } from '../../identity/member-queries.ts'
import type { Karat } from '../../karat.ts'
import { queueMail } from '../../mail/send-mail.ts'
import { type Amount, amountOf, minor, moneyText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { type Executor, findWaiting, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { offeredOf } from '../../stores/cause-rules.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import { storeOf } from '../../stores/stores.ts'
import { type OrderState, orderMoves } from '../core/order-rules.ts'
import type { PaidAmounts } from '../core/settle-order.ts'
import { causeNamed, requireCause } from './cause-queries.ts'
import { endOrder, type HeldOrder, holdOrder, type Money, returnedBefore, returnsOf } from './end-order.ts'
import { isGiveable, saidOf } from './give-up-rules.ts'

export type GivenUp = {
  orderId: string
  /** The state that whoever asks has seen. */
  expected: OrderState
  /** The code of one of the store's reasons; null only where nothing of it will stand. */
  cause: string | null
  reason: string
}

/**
 * Gives an order up for the shop: cancelled, its stock for sale again, all of its money on its way back, its buyer told.
 * Once what the order returns reaches the amount from which a refund takes two people, with everything that it has returned
 * before, a second person is asked for instead: `approval_id` is their request.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; order_state unless it is in the state that was
 * seen, and that is one before the pieces leave; invalid_input (cause) where the store does not offer it; refund_waiting while
 * its money is asked back; approval_waiting.
 */
export const giveUpByStaff = (
  karat: Pick<Karat, 'db' | 'settings'>,
  staff: Staff,
  wish: GivenUp,
  key: Once,
): Promise<{ approval_id: string | null }> =>
  once(karat.db, key, async (tx) => {
    const { approval_id } = await giveUpIn(tx, karat, staff, wish)
    return { approval_id }
  })

/** The same inside `tx`; `returns` is what goes back. */
export async function giveUpIn(
  tx: Tx,
  karat: Pick<Karat, 'settings'>,
  staff: Staff,
  { orderId, expected, cause, reason }: GivenUp,
): Promise<{ approval_id: string | null; returns: Amount }> {
  const action = 'orders.give_up'
  if (!staff.may.has(action)) throw new Refusal('permission_missing', { permission: action })
  const held = await holdOrder(tx, orderId)
  const { order } = held
  if (order.state !== expected || !isGiveable(order.state)) throw otherState(order)
  const [subject, back] = [{ kind: 'order', id: orderId }, returnsOf(held)]
  const returns = amountOf(back, order.currency)
  const why = cause === null ? { code: '', name: null, isOurs: false } : await requireCause(tx, order.store, cause)
  const said = { order: order.number, cause: why.name ?? why.code, cause_code: why.code, amount: returns }
  if (await takesTwo(tx, karat, held)) {
    const params = { ...said, amount_minor: String(back) }
    const asked = await requestApproval(tx, staff, { action, subject, store: order.store, reason, params })
    return { ...asked, returns }
  }
  await giveUp(tx, held, { says: saidOf(why), actor: `staff:${staff.id}` })
  const details = { did: 'give_up' as const, ...said, before: expected, after: 'cancelled' }
  await recordAction(tx, staff, { action, subject, store: order.store, reason, details })
  return { approval_id: null, returns }
}

const otherState = ({ state }: PaidAmounts) => new Refusal('order_state', { state, legal: orderMoves[state] })

/** Counted by order, as for refunds: what it has returned before counts. */
async function takesTwo(db: Queryable, { settings }: Pick<Karat, 'settings'>, held: Money): Promise<boolean> {
  if (returnsOf(held) <= 0n) return false
  return returnsOf(held) + returnedBefore(held) >= (await secondFromNow(db, 'back_from', settings, held.order))
}

/** What the second person has approved: this order, with exactly the amount that they saw. */
export const giveUpExecutor: Executor = {
  action: 'orders.give_up',
  async execute(_karat, tx, { subject, params }, { approver }) {
    // Requests of older releases name the code alone.
    const { cause, cause_code, amount_minor } = params as { cause: string; cause_code?: string; amount_minor: string }
    const held = await holdOrder(tx, subject.id)
    if (!isGiveable(held.order.state)) throw otherState(held.order)
    const { order } = held
    const back = returnsOf(held)
    if (String(back) !== amount_minor)
      throw new Refusal('amount_changed', { amount: moneyText(minor(back), order.currency), currency: order.currency })
    const why = await causeNamed(tx, order.store, cause_code ?? cause)
    await giveUp(tx, held, { says: saidOf(why), actor: `staff:${approver.id}` })
  },
}

/** What the office is shown before it gives an order up; null where it cannot be. */
export async function describeGivingUp(
  karat: Pick<Karat, 'db' | 'settings' | 'stores'>,
  orderId: string,
  money: Money,
) {
  if (!isGiveable(money.order.state)) return null
  const asked = (await findWaiting(karat.db, 'orders.give_up', [orderId])).has(orderId)
  const returns = moneyText(minor(returnsOf(money)), money.order.currency)
  const causes = offeredOf(storeOf(karat, money.order.store).settings.causes)
  return { returns, takes_two: await takesTwo(karat.db, karat, money), asked, causes }
}

async function giveUp(tx: Tx, held: HeldOrder, { says, actor }: { says: string; actor: string }) {
  const [back, wasPaid] = [returnsOf(held), held.order.state === 'paid' || held.order.state === 'preparing']
  const wasUnpaid = held.order.state === 'pending_payment'
  await endOrder(tx, held, { because: 'given_up', actor, says })
  if (wasPaid || wasUnpaid) await tellEnded(tx, held.order, back)
}

/** Of money in review its buyer has been told by what returns it. */
async function tellEnded(tx: Tx, order: PaidAmounts, back: bigint) {
  const contact = { ...(await findContact(tx, order.member_id)), store: order.store }
  const onceKey = `order_given_up:${order.id}`
  const { number } = order
  const values = { number, total: amountOf(back, order.currency) }
  await (back > 0n
    ? queueMail(tx, { ...contact, template: 'order_given_up_paid', values, onceKey })
    : queueMail(tx, { ...contact, template: 'order_given_up', values: { number }, onceKey }))
}
