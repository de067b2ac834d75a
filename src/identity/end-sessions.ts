/** Ending sessions: dead by the next request, on every instance. */
import { type Queryable, type Sql, sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

type Session = { memberId: string; sessionId: string }

/** Ends the session that asks; the browser stays known. Refuses not_found when it has ended. */
export async function endOwnSession(db: Queryable, session: Session): Promise<{ ended: number }> {
  return { ended: (await endOne(db, session)) ? 1 : 0 }
}

async function endOne(db: Queryable, { memberId, sessionId }: Session): Promise<{ device: Buffer | null }> {
  const ended = await db.row<{ device: Buffer | null }>(sql`
    update identity.sessions set ended_at = now(), ended_because = 'ended_by_member'
    where id = ${sessionId} and member_id = ${memberId} and ended_at is null and expires_at > now()
    returning device_hash as device`)
  if (!ended) throw new Refusal('not_found')
  return ended
}

/**
 * Ends one session of the member; its browser is not known any more. Refuses not_found when it is not theirs or has ended.
 */
export async function endSession(tx: Tx, session: Session): Promise<{ ended: number }> {
  const { device } = await endOne(tx, session)
  if (device) await forgetDevices(tx, sql`member_id = ${session.memberId} and token_hash = ${device}`)
  return { ended: 1 }
}

/** Ends every session of the member but `sessionId`, with sign-ins that have begun, and forgets the browsers of the others. */
export async function endOtherSessions(
  tx: Tx,
  { memberId, sessionId }: Session,
  because: string,
): Promise<{ ended: number }> {
  return { ended: await endMemberSessions(tx, { memberId, exceptId: sessionId, because }) }
}

/** A browser that is forgotten is asked for a second step again. */
const forgetDevices = (tx: Tx, whose: Sql) =>
  tx.run(sql`update identity.devices set ended_at = clock_timestamp() where ended_at is null and ${whose}`)

type Ending = { memberId: string; exceptId?: string | undefined; because: string }

/**
 * Ends every session of the member but `exceptId`, with everything that could open one by itself: sign-ins that have begun, and
 * all known browsers but that session's own. Answers how many living sessions there were.
 */
export async function endMemberSessions(tx: Tx, { memberId, exceptId = '', because }: Ending): Promise<number> {
  const ended = await tx.rows<{
    alive: boolean
  }>(sql`update identity.sessions set ended_at = now(), ended_because = ${because}
    where member_id = ${memberId} and id::text <> ${exceptId} and ended_at is null returning expires_at > now() as alive`)
  await tx.run(sql`update identity.sign_ins set ended_at = now() where member_id = ${memberId} and ended_at is null`)
  await forgetDevices(
    tx,
    sql`member_id = ${memberId} and token_hash not in (
      select device_hash from identity.sessions where id::text = ${exceptId} and device_hash is not null)`,
  )
  return ended.filter(({ alive }) => alive).length
}

/** Ends every session of these stores' members, with everything that could open one by itself; how many sessions there were. */
export async function endSessionsOfAll(tx: Tx, stores: string[]): Promise<number> {
  const whose = sql`member_id in (select id from identity.members where store = any(${stores}))`
  await tx.run(sql`update identity.sign_ins set ended_at = now() where ended_at is null and ${whose}`)
  await forgetDevices(tx, whose)
  return tx.run(sql`update identity.sessions set ended_at = now(), ended_because = 'ended_for_all'
    where ended_at is null and expires_at > now() and ${whose}`)
}
