/** The public keys that statements are signed with. */
import { type Queryable, sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'

/** The key of this instance is published before anything is signed with it, and for ever. */
export const noteKey = ({ signing }: Pick<Karat, 'signing'>, on: Queryable) =>
  on.run(sql`
    insert into vault.statement_keys (id, public_key)
    select ${signing.keyId}, ${signing.publicKey} where not exists (select from vault.statement_keys where id = ${signing.keyId})
    on conflict do nothing`)

type KeyRow = { id: string; public_key: string; since: Date }

/** The newest first; that of this instance also before it has signed anything. */
export async function listKeys({ signing, db, now }: Pick<Karat, 'signing' | 'db' | 'now'>): Promise<KeyRow[]> {
  const kept = await db.rows<KeyRow>(sql`
    select id, public_key, since from vault.statement_keys order by since desc, id`)
  if (kept.some(({ id }) => id === signing.keyId)) return kept
  return [{ id: signing.keyId, public_key: signing.publicKey, since: new Date(now()) }, ...kept]
}
