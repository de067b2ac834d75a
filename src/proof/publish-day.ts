/** A store's proof of the day: claimed by one instance, signed by its witnesses where they answer, and published for ever. */
import { randomInt } from 'node:crypto'
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { endSaid } from '../staff/notices/give-notice.ts'
import type { Store } from '../stores/stores.ts'
import { cosign } from './ask-witnesses.ts'
import { tellLateDay } from './late-days.ts'
import { type Note, readNote } from './note-rules.ts'
import { type Publishing, prepareDay } from './prepare-day.ts'
import { openSigner } from './signing-key.ts'
import { listWitnesses } from './witnesses.ts'

/**
 * Publishes the day of every store that is due, and answers which; a store that fails does not stop the others. The staff are told once of a
 * day that is late, whatever keeps it.
 */
export async function publishDueDays(karat: Publishing): Promise<{ store: string; date: string }[]> {
  const done: { store: string; date: string }[] = []
  for (const store of karat.stores.values()) {
    try {
      const date = await publishDueDay(karat, store)
      if (date) done.push({ store: store.code, date })
    } catch (error) {
      karat.log.error({ err: error, store: store.code }, 'no proof of backing could be published')
    }
    await tellLateDay(karat, store)
  }
  return done
}

/** Publishes the store's day where it is due, or made, and nobody is at it; null where it is not, or waits for its witnesses. */
export async function publishDueDay(karat: Publishing, store: Store): Promise<string | null> {
  await leaveMissedDate(karat, store)
  const claim = await claimDay(karat, store)
  if (!claim) return null
  const date = await publishDay(karat, store)
  if (date) karat.log.info({ store: store.code, date }, 'proof of backing published')
  else await letGo(karat.db, store.code, claim)
  return date
}

const isFree = sql`(plan.claimed_until is null or plan.claimed_until < clock_timestamp())`
const untilOf = (seconds: number) => sql`clock_timestamp() + make_interval(secs => ${seconds}::int)`

/** Until when this caller has the store's day, as the database wrote it; null where it is not to go on with it. */
type Claim = string
const claim = async ({ db, settings }: Pick<Publishing, 'db' | 'settings'>, store: string, isTime: Sql) => {
  const row = await db.row<{ until: Claim }>(sql`
    insert into proof.plans as plan (store, claimed_until) values (${store}, ${untilOf(settings.proof.claimSeconds)})
    on conflict (store) do update set claimed_until = excluded.claimed_until where ${isTime} and ${isFree}
    returning claimed_until::text as until`)
  return row?.until ?? null
}

/** A day that is due or made, and that nobody is at. A store without a plan is due at once. */
const claimDay = (karat: Publishing, { code }: Store): Promise<Claim | null> =>
  claim(
    karat,
    code,
    sql`(plan.due_at <= clock_timestamp() or exists (select from proof.prepared p where p.store = plan.store))`,
  )

/** The same for a witness that asks now, whenever the day is due. */
export const claimForWitness = (karat: Pick<Publishing, 'db' | 'settings'>, store: string): Promise<Claim | null> =>
  claim(karat, store, sql`true`)

/** Whoever is done with a day that is not published lets it go, unless somebody else has it by now. */
export const letGo = (db: Queryable, store: string, until: Claim) =>
  db.run(
    sql`update proof.plans set claimed_until = null where store = ${store} and claimed_until = ${until}::timestamptz`,
  )

/** A store with a witness that was down over the end of a date waits for the next one's request: that date is a gap. */
const leaveMissedDate = ({ db }: Publishing, { code, timeZone }: Store) =>
  db.run(sql`
    update proof.plans plan set due_at = ${momentOn(sql`(clock_timestamp() at time zone ${timeZone}::text)::date`, timeZone, UNASKED)}
    where store = ${code} and due_at < (clock_timestamp() at time zone ${timeZone}::text)::date::timestamp at time zone ${timeZone}::text
      and exists (select from proof.witnesses w where w.store = plan.store) and exists (select from proof.days d where d.store = plan.store)
      and not exists (select from proof.prepared p where p.store = plan.store)`)

type Prepared = { text: string; isAsked: boolean; age: number }
const findPrepared = (db: Queryable, store: string) =>
  db.row<Prepared>(sql`
    select text, request is not null as "isAsked", extract(epoch from clock_timestamp() - at)::int as age
    from proof.prepared where store = ${store}`)

/** What another process published meanwhile is published: what was made of the same date goes. */
async function dropOvertaken({ db, log }: Publishing, store: string): Promise<void> {
  const dropped = await db.run(sql`
    delete from proof.prepared p where p.store = ${store} and exists (select from proof.days d where d.store = p.store and d.date >= p.date)`)
  if (dropped > 0) log.warn({ store }, 'a day that was made has been published by another process')
}

/**
 * Makes the day where that is still to be done, has it signed and publishes it; answers its date, and null where a witness who chose the
 * moment does not answer: it has some minutes. Refused by the database where the day is there or does not continue the one before.
 */
export async function publishDay(karat: Publishing, store: Store): Promise<string | null> {
  const { db, settings } = karat
  await dropOvertaken(karat, store.code)
  const made = await findPrepared(db, store.code)
  if (!made) await prepareDay(karat, store, null)
  const prepared = made ?? (await findPrepared(db, store.code))
  if (!prepared) throw new Error('the day that was made is gone')
  const { text, isAsked, age } = prepared
  const [signer, witnesses] = await Promise.all([openSigner(karat, store.code), listWitnesses(db, store.code)])
  const file = signer.sign(text)
  const signatures = await cosign(karat, store.code, { file, text }, witnesses)
  if (isAsked && signatures.length < witnesses.length && age < settings.proof.cosignSeconds) return null
  const note = readNote(text)
  await db.transaction(async (tx) => {
    await insertDay(tx, note, { text, witnesses: signatures.length })
    await insertFiles(tx, note, file + signatures.join(''))
    await planNext(tx, store, { date: note.date, isWitnessed: witnesses.length > 0 })
    await endSaid(tx, 'proof_late', store.code)
  })
  return note.date
}

const insertDay = (tx: Tx, note: Note, { text, witnesses }: { text: string; witnesses: number }) =>
  tx.run(sql`
    insert into proof.days (store, date, number, instant, owed_e4, there_e4, breach, witnesses, text, digest, previous)
    values (${note.store}, ${note.date}, ${note.number}, ${note.instant}, ${note.liabilities}, ${note.assets}, ${note.breach}, ${witnesses},
      ${text}, sha256(convert_to(${text}, 'UTF8')), ${Buffer.from(note.previous, 'hex')})`)

/** Everything that was kept of the day, and its note; what was kept goes. */
async function insertFiles(tx: Tx, { store, date }: Note, file: string): Promise<void> {
  await tx.run(sql`
    insert into proof.files (store, date, name, content)
    select ${store}, ${date}::date, name, content from (
      select name, content from proof.prepared_files where store = ${store}
      union all select 'note', ${Buffer.from(file)}
      union all select 'request', request from proof.prepared where store = ${store} and request is not null
      union all select 'commit', commit from proof.prepared where store = ${store} and commit is not null) as file`)
  await tx.run(sql`delete from proof.prepared where store = ${store}`)
}

/** The first and the last second of a day at which a proof may be due: late enough to be of the day, early enough to be done in it. */
const [EARLIEST, LATEST] = [5 * 60, 23 * 3600 + 15 * 60]
/** Where a witness chooses the moment, the store counts of itself in the last minutes alone, if nobody has asked by then. */
const UNASKED = LATEST - 20 * 60

/** A moment of a date in the store, `earliest` seconds after its beginning or later. */
const momentOn = (date: Sql, timeZone: string, earliest: number): Sql =>
  sql`((${date})::timestamp at time zone ${timeZone}::text) + make_interval(secs => ${randomInt(earliest, LATEST)}::int)`

/** The next day of the store is due at a moment that nobody knows before. */
const planNext = (tx: Tx, { code, timeZone }: Store, { date, isWitnessed }: { date: string; isWitnessed: boolean }) =>
  tx.run(sql`
    update proof.plans set claimed_until = null, told_at = null,
      due_at = ${momentOn(sql`${date}::date + 1`, timeZone, isWitnessed ? UNASKED : EARLIEST)} where store = ${code}`)
