import { type Queryable, sql } from '../db/database.ts'

/** Whether a banner or a piece of news, shown or not, has this picture. */
export async function isNamedInContent(db: Queryable, name: string): Promise<boolean> {
  const named = await db.row(sql`
    select 1 as one from content.banners where image = ${name} union all select 1 from content.news where image = ${name} limit 1`)
  return named !== undefined
}
