/** Sweeps what the staff's sign-in leaves behind, and notices that are old. */

import { sql } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'

const EVERY_SECONDS = 600

const served = [
  { from: sql`staff.challenges`, old: sql`expires_at < now() - interval '1 day'` },
  { from: sql`staff.invitations`, old: sql`expires_at < now() - interval '30 days'` },
  {
    from: sql`staff.sessions`,
    old: sql`expires_at < now() - make_interval(days => ${settings.session.keepDays}::int)`,
  },
  {
    from: sql`staff.notices`,
    old: sql`happened_at < now() - make_interval(days => ${settings.staff.noticeDays}::int)`,
  },
  {
    // Of requests for a second person that have expired: nobody decides them any more.
    from: sql`staff.notices`,
    old: sql`said = 'approval_waits' and over_at is null
      and exists (select from staff.approvals a where a.id = occasion and a.expires_at <= now())`,
    end: sql`update staff.notices set over_at = now()`,
  },
  { from: sql`staff.told`, old: sql`over_at is not null and told_at < now() - interval '2 days'` },
  {
    from: sql`staff.sign_in_failures`,
    old: sql`wait_until < now() and (subject like 'address:%'
      or (failures < ${settings.signIn.lockAfter} and wait_until < now() - interval '30 days'))`,
  },
]

/** How many rows were deleted or ended. */
export const sweepStaff = ({ db }: Pick<Bag<'staff'>, 'db'>): Promise<number> =>
  goThrough(served, (kind) => endOld(db, kind))

export function startStaffWorker({ db, log }: Bag<'staff'>): Worker {
  return everySeconds(
    EVERY_SECONDS,
    () => sweepStaff({ db }),
    (error) => log.error({ err: error }, 'the sweep of staff failed'),
  )
}
