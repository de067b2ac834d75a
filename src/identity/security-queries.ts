/** What guards a member's account, and what was done to it, read. */
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { SecurityEventsView, SecurityStateView } from './security-contract.ts'

export async function getSecurityState(db: Queryable, memberId: string): Promise<SecurityStateView> {
  const row = await db.row<SecurityStateView>(sql`
    select case when pin_locked_at is not null then 'locked' when pin_hash is not null then 'set' else 'none' end as pin,
      exists (select from identity.authenticators a where a.member_id = m.id and a.confirmed_at is not null) as authenticator,
      (select count(*)::int from identity.recovery_codes r where r.member_id = m.id and r.used_at is null) as recovery_codes_left,
      (select count(*)::int from identity.passkeys p where p.member_id = m.id) as passkeys,
      (select count(*)::int from identity.sessions s where s.member_id = m.id and s.ended_at is null and s.expires_at > now()
        and s.last_used_at > now() - make_interval(secs => ${settings.session.idleSeconds})) as sessions
    from identity.members m where id = ${memberId}`)
  if (!row) throw new Refusal('not_found')
  return row
}

type EventRow = { kind: string; happenedAt: Date; device: string | null; address: string | null }

/** The newest of the member's sign-ins and of the changes to their account. */
export async function listSecurityEvents(db: Queryable, memberId: string): Promise<SecurityEventsView> {
  const rows = await db.rows<EventRow>(sql`
    (select 'signed_in' as kind, created_at as "happenedAt", device, address from identity.sessions
      where member_id = ${memberId} order by created_at desc limit ${settings.security.eventsShown})
    union all
    (select kind, happened_at, null, null from identity.security_events
      where member_id = ${memberId} order by id desc limit ${settings.security.eventsShown})
    order by "happenedAt" desc limit ${settings.security.eventsShown}`)
  return {
    events: rows.map(({ kind, happenedAt, device, address }) => ({
      kind,
      happened_at: happenedAt.toISOString(),
      device,
      address,
    })),
  }
}
