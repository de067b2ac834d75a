import { v7 as newId } from 'uuid'
import { sql } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput } from '../refusals.ts'
import { timeZoneOf } from '../stores/stores.ts'
import { type Holder, holdPlace } from '../vault/holder.ts'
import type { BusinessView, CompanyInput } from './contract.ts'
import { readBusiness } from './request-queries.ts'

/**
 * Keeps the details of the company that a member trades for; requests that were made before keep theirs.
 *
 * Refuses invalid_input (letter_until) for a letter whose validity is over in the store's zone.
 */
export function saveCompany(
  karat: Bag<'business'>,
  holder: Holder,
  company: CompanyInput,
  key: Once,
): Promise<BusinessView> {
  return once(karat.db, key, async (tx) => {
    await holdPlace(tx, holder)
    const { memberId, store } = holder
    const until = company.letter_until ?? null
    const made = await tx.run(sql`
      insert into business.companies (id, member_id, store, name, registration, tax_number, address, buyer_kind, letter_number, letter_until)
      select ${newId()}, ${memberId}, ${store}, ${company.name.trim()}, ${company.registration.trim()}, ${company.tax_number.trim()},
        ${company.address.trim()}, ${company.buyer_kind}, ${company.letter_number?.trim() ?? null}, ${until}::date
      where ${until}::date is null or ${until}::date >= (now() at time zone ${timeZoneOf(sql`${store}`)})::date`)
    if (made === 0) throw invalidInput({ letter_until: problem('day_over') })
    return readBusiness(tx, holder)
  })
}
