import { type Queryable, sql } from './database.ts'

/** The database is that of a demonstration from now on: its books may hold a made-up past (decision 0066). Only the owner can say so. */
export const markDemonstration = (owner: Queryable): Promise<number> =>
  owner.run(sql`insert into foundation.demonstration default values on conflict do nothing`)
