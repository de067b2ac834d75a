/** Steps of members who buy regularly, and the rounds that buy for them. */
import type { PlansView } from '../../src/vault/plans/plan-contract.ts'
import { runPlans } from '../../src/vault/plans/run-plans.ts'
import { dailyPlan } from '../support/plans.ts'
import type { Step } from './steps.ts'
import { personOf, tradeRefusals } from './trade-steps.ts'
import { again, type Moves, type Person, tryPost, Violation, type World, wasCut } from './world.ts'

const amounts = ['10000', '123456', '2500000']
const refused = [...tradeRefusals, 'plan_day_moved', 'plan_limit', 'plan_state', 'invalid_input'] as const

type Known = { id: string; state: 'active' | 'paused'; due_on: string | null }
const plansOf = async ({ owner }: World, { member }: Person): Promise<Known[]> =>
  (
    await owner.query<Known>(
      `select id, state, due_on::text from vault.plans where member_id = $1 and state <> 'ended' order by id`,
      [member.id],
    )
  ).rows

/** A plan begins; one that there is is paused, goes on, leaves its next day out or, rarely, ends. */
export async function changePlans(world: World, { who, a, b }: Step): Promise<Moves> {
  const owner = personOf(world, who)
  const [plan] = await plansOf(world, owner)
  const ask = (path: string, body: object) => tryPost<PlansView>(world, owner, `/trade/${path}`, { body, refused })
  if (!plan) {
    if (await ask('begin_plan', { ...dailyPlan(), amount: amounts[b % amounts.length] }))
      world.reached.add('plan begun')
  } else if (plan.state === 'paused') await ask('resume_plan', { plan_id: plan.id })
  else if (a % 4 === 0) await ask('pause_plan', { plan_id: plan.id })
  else if (a % 4 === 1) await ask('skip_plan_run', { plan_id: plan.id, due_on: plan.due_on })
  else if (a % 16 === 2) await ask('end_plan', { plan_id: plan.id })
  return []
}

/** Of a plan that was due something became: it bought, it waits and says why, or its run is tried again or over. */
async function requireRun({ owner }: World): Promise<void> {
  const { rows } = await owner.query(`
    select p.id from vault.plans p left join vault.plan_runs r on r.plan_id = p.id and r.due_on = p.due_on
    where p.state = 'active' and p.next_at <= now() + interval '1 hour' and p.waits_for is null and r.state is distinct from 'trying'`)
  if (rows.length > 0) throw new Violation('a plan that was due has not run')
}

type Bought = {
  plan: string
  due: string
  trade: string
  member: string
  amount: string
  weight: string
  price: string
  asked: string
}

/**
 * Every plan's run is due; two instances come by at once. Each plan has bought once at most, for its amount, and only at a
 * live price; at one, each has run.
 */
export async function planRounds(world: World): Promise<Moves> {
  await world.owner.query(`update vault.plans set next_at = now() where state = 'active'`)
  const before = new Set((await boughtByPlans(world)).map(({ trade }) => trade))
  await Promise.all([1, 2].map(() => again(world, () => runPlans(world.shop.karat))))
  const runs = (await boughtByPlans(world)).filter(({ trade }) => !before.has(trade))
  if (runs.length > 0 && !world.live) throw new Violation('G1: a plan bought without a live price')
  if (world.live && !wasCut(world)) await requireRun(world)
  if (new Set(runs.map(({ plan }) => plan)).size < runs.length) throw new Violation('a plan bought twice on a day')
  return runs.map((run) => {
    const owner = world.people.find(({ member }) => member.id === run.member)
    if (!owner) throw new Violation('a plan of nobody bought')
    if (run.amount !== run.asked) throw new Violation(`a plan of ${run.asked} bought for ${run.amount}`)
    const [cash, gold] = [-BigInt(run.amount), BigInt(run.weight)]
    const priced = { side: 'buy' as const, price: BigInt(run.price), wrong: world.wrong }
    world.trades.push({ id: run.trade, owner, cash, gold, ...priced, state: 'stands', isOverdue: false })
    world.reached.add('plan bought')
    return { who: owner, cash: [cash], gold }
  })
}

async function boughtByPlans({ owner, people }: World): Promise<Bought[]> {
  const { rows } = await owner.query<Bought>(
    `select r.plan_id as plan, r.due_on::text as due, t.id as trade, t.member_id as member, t.amount_minor as amount, t.weight_e4 as weight,
       t.price_minor as price, p.amount_minor as asked
     from vault.plan_runs r join vault.plans p on p.id = r.plan_id join vault.trades t on t.id = r.trade_id where t.member_id = any($1::uuid[])`,
    [people.map(({ member }) => member.id)],
  )
  return rows
}
