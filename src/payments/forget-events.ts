import { type Queryable, type Sql, sql } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { settings } from '../settings.ts'

/** What a provider calls a reference, where it may be an id of ours. */
const idIn = (reference: Sql) =>
  sql`case when ${reference} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${reference})::uuid end`

/**
 * Deletes notices that were processed long ago. One that waits or that a person has to look at stays, and so does one of a
 * payment that is open, of a refund on its way, or of a dispute that is open. How many.
 */
export const forgetEvents = (db: Queryable, atOnce?: number): Promise<number> =>
  endOld(db, {
    from: sql`payments.events old`,
    atOnce,
    old: sql`processed_at < now() - make_interval(days => ${settings.webhook.keepDays}::int)
        and not exists (select from payments.payments p
          where p.id = ${idIn(sql`coalesce(old.payload->>'reference', old.payload->'dispute'->>'reference')`)}
            and (p.state in ('created', 'pending', 'unknown') or p.disputed_minor > 0
              or exists (select from payments.refunds r where r.payment_id = p.id and r.state = 'pending')))
        and not exists (select from payments.refunds r
          where r.id = ${idIn(sql`old.payload->'refund'->>'reference'`)} and r.state = 'pending')`,
  })
