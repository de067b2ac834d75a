/** Long reads that see one moment. */
import { type Db, sql, type Tx } from './database.ts'

const TEN_MINUTES_MS = 600_000

/**
 * Runs `read` in a transaction that sees the database as it was at one moment, with minutes for each statement instead of the pool's seconds.
 * Nothing can be written but where it `writes`; what others wrote meanwhile to the same rows has it tried again.
 */
export const inOneSnapshot = <T>(
  db: Db,
  read: (tx: Tx) => Promise<T>,
  { writes = false, longestMs = TEN_MINUTES_MS }: { writes?: boolean; longestMs?: number } = {},
): Promise<T> =>
  db.transaction(
    async (tx) => {
      if (writes) await tx.run(sql`set transaction isolation level repeatable read`)
      else await tx.run(sql`set transaction isolation level repeatable read, read only`)
      await tx.run(sql`
        select set_config('statement_timeout', ${`${longestMs}ms`}, true), set_config('work_mem', '64MB', true)`)
      return read(tx)
    },
    { longestMs },
  )
