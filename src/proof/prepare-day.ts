/** A store's day, read in one moment and made; it waits for its witnesses then. */
import { randomBytes, randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Tx } from '../db/database.ts'
import { auditKeyOf } from '../identity/audit-keys.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { type Chance, type DayFiles, makeDay, type OwedTo } from './day-rules.ts'
import { utf8 } from './hash-rules.ts'
import { nameOf } from './leaf-rules.ts'
import { hashOf, instantOf, LONGEST_MS, type Note, writeCommitment, writeNote, ZEROS } from './note-rules.ts'
import { openSigner } from './signing-key.ts'
import { type Snapshot, takeSnapshot } from './take-snapshot.ts'

const chance: Chance = {
  draw: (most) => randomInt(most + 1),
  bytes: (count) => new Uint8Array(randomBytes(count)),
}

/** What publishing asks of the bag. */
export type Publishing = Pick<Bag<'proof'>, 'config' | 'db' | 'log' | 'sealing' | 'settings' | 'stores'>
/** A witness's request: the signed note as it came, its text, and the instant that it names. */
export type Asked = { file: string; text: string; instant: number }

/**
 * Reads the store in one moment, makes its day and keeps it with its files until it is published. Answers the signed commitment, where a
 * witness `asked` for the moment. Refused where that was too long ago (`malformed`), and by the database where the date has a day or one is kept.
 */
export async function prepareDay(
  karat: Pick<Publishing, 'config' | 'db' | 'sealing'>,
  store: Store,
  asked: Asked | null,
): Promise<string | null> {
  const signer = await openSigner(karat, store.code)
  const snapshot = await takeSnapshot(karat, store)
  if (asked && snapshot.instant.getTime() - asked.instant > LONGEST_MS) throw new Refusal('malformed')
  const day = { store: store.code, date: snapshot.date }
  const owed = await openKeys(karat, snapshot)
  const { files, counted } = await makeDay(day, owed, snapshot.bars, { chance, pause: () => setImmediate() })
  const moment = { heads: snapshot.heads, instant: instantOf(snapshot.instant.getTime()) }
  const commitment = asked
    ? writeCommitment({ ...moment, store: store.code, request: hashOf(utf8(asked.text)), bars: counted.bars })
    : null
  const note: Note = {
    ...{ ...day, ...counted, ...moment, cash: snapshot.cash, breach: snapshot.breach },
    commitment: commitment ? hashOf(utf8(commitment)) : ZEROS,
    previous: snapshot.previous?.digest.toString('hex') ?? ZEROS,
    number: (snapshot.previous?.number ?? 0n) + 1n,
  }
  const commit = commitment && signer.sign(commitment)
  await karat.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into proof.prepared (store, date, text, request, commit, at)
      values (${note.store}, ${note.date}, ${writeNote(note)}, ${bytesOf(asked?.file)}, ${bytesOf(commit)}, clock_timestamp())`)
    await keepFiles(tx, store.code, files)
  })
  return commit
}

const bytesOf = (text: string | null | undefined) => (text ? Buffer.from(text) : null)

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

const FILES_AT_ONCE = 32

async function keepFiles(tx: Tx, store: string, { shards, roots, bars }: DayFiles): Promise<void> {
  const files: [string, Uint8Array][] = [
    ['roots', roots],
    ['bars.csv', bars],
    ...shards.map((file, shard): [string, Uint8Array] => [`shard/${nameOf(shard)}`, file]),
  ]
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const some = files.slice(from, from + FILES_AT_ONCE)
    await tx.run(sql`
      insert into proof.prepared_files (store, name, content)
      select ${store}, name, content
      from unnest(${some.map(([name]) => name)}::text[], ${some.map(([, content]) => Buffer.from(content))}::bytea[]) as file(name, content)`)
  }
}
