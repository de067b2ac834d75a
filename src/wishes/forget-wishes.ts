import { type Queryable, sql, type Tx } from '../db/database.ts'

/** Forgets what a member wished for and asked to be told of. */
export async function forgetWishes(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from wishes.wishes where member_id = ${memberId}`)
  await tx.run(sql`delete from wishes.back_notices where member_id = ${memberId}`)
}

/** What this area holds about a member, for the copy that they may ask for. */
export async function heldByWishes(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [wished, notices] = await Promise.all([
    db.rows(
      sql`select store, sku_id, price_when_added_minor, currency, added_at from wishes.wishes where member_id = ${memberId} order by added_at`,
    ),
    db.rows(
      sql`select store, sku_id, asked_at, told_at from wishes.back_notices where member_id = ${memberId} order by id`,
    ),
  ])
  return { wished, notices }
}
