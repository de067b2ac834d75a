/** What charges a card or wallet for a savings plan, beside itself and beside its member. Controls with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { agreed, type FakeMandates, fakeMandates, sayOf } from '../../../tests/support/mandates.ts'
import { metAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { runsAfter, runsOnce, TAKES, unheld } from '../../../tests/support/plan-races.ts'
import { begun, makeDue, planOf } from '../../../tests/support/plans.ts'
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
    ...runsOnce,
    'drop index vault.mandate_pays_one_purchase',
    'drop index vault.one_run_is_tried',
    'drop trigger mandate_allows on vault.purchases',
    'alter table vault.plans drop constraint plan_that_goes_on_has_a_next_day',
  ])
})
beforeEach(() => {
  for (const bank of banks.values()) bank.reset()
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
  karat.db.rows<{ id: string; state: string; payment: string }>(sql`
    select u.id, u.state, p.id as payment from vault.purchases u join payments.payments p on p.subject_id = u.id
    where u.member_id = ${member.id} order by u.made_at`)
/** Names under which the member's card was charged. */
const charged = (shop: Shop) => new Set(bankOf(shop).charges.map(({ reference }) => reference)).size

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

const acts = ['revoke_plan', 'pause_plan'] as const
const does = (shop: Shop, { member, plan }: Due, act: (typeof acts)[number]) =>
  call(shop, member, `/trade/${act}`, { plan_id: plan.plan_id })

test.each(
  acts.flatMap((act) => (['its run', 'its charge', 'the call to its bank'] as const).map((at) => [act, at] as const)),
)('%s beside %s: it has bought, or all that was charged goes back', async (act, at) => {
  for (let round = 0; round < 4; round++) {
    const one = await due(sound)
    const acted = () => does(sound, one, act).then(({ error }) => expect(error).toBe(null))
    const work = async () => {
      await runPlans(sound.karat)
      await chargeMandates(sound.karat)
    }
    if (at === 'its charge') await runPlans(sound.karat)
    if (at === 'the call to its bank') {
      bankOf(sound).answer = async (charge) => {
        await acted()
        return sayOf('captured')(charge)
      }
      await work()
      bankOf(sound).answer = sayOf('captured')
    } else await Promise.all([work(), acted()])
    await settleCharged(sound.karat)
    await closeCharges(sound.karat)
    await refundsDone(sound)
    const plan = await planOf(sound, one.member, one.plan)
    const [purchase, ...further] = await purchasesOf(sound, one)
    const { gold } = await heldBy(sound, one.member)
    const bought = purchase?.state === 'paid'
    expect([plan.state, plan.runs[0]?.state === 'done', gold > 0n, further]).toEqual(['paused', bought, bought, []])
    if (purchase && !bought) expect([purchase.state, plan.runs[0]?.state]).toEqual(['cancelled', 'skipped'])
    const charges = bankOf(sound).charges.filter(({ reference }) => reference === purchase?.payment).length
    const back = purchase ? await refundsOf(sound, purchase.id) : []
    expect(back.map(({ state, amount }) => `${state} ${amount}`)).toEqual(
      bought ? [] : Array(charges).fill('settled 100000'),
    )
    if (at === 'the call to its bank') expect([bought, charges]).toEqual([false, 1])
  }
  expect(await auditVault(sound)).toEqual([])
})
test('control: where the run has found it due, and nobody waits, it is charged after a pause', async () => {
  const one = await due(broken)
  await runsAfter(broken, () => does(broken, one, 'pause_plan'))
  await chargeMandates(broken.karat)
  expect([await purchasesOf(broken, one), charged(broken)]).toMatchObject([[{ state: 'paid' }], 1])
})
test('control: where nobody waits, a purchase is open after revoke_plan; nothing is left to charge it with', async () => {
  const one = await due(broken)
  await runsAfter(broken, () => does(broken, one, 'revoke_plan'))
  await chargeMandates(broken.karat)
  expect([await purchasesOf(broken, one), charged(broken)]).toMatchObject([[{ state: 'open' }], 0])
})
