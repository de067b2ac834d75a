/** Staff have a withdrawal tried again at once, or give its money back to its member. */
import { sql, type Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import { amountOf } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { secondFromNow } from '../../stores/second-person.ts'
import { mayBePaid } from './pay-payouts.ts'
import { giveBack, lockPayout, type Payout } from './settle-payout.ts'

type Decision = { payoutId: string; reason: string }
const said = ({ number, amount_minor, currency }: Payout) => ({
  withdrawal: number,
  amount: amountOf(amount_minor, currency),
})

/**
 * A withdrawal that waits to be tried, or for its next try, is tried in the next round.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; payout_state while its provider has it, and when it is over.
 */
export const retryPayout = (
  { db }: Pick<Karat, 'db'>,
  staff: Staff,
  { payoutId, reason }: Decision,
  key: Once = null,
): Promise<{ done: true }> =>
  once(db, key, async (tx) => {
    const payout = await lockWaiting(tx, payoutId)
    await tx.run(sql`update vault.payouts set next_try_at = now() where id = ${payout.id}`)
    await recordAction(tx, staff, {
      ...{ action: 'payouts.retry', subject: { kind: 'payout', id: payout.id }, store: payout.store, reason },
      details: { did: 'retry', ...said(payout) },
    })
    return { done: true }
  })

/**
 * The money of a withdrawal that nobody is paying at this moment is its member's again, who is told. From the amount on from which a refund
 * takes two people, a second person is asked for instead: `approval_id` is their request.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; payout_state as retryPayout; approval_waiting.
 */
export const giveBackPayout = (
  { db, settings, config }: Pick<Karat, 'db' | 'settings' | 'config'>,
  staff: Staff,
  { payoutId, reason }: Decision,
  key: Once = null,
): Promise<{ approval_id: string | null }> =>
  once(db, key, async (tx) => {
    if (!staff.may.has('payouts.give_back'))
      throw new Refusal('permission_missing', { permission: 'payouts.give_back' })
    const payout = await lockWaiting(tx, payoutId)
    const { amount_minor: amount, store } = payout
    const about = { action: 'payouts.give_back', subject: { kind: 'payout', id: payout.id }, store, reason } as const
    if (amount >= (await secondFromNow(tx, 'back_from', settings, payout)))
      return requestApproval(tx, staff, { ...about, params: said(payout) })
    await giveBack(tx, { config }, payout, { failure: 'given_back', actor: `staff:${staff.id}` })
    await recordAction(tx, staff, { ...about, details: said(payout) })
    return { approval_id: null }
  })

/** What the second person has approved. Refuses payout_state when it is being paid by then. */
export const giveBackExecutor: Executor = {
  action: 'payouts.give_back',
  async execute(karat, tx, { subject }, { requester, approver }) {
    const payout = await lockWaiting(tx, subject.id)
    await giveBack(tx, karat, payout, { failure: 'given_back', actor: `staff:${requester.id}+staff:${approver.id}` })
  },
}

/** One of which no try may still be paid: what was only not answered may have been. */
async function lockWaiting(tx: Tx, id: string): Promise<Payout> {
  const payout = await lockPayout(tx, id)
  if (!payout) throw new Refusal('not_found')
  const waits = payout.state === 'pending' || payout.state === 'paying'
  if (!waits || (await mayBePaid(tx, id))) throw new Refusal('payout_state', { state: payout.state })
  return payout
}
