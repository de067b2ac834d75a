import { type Db, sql } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { settings } from '../settings.ts'

const twoDaysAgo = sql`now() - interval '2 days'`

const served = [
  {
    from: sql`identity.sessions`,
    old: sql`expires_at < now() - make_interval(days => ${settings.session.keepDays}::int)`,
  },
  {
    from: sql`identity.security_events`,
    old: sql`happened_at < now() - make_interval(days => ${settings.security.keepEventDays}::int)`,
  },
  { from: sql`identity.passkey_challenges`, old: sql`expires_at < now() - interval '1 hour'` },
  { from: sql`identity.codes`, old: sql`expires_at < ${twoDaysAgo}` },
  { from: sql`identity.sendings`, old: sql`sent_at < ${twoDaysAgo}` },
  { from: sql`identity.sign_ins`, old: sql`expires_at < ${twoDaysAgo}` },
  { from: sql`identity.links`, old: sql`expires_at < ${twoDaysAgo}` },
  {
    from: sql`identity.devices`,
    old: sql`last_used_at < now() - make_interval(days => ${settings.devices.keepDays}::int)`,
  },
  { from: sql`identity.rate_windows`, old: sql`window_start < now() - interval '5 minutes'` },
  {
    from: sql`identity.sign_in_failures`,
    old: sql`wait_until < now() and (subject like 'address:%'
      or ((failures < ${settings.signIn.lockAfter} or subject like 'name:%') and wait_until < now() - interval '30 days'))`,
  },
]

/** Deletes what has served: long-ended sessions, old codes, past rate windows, failures that count no more. */
export const forgetOldRows = (db: Db): Promise<number> => goThrough(served, (kind) => endOld(db, kind))
