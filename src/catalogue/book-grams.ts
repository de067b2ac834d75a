import { v7 as uuidv7 } from 'uuid'
import { type Sql, sql, type Tx } from '../db/database.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import type { Currency } from '../money/money.ts'
import { type GramMove, type MovedPieces, piecePostings } from './piece-postings.ts'

/**
 * Runs the statement that moves pieces, and posts the fine grams that it moved, in the same transaction: the books and the pieces
 * agree at every commit. `act` goes into the rows of the history whose grams move; the database refuses it in any other, and
 * such a row without it. Answers how many rows of the history were written.
 */
export async function moveGrams(tx: Tx, statement: (act: string) => Sql): Promise<number> {
  const act = uuidv7()
  const written = await tx.run(statement(act))
  if (written > 0) await bookGrams(tx, act)
  return written
}

/** Posts what the history says of an act, store by store: the grams, and what the pieces cost, where that is known. An act that moved no grams posts nothing. */
export async function bookGrams(tx: Tx, act: string): Promise<void> {
  const rows = await tx.rows<
    Omit<MovedPieces, 'costs'> & { move: GramMove; currency: Currency | null; cost: bigint }
  >(sql`
    select m.act, m.gram_move as move, p.store, min(m.actor) as actor, sum(n.fine_weight_e4)::bigint as fine,
      paid.currency, coalesce(sum(paid.cost), 0)::bigint as cost
    from catalogue.piece_moves m join catalogue.pieces n on n.serial = m.serial
    join catalogue.skus s on s.id = n.sku_id join catalogue.products p on p.id = s.product_id
    cross join lateral (
      select coalesce(m.cost_currency, n.cost_currency) as currency, coalesce(m.cost_minor, n.cost_minor) as cost) as paid
    where m.act = ${act} group by m.act, m.gram_move, p.store, paid.currency order by p.store, m.gram_move, paid.currency`)
  for (const [first, ...more] of Map.groupBy(rows, ({ store, move }) => `${store} ${move}`).values()) {
    if (!first) continue
    const all = [first, ...more]
    const fine = all.reduce((sum, row) => sum + row.fine, 0n)
    const costs = all.flatMap(({ currency, cost }) => (currency ? [{ currency, cost }] : []))
    for (const posting of piecePostings[first.move]) await postTransfer(tx, posting({ ...first, fine, costs }))
  }
}
