import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { readContract } from './contract-queries.ts'

/** As readContract, whoever's it is: it shows a name and a signature, so who looked is written first. Refuses not_found, permission_missing. */
export async function readContractForStaff(karat: Bag<'business'>, staff: Staff, requestId: string) {
  await karat.db.transaction(async (tx) => {
    const found = await tx.row<{ store: string; number: string }>(sql`
      select c.store, r.number from business.contracts c join business.requests r on r.id = c.request_id where c.request_id = ${requestId}`)
    if (!found) throw new Refusal('not_found')
    await recordAction(tx, staff, {
      ...{ action: 'business.see', subject: { kind: 'business_request', id: requestId }, store: found.store },
      details: { did: 'contract_read', number: found.number },
    })
  })
  return readContract(karat, requestId, null)
}
