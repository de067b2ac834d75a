/** Rounds of complaints: what was said is forgotten when it was kept long enough. */
import { type Db, sql } from '../db/database.ts'
import { endOld, goThrough } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'

const EVERY_SECONDS = 3600

export const startComplaintsWorker = (karat: Bag<'complaints'>): Worker =>
  everySeconds(
    EVERY_SECONDS,
    async () => {
      const forgotten = await forgetComplaints(karat.db)
      if (forgotten > 0) karat.log.info({ event: 'complaints_forgotten', forgotten }, 'kept long enough')
    },
    (error) => karat.log.error({ err: error }, 'a round of complaints failed'),
  )

const over = sql`decided_at < now() - make_interval(years => ${settings.complaints.keepYears}::int)`
const kinds = [
  {
    from: sql`complaints.events`,
    old: sql`(text <> '' or done <> '') and complaint_id in (select id from complaints.complaints where ${over})`,
    end: sql`update complaints.events set text = '', done = ''`,
  },
  {
    from: sql`complaints.complaints`,
    old: sql`(text <> '' or wish <> '') and ${over}`,
    end: sql`update complaints.complaints set text = '', wish = ''`,
  },
]

/** Leaves the line of the register, without a word of anybody; how many rows were emptied. */
export const forgetComplaints = (db: Db): Promise<number> => goThrough(kinds, (kind) => endOld(db, kind))
