import { v7 as newId } from 'uuid'
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { standInLine } from '../db/stand-in-line.ts'
import { readMobile } from '../identity/account-rules.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { addressView, findAddress } from './address-queries.ts'
import type { AddressInput, AddressView } from './contract.ts'
import { isRegionChain } from './delivery-rules.ts'

export type AddressOwner = { memberId: string; store: Store }

/**
 * Adds an address, or changes the one named by `id`. Afterwards a member with addresses in a store has exactly one default
 * there: the first one, until another is saved with `is_default`.
 *
 * Refuses invalid_input (mobile, city), region_unknown, not_found, address_limit.
 */
export async function saveAddress(
  karat: Bag<'delivery'>,
  owner: AddressOwner,
  input: AddressInput,
): Promise<AddressView> {
  const { memberId, store } = owner
  const mobile = readMobile(input.mobile, store.country)
  if (mobile === null) throw invalidInput({ mobile: problem('phone') })
  if ((store.regionLevels === 1) !== (input.city !== undefined))
    throw invalidInput({ city: store.regionLevels === 1 ? problem('empty') : problem('by_regency') })
  await requireRegions(karat.db, store, input)

  return karat.db.transaction(async (tx) => {
    await lockAddressBook(tx, owner)
    const id = input.id ?? newId()
    if (input.id === undefined) await add(tx, owner, id, { ...input, mobile })
    else await change(tx, owner, id, { ...input, mobile })
    if (input.is_default) await makeDefault(tx, owner, id)
    const saved = await findAddress(tx, memberId, id)
    if (!saved) throw new Refusal('not_found')
    return addressView(saved)
  })
}

/** One change of an address book at a time, so that its limit and its single default hold. */
export const lockAddressBook = (tx: Tx, { memberId, store }: AddressOwner) =>
  standInLine(tx, `address book ${memberId} ${store.code}`)

async function requireRegions(db: Queryable, store: Store, input: AddressInput) {
  const codes = [input.province_code, input.regency_code ?? null, input.district_code ?? null]
  const known = await db.rows<{ code: string; parentCode: string | null; level: number }>(sql`
    select code, parent_code as "parentCode", level from delivery.regions where country = ${store.country} and code = any(${codes})`)
  if (!isRegionChain(codes, known, store.regionLevels)) throw new Refusal('region_unknown')
}

async function add(tx: Tx, { memberId, store }: AddressOwner, id: string, input: AddressInput) {
  const added = await tx.run(sql`
    insert into delivery.addresses (id, member_id, store, label, recipient, mobile, country, province_code, regency_code,
      district_code, city, street, postal_code, is_default)
    select ${id}, ${memberId}, ${store.code}, ${input.label}, ${input.recipient}, ${input.mobile}, ${store.country},
      ${input.province_code}, ${input.regency_code ?? null}, ${input.district_code ?? null}, ${input.city ?? null},
      ${input.street}, ${input.postal_code}, count(*) = 0
    from delivery.addresses where member_id = ${memberId} and store = ${store.code} and removed_at is null
    having count(*) < ${settings.addresses.max}`)
  if (added === 0) throw new Refusal('address_limit', { limit: settings.addresses.max })
}

async function change(tx: Tx, { memberId, store }: AddressOwner, id: string, input: AddressInput) {
  const changed = await tx.run(sql`
    update delivery.addresses set label = ${input.label}, recipient = ${input.recipient}, mobile = ${input.mobile},
      province_code = ${input.province_code}, regency_code = ${input.regency_code ?? null},
      district_code = ${input.district_code ?? null}, city = ${input.city ?? null}, street = ${input.street},
      postal_code = ${input.postal_code}
    where id = ${id} and member_id = ${memberId} and store = ${store.code} and removed_at is null`)
  if (changed === 0) throw new Refusal('not_found')
}

async function makeDefault(tx: Tx, { memberId, store }: AddressOwner, id: string) {
  await tx.run(sql`update delivery.addresses set is_default = false
    where member_id = ${memberId} and store = ${store.code} and is_default and id <> ${id}`)
  await tx.run(sql`update delivery.addresses set is_default = true where id = ${id}`)
}
