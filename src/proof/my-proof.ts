/** What a member needs to check by themselves. */
import { numberedSku } from '../catalogue/piece-queries.ts'
import { sql } from '../db/database.ts'
import { readAuditKey } from '../identity/audit-keys.ts'
import type { Bag } from '../karat.ts'
import { balancesOfMember } from '../ledger/ledger-queries.ts'
import { weight, weightText } from '../money/money.ts'
import { owedInPiecesTo } from '../orders/core/owed-pieces.ts'
import type { Store } from '../stores/stores.ts'
import type { MyProofView } from './contract.ts'

/** Their audit key, made now where they have none; the contact in force; what the store owes them in gold by the books. */
export async function describeMyProof(
  { db, sealing }: Pick<Bag<'proof'>, 'db' | 'sealing'>,
  memberId: string,
  { code, currency }: Store,
): Promise<MyProofView> {
  const [{ key, contact }, balances, pieces] = await Promise.all([
    readAuditKey(db, sealing, memberId),
    balancesOfMember(db, { store: code, id: memberId, currency }),
    db.row<{ units: bigint }>(sql`select ${owedInPiecesTo(memberId, code, numberedSku(sql`l.sku_id`))} as units`),
  ])
  const owed = balances.gold + balances.goldHeld + (pieces?.units ?? 0n)
  return { audit_key: key.toString('hex'), contact, owed: weightText(weight(owed)) }
}
