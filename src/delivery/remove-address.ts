import { sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { type AddressOwner, lockAddressBook } from './save-address.ts'

/** Removes an address from the book; the newest of those left takes its place as the default. Refuses not_found. */
export async function removeAddress(
  karat: Bag<'delivery'>,
  owner: AddressOwner,
  id: string,
): Promise<{ removed: true }> {
  const { memberId, store } = owner
  return karat.db.transaction(async (tx) => {
    await lockAddressBook(tx, owner)
    const removed = await tx.run(sql`update delivery.addresses set removed_at = now(), is_default = false
      where id = ${id} and member_id = ${memberId} and store = ${store.code} and removed_at is null`)
    if (removed === 0) throw new Refusal('not_found')
    await tx.run(sql`
      update delivery.addresses set is_default = true where id = (
        select id from delivery.addresses where member_id = ${memberId} and store = ${store.code} and removed_at is null
        order by is_default desc, created_at desc limit 1) and not is_default`)
    return { removed: true }
  })
}
