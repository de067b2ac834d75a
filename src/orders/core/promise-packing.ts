/** The place of paid orders in the queue of packing, and the day that is promised for one (decision 0087). */
import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { leavingDay } from '../../delivery/delivery-rules.ts'
import { foldSetting, type SettingValue } from '../../stores/setting-rules.ts'
import { settingOf, timeZoneOf } from '../../stores/stores.ts'

type PackingOffer = {
  /** Paid orders of the store that are packed before it. */
  before: number
  /** In the time of the store, such as "2026-11-27". */
  by: string
}

type Queue = {
  before: number
  timeZone: string
  now: Date
  own: Partial<SettingValue<'delivery'>> | null
  days: SettingValue<'holidays'> | null
}

/** What an order of the store would be promised that is paid now; `paid`: the one that is, which does not wait for itself. */
export async function offerPacking(db: Queryable, store: string, paid: string | null = null): Promise<PackingOffer> {
  const row = await db.row<Queue>(sql`
    select count(*)::int as before, ${timeZoneOf(sql`${store}`)} as "timeZone", now() as now, ${settingOf(sql`${store}`, 'delivery')} as own,
      ${settingOf(sql`${store}`, 'holidays')} as days
    from orders.orders where store = ${store} and state = 'paid' and id is distinct from ${paid}::uuid`)
  if (!row) throw new Error(`nothing counted in ${store}`)
  const { before, timeZone, now, days } = row
  const { cut_off: cutOff, packed_a_day: aDay } = foldSetting('delivery', [row.own ?? {}])
  const holidays = foldSetting('holidays', [days ?? {}])
  return { before, by: leavingDay({ now: now.getTime(), timeZone, cutOff, holidays }, Math.floor(before / aDay)) }
}

/** Promises a day for an order that is paid in this transaction; a promised day stays (`packing_day_stays`). */
export async function promisePacking(tx: Tx, order: { id: string; store: string }): Promise<string> {
  const { by } = await offerPacking(tx, order.store, order.id)
  await tx.run(sql`update orders.orders set packed_by = ${by}::date where id = ${order.id}`)
  return by
}
