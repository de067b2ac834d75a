import { v7 as newId } from 'uuid'
import { sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { parseDecimal } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { type Holder, holdPlace } from '../vault/holder.ts'
import type { BusinessRequestView, RequestInput } from './contract.ts'
import { moveRequest } from './move-request.ts'
import { countOpen, findCompany, findRequest, readRequest } from './request-queries.ts'
import { leastWeight, mostWeight } from './request-rules.ts'

/**
 * Asks the desk for the price of a large trade: nothing is bound by it, on neither side. Weights are fine grams with four places.
 *
 * Refuses invalid_input (weight) below the least or above the most of one request; invalid_input (delivery) for a sale of what is not in
 * the vault; company_missing until its details were told; business_requests_open when as many wait as may.
 */
export function makeRequest(
  karat: Bag<'business'>,
  holder: Holder,
  { side, weight, delivery, words }: RequestInput,
  key: Once,
): Promise<BusinessRequestView> {
  const units = parseDecimal(weight, 4) ?? 0n
  const { leastGrams, mostGrams, mostOpen } = settings.business
  if (units < leastWeight) throw invalidInput({ weight: problem('too_small', { n: leastGrams }) })
  if (units > mostWeight) throw invalidInput({ weight: problem('too_big', { n: mostGrams }) })
  if (side === 'sell' && delivery !== 'vault') throw invalidInput({ delivery: problem('one_of', { list: 'vault' }) })
  const { memberId, store, currency } = holder
  return once(karat.db, key, async (tx) => {
    await holdPlace(tx, holder)
    const company = await findCompany(tx, holder)
    if (!company) throw new Refusal('company_missing')
    if ((await countOpen(tx, holder)) >= mostOpen) throw new Refusal('business_requests_open', { limit: mostOpen })
    const id = newId()
    await tx.run(sql`
      with made as (
        insert into business.requests (id, number, member_id, store, currency, company_id, side, weight_e4, goes_to, words)
        values (${id}, 'B' || nextval('business.request_numbers'), ${memberId}, ${store}, ${currency}, ${company.id}, ${side}, ${units}, ${delivery},
          ${words.trim()}) returning id)
      insert into business.moves (request_id, to_state, actor, reason) select id, 'requested', ${`member:${memberId}`}, '' from made`)
    return readRequest(tx, holder, id)
  })
}

/** Takes a request back before anything was agreed on. Refuses not_found; business_state. */
export async function withdrawRequest(
  karat: Bag<'business'>,
  holder: Holder,
  requestId: string,
): Promise<BusinessRequestView> {
  return karat.db.transaction(async (tx) => {
    const { state } = await findRequest(tx, holder, requestId)
    await moveRequest(tx, { requestId, from: state, to: 'withdrawn', actor: `member:${holder.memberId}`, reason: '' })
    return readRequest(tx, holder, requestId)
  })
}
