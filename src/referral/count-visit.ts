import { type Db, sql } from '../db/database.ts'
import { timeZoneOf } from '../stores/stores.ts'
import { linkOf } from './links.ts'

/** A browser came by a link: counted for its day in the zone of its store, and nothing is kept of who came. False for a code of nobody. */
export async function countVisit(db: Db, code: string): Promise<boolean> {
  const link = await linkOf(db, code)
  if (!link) return false
  await db.run(sql`
    insert into referral.visits (code, day) values (${link.code}, (now() at time zone ${timeZoneOf(sql`${link.store}`)})::date)
    on conflict (code, day) do update set visits = visits.visits + 1`)
  return true
}
