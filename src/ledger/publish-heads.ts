/** The ends of the chains, kept apart and shown outside, so that nobody can cut the last transfers off unseen. */
import { type Db, type Queryable, sql } from '../db/database.ts'

type PublishedHeads = {
  published_at: Date
  heads: { shard: number; seq: number; hash: string }[]
  /** SHA-256 of the heads, in hex: the line to print, mail or hand to an auditor. */
  digest: string
}

/** Keeps a copy of every chain's head as it is now; the database itself fills it in. */
export async function publishHeads(db: Queryable): Promise<PublishedHeads> {
  const published = await db.row<PublishedHeads>(sql`
    insert into ledger.published_heads default values returning published_at, heads, digest`)
  if (!published) throw new Error('the heads were not published')
  return published
}

const ONE_PUBLISHER = 7_240_002

/** Publishes unless it happened today (UTC) or another process is at it; null then. */
export const publishDailyHeads = (db: Db): Promise<PublishedHeads | null> =>
  db.transaction(async (tx) => {
    const due = await tx.row<{ due: boolean }>(sql`
      select pg_try_advisory_xact_lock(${ONE_PUBLISHER}) and not exists (
        select from ledger.published_heads where published_at >= date_trunc('day', now(), 'UTC')) as due`)
    return due?.due ? publishHeads(tx) : null
  })
