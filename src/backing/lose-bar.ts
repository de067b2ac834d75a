/** A bar of the register is missing, or has been found again. */
import type { Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { amountOf } from '../money/money.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { holdBacking, judgeBacking } from './judge-backing.ts'
import { findBar, moveBar } from './move-bar.ts'
import { requireOpenPlace } from './save-place.ts'

type BarWish = { barId: string; reason: string }

/**
 * The bar counts no longer, and what it leaves short is booked whoever owns it; where members own more than is left, nothing of gold
 * is sold in the store from this commit on (`frozen`). A pledged bar is released by the same act.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; bar_state for one that is missing already.
 */
export const loseBar = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: BarWish,
  request: Once,
): Promise<{ frozen: boolean }> =>
  once(karat.db, request, async (tx) => {
    const store = await change(tx, staff, wish, 'bar_lost')
    return { frozen: (await judgeBacking(tx, store)) !== null }
  })

/**
 * The bar is there again, in `place` or where it was, and counts. A store that was frozen stays so until two people say otherwise.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; place_not_open; bar_state for one that is not missing.
 */
export const bringBack = (
  karat: Bag<'backing'>,
  staff: Staff,
  wish: BarWish & { place?: string | undefined },
  request: Once,
): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    await change(tx, staff, wish, 'bar_found')
    return { done: true }
  })

type Change = BarWish & { place?: string | undefined }
async function change(tx: Tx, staff: Staff, { barId, reason, ...found }: Change, did: 'bar_lost' | 'bar_found') {
  const { store } = await findBar(tx, barId)
  await holdBacking(tx, store)
  const { maker, serial, fine, state, ...bar } = await findBar(tx, barId)
  const place = found.place ?? bar.place
  if (did === 'bar_found') await requireOpenPlace(tx, store, place)
  const lost = state === 'pledged' ? (['released', 'lost'] as const) : (['lost'] as const)
  await moveBar(tx, { id: barId, store, fine }, did === 'bar_lost' ? [...lost] : ['found'], {
    ...{ actor: `staff:${staff.id}`, reason, ...(did === 'bar_found' ? { place } : {}) },
  })
  const details = { did, serial, maker, place, grams: amountOf(fine, 'XAU') }
  await recordAction(tx, staff, { action: 'vault.lose', subject: { kind: 'bar', id: barId }, store, reason, details })
  return store
}
