import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import type { Store } from '../stores/stores.ts'
import { isTaxNumber, plainNumber } from './id-number-rules.ts'
import { moveReview } from './move-review.ts'
import type { FundSource } from './review-rules.ts'

export type Funds = { memberId: string; store: Store; taxNumber: string; source: FundSource; explanation: string }
export const aboutTaxNumber = (memberId: string) => `kyc tax number ${memberId}`

/**
 * Keeps a member's tax number, sealed, and where their money comes from, for staff to look at.
 *
 * Refuses invalid_input for a number that cannot be one of this store; review_state.
 */
export async function tellFunds(karat: Bag<'kyc'>, funds: Funds): Promise<{ state: 'submitted' }> {
  const { memberId, store, source, explanation } = funds
  const number = plainNumber(funds.taxNumber)
  if (!isTaxNumber(store.country, number)) throw invalidInput({ tax_number: problem('tax_number') })
  return karat.db.transaction(async (tx) => {
    const actor = `member:${memberId}`
    await moveReview(tx, { memberId, subject: 'funds', to: 'submitted', actor, reason: 'told by the member' })
    await tx.run(sql`
      insert into kyc.funds (member_id, store, tax_number_sealed, tax_number_end, source, explanation)
      values (${memberId}, ${store.code}, ${karat.sealing.seal(Buffer.from(number), aboutTaxNumber(memberId))}, ${number.slice(-4)},
        ${source}, ${explanation})
      on conflict (member_id) do update set store = excluded.store, tax_number_sealed = excluded.tax_number_sealed,
        tax_number_end = excluded.tax_number_end, source = excluded.source, explanation = excluded.explanation, told_at = now()`)
    return { state: 'submitted' as const }
  })
}
