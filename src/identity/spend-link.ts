import { hashOfToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import type { LinkPurpose } from './issue-link.ts'

type Used<Details> = { memberId: string; details: Details; createdAt: Date }

/**
 * Ends a link that is used now; of any number at once one goes on. What it does must happen in the same transaction.
 *
 * Refuses link_expired: unknown, used, ended by a newer one, or past its life.
 */
export async function spendLink<Details = object>(tx: Tx, purpose: LinkPurpose, token: string): Promise<Used<Details>> {
  const link = await tx.row<{ memberId: string | null; details: Details; createdAt: Date }>(sql`
    update identity.links set ended_at = now(), ended_because = 'used'
    where token_hash = ${hashOfToken(token)} and purpose = ${purpose} and ended_at is null and expires_at > clock_timestamp()
    returning member_id as "memberId", details, created_at as "createdAt"`)
  if (!link?.memberId) throw new Refusal('link_expired')
  return { ...link, memberId: link.memberId }
}
