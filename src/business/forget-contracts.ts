/** The end of what contracts say about a member who left: when the years of tax law are over. */
import { sql } from '../db/database.ts'
import { goThrough, pages } from '../db/in-steps.ts'
import type { Bag } from '../karat.ts'
import { keptUntil } from '../papers/kept-until.ts'

/** Takes the parties out of contracts that are kept long enough, and the signature; figures and numbers stay. How many. */
export function forgetContracts({ db, stores }: Pick<Bag<'business'>, 'db' | 'stores'>): Promise<number> {
  const isOver = sql`c.left_at is not null and c.forgotten_at is null
    and ${keptUntil({ stores }, { last: sql`c.accepted_at`, store: sql`c.store` })} <= now()`
  const due = pages((after) =>
    db.rows(sql`
      select c.request_id as id from business.contracts c
      where ${isOver} and (${after}::uuid is null or c.request_id > ${after}::uuid) order by c.request_id limit 500`),
  )
  return goThrough(due, (id) =>
    db.transaction(async (tx) => {
      const forgotten = await tx.run(sql`
        update business.contracts c set forgotten_at = now(), signature_sealed = null where c.request_id = ${id} and ${isOver}`)
      if (forgotten > 0) await tx.run(sql`select business.forget_paper(${id}::uuid)`)
      return forgotten
    }),
  )
}
