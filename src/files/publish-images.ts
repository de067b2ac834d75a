import { type Queryable, sql } from '../db/database.ts'

/** Lets everybody see pictures that are in use. */
export async function publishImages(tx: Queryable, ids: string[]): Promise<void> {
  await tx.run(
    sql`update files.images set published_at = now() where id = any(${ids}::uuid[]) and published_at is null`,
  )
}

/** Takes pictures out of the public's sight again; their owner still sees them. */
export async function withdrawImages(tx: Queryable, ids: string[]): Promise<void> {
  await tx.run(sql`update files.images set published_at = null where id = any(${ids}::uuid[])`)
}
