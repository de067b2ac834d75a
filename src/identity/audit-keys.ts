/** Secrets by which members find what is counted for them in the proof of backing (docs/proof.md). */
import { randomBytes } from 'node:crypto'
import type { Sealing } from '../credentials/sealing.ts'
import { type Db, type Queryable, sql } from '../db/database.ts'

/** Sealed keys open only for the member they were made for. */
export const auditKeyOf = (memberId: string) => `audit key ${memberId}`

/** The member has a key from now on; one that is there stays. */
export async function makeAuditKey(on: Queryable, sealing: Sealing, memberId: string): Promise<void> {
  await on.run(sql`
    insert into identity.audit_keys (member_id, sealed_key) values (${memberId}, ${sealing.seal(randomBytes(32), auditKeyOf(memberId))})
    on conflict (member_id) do nothing`)
}

const AT_ONCE = 500

/** Everybody who signed up before there were keys has one from now on. */
export async function makeMissingAuditKeys(db: Queryable, sealing: Sealing): Promise<void> {
  for (;;) {
    const rows = await db.rows<{ id: string }>(sql`
      select m.id from identity.members m where m.closed_at is null and not exists (select from identity.audit_keys k where k.member_id = m.id)
      order by m.id limit ${AT_ONCE}::int`)
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    const sealed = ids.map((id) => sealing.seal(randomBytes(32), auditKeyOf(id)))
    await db.run(sql`
      insert into identity.audit_keys (member_id, sealed_key) select * from unnest(${ids}::uuid[], ${sealed}::bytea[])
      on conflict (member_id) do nothing`)
  }
}

/** The contact in force: the e-mail address, or else the mobile number; the key, null where there is none. */
export type ProofOwner = { id: string; contact: string; sealedKey: Buffer | null; isClosed: boolean }

export const listProofOwners = (db: Queryable, ids: readonly string[]): Promise<ProofOwner[]> =>
  db.rows<ProofOwner>(sql`
    select m.id, coalesce(m.email, m.mobile) as contact, k.sealed_key as "sealedKey", m.closed_at is not null as "isClosed"
    from identity.members m left join identity.audit_keys k on k.member_id = m.id where m.id = any(${ids}::uuid[])`)

/** What a member keeps to check by themselves; made now where they have none. */
export async function readAuditKey(
  db: Db,
  sealing: Sealing,
  memberId: string,
): Promise<{ key: Buffer; contact: string }> {
  const find = async () => (await listProofOwners(db, [memberId]))[0]
  if (!(await find())?.sealedKey) await makeAuditKey(db, sealing, memberId)
  const owner = await find()
  if (!owner?.sealedKey) throw new Error('an audit key is missing')
  return { key: sealing.open(owner.sealedKey, auditKeyOf(memberId)), contact: owner.contact }
}
