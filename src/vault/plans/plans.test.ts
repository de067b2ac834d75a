/** Savings plans through the shop's own calls and the round that runs them. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { clearHit, stopMember } from '../../../tests/support/cases.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import {
  begin,
  begun,
  dailyPlan,
  firstOf,
  lookAgain,
  makeDue,
  planOf,
  todayThere,
} from '../../../tests/support/plans.ts'
import { freshTick, movePrice } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { auditVault, heldBy, PIN, quote, takeCash, trade, vaultMember } from '../../../tests/support/vault.ts'
import { openVaultShop } from '../../../tests/support/vault-shop.ts'
import { sql } from '../../db/database.ts'
import { haltPrices, resumePrices } from '../../pricing/halt-prices.ts'
import { settings } from '../../settings.ts'
import type { PlansView, PlanView } from './plan-contract.ts'
import { dueAfter, firstDue } from './plan-rules.ts'
import { runPlans } from './run-plans.ts'

const MILLION = 1_000_000n
const GRAM = 10_000n
const shop = openVaultShop(1000n * GRAM)
const daily = { rhythm: 'daily', onDay: null } as const
let member: TestMember

beforeEach(async () => {
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await vaultMember(shop, { cash: 10n * MILLION })
})
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
  await shop.karat.db.run(sql`
    update vault.plans set state = 'ended', because = null, due_on = null, next_at = null, waits_for = null, ended_at = now() where state <> 'ended'`)
})

const act = (path: string, body: object) => call<PlansView>(shop, member, `/trade/${path}`, body)
const named = ({ plan_id }: PlanView) => ({ plan_id })
const run = () => runPlans(shop.karat)
const now = (plan: PlanView) => planOf(shop, member, plan)
const cash = async () => (await heldBy(shop, member)).cash
const letters = async () =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where member_id = ${member.id} order by created_at, id`,
    )
  ).map(({ template }) => template)
const tryThrice = async (plan: PlanView, times: number = settings.plans.tries) => {
  for (let tries = 0; tries < times; tries++) {
    await lookAgain(shop, plan)
    await run()
  }
}

test('begins on the day that was said, is told of, and buys as an ordinary purchase does', async () => {
  const plan = await begun(shop, member)
  expect(plan).toMatchObject({
    state: 'active',
    amount: '100000',
    next_on: dailyPlan().first_on,
    ceiling: null,
    runs: [],
  })
  expect(await run()).toBe(0)
  await makeDue(shop, plan)
  const { price } = await quote(shop, member, 'purchase', 'amount', '100000')
  expect(await run()).toBe(1)
  const { runs, bought, next_on } = await now(plan)
  const { gold } = await heldBy(shop, member)
  expect(await cash()).toBe(10n * MILLION - 100_000n)
  expect(runs).toMatchObject([{ state: 'done', due_on: todayThere(), amount: '100000', price }])
  expect([bought.runs, bought.paid, BigInt(bought.weight.replace('.', ''))]).toEqual([1, '100000', gold])
  expect(next_on).toBe(dueAfter(daily, todayThere()))
  expect(await letters()).toEqual(['plan_begun', 'plan_bought'])
  expect((await newestMail(shop, `${member.id}@karat.test`)).body).toContain(runs[0]?.number ?? 'a number')
  expect(await run()).toBe(0)
})

test('a price that the member holds on their page outlives a run beside it', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  const held = await quote(shop, member, 'purchase', 'amount', '200000')
  expect(await run()).toBe(1)
  expect(await trade(shop, member, 'purchase', held)).toMatchObject({ http: 200 })
})

test('what was missed while no instance ran is bought once, and the days go on from today', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan, 12)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await cash()).toBe(10n * MILLION - 100_000n)
  const { runs, next_on } = await now(plan)
  expect([runs.length, next_on]).toEqual([1, dueAfter(daily, todayThere())])
})

test('nothing is bought while the price is not live, and it is said; once it is, the run is made', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  await haltPrices(shop.karat, { store: 'id', by: 'test', reason: 'test', guarantees: 'honoured' })
  expect(await run()).toBe(0)
  expect(await now(plan)).toMatchObject({ waits_for: 'price', runs: [] })
  // An instance that has not heard of the halt proposes the price; the database refuses it.
  const heard = shop.karat.prices.live
  const stale = shop.karat.prices.of('id', 'IDR')
  shop.karat.prices.live = () => ({ ...stale, state: 'live' })
  const sells = shop.karat.prices.requireSellable
  shop.karat.prices.requireSellable = () => ({ ...stale, state: 'live' })
  expect(await run()).toBe(0)
  shop.karat.prices.live = heard
  shop.karat.prices.requireSellable = sells
  expect(await now(plan)).toMatchObject({ runs: [] })
  await resumePrices(shop.karat, { store: 'id', by: 'test', reason: 'test' })
  await freshTick(shop)
  expect(await run()).toBe(1)
})

test('above its ceiling a run buys nothing, is no miss, and is written about once until one has bought', async () => {
  const { price } = await quote(shop, member, 'purchase', 'amount', '100000')
  const plan = await begun(shop, member, { ceiling: price })
  const days: ('too_dear' | 'done')[] = []
  for (const [ago, bps] of [
    [4, 100],
    [3, 0],
    [2, -200],
    [1, 200],
    [0, 0],
  ] as const) {
    await movePrice(shop, bps)
    await makeDue(shop, plan, ago)
    await run()
    days.push((await now(plan)).runs[0]?.state as 'done')
  }
  expect(days).toEqual(['too_dear', 'too_dear', 'done', 'too_dear', 'too_dear'])
  expect(await now(plan)).toMatchObject({ missed: 0, state: 'active' })
  const about = (await letters()).filter((template) => template === 'plan_too_dear')
  expect(about.length).toBe(2)
  expect((await newestMail(shop, `${member.id}@karat.test`)).template).toBe('plan_too_dear')
})

test('a run that is missed between two above the ceiling is no reason to write again', async () => {
  const { price } = await quote(shop, member, 'purchase', 'amount', '100000')
  const plan = await begun(shop, member, { ceiling: price })
  for (const [ago, bps] of [
    [2, 100],
    [1, -200],
    [0, 300],
  ] as const) {
    if (ago === 1) await takeCash(shop, member, 10n * MILLION)
    await movePrice(shop, bps)
    await makeDue(shop, plan, ago)
    await tryThrice(plan, ago === 1 ? settings.plans.tries : 1)
  }
  expect((await now(plan)).runs.map(({ state }) => state)).toEqual(['too_dear', 'missed', 'too_dear'])
  expect((await letters()).filter((template) => template === 'plan_too_dear').length).toBe(1)
})

test('at its ceiling a run buys', async () => {
  const { price } = await quote(shop, member, 'purchase', 'amount', '100000')
  const plan = await begun(shop, member, { ceiling: price })
  await makeDue(shop, plan)
  expect(await run()).toBe(1)
})

test('three tries, hours apart, make a miss with a letter; three misses in a row pause it; it goes on when resumed', async () => {
  await takeCash(shop, member, 10n * MILLION - 99_999n)
  const plan = await begun(shop, member)
  await makeDue(shop, plan, 3)
  await run()
  const first = await now(plan)
  expect(first).toMatchObject({ state: 'active', runs: [{ state: 'trying', tries: 1, problem: 'balance_too_low' }] })
  expect(Date.parse(first.next_at ?? '') - Date.now()).toBeGreaterThan((settings.plans.tryHours - 0.1) * 3_600_000)
  expect(await run()).toBe(0)
  await tryThrice(plan, 2)
  expect(await now(plan)).toMatchObject({ missed: 1, runs: [{ state: 'missed', tries: 3 }] })
  for (const ago of [2, 1]) {
    await makeDue(shop, plan, ago)
    await tryThrice(plan)
  }
  expect(await now(plan)).toMatchObject({ state: 'paused', because: 'missed', next_on: null, missed: 3 })
  expect(await letters()).toEqual(['plan_begun', 'plan_missed', 'plan_missed', 'plan_paused'])
  const { data } = await act('resume_plan', named(plan))
  expect(data.plans[0]).toMatchObject({ state: 'active', missed: 0, next_on: dailyPlan().first_on })
  expect(await cash()).toBe(99_999n)
})

test('a purchase between two misses begins the count anew', async () => {
  const plan = await begun(shop, member, { amount: '20000' })
  await takeCash(shop, member, 10n * MILLION - 20_000n)
  await makeDue(shop, plan, 5)
  expect(await run()).toBe(1)
  for (const ago of [4, 3]) {
    await makeDue(shop, plan, ago)
    await tryThrice(plan)
  }
  expect(await now(plan)).toMatchObject({ state: 'active', missed: 2 })
})

test('what a level does not hold, or a day does not take, is a try', async () => {
  const small = await vaultMember(shop, { cash: 90n * MILLION, gold: 29n * GRAM, level: 1 })
  const plan = await begun(shop, small, { amount: '20000000' })
  await makeDue(shop, plan)
  await run()
  expect((await planOf(shop, small, plan)).runs).toMatchObject([{ state: 'trying', problem: 'level' }])
})

test('skipping leaves one run out, and only the one that was shown', async () => {
  const plan = await begun(shop, member)
  const day = plan.next_on ?? ''
  const { data } = await act('skip_plan_run', { ...named(plan), due_on: day })
  expect(data.plans[0]).toMatchObject({ next_on: dueAfter(daily, day), runs: [{ state: 'skipped', due_on: day }] })
  expect(await act('skip_plan_run', { ...named(plan), due_on: day })).toMatchObject({
    http: 409,
    error: 'plan_day_moved',
  })
})

/** Of a plan with these days that begins now, as its page finds it. */
const firstFor = (plan: PlanView, schedule: Parameters<typeof firstDue>[0]) =>
  firstDue(schedule, Date.now(), 'Asia/Jakarta', new Set(plan.taken_days))

test('a day that was skipped does not come back, neither by a pause nor by a change there and back', async () => {
  const plan = await begun(shop, member)
  const day = plan.next_on ?? ''
  const next = dueAfter(daily, day)
  await act('skip_plan_run', { ...named(plan), due_on: day })
  await act('pause_plan', named(plan))
  const resumed = (await act('resume_plan', named(plan))).data.plans[0]
  expect([resumed?.next_on, resumed?.taken_days]).toEqual([next, [day]])
  const monthly = { rhythm: 'monthly', onDay: 15 } as const
  const change = { ...named(plan), amount: '100000', pin: PIN }
  const away = { ...change, rhythm: 'monthly', on_day: 15, first_on: firstFor(await now(plan), monthly) }
  expect((await act('change_plan', away)).data.plans[0]).toMatchObject({ next_on: away.first_on })
  const back = { ...change, rhythm: 'daily', first_on: firstFor(await now(plan), daily) }
  expect((await act('change_plan', back)).data.plans[0]).toMatchObject({ next_on: next })
})

test('a day on which an earlier run bought does not come back', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan, 1)
  expect(await run()).toBe(1)
  await act('pause_plan', named(plan))
  const resumed = (await act('resume_plan', named(plan))).data.plans[0]
  expect(resumed).toMatchObject({ next_on: dueAfter(daily, todayThere()) })
  expect(resumed?.taken_days).toContain(todayThere())
})

test.each(['the round', 'its member'])(
  'a plan that is due on a day whose run is over is moved on by %s',
  async (by) => {
    const plan = await begun(shop, member)
    await makeDue(shop, plan)
    await shop.karat.db.run(sql`
    insert into vault.plan_runs (plan_id, due_on, member_id, currency, state, ended_at)
    values (${plan.plan_id}, ${todayThere()}::date, ${member.id}, 'IDR', 'skipped', now())`)
    if (by === 'the round') expect(await run()).toBe(0)
    else
      expect(await act('skip_plan_run', { ...named(plan), due_on: todayThere() })).toMatchObject({
        http: 200,
        error: null,
      })
    expect(await cash()).toBe(10n * MILLION)
    expect(await now(plan)).toMatchObject({
      ...{ state: 'active', next_on: dueAfter(daily, todayThere()), runs: [{ state: 'skipped' }] },
    })
  },
)

test('paused, it buys nothing; ended, it never does again', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  await act('pause_plan', named(plan))
  expect(await run()).toBe(0)
  await act('resume_plan', named(plan))
  await act('end_plan', named(plan))
  expect(await run()).toBe(0)
  for (const path of ['pause_plan', 'resume_plan', 'end_plan'])
    expect(await act(path, named(plan))).toMatchObject({ http: 409, error: 'plan_state', data: { state: 'ended' } })
  await expect(
    shop.karat.db.run(sql`update vault.plans set state = 'paused' where id = ${plan.plan_id}`),
  ).rejects.toThrow('stays so')
})

test('other terms hold from the next run on; other days move it, and end what is being tried', async () => {
  const plan = await begun(shop, member, { amount: '20000000' })
  await makeDue(shop, plan)
  await run()
  expect((await now(plan)).runs).toMatchObject([{ state: 'trying' }])
  const same = { ...named(plan), ...dailyPlan(), amount: '300000', first_on: todayThere() }
  expect(await act('change_plan', { ...same, first_on: '2030-01-01' })).toMatchObject({ error: 'plan_day_moved' })
  expect((await act('change_plan', same)).data.plans[0]).toMatchObject({ amount: '300000', next_on: todayThere() })
  const monthly = { rhythm: 'monthly', onDay: 31 } as const
  const other = {
    ...named(plan),
    amount: '300000',
    rhythm: 'monthly',
    on_day: 31,
    pin: PIN,
    first_on: firstOf(monthly),
  }
  expect((await act('change_plan', other)).data.plans[0]).toMatchObject({
    ...{ rhythm: 'monthly', on_day: 31, next_on: firstOf(monthly), runs: [{ state: 'skipped' }] },
  })
})

test.each([
  [{ amount: '9999' }, 'amount'],
  [{ amount: '100000.5' }, 'amount'],
  [{ amount: '900000000' }, 'amount'],
  [{ ceiling: '100' }, 'ceiling'],
  [{ rhythm: 'weekly' }, 'on_day'],
  [{ rhythm: 'weekly', on_day: 8 }, 'on_day'],
  [{ rhythm: 'monthly', on_day: 32 }, 'on_day'],
  [{ on_day: 3 }, 'on_day'],
])('refuses %j beside its field', async (wish, field) => {
  expect(await begin(shop, member, wish)).toMatchObject({
    http: 422,
    data: { fields: { [field]: expect.any(String) } },
  })
})

test('needs the PIN, the day that was said, a cash balance, and a place', async () => {
  expect(await begin(shop, member, { pin: '111222' })).toMatchObject({ error: 'pin_wrong' })
  expect(await begin(shop, member, { first_on: '2030-01-01' })).toMatchObject({
    ...{ error: 'plan_day_moved', data: { day: dailyPlan().first_on } },
  })
  const malay = await vaultMember(shop, { store: 'my' })
  expect(await begin(shop, malay, { amount: '100' })).toMatchObject({ error: 'no_cash_balance' })
  for (let n = 0; n < settings.plans.max; n++) await begun(shop, member)
  expect(await begin(shop, member)).toMatchObject({ error: 'plan_limit' })
})

test('a stopped member’s run waits and is said; when they are free it is made once', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan, 2)
  const stopped = await stopMember(shop, member)
  expect(await run()).toBe(0)
  expect(await now(plan)).toMatchObject({ state: 'active', waits_for: 'account', runs: [] })
  expect(await begin(shop, member)).toMatchObject({ error: 'not_possible_now' })
  await clearHit(shop, stopped)
  expect(await run()).toBe(0)
  await lookAgain(shop, plan)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await now(plan)).toMatchObject({ waits_for: null, runs: [{ state: 'done' }] })
})

test('a frozen account’s run waits', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  await shop.karat.db.run(
    sql`update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${member.id}`,
  )
  expect(await run()).toBe(0)
  await shop.karat.db.run(sql`update identity.members set frozen_at = null, frozen_by = null where id = ${member.id}`)
  expect(await now(plan)).toMatchObject({ waits_for: 'account', runs: [] })
})

test('while the store has less gold than it owes runs wait, and that is no try', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  await asOwner(shop.connectionString, [
    "insert into backing.freezes (id, store, cause, owed_e4, owned_e4) values (gen_random_uuid(), 'id', 'vault', 2, 1)",
  ])
  expect(await run()).toBe(0)
  expect(await now(plan)).toMatchObject({ waits_for: 'gold', runs: [] })
  await asOwner(shop.connectionString, ['set session_replication_role = replica', 'delete from backing.freezes'])
  await lookAgain(shop, plan)
  expect(await run()).toBe(1)
})

test('without the agreement a run waits, and says so', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  const theirs = `from identity.agreement_acceptances where member_id = '${member.id}'`
  await asOwner(shop.connectionString, [`set session_replication_role = replica`, `delete ${theirs}`])
  expect(await run()).toBe(0)
  expect(await now(plan)).toMatchObject({ waits_for: 'agreement', runs: [] })
})

test('what fails without being foreseen is tried again later, not at every look', async () => {
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  let tries = 0
  shop.intercept.current = (text) => {
    if (!text.includes('savepoint plan_run')) return text
    tries += 1
    return 'select 1 / 0'
  }
  expect([await run(), await run()]).toEqual([0, 0])
  shop.intercept.current = undefined
  const { waits_for, next_at } = await now(plan)
  expect([tries, waits_for]).toEqual([1, null])
  expect(Date.parse(next_at ?? '') - Date.now()).toBeGreaterThan((settings.plans.waitSeconds - 60) * 1000)
  await lookAgain(shop, plan)
  expect(await run()).toBe(1)
})

test('is another’s to nobody', async () => {
  const plan = await begun(shop, member)
  const other = await vaultMember(shop)
  for (const path of ['pause_plan', 'resume_plan', 'end_plan'])
    expect(await call(shop, other, `/trade/${path}`, named(plan))).toMatchObject({ http: 404, error: 'not_found' })
  expect((await ask<PlansView>(shop, other, '/trade/plans')).plans).toEqual([])
})

test('staff find it by its member’s name, pause it with a reason, and let it go on; its member does not', async () => {
  const plan = await begun(shop, member)
  const [desk, support] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'support')]
  const list = await askStaff(shop, support, '/members/plans?q=ratna&state=active')
  expect((list.data.rows as PlanView[]).map(({ plan_id }) => plan_id)).toContain(plan.plan_id)
  const reason = 'the member asked for it on the telephone'
  expect(await askStaff(shop, support, '/members/pausePlan', named(plan))).toMatchObject({ status: 422 })
  expect(await askStaff(shop, support, '/members/pausePlan', { ...named(plan), reason })).toMatchObject({ status: 200 })
  expect(await now(plan)).toMatchObject({ state: 'paused', because: 'staff' })
  expect(await act('resume_plan', named(plan))).toMatchObject({ http: 409, error: 'plan_paused_by_shop' })
  expect(await askStaff(shop, support, '/members/resumePlan', { ...named(plan), reason })).toMatchObject({
    status: 403,
  })
  expect(await askStaff(shop, desk, '/members/resumePlan', { ...named(plan), reason })).toMatchObject({ status: 200 })
  expect(await now(plan)).toMatchObject({ state: 'active', next_on: dailyPlan().first_on })
  const actions = await shop.karat.db.rows(sql`
    select action, details->>'did' as did from staff.actions where subject_id = ${member.id} order by id`)
  expect(actions).toEqual([
    { action: 'members.freeze', did: 'pause_plan' },
    { action: 'members.unfreeze', did: 'resume_plan' },
  ])
})
