/** What links brought, as numbers: nothing of who came or for how much they bought. */
import { type Queryable, sql } from '../db/database.ts'
import { purchasesByMember } from './settled-purchases.ts'

type LinkFigures = { visits: number; accounts: number; orders: number }
export const noFigures: LinkFigures = { visits: 0, accounts: 0, orders: 0 }

/** By code: visits, accounts that were opened by it, and purchases of those members since that stand. A code of nobody is left out. */
export async function figuresOfLinks(db: Queryable, codes: readonly string[]): Promise<Map<string, LinkFigures>> {
  if (codes.length === 0) return new Map()
  const [visits, members] = await Promise.all([
    db.rows<{ code: string; visits: number }>(sql`
      select code, sum(visits)::int as visits from referral.visits where code = any(${[...codes]}::text[]) group by code`),
    db.rows<{ memberId: string; code: string }>(sql`
      select member_id as "memberId", code from referral.attributions where code = any(${[...codes]}::text[])`),
  ])
  const bought = await purchasesByMember(
    db,
    members.map(({ memberId }) => memberId),
  )
  const figures = new Map(codes.map((code) => [code, { ...noFigures }]))
  for (const { code, visits: count } of visits) add(figures, code, 'visits', count)
  for (const { memberId, code } of members) {
    const stands = (bought.get(memberId) ?? []).filter((one) => one.stands > 0n)
    add(figures, code, 'accounts', 1)
    add(figures, code, 'orders', stands.length)
  }
  return figures
}

function add(figures: Map<string, LinkFigures>, code: string, name: keyof LinkFigures, count: number) {
  const own = figures.get(code)
  if (own) own[name] += count
}
