/** What links brought. */
import { type Queryable, sql } from '../db/database.ts'
import { levelsOf } from '../kyc/level-queries.ts'
import type { Currency } from '../money/money.ts'
import { currencyOf } from '../stores/stores.ts'
import { purchasesByMember, type SettledPurchase } from './settled-purchases.ts'

type LinkCounts = { visits: number; accounts: number }
export const noCounts: LinkCounts = { visits: 0, accounts: 0 }

/** By code: visits, and accounts that were opened by it. One statement, however much those members bought: for lists. */
export async function countsOfLinks(db: Queryable, codes: readonly string[]): Promise<Map<string, LinkCounts>> {
  if (codes.length === 0) return new Map()
  const rows = await db.rows<LinkCounts & { code: string }>(sql`
    select c.code, (select coalesce(sum(v.visits), 0)::int from referral.visits v where v.code = c.code) as visits,
      (select count(*)::int from referral.attributions a where a.code = c.code) as accounts
    from unnest(${[...codes]}::text[]) as c (code)`)
  return new Map(rows.map(({ code, ...counts }) => [code, counts]))
}

type Brought = {
  verified: number
  /** Who has bought; a first purchase is one that stands. */
  bought: number
  orders: number
  /** What they paid of what stands, in minor units, and its fine gold in units of 0.0001 g. */
  volume: bigint
  sold: bigint
}
type Known = { purchases: ReadonlyMap<string, SettledPurchase[]>; levels: ReadonlyMap<string, number> }

/** What the members of a link did: purchases with its store, in its currency, of which something stands. */
export function broughtBy(
  { store, currency, members }: { store: string; currency: Currency; members: readonly string[] },
  { purchases, levels }: Known,
): Brought {
  const own = members
    .flatMap((id) => purchases.get(id) ?? [])
    .filter((one) => one.store === store && one.currency === currency && one.stands > 0n)
  return {
    verified: members.filter((id) => (levels.get(id) ?? 0) > 0).length,
    bought: new Set(own.map(({ memberId }) => memberId)).size,
    orders: own.length,
    volume: own.reduce((sum, { stands }) => sum + stands, 0n),
    sold: own.reduce((sum, { weight, stands, minor }) => sum + (weight * stands) / minor, 0n),
  }
}

export type LinkReport = LinkCounts & Brought & { currency: Currency; members: string[] }

/** By code: all that came of it. Reads what all of those members bought: for one link, or a file. */
export async function reportOfLinks(db: Queryable, codes: readonly string[]): Promise<Map<string, LinkReport>> {
  if (codes.length === 0) return new Map()
  const [links, counts] = await Promise.all([
    db.rows<{ code: string; store: string; currency: Currency; members: string[] }>(sql`
      select l.code, l.store, ${currencyOf(sql`l.store`)} as currency,
        array(select a.member_id from referral.attributions a where a.code = l.code) as members
      from referral.links l where l.code = any(${[...codes]}::text[])`),
    countsOfLinks(db, codes),
  ])
  const all = links.flatMap(({ members }) => members)
  const [purchases, levels] = await Promise.all([purchasesByMember(db, all), levelsOf(db, all)])
  return new Map(
    links.map((link) => [
      link.code,
      {
        ...(counts.get(link.code) ?? noCounts),
        ...broughtBy(link, { purchases, levels }),
        ...{ currency: link.currency, members: link.members },
      },
    ]),
  )
}
