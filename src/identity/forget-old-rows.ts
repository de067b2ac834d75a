import { type Db, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

/** Deletes what has served: long-ended sessions, old codes, past rate windows, failures that count no more. */
export async function forgetOldRows(db: Db): Promise<void> {
  await db.run(
    sql`delete from identity.sessions where expires_at < now() - make_interval(days => ${settings.session.keepDays}::int)`,
  )
  await db.run(
    sql`delete from identity.security_events where happened_at < now() - make_interval(days => ${settings.security.keepEventDays}::int)`,
  )
  await db.run(sql`delete from identity.passkey_challenges where expires_at < now() - interval '1 hour'`)
  await db.run(sql`delete from identity.codes where expires_at < now() - interval '2 days'`)
  await db.run(sql`delete from identity.sendings where sent_at < now() - interval '2 days'`)
  await db.run(sql`delete from identity.sign_ins where expires_at < now() - interval '2 days'`)
  await db.run(sql`delete from identity.links where expires_at < now() - interval '2 days'`)
  await db.run(sql`delete from identity.devices
    where last_used_at < now() - make_interval(days => ${settings.devices.keepDays}::int)`)
  await db.run(sql`delete from identity.rate_windows where window_start < now() - interval '5 minutes'`)
  await db.run(sql`delete from identity.sign_in_failures where wait_until < now() and (subject like 'address:%'
    or ((failures < ${settings.signIn.lockAfter} or subject like 'name:%') and wait_until < now() - interval '30 days'))`)
}
