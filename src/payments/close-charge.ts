/** Charges that are to take no more money: written down with the reason for it, carried out and tried again afterwards. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { endOld } from '../db/in-steps.ts'
import { settings } from '../settings.ts'
import type { Payment } from './contract.ts'

/** Whatever is open for a subject is to be closed at its provider once this transaction has committed. Waits for nobody. */
export const wantChargesClosed = (tx: Tx, subjectId: string): Promise<number> =>
  tx.run(sql`insert into payments.closings (subject_id) values (${subjectId}) on conflict (subject_id) do nothing`)

/** Open payments whose charge is to be closed now; each is put off, twice as long each time, before its provider is asked. */
export const takePaymentsToClose = (db: Queryable): Promise<Payment[]> =>
  db.rows<Payment>(sql`
    with due as (
      select c.subject_id from payments.closings c join payments.payments p on p.subject_id = c.subject_id
      where c.next_try_at <= now() and p.state in ('created', 'pending', 'unknown')
      order by c.next_try_at limit 50 for update of c skip locked
    ), put_off as (
      update payments.closings c set tries = least(tries + 1, 30000),
        next_try_at = now() + least(interval '5 seconds' * power(2, least(tries, 10)), make_interval(secs => ${settings.provider.slowestCloseSeconds}::int))
      from due where c.subject_id = due.subject_id returning c.subject_id)
    select p.* from payments.payments p join put_off using (subject_id) where p.state in ('created', 'pending', 'unknown')`)

/** Intentions that have nothing left to close; a payment may still be opened by whoever looked just before the end. */
export const forgetClosings = (db: Queryable): Promise<number> =>
  endOld(db, {
    from: sql`payments.closings c`,
    old: sql`wanted_at < now() - make_interval(secs => ${settings.provider.keepClosingSeconds}::int)
      and not exists (select from payments.payments p
        where p.subject_id = c.subject_id and p.state in ('created', 'pending', 'unknown'))`,
  })
