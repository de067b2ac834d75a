import { type Queryable, sql } from '../db/database.ts'
import type { AnySettingValue, SettingName } from './setting-rules.ts'
import type { StoreRow } from './stores.ts'

/** Opens shop fronts; the code of one that exists already is refused by the database. An open one is a demonstration, which may offer everything. */
export async function addStores(tx: Queryable, stores: StoreRow[]): Promise<void> {
  await tx.run(sql`
    insert into stores.stores (code, name, currency, currencies, time_zone, language, country, region_levels, opened_at, opened_by, opened_because)
    select code, name, currency, currencies, "timeZone", language, country, "regionLevels",
      case when open then now() end, case when open then 'demo' end, case when open then 'the demonstration' end
    from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as store(code text, name text, currency text, currencies text[],
      "timeZone" text, language text, country text, "regionLevels" smallint, open boolean)`)
  for (const { code, open } of stores) if (open) await tx.row(sql`select stores.demonstrate(${code})`)
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

/** It sells from now on, for good. False where it did already. */
export const markOpened = async (tx: Queryable, { store, by, reason }: { store: string; by: string; reason: string }) =>
  (await tx.run(sql`update stores.stores set opened_at = now(), opened_by = ${by}, opened_because = ${reason}
    where code = ${store} and opened_at is null`)) === 1
