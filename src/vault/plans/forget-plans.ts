import { type Queryable, sql, type Tx } from '../../db/database.ts'
import { type Currency, type Minor, moneyText } from '../../money/money.ts'

/** Forgets what a member wanted to buy regularly; what was bought stays as their trades. */
export async function forgetPlans(tx: Tx, memberId: string): Promise<void> {
  await tx.run(sql`delete from vault.plans where member_id = ${memberId}`)
  await tx.run(sql`delete from vault.plan_runs where member_id = ${memberId}`)
}

type Row = Record<string, unknown> & { currency: Currency; amount: Minor; ceiling: Minor | null }
type Run = Record<string, unknown> & { currency: Currency; price: Minor | null }

/** For the copy that a member may ask for. */
export async function heldPlans(db: Queryable, memberId: string): Promise<Record<string, unknown>> {
  const [plans, runs] = await Promise.all([
    db.rows<Row>(sql`
      select store, currency, amount_minor as amount, rhythm, on_day, ceiling_minor as ceiling, paid_by, state, because, due_on::text as due_on, missed, begun_at, ended_at
      from vault.plans where member_id = ${memberId} order by begun_at, id`),
    db.rows<Run>(sql`
      select r.currency, r.due_on::text as due_on, r.state, r.tries, r.problem, r.price_minor as price, t.number as trade, r.began_at, r.ended_at
      from vault.plan_runs r left join vault.trades t on t.id = r.trade_id
      where r.member_id = ${memberId} order by r.due_on, r.plan_id`),
  ])
  const money = (units: Minor | null, currency: Currency) => (units === null ? null : moneyText(units, currency))
  return {
    plans: plans.map(({ amount, ceiling, ...plan }) => ({
      ...plan,
      amount: money(amount, plan.currency as Currency),
      ceiling: money(ceiling, plan.currency as Currency),
    })),
    runs: runs.map(({ price, ...run }) => ({ ...run, price: money(price, run.currency as Currency) })),
  }
}
