import { type Queryable, sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import type { PasskeysView } from './passkey-contract.ts'

type Row = { id: string; name: string; synced: boolean; createdAt: Date; lastUsedAt: Date | null }

/** The member's passkeys, the newest first. */
export async function listPasskeys(db: Queryable, memberId: string): Promise<PasskeysView> {
  const rows = await db.rows<Row>(sql`
    select id, name, synced, created_at as "createdAt", last_used_at as "lastUsedAt"
    from identity.passkeys where member_id = ${memberId} order by id desc`)
  return {
    max: settings.passkeys.max,
    passkeys: rows.map(({ id, name, synced, createdAt, lastUsedAt }) => ({
      id,
      name,
      synced,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }
}
