/** What somebody who owns the database could do to it, tried out in a transaction that is rolled back. */
import { Db, raw, sql, type Tx } from '../../src/db/database.ts'

const ledgerTables = ['transfers', 'entries', 'accounts', 'balances', 'chain_heads', 'published_heads'].map(
  (name) => `ledger.${name}`,
)
const historyTables = ['orders.moves', 'orders.lines', 'catalogue.stock_moves']

/** What `look` sees after `statements` ran as the superuser with every trigger silenced; then all of it is undone. */
export async function afterTampering<T>(
  connectionString: string,
  statements: string[],
  look: (tx: Tx) => Promise<T>,
): Promise<T> {
  const owner = new Db(connectionString, { max: 1 })
  const seen: T[] = []
  const undo = new Error('undo')
  try {
    await owner.transaction(async (tx) => {
      for (const table of [...ledgerTables, ...historyTables])
        await tx.run(sql`${raw(`alter table ${table} disable trigger all`)}`)
      for (const statement of statements)
        if ((await tx.run(sql`${raw(statement)}`)) === 0 && /^(update|delete|insert)/.test(statement))
          throw new Error(`changed nothing: ${statement}`)
      seen.push(await look(tx))
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  } finally {
    await owner.close()
  }
  return seen[0] as T
}
