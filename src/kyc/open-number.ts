import type { Sealing } from '../credentials/sealing.ts'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { aboutNumber } from './auth-real-name.ts'
import type { Step } from './level-rules.ts'
import { aboutTaxNumber } from './tell-funds.ts'

/** A sealed number as it was told; null when no key opens it any more. */
export function openNumber(sealing: Sealing, sealed: Buffer, about: string): string | null {
  try {
    return sealing.open(sealed, about).toString()
  } catch {
    return null
  }
}

/**
 * Numbers by which the tax office may know a member, as they were told for the identity check: that of their funds, and that of an identity
 * card of Indonesia. Without those that no key opens any more.
 */
export async function taxNumbersOf(db: Queryable, sealing: Sealing, memberId: string): Promise<string[]> {
  const rows = await db.rows<{ sealed: Buffer; isFunds: boolean }>(sql`
    select tax_number_sealed as sealed, true as "isFunds" from kyc.funds where member_id = ${memberId}
    union all select number_sealed, false from kyc.real_names where member_id = ${memberId} and id_type = 'nik'`)
  return rows.flatMap(({ sealed, isFunds }) => {
    const number = openNumber(sealing, sealed, isFunds ? aboutTaxNumber(memberId) : aboutNumber(memberId))
    return number === null ? [] : [number]
  })
}

/**
 * That the numbers which an approval rests on can still be read: without them nobody could ever say whom it was about.
 *
 * Refuses number_lost with the number by name.
 */
export async function requireNumbers(tx: Tx, sealing: Sealing, memberId: string, kind: Step): Promise<void> {
  const [name, funds] = await Promise.all([
    tx.row<{ sealed: Buffer }>(sql`select number_sealed as sealed from kyc.real_names where member_id = ${memberId}`),
    tx.row<{ sealed: Buffer }>(sql`select tax_number_sealed as sealed from kyc.funds where member_id = ${memberId}`),
  ])
  if (name && openNumber(sealing, name.sealed, aboutNumber(memberId)) === null)
    throw new Refusal('number_lost', { number: 'identity' })
  if (kind === 'funds' && funds && openNumber(sealing, funds.sealed, aboutTaxNumber(memberId)) === null)
    throw new Refusal('number_lost', { number: 'tax' })
}
