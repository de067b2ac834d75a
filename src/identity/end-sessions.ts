/** Ending sessions: dead by the next request, on every instance. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

type Session = { memberId: string; sessionId: string }

/** Ends one session of the member. Refuses not_found when it is not theirs or has ended. */
export async function endSession(db: Queryable, { memberId, sessionId }: Session): Promise<{ ended: number }> {
  const ended = await db.run(sql`update identity.sessions set ended_at = now(), ended_because = 'ended_by_member'
    where id = ${sessionId} and member_id = ${memberId} and ended_at is null and expires_at > now()`)
  if (ended === 0) throw new Refusal('not_found')
  return { ended }
}

/** Ends every session of the member but `sessionId`. */
export async function endOtherSessions(
  db: Queryable,
  { memberId, sessionId }: Session,
  because: string,
): Promise<{ ended: number }> {
  const ended = await db.run(sql`update identity.sessions set ended_at = now(), ended_because = ${because}
    where member_id = ${memberId} and id <> ${sessionId} and ended_at is null and expires_at > now()`)
  return { ended }
}

type Ending = { memberId: string; exceptId?: string | undefined; because: string }

/** Ends every session of the member but `exceptId`, with everything that could open one by itself: sign-ins that have begun, and all devices but that session's own. */
export async function endMemberSessions(tx: Tx, { memberId, exceptId = '', because }: Ending): Promise<void> {
  await tx.run(sql`update identity.sessions set ended_at = now(), ended_because = ${because}
    where member_id = ${memberId} and id::text <> ${exceptId} and ended_at is null`)
  await tx.run(sql`update identity.sign_ins set ended_at = now() where member_id = ${memberId} and ended_at is null`)
  await tx.run(sql`delete from identity.devices where member_id = ${memberId} and token_hash not in (
    select device_hash from identity.sessions where id::text = ${exceptId} and device_hash is not null)`)
}

/** Ends every session of these stores' members, with everything that could open one by itself; how many sessions there were. */
export async function endSessionsOfAll(tx: Tx, stores: string[]): Promise<number> {
  const whose = sql`member_id in (select id from identity.members where store = any(${stores}))`
  await tx.run(sql`update identity.sign_ins set ended_at = now() where ended_at is null and ${whose}`)
  await tx.run(sql`delete from identity.devices where ${whose}`)
  return tx.run(sql`update identity.sessions set ended_at = now(), ended_because = 'ended_for_all'
    where ended_at is null and expires_at > now() and ${whose}`)
}
