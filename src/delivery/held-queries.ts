/** What this area holds about a member, for the copy that they may ask for. */
import { type Queryable, sql } from '../db/database.ts'

export const addressesHeld = (db: Queryable, memberId: string) =>
  db.rows<Record<string, unknown>>(sql`
    select store, label, recipient, mobile, country, province_code, regency_code, district_code, city, street, postal_code,
      is_default, created_at, removed_at from delivery.addresses where member_id = ${memberId} order by created_at`)
