/** What speaks against an inviter and an invited member being two people, and against a chain of invitations that leads back. */
import { type Queryable, sql } from '../db/database.ts'
import { sharingDevice } from '../identity/shared-devices.ts'
import { sharingIdentity } from '../kyc/shared-identity.ts'
import { sharingAccount } from '../payouts/shared-accounts.ts'
import type { Doubt } from './reward-rules.ts'

/** How far up a chain is looked: A invites B, B invites C, and C is A again. */
const LINKS_UP = 2

/**
 * The doubts about one invited member. They share an identity paper, name and day of birth, a payout account or a browser with who invited them; with somebody further up (a
 * ring); or with another whom the same member invited (a sibling).
 */
export async function findDoubts(
  db: Queryable,
  { invitedId, memberId }: { invitedId: string; memberId: string },
): Promise<Doubt[]> {
  const [above, siblings] = await Promise.all([listAbove(db, memberId), listSiblings(db, { invitedId, memberId })])
  const others = [memberId, ...above, ...siblings]
  const [identity, payout, device] = await Promise.all([
    sharingIdentity(db, invitedId, others),
    sharingAccount(db, invitedId, others),
    sharingDevice(db, invitedId, others),
  ])
  const { papers, names } = identity
  const all = [...papers, ...names, ...payout, ...device]
  const found: Record<Doubt, boolean> = {
    document: papers.includes(memberId),
    namesake: names.includes(memberId),
    payout: payout.includes(memberId),
    device: device.includes(memberId),
    ring: all.some((id) => above.includes(id)),
    sibling: all.some((id) => siblings.includes(id)),
  }
  return (Object.keys(found) as Doubt[]).filter((doubt) => found[doubt])
}

/** Who brought the member, and who brought those. */
async function listAbove(db: Queryable, memberId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with recursive above(id, links) as (
      select owner_id, 1 from referral.attributions where member_id = ${memberId}
      union all select a.owner_id, links + 1 from above join referral.attributions a on a.member_id = above.id where links < ${LINKS_UP}::int)
    select id from above`)
  return rows.map(({ id }) => id)
}

async function listSiblings(
  db: Queryable,
  { invitedId, memberId }: { invitedId: string; memberId: string },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select member_id as id from referral.attributions where owner_id = ${memberId} and member_id <> ${invitedId}`)
  return rows.map(({ id }) => id)
}
