/** What a member's own link is, and who came by it. */
import { drawQr } from '../credentials/draw-qr.ts'
import { type Queryable, sql } from '../db/database.ts'
import { namesOf } from '../identity/find-recipient.ts'
import { maskName } from '../identity/masking-rules.ts'
import type { Bag } from '../karat.ts'
import { minor, moneyText, weight, weightText } from '../money/money.ts'
import { storeOf } from '../stores/stores.ts'
import type { InviteView } from './contract.ts'
import { listJoined, sumRewards } from './joined-queries.ts'
import { addressOfLink, type LinkKind } from './link-code-rules.ts'
import { codeOf, makeLink } from './links.ts'
import { rateNow } from './rates.ts'

/** The member's link with the store they are in, made with the first look; through whom they came, and the newest who came by them. Names are masked. */
export async function readInvite(
  karat: Bag<'referral'>,
  { memberId, store }: { memberId: string; store: string },
): Promise<InviteView> {
  const wanted = { kind: 'member', subjectId: memberId, memberId, store } as const
  const code = (await codeOf(karat.db, wanted)) ?? (await karat.db.transaction((tx) => makeLink(tx, wanted)))
  const own = storeOf(karat, store)
  const [through, joined, all, rate, sums] = await Promise.all([
    cameThrough(karat.db, memberId),
    listJoined(karat.db, code),
    karat.db.row<{ count: number }>(sql`select count(*)::int as count from referral.attributions where code = ${code}`),
    rateNow(karat.db, own),
    sumRewards(karat.db, { memberId, store }),
  ])
  const link = addressOfLink(karat.config, { kind: 'member', code })
  const { currency } = own
  return {
    ...{ code, link, qr: drawQr(link, 'M'), joined, sums, count: all?.count ?? 0 },
    came_through: through && { ...through, at: through.at.toISOString() },
    rate:
      rate.needs > 0n && rate.perMonth > 0
        ? { grams: weightText(weight(rate.weight)), volume: moneyText(minor(rate.needs), currency), currency }
        : null,
  }
}

/** Through whom a member came, masked; null where through nobody. */
async function cameThrough(
  db: Queryable,
  memberId: string,
): Promise<{ kind: LinkKind; name: string; at: Date } | null> {
  const row = await db.row<{ kind: LinkKind; ownerId: string; at: Date }>(sql`
    select kind, owner_id as "ownerId", at from referral.attributions where member_id = ${memberId}`)
  if (!row) return null
  const names = await namesOf(db, [row.ownerId])
  return { kind: row.kind, name: maskName(names.get(row.ownerId) ?? ''), at: row.at }
}
