/** Rounds of requests about data: those that were kept long enough. */
import { type Queryable, sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { everySeconds, type Worker } from '../db/rounds.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'

const EVERY_SECONDS = 3600

export const startRightsWorker = (karat: Bag<'rights'>): Worker =>
  everySeconds(
    EVERY_SECONDS,
    async () => {
      const requests = await deleteOldRequests(karat.db)
      if (requests > 0) karat.log.info({ event: 'data_requests_deleted', requests }, 'kept long enough')
    },
    (error) => karat.log.error({ err: error }, 'a round of requests about data failed'),
  )

/** Deletes requests that were decided so long ago that they prove nothing any more; how many. */
export const deleteOldRequests = (db: Queryable): Promise<number> =>
  endOld(db, {
    from: sql`rights.requests`,
    old: sql`decided_at < now() - make_interval(years => ${settings.rights.keepProofYears}::int)`,
  })
