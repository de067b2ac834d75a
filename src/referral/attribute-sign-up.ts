import { sql } from '../db/database.ts'
import type { Attribute } from '../identity/attribution.ts'
import { openAmong } from '../identity/member-name-queries.ts'
import { linkOf } from './links.ts'

/**
 * Notes through whose link a new member came, in the transaction of their sign-up: once, for good. A friend's `invite` comes before an
 * agent's or activity's `referral`, for one member is one person's. A code of nobody, of another store, in the wrong field or of a closed account attributes
 * nothing and refuses nothing.
 */
export const attributeSignUp: Attribute = async (tx, { memberId, store, invite, referral }) => {
  const found = [
    ...(invite === undefined ? [] : [{ link: await linkOf(tx, invite), isFriend: true }]),
    ...(referral === undefined ? [] : [{ link: await linkOf(tx, referral), isFriend: false }]),
  ].flatMap(({ link, isFriend }) =>
    link && link.store === store && (link.kind === 'member') === isFriend ? [link] : [],
  )
  if (found.length === 0) return
  const open = await openAmong(
    tx,
    found.map((link) => link.memberId),
  )
  const link = found.find((one) => open.has(one.memberId))
  if (!link) return
  await tx.run(sql`insert into referral.attributions (member_id, code, kind, owner_id, store)
    values (${memberId}, ${link.code}, ${link.kind}, ${link.memberId}, ${store})`)
}
