import { sql, type Tx } from '../db/database.ts'
import { maskName } from '../identity/masking-rules.ts'
import { namesOfMembers } from '../identity/member-name-queries.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { AttendedView } from './contract.ts'
import { holdOwn } from './hold-activity.ts'
import { type ParticipantState, readTicket } from './participant-rules.ts'

type Found = {
  id: string
  memberId: string | null
  name: string | null
  state: ParticipantState
  attendedAt: Date | null
}

/**
 * The holder counts who came, by the ticket that they scan or type: once, however often it is shown.
 *
 * Refuses not_found for whoever is not the holder; activity_ticket_unknown; activity_ticket_without_place for one that waits or was given back.
 */
export const countAttendance = (
  karat: Bag<'activities'>,
  memberId: string,
  { activityId, typed }: { activityId: string; typed: string },
): Promise<AttendedView> =>
  karat.db.transaction(async (tx) => {
    const own = await holdOwn(tx, memberId, activityId)
    const ticket = readTicket(typed)
    const found = ticket === null ? undefined : await findTicket(tx, activityId, ticket)
    if (!found) throw new Refusal('activity_ticket_unknown')
    if (found.state !== 'placed') throw new Refusal('activity_ticket_without_place')
    const first = await tx.row<{ at: Date }>(sql`
      update activities.participants set attended_at = now() where id = ${found.id} and attended_at is null returning attended_at as at`)
    const [names, counted] = await Promise.all([
      namesOfMembers(tx, found.memberId ? [found.memberId] : []),
      tx.row<{ attended: number }>(sql`
        select count(*)::int as attended from activities.participants where activity_id = ${activityId} and attended_at is not null`),
    ])
    const at = first?.at ?? found.attendedAt
    if (!at) throw new Error('a ticket was counted without a time')
    const name = found.memberId ? (names.get(found.memberId) ?? '') : (found.name ?? '')
    return {
      ...{ name: maskName(name), again: first === undefined, at: at.toISOString() },
      ...{ attended: counted?.attended ?? 0, taken: own.taken },
    }
  })

const findTicket = (tx: Tx, activityId: string, ticket: string): Promise<Found | undefined> =>
  tx.row(sql`
    select id, member_id as "memberId", name, state, attended_at as "attendedAt" from activities.participants
    where activity_id = ${activityId} and ticket = ${ticket}`)
