/** The couriers of a store, as it is said in this transaction. */
import { type Queryable, sql } from '../../db/database.ts'
import { problem } from '../../locale/field-rules.ts'
import { invalidInput } from '../../refusals.ts'
import { courierName, servingCouriers } from '../../stores/courier-rules.ts'
import type { RowValues } from '../../stores/list-row-rules.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { settingOf } from '../../stores/stores.ts'

async function readCouriers(db: Queryable, store: string): Promise<RowValues> {
  const row = await db.row<{ said: RowValues | null }>(sql`select ${settingOf(sql`${store}`, 'couriers')} as said`)
  return foldSetting('couriers', [row?.said ?? {}])
}

/** Its name. Refuses invalid_input (carrier) for a courier that the store does not give parcels to. */
export async function requireCourier(db: Queryable, store: string, code: string | undefined): Promise<string> {
  const courier = servingCouriers(await readCouriers(db, store)).find((one) => one.code === code)
  if (!courier) throw invalidInput({ carrier: problem('office_courier') })
  return courier.name
}

/** Also of one that parcels are no longer given to. */
export const nameOfCourier = async (db: Queryable, store: string, code: string): Promise<string> =>
  courierName(await readCouriers(db, store), code)
