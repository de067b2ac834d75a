/** Shop fronts. They change only by migration or by staff, so every instance keeps them in memory. */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'

export type Store = {
  code: string
  name: string
  currency: Currency
  currencies: Currency[]
  timeZone: string
  language: string
  country: string
  /** How many levels of administrative regions an address of this store names, from the province down. */
  regionLevels: number
}

export const DEFAULT_STORE = 'id'

/** Every store by its code. */
export async function readStores(db: Queryable): Promise<Map<string, Store>> {
  const rows = await db.rows<Store>(sql`
    select code, name, currency, currencies, time_zone as "timeZone", language, country, region_levels as "regionLevels"
    from stores.stores order by code`)
  return new Map(rows.map((store) => [store.code, store]))
}

/** What a store sells in, as an SQL expression. */
export const currencyOf = (code: Sql): Sql => sql`(select currency from stores.stores where code = ${code})`

/** Whose days and hours a store goes by, as an SQL expression. */
export const timeZoneOf = (code: Sql): Sql => sql`(select time_zone from stores.stores where code = ${code})`

/** As letters call it. */
export async function nameOfStore(db: Queryable, code: string): Promise<string> {
  const row = await db.row<{ name: string }>(sql`select name from stores.stores where code = ${code}`)
  if (!row) throw new Error(`there is no store ${code}`)
  return row.name
}

/** A store that is known to be there. */
export function storeOf({ stores }: { stores: Map<string, Store> }, code: string): Store {
  const store = stores.get(code)
  if (!store) throw new Error(`there is no store ${code}`)
  return store
}
