/** Staff read a list of names in: it takes the place of what that source had listed, and everybody is compared with it (decision 0080). */
import { createHash } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag, Karat } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import type { ListLine, ListNumber } from './list-file-rules.ts'
import { hashOfNumber } from './number-hash.ts'
import { readList } from './read-list.ts'
import { searchTokens } from './screen.ts'

type ListWish = { source: string; text: string; reason: string }
type ListRead = { version: number; entries: number; added: number; ended: number; unchanged: number }

/**
 * The list is the newest version from now on: who was not compared with it moves nothing before they are. Entries that are as they were stay, with
 * what was decided about them.
 *
 * Refuses invalid_input for the source; import_wrong with the faults; permission_missing; invalid_input (reason).
 */
export async function importList(
  karat: Bag<'cases'>,
  staff: Staff,
  { source, text, reason }: ListWish,
  key: Once = null,
): Promise<ListRead> {
  if (!/^[A-Za-z0-9][A-Za-z0-9 ._-]{1,39}$/.test(source)) throw invalidInput({ source: problem('list_source') })
  const { lines, faults } = readList(text)
  if (faults.length > 0) throw new Refusal('import_wrong', { faults })
  return once(karat.db, key, async (tx) => {
    // One reading after the other: a version that is committed later is a later one.
    await tx.run(sql`select pg_advisory_xact_lock(724305)`)
    const digest = createHash('sha256').update(text).digest('hex')
    const made = await tx.row<{ version: number }>(sql`
      insert into cases.lists (version, source, entries, digest, read_by)
      select coalesce(max(version), 0) + 1, ${source}, ${lines.length}, ${digest}, ${`staff:${staff.id}`} from cases.lists returning version`)
    if (!made) throw new Error('the list has no version')
    const counts = await replaceEntries(tx, karat, { source, lines, version: made.version })
    await recordAction(tx, staff, {
      ...{ action: 'cases.read_list', subject: { kind: 'list', id: source }, reason },
      details: { did: 'read_list', version: made.version, entries: lines.length, ...counts },
    })
    return { version: made.version, entries: lines.length, ...counts, unchanged: lines.length - counts.added }
  })
}

const entryOf = (config: Karat['config'], line: ListLine) => ({
  ...line,
  id: newId(),
  numbers: line.numbers.map(textOf),
  tokens: searchTokens(line.names),
  number_hashes: line.numbers.map((number) => `\\x${hashOfNumber(config, number).toString('hex')}`),
  fingerprint: createHash('sha256').update(JSON.stringify(line)).digest('hex'),
})
const textOf = ({ idType, country, number }: ListNumber) => `${idType} ${country} ${number}`

/** Entries that are gone or have changed end; new and changed ones begin. */
async function replaceEntries(
  tx: Tx,
  { config }: Bag<'cases'>,
  { source, lines, version }: { source: string; lines: ListLine[]; version: number },
): Promise<{ added: number; ended: number }> {
  const entries = JSON.stringify(lines.map((line) => entryOf(config, line)))
  const asked = sql`jsonb_to_recordset(${entries}::jsonb) as n(id uuid, reference text, names text[], births text[], numbers text[], note text,
    tokens text[], number_hashes bytea[], fingerprint text)`
  const ended = await tx.run(sql`
    update cases.entries e set until_version = ${version} where e.source = ${source} and e.until_version is null
      and not exists (select from ${asked} where n.reference = e.reference and n.fingerprint = e.fingerprint)`)
  const added = await tx.run(sql`
    insert into cases.entries (id, source, reference, names, births, numbers, note, tokens, number_hashes, fingerprint, from_version)
    select n.id, ${source}, n.reference, n.names, n.births, n.numbers, n.note, n.tokens, n.number_hashes, n.fingerprint, ${version} from ${asked}
    where not exists (select from cases.entries e where e.source = ${source} and e.reference = n.reference and e.until_version is null)`)
  return { added, ended }
}
