/** Whoever buys grams has accepted an agreement that says whose they are (decision 0073). */
import { agreementInForce, versionsWith } from '../content/agreement-queries.ts'
import { type Queryable, sql } from '../db/database.ts'
import { acceptAgreement, firstAcceptances } from '../identity/acceptances.ts'
import { Refusal } from '../refusals.ts'
import type { Holder } from './holder.ts'

type Member = Pick<Holder, 'memberId' | 'store'>

/**
 * The version that a member has to accept with their first purchase; null where they have bought before, or accepted a version with the
 * vault's clause. Refuses vault_not_open where the store's agreement in force has no such clause.
 */
export async function agreementToAccept(db: Queryable, member: Member): Promise<string | null> {
  if (await hasAgreed(db, member)) return null
  const version = await agreementInForce(db, member.store)
  if (!(await versionsWith(db, member.store, 'vault')).includes(version)) throw new Refusal('vault_not_open')
  return version
}

/**
 * The version named is accepted, and the member may buy.
 *
 * Refuses agreement_outdated for a version that is not in force; agreement_required, with the version in force, where the member buys for
 * the first time and has accepted no version with the vault's clause; vault_not_open as agreementToAccept.
 */
export async function requireAgreed(tx: Queryable, member: Member, named: string | undefined): Promise<void> {
  if (named) await acceptAgreement(tx, member, named)
  const version = await agreementToAccept(tx, member)
  if (version !== null) throw new Refusal('agreement_required', { agreement_version: version })
}

const hasBought = async (db: Queryable, { memberId, store }: Member) =>
  (await db.row(
    sql`select 1 from vault.trades where member_id = ${memberId} and store = ${store} and side = 'buy' limit 1`,
  )) !== undefined

/** Whether the member has bought grams before, or accepted a version with the vault's clause. */
export const hasAgreed = async (db: Queryable, member: Member): Promise<boolean> =>
  (await hasBought(db, member)) || (await hasAccepted(db, member))

async function hasAccepted(db: Queryable, { memberId, store }: Member): Promise<boolean> {
  const versions = await versionsWith(db, store, 'vault')
  return (await firstAcceptances(db, { store, versions, memberIds: [memberId] })).size > 0
}
