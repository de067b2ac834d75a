import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { isOpenQuote } from '../vault/business-quotes.ts'
import { moveRequest } from './move-request.ts'
import type { OfficeRequestView } from './office-contract.ts'
import { readOfficeRequest } from './office-queries.ts'
import type { RequestState } from './request-rules.ts'

/**
 * The desk makes no trade of a request; the member is told why.
 *
 * Refuses not_found; permission_missing; business_price_open while a price that the member has opened binds the house; business_state.
 */
export function refuseRequest(
  karat: Bag<'business'>,
  staff: Staff,
  { requestId, reason }: { requestId: string; reason: string },
  key: Once,
): Promise<OfficeRequestView> {
  return once(karat.db, key, async (tx) => {
    const row = await tx.row<{
      number: string
      store: string
      memberId: string
      state: RequestState
      weight: bigint
    }>(sql`
      select number, store, member_id as "memberId", state, weight_e4 as weight from business.requests where id = ${requestId} for no key update`)
    if (!row) throw new Refusal('not_found')
    const { number, store, memberId, state, weight } = row
    await recordAction(tx, staff, {
      ...{ action: 'business.refuse', subject: { kind: 'business_request', id: requestId }, store, reason },
      details: { did: 'refuse', number },
    })
    await requireNoPrice(tx, requestId)
    await moveRequest(tx, { requestId, from: state, to: 'refused', actor: `staff:${staff.id}`, reason: reason.trim() })
    const values = { number, grams: amountOf(weight, 'XAU'), reason: reason.trim() }
    await queueMail(tx, { ...(await findContact(tx, memberId)), store, template: 'business_refused', values })
    return readOfficeRequest(tx, requestId)
  })
}

/** The request is held: no price of it is opened until the end of `tx`. */
async function requireNoPrice(tx: Tx, requestId: string): Promise<void> {
  const open = await tx.row(sql`
    select 1 from business.openings p where p.request_id = ${requestId} and ${isOpenQuote(sql`p.quote_id`)}`)
  if (open) throw new Refusal('business_price_open')
}
