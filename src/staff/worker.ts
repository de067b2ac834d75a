/** Sweeps what the staff's sign-in leaves behind. */

import { sql } from '../db/database.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'

const EVERY_SECONDS = 600

export function startStaffWorker({ db, log }: Karat): Worker {
  return everySeconds(
    EVERY_SECONDS,
    async () => {
      await db.run(sql`delete from staff.challenges where expires_at < now() - interval '1 day'`)
      await db.run(sql`delete from staff.invitations where expires_at < now() - interval '30 days'`)
      await db.run(sql`delete from staff.sessions
        where expires_at < now() - make_interval(days => ${settings.session.keepDays}::int)`)
      await db.run(sql`delete from staff.sign_in_failures where wait_until < now() and (subject like 'address:%'
        or (failures < ${settings.signIn.lockAfter} and wait_until < now() - interval '30 days'))`)
    },
    (error) => log.error({ err: error }, 'the sweep of staff failed'),
  )
}
