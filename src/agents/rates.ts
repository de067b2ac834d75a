/** What agents earn and what is withheld of it: dated, by store. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'

export type Rates = { commission_ppm: number; withheld_ppm: number; withheld_unnumbered_ppm: number }

const unset = (store: string): Rates => {
  const { withheldPpm, commissionPpm } = settings.agents
  const { numbered, unnumbered } = withheldPpm[store as keyof typeof withheldPpm] ?? withheldPpm.id
  return { commission_ppm: commissionPpm, withheld_ppm: numbered, withheld_unnumbered_ppm: unnumbered }
}

/** Those in force on a day of the store, as 2026-11-26. */
export async function ratesOn(db: Queryable, store: string, day: string): Promise<Rates> {
  const row = await db.row<Rates>(sql`
    select commission_ppm, withheld_ppm, withheld_unnumbered_ppm from agents.rates
    where store = ${store} and valid_from <= ${day}::date order by valid_from desc limit 1`)
  return row ?? unset(store)
}

/** Those in force now, by the day of the store. */
export async function ratesNow(db: Queryable, karat: Pick<Bag<'agents'>, 'stores'>, code: string): Promise<Rates> {
  const row = await db.row<Rates>(sql`
    select commission_ppm, withheld_ppm, withheld_unnumbered_ppm from agents.rates
    where store = ${code} and valid_from <= (now() at time zone ${storeOf(karat, code).timeZone})::date order by valid_from desc limit 1`)
  return row ?? unset(code)
}
