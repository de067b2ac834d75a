/** The witness signs a day's note, or says why not; either way it stands in its list for good. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { verifyWithNode } from '../proof/ed25519.ts'
import { Fault } from '../proof/fault-rules.ts'
import { utf8 } from '../proof/hash-rules.ts'
import {
  type Commitment,
  hashOf,
  type Note,
  openSigned,
  readCommitment,
  readKeys,
  readNote,
} from '../proof/note-rules.ts'
import { refusalOf } from '../proof/witness-rules.ts'
import { readPublished } from './shop-files.ts'
import { keyOfShop } from './shop-key.ts'
import { openWitness } from './witness-key.ts'

type Cosigning = Pick<Bag<'witness'>, 'config' | 'db'>
type Seen = { number: bigint; date: string; hash: string }
/** Of a note as the shop signed it: its text, and what it says; null where the shop did not. */
type Opened = { text: string; note: Note; hash: string } | null

/**
 * Answers the signature line of the witness under a note that the shop has signed, the same to the same note sent again, or the reason why it
 * does not sign: `not_signed` by the shop, `read_already` without a signature, `asking` while the shop's answer of that date is not here
 * yet, or as refusalOf, which its list keeps. A note of a later day than the next is held against those that were published meanwhile.
 */
export async function cosignNote(
  witness: Cosigning,
  store: string,
  file: string,
): Promise<{ line: string } | { refused: string }> {
  const opened = await openNote(witness, store, file)
  if (!opened) return { refused: 'not_signed' }
  const { text, note, hash } = opened
  await catchUp(witness, store, note.number)
  return witness.db.transaction(async (tx) => {
    await tx.run(sql`select from witness.shops where store = ${store} for update`)
    const line = openWitness(witness).line(text)
    const known = await tx.row<{ isSigned: boolean }>(sql`
      select signed is not null as "isSigned" from witness.notes where store = ${store} and hash = ${hash}`)
    if (known) return known.isSigned ? { line } : { refused: 'read_already' }
    const answered = await findAnswered(tx, store, note.date)
    if (answered === 'asking') return { refused: 'asking' }
    const refused = refusalOf(text, { store, last: await findLast(tx, store), committed: answered })
    if (refused) {
      await tx.run(sql`
        insert into witness.refusals (store, hash, reason) values (${store}, ${hash}, ${refused}) on conflict do nothing`)
      return { refused }
    }
    await insertNote(tx, store, { ...opened, signed: file + line })
    return { line }
  })
}

async function openNote(witness: Cosigning, store: string, file: string): Promise<Opened> {
  try {
    const keys = readKeys(await keyOfShop(witness, store))
    const { text, signed } = await openSigned(utf8(file), keys, verifyWithNode, 'note_malformed')
    return signed.has(0) ? { text, note: readNote(text), hash: hashOf(utf8(text)) } : null
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

const findLast = async (db: Queryable, store: string): Promise<Seen | null> =>
  (await db.row<Seen>(sql`
    select number, to_char(date, 'YYYY-MM-DD') as date, hash from witness.notes where store = ${store} order by number desc limit 1`)) ??
  null

/** What the shop committed itself to when this witness asked on that date; null where it did not in time, or was not asked. */
async function findAnswered(tx: Tx, store: string, date: string): Promise<Commitment | 'asking' | null> {
  const row = await tx.row<{ answer: string | null; trouble: string | null }>(sql`
    select answer, trouble from witness.requests where store = ${store} and date = ${date}::date`)
  if (row && !row.answer && !row.trouble) return 'asking'
  return row?.answer ? readCommitment(row.answer) : null
}

const insertNote = (
  db: Queryable,
  store: string,
  { note: { number, date }, hash, signed }: { note: Note; hash: string; signed: string | null },
) =>
  db.run(sql`
    insert into witness.notes (store, number, date, hash, signed) values (${store}, ${number}, ${date}, ${hash}, ${signed})
    on conflict (store, number) do nothing`)

/** Notes that were published without this witness, each of which continues the one before; where one does not, the rest is not read. */
async function catchUp(witness: Cosigning, store: string, upTo: bigint): Promise<void> {
  let last = await findLast(witness.db, store)
  if (!last || upTo <= last.number + 1n) return
  const days = ((await readPublished(witness, `${store}/days`)) ?? '').split('\n').filter(Boolean)
  for (const date of days.filter((day) => day > (last?.date ?? ''))) {
    const opened = await openNote(witness, store, (await readPublished(witness, `${store}/${date}/note`)) ?? '')
    if (!opened || opened.note.number !== last.number + 1n || opened.note.previous !== last.hash) return
    if (opened.note.number >= upTo) return
    await insertNote(witness.db, store, { ...opened, signed: null })
    last = { number: opened.note.number, date: opened.note.date, hash: opened.hash }
  }
}
