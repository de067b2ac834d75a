/** What a member needs to check by themselves. */
import { numberedSku } from '../catalogue/piece-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { readAuditKey } from '../identity/audit-keys.ts'
import type { Bag } from '../karat.ts'
import { balancesOfMember, gramsAtHeads } from '../ledger/ledger-queries.ts'
import { weight, weightText } from '../money/money.ts'
import { owedInPiecesTo, piecesMovedSince } from '../orders/core/owed-pieces.ts'
import { Refusal } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import type { MyProofView, MyRecordView } from './contract.ts'
import { findNote } from './day-queries.ts'

/** Their audit key, made now where they have none; which contact is in force; what the store owes them in gold by the books. */
export async function describeMyProof(
  { db, sealing }: Pick<Bag<'proof'>, 'db' | 'sealing'>,
  memberId: string,
  { code, currency }: Store,
): Promise<MyProofView> {
  const [{ key, contact }, balances, pieces] = await Promise.all([
    readAuditKey(db, sealing, memberId),
    balancesOfMember(db, { store: code, id: memberId, currency }),
    db.row<{ units: bigint }>(sql`select ${piecesOf(memberId, code)} as units`),
  ])
  const owed = balances.gold + balances.goldHeld + (pieces?.units ?? 0n)
  return {
    audit_key: key.toString('hex'),
    contact: contact.includes('@') ? 'email' : 'mobile',
    owed: weightText(weight(owed)),
  }
}

const piecesOf = (memberId: string, store: string) => owedInPiecesTo(memberId, store, numberedSku(sql`l.sku_id`))

/** What began before the count and was committed after it is younger than this. */
const LONGEST_MS = 60_000

/**
 * What the books say that a member was owed when a day was counted: grams by the ledger's heads of the day's note, pieces as they are now
 * where nothing of the member's orders moved since. Refuses not_found for a day that is not published.
 */
export async function describeMyRecord(
  db: Queryable,
  { memberId, store }: { memberId: string; store: string },
  date: string,
): Promise<MyRecordView> {
  const note = await findNote(db, store, date)
  if (!note) throw new Refusal('not_found')
  const grams = await gramsAtHeads(db, { store, id: memberId }, note.heads)
  if (!grams) throw new Error(`the heads of the proof of ${date} are not in the ledger`)
  const since = new Date(grams.publishedAt.getTime() - LONGEST_MS)
  const pieces = await db.row<{ units: bigint; moved: boolean }>(sql`
    select ${piecesOf(memberId, store)} as units, ${piecesMovedSince(memberId, store, since)} as moved`)
  return {
    gold: weightText(weight(grams.units)),
    pieces: !pieces || pieces.moved ? null : weightText(weight(pieces.units)),
  }
}
