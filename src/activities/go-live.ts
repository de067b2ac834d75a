/** Activities go live, and end, at their times. */
import { type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { endChange } from './change-activity.ts'
import { showActivity } from './decide-activity.ts'
import { type Activity, activityColumns } from './hold-activity.ts'
import { moveActivity } from './move-activity.ts'

type Rounds = Pick<Bag<'activities'>, 'db'>

/** Approved activities whose time has come are live, and those whose end has come have ended; how many. Of several instances each takes its own. */
export async function followTimes({ db }: Rounds): Promise<number> {
  let moved = 0
  while ((await openOne(db)) || (await endOne(db))) moved++
  return moved
}

const takeOne = (where: Sql): Sql => sql`
  select ${activityColumns} from activities.activities a where ${where} order by a.made_at limit 1 for no key update skip locked`

const openOne = (db: Rounds['db']): Promise<boolean> =>
  db.transaction(async (tx) => {
    const due = await tx.row<Activity>(
      takeOne(sql`a.state = 'approved' and (a.opens_at is null or a.opens_at <= now())`),
    )
    if (due) await showActivity(tx, due)
    return due !== undefined
  })

const endOne = (db: Rounds['db']): Promise<boolean> =>
  db.transaction(async (tx) => {
    const due = await tx.row<Activity & { state: 'live' | 'suspended' }>(
      takeOne(sql`a.state in ('live', 'suspended') and a.ends_at <= now()`),
    )
    if (!due) return false
    await moveActivity(tx, { activityId: due.id, from: due.state, to: 'ended', actor: 'system', reason: 'it is over' })
    await endChange(tx, due)
    return true
  })
