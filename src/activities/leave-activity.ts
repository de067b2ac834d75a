/** A place is given back, and who waits longest has it. */
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { isApproved } from './activity-rules.ts'
import { type Activity, holdActivity } from './hold-activity.ts'
import { tellParticipants } from './tell-participants.ts'
import { readTicketToken } from './ticket-link.ts'

/**
 * Whoever has the link of a ticket gives the place back, or leaves the waiting list; done before, it is done. Nothing of a visitor is kept from then on.
 *
 * Refuses not_found; activity_is_over when the event is, or they came.
 */
export const leaveActivity = (karat: Bag<'activities'>, token: string): Promise<{ state: 'cancelled' }> =>
  karat.db.transaction(async (tx) => {
    const id = readTicketToken(karat.config, token)
    if (!id) throw new Refusal('not_found')
    const own = await holdActivity(tx, sql`a.id = (select activity_id from activities.participants where id = ${id})`)
    if (!isApproved(own.state)) throw new Refusal('activity_is_over')
    await cancelSignUp(tx, id)
    await promoteWaiting(tx, karat, own)
    return { state: 'cancelled' as const }
  })

async function cancelSignUp(tx: Tx, id: string): Promise<void> {
  const left = await tx.run(sql`
    update activities.participants set state = 'cancelled', cancelled_at = now(), name = null, email = null,
      ticket = case when member_id is not null then ticket end, erased_at = case when member_id is null then now() end
    where id = ${id} and state <> 'cancelled' and attended_at is null`)
  if (left === 1) return
  const row = await tx.row<{ came: boolean }>(sql`
    select attended_at is not null as came from activities.participants where id = ${id}`)
  if (row?.came) throw new Refusal('activity_is_over')
}

/** Gives the free places of an activity that is held to who waits, the longest first, and tells them; not while it is off the web, or over. */
export async function promoteWaiting(tx: Tx, karat: Pick<Bag<'activities'>, 'config'>, own: Activity): Promise<void> {
  if (own.state !== 'live' || own.isPast) return
  const now = await tx.row<{ free: number }>(sql`
    select capacity - taken as free from activities.activities where id = ${own.id}`)
  if (!now || now.free < 1) return
  const placed = await tx.rows<{ id: string }>(sql`
    update activities.participants set state = 'placed', placed_at = now() where id in (
      select id from activities.participants where activity_id = ${own.id} and state = 'waiting' order by signed_up_at, id limit ${now.free}::int)
    returning id`)
  const ids = placed.map(({ id }) => id)
  if (ids.length > 0)
    await tellParticipants(tx, karat, own, {
      who: sql`p.id = any(${ids}::uuid[])`,
      template: 'activity_promoted',
      of: 'place',
    })
}
