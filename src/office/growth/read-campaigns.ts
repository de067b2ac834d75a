/** Campaigns with all that they cost: rewards in grams, and what agents earned in money. */
import { commissionsOn } from '../../agents/commissions/commission-queries.ts'
import type { Queryable } from '../../db/database.ts'
import { type Currency, minor, moneyText } from '../../money/money.ts'
import type { BroughtView, CampaignsInput, CampaignView } from '../../referral/office-contract.ts'
import { listCampaigns } from '../../referral/office-queries.ts'

/** As listCampaigns. A member came by one link, so that what they earned an agent is a cost of that one. */
export async function readCampaigns(
  db: Queryable,
  input: CampaignsInput,
): Promise<{ total: number; rows: CampaignView[] }> {
  const { total, rows } = await listCampaigns(db, input)
  const costs = new Map<string, bigint>()
  for (const [store, own] of Map.groupBy(rows, (row) => row.store)) {
    const members = own.flatMap((row) => (row.kind === 'member' ? [] : row.members))
    const currency = own[0]?.currency as Currency
    for (const [id, cost] of await commissionsOn(db, { store, currency }, members)) costs.set(id, cost)
  }
  return { total, rows: rows.map((row) => withCommission(row, costs)) }
}

function withCommission({ members, sold, ...row }: BroughtView, costs: ReadonlyMap<string, bigint>): CampaignView {
  const money = (units: bigint) => moneyText(minor(units), row.currency as Currency)
  const commission = row.kind === 'member' ? 0n : members.reduce((sum, id) => sum + (costs.get(id) ?? 0n), 0n)
  const perGram = sold > 0n && row.kind !== 'member' ? money((commission * 10_000n) / sold) : null
  return { ...row, commission: money(commission), commission_per_gram: perGram }
}
