/** A bar secures what the house owes somebody, by two people, and is free again. */
import type { Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { type Amount, amountOf, weight, weightText } from '../../money/money.ts'
import { Refusal } from '../../refusals.ts'
import { type Executor, requestApproval } from '../../staff/approvals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { holdBacking, readBacking } from '../judge-backing.ts'
import { standingOf } from './bar-rules.ts'
import { type Bar, findBar, moveBar } from './move-bar.ts'

type BarWish = { barId: string; reason: string }
type Meant = { serial: string; maker: string; grams: Amount; creditor: string }

/**
 * Asks for the second person who pledges the bar. `creditor`: whom it secures.
 *
 * Refuses permission_missing; invalid_input (creditor; reason); not_found; bar_state for one that is not free; pledge_too_large with the
 * grams that nobody is owed; approval_waiting.
 */
export const askPledge = (
  karat: Bag<'backing'>,
  staff: Staff,
  { barId, creditor, reason }: BarWish & { creditor: string },
  key: Once = null,
): Promise<{ approval_id: string }> =>
  once(karat.db, key, async (tx) => {
    const { store, maker, serial, fine } = await requireFree(tx, barId)
    const params: Meant = { serial, maker, grams: amountOf(fine, 'XAU'), creditor: creditor.trim() }
    return requestApproval(tx, staff, {
      ...{ action: 'vault.pledge', subject: { kind: 'bar', id: barId } },
      ...{ store, reason, params },
    })
  })

/**
 * What the second person has approved: the bar backs no member's gram from this commit on. Refuses as asking did, by what is so now;
 * buying_closed while the store sells no gold.
 */
export const pledgeExecutor: Executor = {
  action: 'vault.pledge',
  async execute(_karat, tx, { subject: { id }, params, reason }, { requester, approver }) {
    await holdBacking(tx, (await findBar(tx, id)).store)
    const { store, fine } = await requireFree(tx, id)
    await moveBar(tx, { id, store, fine }, ['pledged'], {
      ...{ actor: `staff:${requester.id}+staff:${approver.id}`, reason: `${(params as Meant).creditor}: ${reason}` },
    })
  },
}

/** A bar that nothing else holds, and whose grams are owed to nobody. */
async function requireFree(tx: Tx, barId: string): Promise<Bar> {
  const bar = await findBar(tx, barId)
  if (bar.state !== 'available') throw new Refusal('bar_state')
  const { room } = standingOf(await readBacking(tx, bar.store))
  if (room < bar.fine) throw new Refusal('pledge_too_large', { free: weightText(weight(room > 0n ? room : 0n)) })
  return bar
}

/**
 * The bar secures nothing any more and can be sold by the gram.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; bar_state for one that is not pledged.
 */
export const releaseBar = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: BarWish,
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    const { barId: id, reason } = wish
    const { store, maker, serial, fine } = await findBar(tx, id)
    await holdBacking(tx, store)
    await moveBar(tx, { id, store, fine }, ['released'], { actor: `staff:${staff.id}`, reason })
    const details = { did: 'bar_released' as const, serial, maker, grams: amountOf(fine, 'XAU') }
    await recordAction(tx, staff, { action: 'vault.release', subject: { kind: 'bar', id }, store, reason, details })
    return { done: true }
  })
