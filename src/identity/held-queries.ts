/** What this area holds about a member, for the copy that they may ask for. No hash, no token, no secret. */
import { type Queryable, sql } from '../db/database.ts'

export async function heldByIdentity(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [account, sessions, devices, passkeys, events, factors, agreements] = await Promise.all([
    db.row(sql`select id, code, name, email, mobile, store, language, agreement_version, invited_by, referred_by, created_at,
      pin_hash is not null as has_pin, frozen_at, frozen_by from identity.members where id = ${memberId}`),
    db.rows(sql`select device, address, created_at, last_used_at, expires_at, ended_at, ended_because from identity.sessions
      where member_id = ${memberId} order by created_at`),
    db.rows(
      sql`select name, created_at, last_used_at, ended_at from identity.devices where member_id = ${memberId} order by created_at`,
    ),
    db.rows(
      sql`select name, created_at, last_used_at from identity.passkeys where member_id = ${memberId} order by created_at`,
    ),
    db.rows(sql`select kind, happened_at from identity.security_events where member_id = ${memberId} order by id`),
    db.row(sql`select exists (select from identity.authenticators where member_id = ${memberId} and confirmed_at is not null) as authenticator_app,
      (select count(*)::int from identity.recovery_codes where member_id = ${memberId} and used_at is null) as recovery_codes_left`),
    db.rows(sql`select store, version, accepted_at from identity.agreement_acceptances
      where member_id = ${memberId} order by accepted_at`),
  ])
  return {
    ...{ account, sessions, known_devices: devices, passkeys, account_events: events },
    ...{ second_factors: factors, unlockings: await unlockingsOf(db, memberId) },
    agreements_accepted: agreements,
  }
}

const unlockingsOf = (db: Queryable, memberId: string) =>
  db.rows(sql`select unlocked_at, address from identity.unlocks where member_id = ${memberId} order by id`)
