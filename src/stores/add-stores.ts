import { type Queryable, sql } from '../db/database.ts'
import type { Store } from './stores.ts'

/** Opens shop fronts; the code of one that exists already is refused by the database. */
export async function addStores(tx: Queryable, stores: Store[]): Promise<void> {
  await tx.run(sql`
    insert into stores.stores (code, name, currency, currencies, time_zone, language, country, region_levels)
    select code, name, currency, currencies, "timeZone", language, country, "regionLevels"
    from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as store(code text, name text, currency text, currencies text[],
      "timeZone" text, language text, country text, "regionLevels" smallint)`)
}
