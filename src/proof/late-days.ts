/** Days that are not published when they should be: said to everybody, and told to the staff once. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { giveNotice } from '../staff/notices/give-notice.ts'
import { nameOfStore, type Store } from '../stores/stores.ts'

const isOver = (dueAt: ReturnType<typeof sql>, lateSeconds: number) =>
  sql`${dueAt} < clock_timestamp() - make_interval(secs => ${lateSeconds}::int)`

/** Whether a whole date of the store has no day, whatever the plan says. */
const isMissed = (newest: Sql, timeZone: string) =>
  sql`${newest} < (clock_timestamp() at time zone ${timeZone}::text)::date - 1`

/** Whether the day that is due is late, or a whole date has none, whatever the plan says. Not before the first day. */
export async function isLate(
  db: Queryable,
  { code, timeZone }: Pick<Store, 'code' | 'timeZone'>,
  lateSeconds: number,
): Promise<boolean> {
  const row = await db.row<{ late: boolean }>(sql`
    select newest.date is not null and (${isOver(sql`plan.due_at`, lateSeconds)}
      or ${isMissed(sql`newest.date`, timeZone)}) as late
    from (select max(date) as date from proof.days where store = ${code}) as newest
    left join proof.plans plan on plan.store = ${code}`)
  return row?.late ?? false
}

/**
 * The staff are told that the day that is due is late, one that is made not published, or a date without one, once for each day, by one of any
 * number of instances.
 */
export const tellLateDay = (
  { db, settings }: Pick<Bag<'proof'>, 'db' | 'settings'>,
  { code, timeZone }: Store,
): Promise<void> =>
  db.transaction(async (tx) => {
    const first = await tx.run(sql`
      update proof.plans set told_at = clock_timestamp()
      where store = ${code} and told_at is null and (${isOver(sql`due_at`, settings.proof.lateSeconds)}
        or ${isMissed(sql`(select max(date) from proof.days where store = ${code})`, timeZone)} or exists (
        select from proof.prepared p where p.store = ${code} and ${isOver(sql`p.at`, settings.proof.cosignSeconds + settings.proof.lateSeconds)}))`)
    if (first === 0) return
    const values = { shop: await nameOfStore(tx, code), code }
    const letter = { template: 'alarm_proof', values, store: code } as const
    await giveNotice(tx, 'proof_late', { subject: { id: code, number: values.shop }, store: code }, letter)
  })
