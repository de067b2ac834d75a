/** Savings plans beside each other and beside their member: of what is done at once one thing happens. Controls with a planted bug. */
import { beforeAll, expect, test } from 'vitest'
import { metAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { runsAfter, runsOnce, TAKES, unheld } from '../../../tests/support/plan-races.ts'
import { begun, makeDue, planOf, todayThere } from '../../../tests/support/plans.ts'
import { call } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../../tests/support/vault.ts'
import type { PlanView } from './plan-contract.ts'
import { runPlans } from './run-plans.ts'

const { sound, broken } = openShopPair()
const MILLION = 1_000_000n
const SPENT = 100_000n

beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 10_000_000n)
  }
  // What would stop a second purchase of a day all the same.
  await asOwner(broken.connectionString, [
    ...runsOnce,
    'drop trigger guard_plan_run on vault.plan_runs',
    'alter table vault.plans drop constraint plan_ends_with_its_time',
  ])
})

type Due = { member: TestMember; plan: PlanView }
async function due(shop: Shop): Promise<Due> {
  const member = await vaultMember(shop, { cash: MILLION })
  const plan = await begun(shop, member)
  await makeDue(shop, plan)
  return { member, plan }
}
const spent = async (shop: Shop, { member }: Due) => (MILLION - (await heldBy(shop, member)).cash) / SPENT

test('of rounds on several instances one buys', async () => {
  const one = await due(sound)
  const rounds = await Promise.all([1, 2, 3, 4].map(() => runPlans(sound.karat)))
  expect(rounds.reduce((sum, bought) => sum + bought, 0)).toBe(1)
  expect(await spent(sound, one)).toBe(1n)
  expect((await planOf(sound, one.member, one.plan)).runs.length).toBe(1)
  expect(await auditVault(sound)).toEqual([])
})
test('control: rounds that have both found it due buy twice', async () => {
  const one = await due(broken)
  broken.intercept.current = metAt(TAKES, 2, unheld)
  await Promise.all([runPlans(broken.karat), runPlans(broken.karat)])
  broken.intercept.current = undefined
  expect(await spent(broken, one)).toBe(2n)
})

const acts = {
  pause_plan: 'paused',
  end_plan: 'ended',
  skip_plan_run: 'active',
} as const
type Act = keyof typeof acts
const named = (act: Act, { plan }: Due) =>
  act === 'skip_plan_run' ? { plan_id: plan.plan_id, due_on: todayThere() } : { plan_id: plan.plan_id }
const beside = (shop: Shop, act: Act, one: Due) =>
  Promise.all([runPlans(shop.karat), call(shop, one.member, `/trade/${act}`, named(act, one))])

test.each(Object.keys(acts) as Act[])('%s beside a run comes before it or after it', async (act) => {
  for (let round = 0; round < 8; round++) {
    const one = await due(sound)
    const [bought, answer] = await beside(sound, act, one)
    const after = await planOf(sound, one.member, one.plan)
    const done = after.runs.filter(({ state }) => state === 'done').length
    expect([await spent(sound, one), done]).toEqual([BigInt(bought), bought])
    // Skipped beside it, the run that was shown is bought or left out, never both.
    if (act === 'skip_plan_run') expect(answer.error).toBe(bought === 1 ? 'plan_day_moved' : null)
    else expect([answer.error, after.state]).toEqual([null, acts[act]])
    expect(after.runs.length).toBe(act === 'skip_plan_run' ? 1 : bought)
  }
  expect(await auditVault(sound)).toEqual([])
})
test.each(['pause_plan', 'end_plan'] as const)(
  'control: where the run has found it due, and nobody waits, it goes on after %s',
  async (act) => {
    const one = await due(broken)
    await runsAfter(broken, async () =>
      expect((await call(broken, one.member, `/trade/${act}`, named(act, one))).http).toBe(200),
    )
    expect((await planOf(broken, one.member, one.plan)).state).toBe('active')
    expect(await spent(broken, one)).toBe(1n)
  },
)
