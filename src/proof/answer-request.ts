/** A witness asks for the moment of a day's count: the day is made at once, and what its note will carry is answered. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { verifyWithNode } from './ed25519.ts'
import { Fault } from './fault-rules.ts'
import { utf8 } from './hash-rules.ts'
import { LONGEST_MS, openSigned, readRequest } from './note-rules.ts'
import { type Asked, type Publishing, prepareDay } from './prepare-day.ts'
import { claimForWitness, letGo } from './publish-day.ts'
import { listWitnesses } from './witnesses.ts'

/**
 * The store's day is made of this moment and waits for its witnesses; the signed commitment is answered, the same to the same request
 * sent again. Refused in this order: `malformed` (no request of this store, or of more than a minute ago), `unauthenticated`
 * (not signed by the store's first witness), `proof_day_made` (the date has its day), `busy` (somebody is at it,
 * the day before waits for its signature,
 * or the witness's clock is ahead: it asks again).
 */
export async function answerRequest(karat: Publishing, store: Store, file: string): Promise<string> {
  const { db } = karat
  const asked = await readAsked(karat, store.code, file)
  const before = await findAnswer(db, store.code, file)
  if (before) return before
  const standing = await findStanding(db, store)
  if (standing === 'made') throw new Refusal('proof_day_made')
  if (standing === 'waits') throw new Refusal('busy')
  const claim = await claimForWitness(karat, store.code)
  if (!claim) throw new Refusal('busy')
  try {
    const commit = await prepareDay(karat, store, asked)
    if (!commit) throw new Error('a day that was asked for has no commitment')
    return commit
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'day_is_made_once') throw new Refusal('proof_day_made')
    throw error
  } finally {
    await letGo(db, store.code, claim)
  }
}

async function readAsked({ db }: Pick<Bag<'proof'>, 'db'>, store: string, file: string): Promise<Asked> {
  const [first] = await listWitnesses(db, store)
  if (!first) throw new Refusal('unauthenticated')
  try {
    const { text, signed } = await openSigned(utf8(file), [first.key], verifyWithNode, 'request_malformed')
    const { store: of, instant } = readRequest(text)
    if (of !== store) throw new Refusal('malformed')
    if (!signed.has(0)) throw new Refusal('unauthenticated')
    const age = (await clockOf(db)) - Date.parse(instant)
    if (age > LONGEST_MS) throw new Refusal('malformed')
    if (age < 0) throw new Refusal('busy')
    return { file, text, instant: Date.parse(instant) }
  } catch (error) {
    if (error instanceof Fault) throw new Refusal(error.fault === 'signature_wrong' ? 'unauthenticated' : 'malformed')
    throw error
  }
}

/** The clock that stamps the count. */
async function clockOf(db: Queryable): Promise<number> {
  const row = await db.row<{ at: Date }>(sql`select clock_timestamp() as at`)
  if (!row) throw new Error('the database told no time')
  return row.at.getTime()
}

/** What was answered to this very request, while its day waits and until the next one. */
async function findAnswer(db: Queryable, store: string, file: string): Promise<string | null> {
  const row = await db.row<{ commit: Buffer }>(sql`
    select commit from proof.prepared where store = ${store} and request = ${Buffer.from(file)}
    union all select c.content from proof.files r join proof.files c using (store, date)
      where r.store = ${store} and r.name = 'request' and c.name = 'commit' and r.content = ${Buffer.from(file)}
        and r.date = (select max(date) from proof.days where store = ${store})`)
  return row?.commit.toString() ?? null
}

/** `made`: the date that it is in the store has its day, published or not; `waits`: one of an earlier date is not published yet. */
async function findStanding(db: Queryable, { code, timeZone }: Store): Promise<'made' | 'waits' | null> {
  const row = await db.row<{ standing: 'made' | 'waits' }>(sql`
    select case when date >= (clock_timestamp() at time zone ${timeZone}::text)::date then 'made' else 'waits' end as standing from (
      select date from proof.prepared where store = ${code}
      union all select max(date) from proof.days where store = ${code}
        having max(date) >= (clock_timestamp() at time zone ${timeZone}::text)::date) as day
    order by date desc limit 1`)
  return row?.standing ?? null
}
