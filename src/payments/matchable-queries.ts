import { type Queryable, sql } from '../db/database.ts'
import { isOpen } from './open-payment.ts'

/** A payment as lines of a bank are compared with it. `open`: it is the way that its subject is to be paid. */
type Matchable = { id: string; memberId: string; until: Date; captured: boolean; open: boolean }

/** Of these payments by their ids. */
export async function readMatchable(db: Queryable, ids: string[]): Promise<Map<string, Matchable>> {
  const rows = await db.rows<Matchable>(sql`
    select id, member_id as "memberId", expires_at as until, state = 'captured' as captured, ${isOpen} as open
    from payments.payments where id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}
