import { sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'

/** Requests to melt that nobody answered in time are over, and their case goes on without; how many. Of several instances each takes its own. */
export async function endLateMeltings({ db }: Pick<Bag<'goldback'>, 'db'>): Promise<number> {
  for (let ended = 0; ; ended++) if (!(await endOne(db))) return ended
}

const endOne = (db: Bag<'goldback'>['db']): Promise<boolean> =>
  db.transaction(async (tx) => {
    // The case is held before its request, as by everybody who moves one.
    const late = await tx.row<{ id: string }>(sql`
      select c.id from goldback.cases c
      where exists (select from goldback.meltings m where m.case_id = c.id and m.state = 'asked' and m.answer_until < now())
      order by c.id limit 1 for no key update skip locked`)
    if (!late) return false
    return (
      (await tx.run(sql`
        update goldback.meltings set state = 'lapsed', ended_at = now()
        where case_id = ${late.id} and state = 'asked' and answer_until < now()`)) > 0
    )
  })
