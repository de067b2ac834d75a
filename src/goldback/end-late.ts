/** What becomes of a case for which somebody is late (product.md §7): nothing is lost on either side. */
import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'
import { moveCase } from './move-case.ts'
import { tellOfCase } from './tell-of-case.ts'

/** Cases to which nobody came lapse, and pieces of an offer that nobody answered go back; how many. Of several instances each takes its own. */
export async function endLate({ db }: Pick<Bag<'goldback'>, 'db'>): Promise<number> {
  for (let ended = 0; ; ended++) if (!(await endOne(db))) return ended
}

/** The first scan of a courier may be noted so much later. */
const noted = sql`case when pickup_point_id is null then make_interval(days => ${settings.goldback.scanDays}::int) else interval '0' end`

const endOne = (db: Bag<'goldback'>['db']): Promise<boolean> =>
  db.transaction(async (tx) => {
    const late = await tx.row<{ id: string; state: 'booked' | 'counter_offer' }>(sql`
      select id, state from goldback.cases
      where state = 'booked' and come_until < now() - ${noted} or state = 'counter_offer' and answer_until < now()
      order by booked_at limit 1 for no key update skip locked`)
    if (!late) return false
    const move = { caseId: late.id, actor: 'system' }
    if (late.state === 'booked') await moveCase(tx, { ...move, from: 'booked', to: 'lapsed', reason: 'nobody came' })
    else await moveCase(tx, { ...move, from: 'counter_offer', to: 'rejected', reason: 'nobody answered' })
    await tellOfCase(tx, late.id, late.state === 'booked' ? 'goldback_lapsed' : 'goldback_rejected')
    return true
  })
