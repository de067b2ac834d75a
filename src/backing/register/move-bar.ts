/** What becomes of one bar of the register, in its history and in the books. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { postTransfer } from '../../ledger/post-transfer.ts'
import { Refusal } from '../../refusals.ts'
import { barsMoved } from './bar-postings.ts'
import type { BarMove, BarState } from './bar-rules.ts'

export type Bar = { store: string; maker: string; serial: string; fine: bigint; state: BarState; place: string }

const ways = {
  lost: { from: ['available', 'in_transit'], to: 'missing' },
  found: { from: ['missing'], to: 'available' },
  pledged: { from: ['available'], to: 'pledged' },
  released: { from: ['pledged'], to: 'available' },
} as const satisfies Partial<Record<BarMove, { from: BarState[]; to: BarState }>>

/** The bar as it is now. Refuses not_found. */
export async function findBar(tx: Tx, barId: string): Promise<Bar> {
  const bar = await tx.row<Bar>(sql`
    select store, maker, serial, fine_weight_e4 as fine, state, place from backing.bars where id = ${barId}`)
  if (!bar) throw new Refusal('not_found')
  return bar
}

/**
 * The bar has been moved so, in this order and as one act, and its grams with it. `tx` holds the backing of its store. `place`: where
 * it came to by that, if anywhere.
 *
 * Refuses bar_state where it is not in the state that the first move is from.
 */
export async function moveBar(
  tx: Tx,
  { id, store, fine }: Pick<Bar, 'store' | 'fine'> & { id: string },
  moves: (keyof typeof ways)[],
  { actor, reason, place }: { actor: string; reason: string; place?: string },
): Promise<void> {
  const act = newId()
  for (const move of moves) {
    const { from, to } = ways[move]
    const moved = await tx.run(sql`
      with before as (
        select id, state from backing.bars where id = ${id} and state = any(${from}::text[]) for update
      ), moved as (
        update backing.bars b set state = ${to}, place = coalesce(${place ?? null}, b.place)
        from before where b.id = before.id returning b.id, before.state as was
      )
      insert into backing.bar_moves (bar_id, from_state, to_state, act, actor, reason, place)
      select id, was, ${to}, ${act}::uuid, ${actor}, ${reason}, ${place ?? null} from moved`)
    if (moved === 0) throw new Refusal('bar_state')
    await postTransfer(tx, barsMoved(move, { act, store, actor, fine }))
  }
}
