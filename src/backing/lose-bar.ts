/** A bar of the register is missing, or has been found again. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { amountOf } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { barsMoved } from './bar-postings.ts'
import type { BarState } from './bar-rules.ts'
import { holdBacking, judgeBacking } from './judge-backing.ts'

type BarWish = { barId: string; reason: string }
type Bar = { store: string; maker: string; serial: string; fine: bigint }

/**
 * The bar counts no longer, and what it leaves short is booked whoever owns it; where members own more than is left, nothing of gold
 * is sold in the store from this commit on (`frozen`).
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
    await moveBar(tx, staff, wish, 'lost')
    const { store } = await findBar(tx, wish.barId)
    return { frozen: (await judgeBacking(tx, store)) !== null }
  })

/**
 * The bar is there again and counts. A store that was frozen stays so until two people say otherwise.
 *
 * Refuses permission_missing; invalid_input without a reason; not_found; bar_state for one that is not missing.
 */
export const bringBack = (karat: Bag<'backing'>, staff: Staff, wish: BarWish, request: Once): Promise<{ done: true }> =>
  once(karat.db, request, async (tx) => {
    await moveBar(tx, staff, wish, 'found')
    return { done: true }
  })

const ways = {
  lost: { from: 'available', to: 'missing', did: 'bar_lost' },
  found: { from: 'missing', to: 'available', did: 'bar_found' },
} as const satisfies Record<string, { from: BarState; to: BarState; did: string }>

async function moveBar(tx: Tx, staff: Staff, { barId, reason }: BarWish, move: keyof typeof ways): Promise<void> {
  const { from, to, did } = ways[move]
  const { store, maker, serial, fine } = await findBar(tx, barId)
  await holdBacking(tx, store)
  const [act, actor] = [newId(), `staff:${staff.id}`]
  const moved = await tx.run(sql`
    with moved as (
      update backing.bars set state = ${to} where id = ${barId} and state = ${from} returning id
    )
    insert into backing.bar_moves (bar_id, from_state, to_state, act, actor, reason)
    select id, ${from}, ${to}, ${act}::uuid, ${actor}, ${reason} from moved`)
  if (moved === 0) throw new Refusal('bar_state')
  await postTransfer(tx, barsMoved(move, { act, store, actor, fine }))
  const details = { did, serial, maker, grams: amountOf(fine, 'XAU') }
  await recordAction(tx, staff, { action: 'vault.lose', subject: { kind: 'bar', id: barId }, store, reason, details })
}

async function findBar(tx: Tx, barId: string): Promise<Bar> {
  const bar = await tx.row<Bar>(sql`
    select store, maker, serial, fine_weight_e4 as fine from backing.bars where id = ${barId}`)
  if (!bar) throw new Refusal('not_found')
  return bar
}
