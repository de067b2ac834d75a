/** Until when what a paper says of somebody is kept: the years of tax law. */
import { type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { settings } from '../settings.ts'

/** When the years of a store are over for what happened last at `last`: counted from the end of that year, by the store's own days. */
export function keptUntil({ stores }: Pick<Karat, 'stores'>, { last, store }: { last: Sql; store: Sql }): Sql {
  const { years, mostYears } = settings.papers.keep
  const codes = [...stores.keys()]
  const ofStore = codes.map((code) => years[code as keyof typeof years] ?? mostYears)
  const zones = codes.map((code) => stores.get(code)?.timeZone ?? 'UTC')
  return sql`(select (date_trunc('year', ${last} at time zone s.zone) + make_interval(years => s.years + 1)) at time zone s.zone
    from unnest(${codes}::text[], ${ofStore}::int[], ${zones}::text[]) as s(store, years, zone) where s.store = ${store})`
}
