/** The end of what contracts say about a member who left: when the years of tax law are over. */
import { sql } from '../db/database.ts'
import { goThrough, pages } from '../db/in-steps.ts'
import type { Bag } from '../karat.ts'
import { keptUntil } from '../papers/kept-until.ts'

/** Takes the parties out of contracts that are kept long enough, the signature and the tax number; figures and numbers stay. How many. */
export function forgetContracts({ db, stores }: Pick<Bag<'agents'>, 'db' | 'stores'>): Promise<number> {
  const isOver = sql`a.left_at is not null and a.forgotten_at is null
    and ${keptUntil({ stores }, { last: sql`a.ended_at`, store: sql`a.store` })} <= now()`
  const due = pages((after) =>
    db.rows(sql`
      select a.id from agents.agents a
      where ${isOver} and (${after}::uuid is null or a.id > ${after}::uuid) order by a.id limit 500`),
  )
  return goThrough(due, (id) =>
    db.transaction(async (tx) => {
      const forgotten = await tx.run(sql`
        update agents.agents a set forgotten_at = now(), signature_sealed = null, tax_number_sealed = null, tax_number_end = null
        where a.id = ${id} and ${isOver}`)
      if (forgotten > 0) await tx.run(sql`select agents.forget_paper(${id}::uuid)`)
      return forgotten
    }),
  )
}
