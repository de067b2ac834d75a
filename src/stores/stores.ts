/** Shop fronts. They change by staff alone, so every instance keeps them in memory (store-memory.ts). */
import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Currency } from '../money/money.ts'
import { type Feature, type Features, features } from './feature-rules.ts'
import { foldSetting, type SettingName, type StoreSettings } from './setting-rules.ts'

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
  /** Whether it sells: before it is opened it is only looked at. */
  open: boolean
  /** What it says of itself and goes by at this moment. */
  settings: StoreSettings
  /** What it may offer at this moment. */
  features: Features
  /** What it may offer, or once might: members may have something of it. */
  had: Features
}
/** As it stands in its row. */
export type StoreRow = Omit<Store, 'settings' | 'features' | 'had'>

export const DEFAULT_STORE = 'id'

/** The store of whoever has chosen none: the usual one, else the first. Undefined before there is any. */
export const usualStore = (stores: ReadonlyMap<string, Store>): Store | undefined =>
  stores.get(DEFAULT_STORE) ?? stores.values().next().value

/** What a store calls itself at the head of pages, letters and papers. */
export const brandOf = (store: Pick<Store, 'name' | 'settings'>): string => store.settings.house.brand || store.name

/** The same by its code; the first one where there is none of it, and the software before there is any. */
export function brandIn(stores: ReadonlyMap<string, Store>, code = ''): string {
  const store = stores.get(code) ?? usualStore(stores)
  return store ? brandOf(store) : 'Karat'
}

/** Every store by its code, with the settings in force. */
export async function readStores(db: Queryable): Promise<Map<string, Store>> {
  const [rows, said, allowed] = await Promise.all([
    db.rows<StoreRow>(sql`
      select code, name, currency, currencies, time_zone as "timeZone", language, country, region_levels as "regionLevels", opened_at is not null as open
      from stores.stores order by code`),
    db.rows<{ store: string; name: string; value: object }>(
      sql`select store, name, value from stores.settings where from_at <= now() order by from_at, id`,
    ),
    db.rows<{ store: string; feature: Feature; on: boolean }>(
      sql`select store, feature, bool_or(ended_at is null and (until_at is null or until_at > now())) as on
        from stores.licences group by store, feature`,
    ),
  ])
  const allowedOf = (code: string) => {
    const own = new Map(allowed.filter(({ store }) => store === code).map(({ feature, on }) => [feature, on]))
    return {
      features: Object.fromEntries(features.map((feature) => [feature, own.get(feature) ?? false])) as Features,
      had: Object.fromEntries(features.map((feature) => [feature, own.has(feature)])) as Features,
    }
  }
  const own = Map.groupBy(said, ({ store }) => store)
  return new Map(
    rows.map((store) => {
      const { code } = store
      return [code, { ...store, settings: settingsOf(own.get(code) ?? []), ...allowedOf(code) }]
    }),
  )
}

function settingsOf(said: { name: string; value: object }[]): StoreSettings {
  const rows = Map.groupBy(said, ({ name }) => name)
  const of = <N extends SettingName>(name: N) => foldSetting(name, rows.get(name)?.map(({ value }) => value) ?? [])
  return {
    house: of('house'),
    delivery: of('delivery'),
    selling: of('selling'),
    orders: of('orders'),
    limits: of('limits'),
    ...{ pay_card: of('pay_card'), pay_va: of('pay_va'), pay_qris: of('pay_qris') },
    ...{ pay_transfer: of('pay_transfer'), pay_counter: of('pay_counter'), pay_plans: of('pay_plans') },
    members: of('members'),
    approvals: of('approvals'),
    taxes: of('taxes'),
    complaints: of('complaints'),
    ...{ holidays: of('holidays'), zones: of('zones'), couriers: of('couriers'), causes: of('causes') },
  }
}

/** What a store sells in, as an SQL expression. */
export const currencyOf = (code: Sql): Sql => sql`(select currency from stores.stores where code = ${code})`

/** What a store has said under a name, as it is in force in this transaction; null where it has said nothing. An SQL expression for foldSetting. A column as `code` is named with its table: `store` is one of the inner table too. */
export const settingOf = (code: Sql, name: SettingName): Sql => sql`(
  select jsonb_object_agg(said.key, said.value order by s.from_at, s.id) from stores.settings s, jsonb_each(s.value) as said
  where s.store = ${code} and s.name = ${name} and s.from_at <= now())`

/** The same for several names in one reading: an object with those that the store has said something under. */
export const settingsSaid = (code: Sql, names: SettingName[]): Sql => sql`(
  select coalesce(jsonb_object_agg(own.name, own.value), '{}') from (
    select s.name, jsonb_object_agg(said.key, said.value order by s.from_at, s.id) as value
    from stores.settings s, jsonb_each(s.value) as said
    where s.store = ${code} and s.name = any(${names}::text[]) and s.from_at <= now() group by s.name) own)`

/** What settingsSaid reads. */
export type SettingsSaid = { [N in SettingName]?: Partial<StoreSettings[N]> }
/** Whether a day is among the holidays that `settingOf` gave, an SQL expression. */
export const isHoliday = (said: Sql, day: Sql): Sql =>
  sql`coalesce(${said} ->> to_char(${day}, 'YYYY-MM-DD'), '') <> ''`

/** Whether a store sells, held as it is until this transaction ends. */
export async function isOpenHeld(tx: Queryable, code: string): Promise<boolean> {
  const row = await tx.row<{ open: boolean }>(
    sql`select opened_at is not null as open from stores.stores where code = ${code} for share`,
  )
  return row?.open === true
}

/** Whether a store may offer it, held as it is until the transaction of the statement ends, as an SQL expression. */
export const isOn = (code: Sql, feature: Feature): Sql => sql`stores.is_on(${code}, ${feature})`

export type SaidRow = {
  id: bigint
  name: string
  value: Record<string, string | number>
  fromAt: Date
  setAt: Date
  setBy: string
  reason: string
}

/** What was set, the newest first. */
export const listSettings = (db: Queryable, code: string): Promise<SaidRow[]> =>
  db.rows<SaidRow>(sql`
    select id, name, value, from_at as "fromAt", set_at as "setAt", set_by as "setBy", reason
    from stores.settings where store = ${code} order by from_at desc, id desc`)

/** The first moment of a day such as "2026-12-01" in a zone, as an SQL expression. */
export const startOfDay = (day: string, timeZone: string): Sql =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`

/** The first moment after a day, on days of 23 and of 25 hours too. */
export const endOfDay = (day: string, timeZone: string): Sql =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`

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
