/** What charges a card or wallet for a savings plan, beside itself and beside its member. Controls with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { agreed, type FakeMandates, fakeMandates, sayOf } from '../../../tests/support/mandates.ts'
import { metAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { begun, makeDue, planOf } from '../../../tests/support/plans.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditVault, fillVault, heldBy, openVault, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { chargeMandates } from '../../payments/charge-mandates.ts'
import { closeCharges } from '../../payments/process-event.ts'
import type { PlanView } from './plan-contract.ts'
import { runPlans } from './run-plans.ts'
import { settleCharged } from './settle-charged.ts'

const { sound, broken } = openShopPair()
const banks = new Map<Shop, FakeMandates>()
const bankOf = (shop: Shop) => banks.get(shop) as FakeMandates

beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 10_000_000n)
    banks.set(shop, fakeMandates(shop))
  }
  // What would stop a second charge of a day all the same.
  await asOwner(broken.connectionString, [
    'drop index vault.mandate_pays_one_purchase',
    'alter table vault.plan_runs drop constraint plan_runs_pkey',
    'create unique index no_run_twice on vault.plan_runs (plan_id, due_on, began_at)',
    'drop index vault.one_run_is_tried',
    'drop trigger mandate_allows on vault.purchases',
    'drop trigger guard_plan on vault.plans',
    'alter table vault.plans drop constraint plan_that_goes_on_has_a_next_day',
  ])
})
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    bankOf(shop).reset()
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    shop.intercept.current = undefined
    await freshTick(shop)
  }
})

type Due = { member: TestMember; plan: PlanView }
async function due(shop: Shop): Promise<Due> {
  const member = await vaultMember(shop)
  const plan = await begun(shop, member, { paid_by: 'card' })
  await agreed(shop, bankOf(shop), plan)
  await makeDue(shop, plan)
  return { member, plan }
}
const purchasesOf = ({ karat }: Shop, { member }: Due) =>
  karat.db.rows<{ id: string; state: string }>(sql`
    select id, state from vault.purchases where member_id = ${member.id} order by made_at`)
/** Names under which the member's card was charged. */
const charged = (shop: Shop) => new Set(bankOf(shop).charges.map(({ reference }) => reference)).size

/** The bug in which nobody holds the place or the plan, and a second run of a day is written like the first. */
const unheld = (text: string) =>
  text
    .replace(/for no key update|for update|for share/g, '')
    .replace(/on conflict \(plan_id, due_on\) do update set[\s\S]*$/, '')
/** After a run has read that it is due, before it takes anything that another waits for. */
const TAKES = /insert into kyc\.days/

test('rounds of two instances charge a run once, whole rounds beside each other', async () => {
  const one = await due(sound)
  const round = async () => {
    await runPlans(sound.karat)
    await chargeMandates(sound.karat)
    await settleCharged(sound.karat)
  }
  await Promise.all([round(), round(), round()])
  await round()
  expect([charged(sound), bankOf(sound).charges.length]).toEqual([1, 1])
  expect((await planOf(sound, one.member, one.plan)).runs).toMatchObject([{ state: 'done' }])
  expect(await purchasesOf(sound, one)).toMatchObject([{ state: 'paid' }])
  expect(await auditVault(sound)).toEqual([])
})
test('control: rounds that have both found it due charge twice', async () => {
  await due(broken)
  broken.intercept.current = metAt(TAKES, 2, unheld)
  await Promise.all([runPlans(broken.karat), runPlans(broken.karat)])
  broken.intercept.current = undefined
  await chargeMandates(broken.karat)
  expect(charged(broken)).toBe(2)
})

test.each(['revoke_plan', 'pause_plan'] as const)(
  '%s beside a run and its charge: it has bought, or nothing is kept of what was charged',
  async (act) => {
    for (const late of [false, true]) {
      for (let round = 0; round < 4; round++) {
        const one = await due(sound)
        bankOf(sound).answer = sayOf('captured')
        const work = async () => {
          await runPlans(sound.karat)
          await chargeMandates(sound.karat)
        }
        if (late) await runPlans(sound.karat)
        const [, answer] = await Promise.all([
          work(),
          call(sound, one.member, `/trade/${act}`, { plan_id: one.plan.plan_id }),
        ])
        expect(answer.error).toBe(null)
        await settleCharged(sound.karat)
        await closeCharges(sound.karat)
        await refundsDone(sound)
        const [run] = (await planOf(sound, one.member, one.plan)).runs
        const [purchase, ...further] = await purchasesOf(sound, one)
        const { gold } = await heldBy(sound, one.member)
        expect([run?.state === 'done', gold > 0n, further]).toEqual([
          purchase?.state === 'paid',
          purchase?.state === 'paid',
          [],
        ])
        if (purchase?.state === 'cancelled') expect(run?.state).toBe('skipped')
        for (const back of purchase && gold === 0n ? await refundsOf(sound, purchase.id) : [])
          expect([back.state, back.amount]).toEqual(['settled', 100_000n])
        expect((await planOf(sound, one.member, one.plan)).state).toBe('paused')
      }
    }
    expect(await auditVault(sound)).toEqual([])
  },
)
test.each(['revoke_plan', 'pause_plan'] as const)(
  'control: where the run has found it due, and nobody waits, it is charged after %s',
  async (act) => {
    const one = await due(broken)
    const looked = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    broken.intercept.current = async (text) => {
      if (TAKES.test(text)) {
        looked.resolve()
        await decided.promise
      }
      return unheld(text)
    }
    const round = runPlans(broken.karat)
    await looked.promise
    expect((await call(broken, one.member, `/trade/${act}`, { plan_id: one.plan.plan_id })).http).toBe(200)
    decided.resolve()
    await round
    broken.intercept.current = undefined
    expect((await purchasesOf(broken, one)).map(({ state }) => state)).toEqual(['open'])
  },
)
