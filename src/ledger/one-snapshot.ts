/** Long reads over the whole books. */
import { type Db, type Queryable, sql } from '../db/database.ts'

/** Runs reads that all see the database as it was at one moment, with ten minutes instead of the pool's seconds. Nothing can be written. */
export const inOneSnapshot = <T>(db: Db, read: (tx: Queryable) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    await tx.run(sql`set local statement_timeout = '10min'`)
    await tx.run(sql`set local work_mem = '64MB'`)
    return read(tx)
  })
