/** How far the bank's statements are known, as what waits for them asks. */
import { type Sql, sql, type Tx } from '../db/database.ts'

/** Whether everything that the bank booked until a moment is known: an SQL expression. A statement that does not continue the one before it covers nothing. */
export const isCovered = (store: Sql, until: Sql): Sql => sql`
  exists (select from bank.statements s where s.store = ${store} and s.continues and s.covers_until >= ${until})`

/**
 * Whether money that came for a subject waits for somebody to confirm it, or to be booked: an SQL expression. What would not pay it in any
 * case keeps nothing held: another amount, or money after `until`, by the figures that settling judges by and never by what a line is called.
 */
export const isProposedFor = (subjectId: Sql, until: Sql): Sql => sql`
  exists (select from bank.charges c join bank.lines l on l.payment_id = c.payment_id where c.subject_id = ${subjectId}
    and (l.state = 'matched' or l.state = 'proposed' and l.amount_minor = c.amount_minor and l.booked_at <= ${until}))`

/** Until the commit no statement of the store is imported beside this; what is asked afterwards knows all that were. */
export const holdStatements = (tx: Tx, store: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock_shared(hashtextextended(${store}, 431))`)
/** One import of a store at a time, and nothing that judges by statements beside it. */
export const holdImport = (tx: Tx, store: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${store}, 431))`)
