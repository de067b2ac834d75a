import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import type { Paper } from '../papers/paper-rules.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import type { Holder } from '../vault/holder.ts'
import { openAddress } from './case-address.ts'
import { describeLabel } from './papers/describe-label.ts'

type Member = Holder & { language: string }

/** Refuses not_found, also for somebody else's, for what is brought to a counter, and once the courier has it. */
export async function readLabel(
  karat: Bag<'goldback'>,
  { memberId, store, language }: Member,
  caseId: string,
): Promise<Paper> {
  const row = await karat.db.row<{ number: string; address: Buffer; now: Date }>(sql`
    select number, address_sealed as address, now() as now from goldback.cases
    where id = ${caseId} and member_id = ${memberId} and store = ${store} and state = 'booked' and address_sealed is not null`)
  if (!row) throw new Refusal('not_found')
  const from = openAddress(karat, { memberId, caseId }, row.address)
  return describeLabel({
    number: row.number,
    store: storeOf(karat, store),
    language: language as Paper['language'],
    issuedAt: row.now,
    from,
  })
}
