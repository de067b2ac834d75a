import { type Db, sql } from '../db/database.ts'
import { settings } from '../settings.ts'

/** Nobody ends a QR code: its own time does. */
const endedAt = sql`coalesce(decided_at, case when method = 'qris' then expires_at end)`

/** Deletes payouts that were decided long ago, with their notices. How many. */
export const forgetPayouts = (db: Db, atOnce = 500): Promise<number> =>
  db.transaction(async (tx) => {
    const over = await tx.rows<{ id: string }>(sql`
      select id from sandbox.payouts where decided_at < now() - make_interval(days => ${settings.sandbox.keepDays}::int) and return_at is null
      order by decided_at limit ${atOnce}::int for update skip locked`)
    const ids = over.map(({ id }) => id)
    await tx.run(sql`delete from sandbox.notices where payout_id = any(${ids}::text[])`)
    return tx.run(sql`delete from sandbox.payouts where id = any(${ids}::text[])`)
  })

/** Deletes mandates that ended long ago and have no charges left, with their notices. How many. */
export const forgetMandates = (db: Db, atOnce = 500): Promise<number> =>
  db.transaction(async (tx) => {
    const over = await tx.rows<{ id: string }>(sql`
      select id from sandbox.mandates m where ended_at < now() - make_interval(days => ${settings.sandbox.keepDays}::int)
        and not exists (select from sandbox.charges c where c.mandate_id = m.id)
      order by ended_at limit ${atOnce}::int for update skip locked`)
    const ids = over.map(({ id }) => id)
    await tx.run(sql`delete from sandbox.notices where mandate_id = any(${ids}::text[])`)
    return tx.run(sql`delete from sandbox.mandates where id = any(${ids}::text[])`)
  })

/** Deletes charges that ended long ago, with their notices, refunds and disputes; one of which anything is still open stays. How many. */
export const forgetCharges = (db: Db, atOnce = 500): Promise<number> =>
  db.transaction(async (tx) => {
    const over = await tx.rows<{ id: string }>(sql`
      select id from sandbox.charges c where ${endedAt} < now() - make_interval(days => ${settings.sandbox.keepDays}::int)
        and correct_at is null and dispute_at is null
        and not exists (select from sandbox.refunds r where r.charge_id = c.id and r.state = 'pending')
        and not exists (select from sandbox.disputes d where d.charge_id = c.id and (d.state = 'open' or d.turn_at is not null))
      order by ${endedAt} limit ${atOnce}::int for update skip locked`)
    const ids = over.map(({ id }) => id)
    await tx.run(sql`delete from sandbox.notices where charge_id = any(${ids}::text[])`)
    await tx.run(sql`delete from sandbox.refunds where charge_id = any(${ids}::text[])`)
    await tx.run(sql`delete from sandbox.disputes where charge_id = any(${ids}::text[])`)
    return tx.run(sql`delete from sandbox.charges where id = any(${ids}::text[])`)
  })
