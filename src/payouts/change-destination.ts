import { sql } from '../db/database.ts'
import { checkPin } from '../identity/check-pin.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { Refusal } from '../refusals.ts'
import { accountName } from './account-name-rules.ts'
import { clearDefault, holdDestinations } from './bind-destination.ts'
import type { DestinationView } from './contract.ts'
import { getDestination } from './destination-queries.ts'

type Chosen = { memberId: string; store: string; id: string }

/** Makes a destination the one that is proposed. Refuses not_found, also for somebody else's. */
export async function makeDefault(karat: Bag<'payouts'>, { memberId, store, id }: Chosen): Promise<DestinationView> {
  await karat.db.transaction(async (tx) => {
    await holdDestinations(tx, memberId)
    await clearDefault(tx, memberId, store)
    const made = await tx.run(sql`
      update payouts.destinations set is_default = true
      where id = ${id} and member_id = ${memberId} and store = ${store} and removed_at is null`)
    if (made === 0) throw new Refusal('not_found')
  })
  return getDestination(karat.db, { memberId, store }, id)
}

/** Removes a destination and tells the member; the oldest of the others is the default then. Refuses not_found; as checkPin. */
export async function removeDestination(
  karat: Bag<'payouts'>,
  { memberId, store, id, pin }: Chosen & { pin: string },
): Promise<{ removed: true }> {
  const destination = await getDestination(karat.db, { memberId, store }, id)
  await checkPin(karat, memberId, pin)
  await karat.db.transaction(async (tx) => {
    await holdDestinations(tx, memberId)
    const removed = await tx.run(sql`
      update payouts.destinations set removed_at = now(), is_default = false
      where id = ${id} and member_id = ${memberId} and store = ${store} and removed_at is null`)
    if (removed === 0) throw new Refusal('not_found')
    await tx.run(sql`
      update payouts.destinations set is_default = true where id = (
        select id from payouts.destinations where member_id = ${memberId} and store = ${store} and removed_at is null
        order by created_at limit 1)
      and not exists (select from payouts.destinations where member_id = ${memberId} and store = ${store} and is_default and removed_at is null)`)
    const values = { account: accountName(destination) }
    await queueMail(tx, { ...(await findContact(tx, memberId)), template: 'payout_removed', values })
  })
  return { removed: true }
}
