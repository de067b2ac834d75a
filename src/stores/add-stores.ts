import { type Queryable, sql } from '../db/database.ts'
import type { AnySettingValue, SettingName } from './setting-rules.ts'
import type { Store } from './stores.ts'

/** Opens shop fronts; the code of one that exists already is refused by the database. */
export async function addStores(tx: Queryable, stores: Omit<Store, 'settings'>[]): Promise<void> {
  await tx.run(sql`
    insert into stores.stores (code, name, currency, currencies, time_zone, language, country, region_levels)
    select code, name, currency, currencies, "timeZone", language, country, "regionLevels"
    from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as store(code text, name text, currency text, currencies text[],
      "timeZone" text, language text, country text, "regionLevels" smallint)`)
}

type NewSetting = {
  store: string
  name: SettingName
  value: AnySettingValue
  /** When it comes into force; null: now. */
  from: Date | null
  by: string
  reason: string
}

/** In force from its moment on; every instance hears of it with the commit. What was in force before stays as history. */
export async function insertSetting(
  tx: Queryable,
  { store, name, value, from, by, reason }: NewSetting,
): Promise<void> {
  await tx.run(sql`
    insert into stores.settings (store, name, value, from_at, set_by, reason)
    values (${store}, ${name}, ${JSON.stringify(value)}::jsonb, greatest(coalesce(${from}::timestamptz, now()), now()), ${by}, ${reason})`)
}
