/** What came of activities, for the back office: as campaigns are reported (referral/link-figures.ts), with what their agents earned by it. */
import { commissionsOn } from '../agents/commissions/commission-queries.ts'
import type { Queryable } from '../db/database.ts'
import { minor, moneyText, weight, weightText } from '../money/money.ts'
import { type LinkReport, noCounts, reportOfLinks } from '../referral/link-figures.ts'
import type { OfficeActivityView } from './office-contract.ts'

type Report = LinkReport & { cost: bigint }

/** By code. */
export async function reportOfActivities(
  db: Queryable,
  activities: readonly { store: string; code: string | null }[],
): Promise<Map<string, Report>> {
  const reports = await reportOfLinks(
    db,
    activities.flatMap(({ code }) => code ?? []),
  )
  const costs = new Map<string, bigint>()
  const stores = Map.groupBy(activities, ({ store }) => store)
  for (const [store, own] of stores) {
    const some = own.flatMap(({ code }) => reports.get(code ?? '') ?? [])
    const [first] = some
    if (!first) continue
    const members = some.flatMap((one) => one.members)
    for (const [id, cost] of await commissionsOn(db, { store, currency: first.currency }, members)) costs.set(id, cost)
  }
  return new Map(
    [...reports].map(([code, report]) => [
      code,
      { ...report, cost: report.members.reduce((sum, id) => sum + (costs.get(id) ?? 0n), 0n) },
    ]),
  )
}

type ReportView = Pick<
  OfficeActivityView,
  'visits' | 'accounts' | 'verified' | 'bought' | 'orders' | 'volume' | 'currency' | 'grams' | 'cost' | 'cost_per_gram'
>
const nothing = {
  ...noCounts,
  verified: 0,
  bought: 0,
  orders: 0,
  volume: '0',
  currency: '',
  grams: '0',
  cost: '0',
  cost_per_gram: null,
}

/** `cost_per_gram` in money, cut to the smallest unit. Of what has no link yet there is nothing. */
export function viewReport(report: Report | undefined): ReportView {
  if (!report) return nothing
  const { visits, accounts, verified, bought, orders, volume, sold, cost, currency } = report
  const money = (units: bigint) => moneyText(minor(units), currency)
  return {
    ...{ visits, accounts, verified, bought, orders, currency },
    ...{ volume: money(volume), grams: weightText(weight(sold)), cost: money(cost) },
    cost_per_gram: sold > 0n ? money((cost * 10_000n) / sold) : null,
  }
}
