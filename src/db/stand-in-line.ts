import { sql, type Tx } from './database.ts'

/**
 * Until the transaction ends whoever else comes to this line waits here, so that what is counted afterwards is still so when
 * the row is written. `line` names the limit and whose it is; nothing has to exist yet.
 */
export const standInLine = (tx: Tx, line: string) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`)
