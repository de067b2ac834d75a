/** What waits for somebody and began to: told once, by one of any number of instances, and over when it waits no more. */
import { v7 as newId } from 'uuid'
import { type Db, type Queryable, sql, type Tx } from '../../db/database.ts'
import { endNotices, endSaid, giveNotice, giveNotices, type Watched } from './give-notice.ts'
import { type Saying, sayings } from './notice-rules.ts'

/** Something that waits: its id, what people call it, and since when, where that is known. */
export type Waiting = { id: string; number: string; store: string | null; since: Date | null }

/** What has waited for longer was there before anybody was told of such things. */
const NEWS_MS = 86_400_000
/** Of what begins in one round the first so many are told one by one; of the rest their list tells. */
const MOST_AT_ONCE = 50
/** What comes and goes is told again only so many seconds after it was told. */
const againSeconds = (said: Saying) => (sayings[said].kind === 'feed' ? 3600 : 86_400)

/** A list that is so long was cut: what is not in it may wait all the same. */
const MOST_LISTED = 1000

/** What is said once instead of one by one, where more than a few begin in one round. */
const MOST_ONE_BY_ONE = 5
const manyOf: Partial<Record<Watched, Watched>> = { stock_low: 'stock_many' }

/** Looks by `find` and tells of what is new. How many things were told of. */
export async function tellOfWaiting(db: Db, said: Watched, find: () => Promise<Waiting[]>): Promise<number> {
  const before = await momentOf(db)
  const waiting = await find()
  const isAll = waiting.length < MOST_LISTED
  const known = await db.rows<{ id: string }>(
    sql`select subject_id as id from staff.told where said = ${said} and over_at is null`,
  )
  const isKnown = new Set(known.map(({ id }) => id))
  const isHere = new Set(waiting.map(({ id }) => id))
  if (waiting.every(({ id }) => isKnown.has(id)) && (!isAll || known.every(({ id }) => isHere.has(id)))) return 0
  return db.transaction(async (tx) => {
    if (isAll) await endTold(tx, said, [...isHere], before)
    return tellNew(
      tx,
      said,
      waiting.filter(({ id }) => !isKnown.has(id)),
      before,
    )
  })
}

const momentOf = async (db: Queryable): Promise<Date> => {
  const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
  if (!row) throw new Error('no clock')
  return row.now
}

/** The row is the claim: of any number of instances that found the same one gets it. */
async function tellNew(tx: Tx, said: Watched, waiting: Waiting[], now: Date): Promise<number> {
  const claims = waiting.map(({ id }) => ({ id, occasion: newId() }))
  const claimed = await tx.rows<{ id: string; occasion: string }>(sql`
    insert into staff.told (said, subject_id, occasion)
    select ${said}, id, occasion from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c(id text, occasion uuid) order by id
    on conflict (said, subject_id) do update set occasion = excluded.occasion, told_at = clock_timestamp(), over_at = null
      where staff.told.over_at is not null and staff.told.told_at < now() - make_interval(secs => ${againSeconds(said)}::int)
    returning subject_id as id, occasion`)
  const occasions = new Map(claimed.map(({ id, occasion }) => [id, occasion]))
  const isNews = ({ since }: Waiting) => since === null || now.getTime() - since.getTime() < NEWS_MS
  const all = waiting.filter((one) => occasions.has(one.id) && isNews(one))
  const many = all.length > MOST_ONE_BY_ONE ? manyOf[said] : undefined
  if (many) await giveNotice(tx, many, { subject: { id: said, number: String(all.length) }, store: null })
  const news = many ? [] : all.slice(0, MOST_AT_ONCE)
  if (news.length > 0)
    await giveNotices(
      tx,
      said,
      news.map(({ id, number, store }) => ({ occasion: occasions.get(id) ?? newId(), subject: { id, number }, store })),
    )
  return many ? 1 : news.length
}

/** What was told of before this look began, and was not found by it. */
async function endTold(tx: Tx, said: Watched, here: string[], before: Date): Promise<void> {
  const ended = await tx.rows<{ occasion: string }>(sql`
    update staff.told set over_at = now()
    where said = ${said} and over_at is null and told_at < ${before}::timestamptz and subject_id <> all(${here}::text[]) returning occasion`)
  if (ended.length === 0) return
  await endNotices(
    tx,
    ended.map(({ occasion }) => occasion),
  )
  const many = manyOf[said]
  if (many && here.length === 0) await endSaid(tx, many, said)
}
