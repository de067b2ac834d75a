/** Savings plans as their member sees them. */
import type { Sql } from 'sql-template-tag'
import { type Queryable, sql } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import {
  type Currency,
  divideUp,
  type Minor,
  minor,
  moneyText,
  WEIGHT_UNITS_PER_GRAM,
  weight,
  weightText,
} from '../../money/money.ts'
import { type MandateShown, mandatesOffered, newestMandates } from '../../payments/mandates.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import { storeOf } from '../../stores/stores.ts'
import { balancesOf, type Holder } from '../holder.ts'
import { agreementToAccept } from '../vault-agreement.ts'
import { type Had, hadBy, takenDays } from './move-plan.ts'
import type { PlanRunView, PlansView, PlanView } from './plan-contract.ts'
import type { Day } from './plan-rules.ts'

type Row = Had & {
  id: string
  currency: Currency
  amount: Minor
  rhythm: PlanView['rhythm']
  onDay: number | null
  ceiling: Minor | null
  state: PlanView['state']
  because: PlanView['because']
  paidBy: PlanView['paid_by']
  dueOn: string | null
  nextAt: Date | null
  isDue: boolean
  waitsFor: PlanView['waits_for']
  missed: number
  begunAt: Date
  endedAt: Date | null
  runs: number
  paid: Minor
  grams: bigint
}

/** What the member has with a store. */
export async function listPlans(karat: Bag<'vault'>, db: Queryable, holder: Holder): Promise<PlansView> {
  const { memberId, store, currency } = holder
  const keepsCash = settings.cash.stores[store] !== undefined
  const [plans, { cash }, agreement, clock] = await Promise.all([
    describePlans(karat, db, { which: sql`p.member_id = ${memberId} and p.store = ${store}`, size: 100, from: 0 }),
    balancesOf(db, holder),
    agreementShown(db, holder),
    db.row<{ now: Date }>(sql`select now() as now`),
  ])
  if (!clock) throw new Error('the database tells no time')
  return {
    ...{ currency, limit: settings.plans.max, hour: settings.plans.hour },
    least: moneyText(minor(settings.trade.least[currency]), currency),
    charges: [...mandatesOffered(karat.providers, storeOf(karat, store).settings.pay_plans)],
    cash: keepsCash ? moneyText(minor(cash), currency) : null,
    agreement_version: agreement,
    server_time: clock.now.toISOString(),
    plans: plans.map(({ view }) => view),
  }
}

/** Without one that would be refused: that is said when a plan begins. */
const agreementShown = (db: Queryable, holder: Holder) =>
  agreementToAccept(db, holder).catch((error) => {
    if (error instanceof Refusal && error.code === 'vault_not_open') return null
    throw error
  })

type Listed = { memberId: string; store: string; currency: Currency; view: PlanView }
type Which = { which: Sql; size: number; from: number }

/** Plans `p` that fit, with their latest runs; the newest first, ended ones last. */
export async function describePlans(
  karat: Pick<Bag<'vault'>, 'prices' | 'stores'>,
  db: Queryable,
  { which, size, from }: Which,
): Promise<Listed[]> {
  const rows = await db.rows<Row & { memberId: string; store: string }>(sql`
    select p.id, p.member_id as "memberId", p.store, p.currency, p.amount_minor as amount, p.rhythm, p.on_day as "onDay",
      p.ceiling_minor as ceiling, p.state, p.because, p.paid_by as "paidBy", p.due_on::text as "dueOn", p.next_at as "nextAt",
      coalesce(p.next_at <= now(), false) as "isDue", p.waits_for as "waitsFor", p.missed, p.begun_at as "begunAt", p.ended_at as "endedAt", bought.*,
      ${hadBy(sql`p.id`)}
    from vault.plans p cross join lateral (
      select count(*)::int as runs, coalesce(sum(t.amount_minor), 0)::bigint as paid, coalesce(sum(t.weight_e4), 0)::bigint as grams
      from vault.plan_runs r join vault.trades t on t.id = r.trade_id where r.plan_id = p.id) as bought
    where ${which} order by p.state = 'ended', p.begun_at desc, p.id limit ${size}::int offset ${from}::int`)
  const ids = rows.map(({ id }) => id)
  const [runs, mandates] = await Promise.all([listRuns(db, ids), newestMandates(db, ids)])
  return rows.map(({ memberId, store, ...row }) => ({
    ...{ memberId, store, currency: row.currency },
    view: viewPlan(row, {
      runs: runs.get(row.id) ?? [],
      mandate: mandates.find(({ subject_id }) => subject_id === row.id),
      taken: takenDays(row, storeOf(karat, store).timeZone),
      hasNoPrice: karat.prices.live(store, row.currency) === null,
    }),
  }))
}

type Beside = { runs: PlanRunView[]; mandate: MandateShown | undefined; taken: Set<Day>; hasNoPrice: boolean }

function viewPlan(row: Row, { runs, mandate, taken, hasNoPrice }: Beside): PlanView {
  const { currency, paid, grams, nextAt } = row
  const money = (units: bigint) => moneyText(units as Minor, currency)
  return {
    ...{ plan_id: row.id, amount: money(row.amount), rhythm: row.rhythm, on_day: row.onDay },
    ceiling: row.ceiling === null ? null : money(row.ceiling),
    paid_by: row.paidBy,
    mandate: mandate
      ? {
          ...{ state: mandate.state, ended_by: mandate.ended_by, account_end: mandate.account_end },
          ...{ most: money(mandate.limit_minor), agree_url: mandate.agree_url },
        }
      : null,
    ...{ state: row.state, because: row.because, next_on: row.dueOn, next_at: nextAt?.toISOString() ?? null },
    taken_days: [...taken],
    waits_for: row.waitsFor ?? (row.isDue && hasNoPrice ? 'price' : null),
    ...{ missed: row.missed, begun_at: row.begunAt.toISOString(), ended_at: row.endedAt?.toISOString() ?? null },
    bought: {
      ...{ runs: row.runs, paid: money(paid), weight: weightText(weight(grams)) },
      average_cost: grams === 0n ? null : money(divideUp(paid * WEIGHT_UNITS_PER_GRAM, grams)),
    },
    runs,
  }
}

type RunRow = {
  planId: string
  dueOn: string
  state: PlanRunView['state']
  problem: PlanRunView['problem']
  tries: number
  currency: Currency
  price: Minor | null
  grams: bigint | null
  amount: Minor | null
  number: string | null
  tradeId: string | null
  at: Date
}

async function listRuns(db: Queryable, planIds: string[]): Promise<Map<string, PlanRunView[]>> {
  const rows = await db.rows<RunRow>(sql`
    select r.plan_id as "planId", r.due_on::text as "dueOn", r.state, r.problem, r.tries, r.currency, coalesce(t.price_minor, r.price_minor) as price,
      t.weight_e4 as grams, t.amount_minor as amount, t.number, r.trade_id as "tradeId", coalesce(r.ended_at, r.began_at) as at
    from unnest(${planIds}::uuid[]) as of(id) cross join lateral (
      select * from vault.plan_runs r where r.plan_id = of.id order by r.due_on desc limit ${settings.plans.shownRuns}::int) as r
    left join vault.trades t on t.id = r.trade_id order by r.due_on desc`)
  const found = new Map<string, PlanRunView[]>()
  for (const { planId, ...row } of rows) found.set(planId, [...(found.get(planId) ?? []), viewRun(row)])
  return found
}

const viewRun = ({ currency, price, grams, amount, ...row }: Omit<RunRow, 'planId'>): PlanRunView => ({
  ...{ due_on: row.dueOn, state: row.state, problem: row.problem, tries: row.tries },
  price: price === null ? null : moneyText(price, currency),
  weight: grams === null ? null : weightText(weight(grams)),
  amount: amount === null ? null : moneyText(amount, currency),
  ...{ number: row.number, trade_id: row.tradeId, at: row.at.toISOString() },
})
