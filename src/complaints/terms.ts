/** By when, and under which number: as the store says in the transaction that asks. */
import { type Queryable, sql, type Tx } from '../db/database.ts'
import { foldSetting, type SettingValue } from '../stores/setting-rules.ts'
import { type SettingsSaid, settingsSaid, timeZoneOf } from '../stores/stores.ts'
import { workingDaysAfter } from '../stores/working-day-rules.ts'
import type { OutsideBodyView } from './contract.ts'

type Terms = {
  own: SettingValue<'complaints'>
  /** In the zone of the store, such as "2026-11-28". */
  today: string
  /** The day so many working days from today, or from the day that was asked about. */
  dayAfter: (days: number) => string
}

export async function readTerms(db: Queryable, store: string, from?: string): Promise<Terms> {
  const row = await db.row<{ said: SettingsSaid; today: string }>(sql`
    select ${settingsSaid(sql`${store}`, ['complaints', 'holidays'])} as said,
      to_char(now() at time zone ${timeZoneOf(sql`${store}`)}, 'YYYY-MM-DD') as today`)
  if (!row) throw new Error(`nothing is known of ${store}`)
  const { said, today } = row
  const holidays = foldSetting('holidays', [said.holidays ?? {}])
  return {
    own: foldSetting('complaints', [said.complaints ?? {}]),
    today,
    dayAfter: (days) => workingDaysAfter(from ?? today, days, holidays),
  }
}

/** Null where the store names none. */
export const bodyOf = ({ body, body_address, body_contact }: SettingValue<'complaints'>): OutsideBodyView | null =>
  body ? { name: body, address: body_address, contact: body_contact } : null

/**
 * The next number of the store in its year. Until the commit every other complaint of the store waits for it: called last of all, so
 * that a number that is taken is written.
 */
export async function nextNumber(tx: Tx, store: string, year: number): Promise<number> {
  const row = await tx.row<{ number: number }>(sql`
    insert into complaints.counters as c (store, year, last) values (${store}, ${year}::smallint, 1)
    on conflict (store, year) do update set last = c.last + 1 returning last as number`)
  if (!row) throw new Error('the counter of complaints gave no number')
  return row.number
}
