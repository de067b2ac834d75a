/** Which member accepted which version of the agreement, when. The first is kept with the sign-up, by the database itself. */
import { agreementInForce } from '../content/agreement-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'

type Member = { memberId: string; store: string }

/** When each of the members first accepted one of these versions. Who never did is not in it. */
export async function firstAcceptances(
  db: Queryable,
  { store, versions, memberIds }: { store: string; versions: string[]; memberIds: string[] },
): Promise<Map<string, Date>> {
  const rows = await db.rows<{ id: string; at: Date }>(sql`
    select member_id as id, min(accepted_at) as at from identity.agreement_acceptances
    where store = ${store} and version = any(${versions}::text[]) and member_id = any(${memberIds}::uuid[]) group by 1`)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** The version in force, and whether the member has accepted it. */
export async function readStanding(db: Queryable, { memberId, store }: Member) {
  const version = await agreementInForce(db, store)
  const accepted = await db.row(sql`select 1 from identity.agreement_acceptances
    where member_id = ${memberId} and store = ${store} and version = ${version}`)
  return { version, accepted: accepted !== undefined }
}

/** The member has accepted this version from now on; again changes nothing. Refuses agreement_outdated with the version in force. */
export async function acceptAgreement(tx: Queryable, { memberId, store }: Member, version: string): Promise<void> {
  const inForce = await agreementInForce(tx, store)
  if (version !== inForce) throw new Refusal('agreement_outdated', { agreement_version: inForce })
  await tx.run(sql`insert into identity.agreement_acceptances (member_id, store, version)
    values (${memberId}, ${store}, ${version}) on conflict do nothing`)
}
