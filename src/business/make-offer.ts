import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf } from '../money/money.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { Staff } from '../staff/door.ts'
import { recordAction } from '../staff/record-action.ts'
import { storeOf, timeZoneOf } from '../stores/stores.ts'
import { formatMoment } from '../ui/format.ts'
import type { Language } from '../ui/language.ts'
import { moveRequest } from './move-request.ts'
import type { OfferInput, OfficeRequestView } from './office-contract.ts'
import { readOfficeRequest } from './office-queries.ts'
import type { RequestState } from './request-rules.ts'

type Row = { number: string; store: string; memberId: string; state: RequestState; weight: bigint }

/**
 * The desk makes a firm quote: the house sells or buys at spot and so many hundredths of a percent, at the moment in which the member
 * opens it, until the midnight of the store. A newer one takes the place of the one before; a price that is open goes on to its end.
 *
 * Refuses not_found; permission_missing; invalid_input (letter_until) for a small business whose certificate nobody has seen; business_state.
 */
export function makeOffer(
  karat: Bag<'business'>,
  staff: Staff,
  offer: OfferInput,
  key: Once,
): Promise<OfficeRequestView> {
  const { request_id: requestId, bps, buyer_kind: buyer, letter_until: letter, words } = offer
  if (buyer === 'small_business' && !letter) throw invalidInput({ letter_until: problem('empty') })
  return once(karat.db, key, async (tx) => {
    const row = await tx.row<Row>(sql`
      select number, store, member_id as "memberId", state, weight_e4 as weight from business.requests where id = ${requestId} for no key update`)
    if (!row) throw new Refusal('not_found')
    const { number, store, state } = row
    const reason = words.trim()
    await recordAction(tx, staff, {
      ...{ action: 'business.quote', subject: { kind: 'business_request', id: requestId }, store },
      details: { did: 'quote', number, bps, buyer, letter: letter ?? '' },
    })
    await moveRequest(tx, { requestId, from: state, to: 'quoted', actor: `staff:${staff.id}`, reason })
    const made = await tx.row<{ until: Date }>(sql`
      insert into business.offers (id, request_id, bps, buyer_kind, letter_until, words, made_by, valid_until)
      values (${newId()}, ${requestId}, ${bps}, ${buyer}, ${letter ?? null}::date, ${reason}, ${staff.id}, ${midnightOf(store)})
      returning valid_until as until`)
    if (!made) throw new Error('the offer was not stored')
    await tellQuoted(tx, karat, row, made.until)
    return readOfficeRequest(tx, requestId)
  })
}

/** When the day ends in the store's zone. */
const midnightOf = (store: string) => {
  const zone = timeZoneOf(sql`${store}`)
  return sql`(((now() at time zone ${zone})::date + 1)::timestamp at time zone ${zone})`
}

async function tellQuoted(tx: Tx, karat: Bag<'business'>, { number, store, memberId, weight }: Row, until: Date) {
  const contact = await findContact(tx, memberId)
  const end = formatMoment(until.getTime(), storeOf(karat, store).timeZone, contact.language as Language)
  const values = { number, grams: amountOf(weight, 'XAU'), until: end }
  await queueMail(tx, { ...contact, store, template: 'business_quoted', values })
}
