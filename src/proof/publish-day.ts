/** A store's proof of the day: claimed by one instance, read in one moment, made, signed and published for ever. */
import { randomBytes, randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Tx } from '../db/database.ts'
import { auditKeyOf } from '../identity/audit-keys.ts'
import type { Bag } from '../karat.ts'
import type { Store } from '../stores/stores.ts'
import { type Chance, type DayFiles, makeDay, type OwedTo } from './day-rules.ts'
import { tellLateDay } from './late-days.ts'
import { nameOf } from './leaf-rules.ts'
import { type Note, writeNote, ZEROS } from './note-rules.ts'
import { openSigner } from './signing-key.ts'
import { type Snapshot, takeSnapshot } from './take-snapshot.ts'

const chance: Chance = {
  draw: (most) => randomInt(most + 1),
  bytes: (count) => new Uint8Array(randomBytes(count)),
}

/** What publishing asks of the bag. */
export type Publishing = Pick<Bag<'proof'>, 'config' | 'db' | 'log' | 'sealing' | 'settings' | 'stores'>

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

/** Publishes the store's day where it is due and nobody is at it; null where it is not. */
export async function publishDueDay(karat: Publishing, store: Store): Promise<string | null> {
  if (!(await claimDay(karat, store))) return null
  const date = await publishDay(karat, store)
  karat.log.info({ store: store.code, date }, 'proof of backing published')
  return date
}

/** Whether this caller is to make the store's day: it is due, and nobody is at it. A store without a plan is due at once. */
async function claimDay({ db, settings }: Publishing, { code }: Store): Promise<boolean> {
  const claimed = await db.run(sql`
    insert into proof.plans as plan (store, claimed_until)
    values (${code}, clock_timestamp() + make_interval(secs => ${settings.proof.claimSeconds}::int))
    on conflict (store) do update set claimed_until = excluded.claimed_until
    where plan.due_at <= clock_timestamp() and (plan.claimed_until is null or plan.claimed_until < clock_timestamp())`)
  return claimed > 0
}

/** Reads, makes and publishes; answers the day's date. Refused by the database where the day is there or does not continue the one before. */
export async function publishDay(karat: Pick<Publishing, 'config' | 'db' | 'sealing'>, store: Store): Promise<string> {
  const { db } = karat
  const signer = await openSigner(karat, store.code)
  const snapshot = await takeSnapshot(karat, store)
  const day = { store: store.code, date: snapshot.date }
  const owed = await openKeys(karat, snapshot)
  const { files, counted } = await makeDay(day, owed, snapshot.bars, { chance, pause: () => setImmediate() })
  const note: Note = {
    ...{ ...day, ...counted, heads: snapshot.heads, cash: [], breach: snapshot.breach },
    instant: `${snapshot.instant.toISOString().slice(0, 19)}Z`,
    commitment: ZEROS,
    previous: snapshot.previous?.digest.toString('hex') ?? ZEROS,
    number: (snapshot.previous?.number ?? 0n) + 1n,
  }
  const text = writeNote(note)
  await db.transaction(async (tx) => {
    await insertDay(tx, note, text)
    await insertFiles(tx, note, files, signer.sign(text))
    await planNext(tx, store, note.date)
  })
  return note.date
}

const KEYS_AT_ONCE = 1000

/** What is owed to a closed account is counted under a key that nobody has. */
async function openKeys({ sealing }: Pick<Publishing, 'sealing'>, { owed }: Snapshot): Promise<OwedTo[]> {
  const opened: OwedTo[] = []
  for (const [i, { id, contact, sealedKey, isClosed, units }] of owed.entries()) {
    if (!sealedKey && !isClosed) throw new Error('a member has no audit key yet')
    const key = sealedKey ? sealing.open(sealedKey, auditKeyOf(id)) : randomBytes(32)
    opened.push({ key: new Uint8Array(key), contact, units })
    if (i % KEYS_AT_ONCE === 0) await setImmediate()
  }
  return opened
}

const insertDay = (tx: Tx, note: Note, text: string) =>
  tx.run(sql`
    insert into proof.days (store, date, number, instant, owed_e4, there_e4, breach, text, digest, previous)
    values (${note.store}, ${note.date}, ${note.number}, ${note.instant}, ${note.liabilities}, ${note.assets}, ${note.breach}, ${text},
      sha256(convert_to(${text}, 'UTF8')), ${Buffer.from(note.previous, 'hex')})`)

const FILES_AT_ONCE = 32

async function insertFiles(
  tx: Tx,
  { store, date }: Note,
  { shards, roots, bars }: DayFiles,
  note: string,
): Promise<void> {
  const files: [string, Uint8Array | string][] = [
    ['note', note],
    ['roots', roots],
    ['bars.csv', bars],
    ...shards.map((file, shard): [string, Uint8Array] => [`shard/${nameOf(shard)}`, file]),
  ]
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const some = files.slice(from, from + FILES_AT_ONCE)
    await tx.run(sql`
      insert into proof.files (store, date, name, content)
      select ${store}, ${date}::date, name, content
      from unnest(${some.map(([name]) => name)}::text[], ${some.map(([, content]) => Buffer.from(content))}::bytea[]) as file(name, content)`)
  }
}

/** The first and the last second of a day at which a proof may be due: late enough to be of the day, early enough to be done in it. */
const [EARLIEST, LATEST] = [5 * 60, 23 * 3600 + 15 * 60]

/** The next day of the store is due at a moment that nobody knows before. */
const planNext = (tx: Tx, { code, timeZone }: Store, date: string) =>
  tx.run(sql`
    update proof.plans set claimed_until = null, told_at = null, due_at = ((${date}::date + 1)::timestamp at time zone ${timeZone}::text)
      + make_interval(secs => ${randomInt(EARLIEST, LATEST)}::int) where store = ${code}`)
