/** A bar of the register is missing, or has been found again. */
import type { Tx } from '../../db/database.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Bag } from '../../karat.ts'
import { amountOf } from '../../money/money.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { holdBacking, judgeBacking } from '../judge-backing.ts'
import { requireOpenPlace } from '../places/save-place.ts'
import { endTransport } from '../transports/end-transport.ts'
import { type Bar, findBar, moveBar } from './move-bar.ts'

type BarWish = { barId: string; reason: string }

/**
 * The bar counts no longer, and what it leaves short is booked whoever owns it; where members own more than is left, nothing of gold
 * is sold in the store from this commit on (`frozen`). A pledged bar is released by the same act; one on its way comes no more.
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
    const { store } = await findBar(tx, wish.barId)
    await holdBacking(tx, store)
    const bar = await findBar(tx, wish.barId)
    await dropBar(tx, { id: wish.barId, ...bar }, { reason: wish.reason, by: staff.id })
    await record(tx, staff, wish, { did: 'bar_lost', ...bar })
    return { frozen: (await judgeBacking(tx, store)) !== null }
  })

/** As `loseBar`, of a bar as `tx` reads it while it holds the backing of its store; whoever calls records the act. Does not judge. */
export async function dropBar(
  tx: Tx,
  { id, store, fine, state }: Bar & { id: string },
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  await moveBar(tx, { id, store, fine }, state === 'pledged' ? ['released', 'lost'] : ['lost'], {
    ...{ actor: `staff:${by}`, reason },
  })
  if (state === 'in_transit') await endTransport(tx, { barIds: [id], ended: 'missing', by })
}

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
    const { barId, reason } = wish
    const { store } = await findBar(tx, barId)
    await holdBacking(tx, store)
    const bar = await findBar(tx, barId)
    const place = wish.place ?? bar.place
    await requireOpenPlace(tx, store, place)
    await moveBar(tx, { id: barId, store, fine: bar.fine }, ['found'], { actor: `staff:${staff.id}`, reason, place })
    await record(tx, staff, wish, { did: 'bar_found', ...bar, place })
    return { done: true }
  })

type Told = Bar & { did: 'bar_lost' | 'bar_found' }
const record = (tx: Tx, staff: Staff, { barId, reason }: BarWish, { did, store, serial, maker, place, fine }: Told) =>
  recordAction(tx, staff, {
    ...{ action: 'vault.lose', subject: { kind: 'bar', id: barId }, store, reason },
    details: { did, serial, maker, place, grams: amountOf(fine, 'XAU') },
  })
