/** What settles charges and permissions of savings plans, beside money and members. Controls with a planted bug. */
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { agreed, type FakeMandates, fakeMandates, sayOf } from '../../../tests/support/mandates.ts'
import { lateAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner, ownerPool } from '../../../tests/support/owner.ts'
import { unheld } from '../../../tests/support/plan-races.ts'
import { begun, lookAgain, makeDue, planOf, todayThere } from '../../../tests/support/plans.ts'
import { call } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditVault, fillVault, openVault, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { chargeMandates } from '../../payments/charge-mandates.ts'
import { askAboutMandates } from '../../payments/mandates.ts'
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
  // What would keep a permission over that was taken back.
  await asOwner(broken.connectionString, [
    'drop trigger guard_mandate on payments.mandates',
    'alter table payments.mandates drop constraint mandate_ends_with_its_time',
  ])
})
beforeEach(() => {
  for (const bank of banks.values()) bank.reset()
})

type Of = { member: TestMember; plan: PlanView }
async function asked(shop: Shop): Promise<Of> {
  const member = await vaultMember(shop)
  return { member, plan: await begun(shop, member, { paid_by: 'card' }) }
}
async function due(shop: Shop): Promise<Of> {
  const one = await asked(shop)
  await agreed(shop, bankOf(shop), one.plan)
  await makeDue(shop, one.plan)
  return one
}
const revoke = (shop: Shop, { member, plan }: Of) => call(shop, member, '/trade/revoke_plan', { plan_id: plan.plan_id })
const pause = (shop: Shop, { member, plan }: Of) => call(shop, member, '/trade/pause_plan', { plan_id: plan.plan_id })
const purchasesOf = async ({ karat }: Shop, { member }: Of) =>
  (
    await karat.db.rows<{ state: string }>(sql`
      select state from vault.purchases where member_id = ${member.id} order by made_at`)
  ).map(({ state }) => state)
/** Names under which cards were charged in this test. */
const charged = (shop: Shop) => new Set(bankOf(shop).charges.map(({ reference }) => reference)).size

test('settling beside the capture: the run has bought, and the plan does not buy again', async () => {
  for (let round = 0; round < 8; round++) {
    const one = await due(sound)
    await runPlans(sound.karat)
    await Promise.all([settleCharged(sound.karat), chargeMandates(sound.karat), settleCharged(sound.karat)])
    await settleCharged(sound.karat)
    expect(await purchasesOf(sound, one)).toEqual(['paid'])
    const { runs, next_on } = await planOf(sound, one.member, one.plan)
    expect([runs.map(({ state }) => state), next_on === todayThere()]).toEqual([['done'], false])
  }
  expect(await auditVault(sound)).toEqual([])
})
test('control: where settling does not hold the place, the money comes between its two looks, and is charged anew', async () => {
  const one = await due(broken)
  await runPlans(broken.karat)
  const owner = ownerPool(broken.connectionString, 1)
  onTestFinished(() => owner.end())
  const hasLooked = () =>
    vi.waitFor(
      async () => {
        const { rows } = await owner.query(`select pid from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and query like 'select state from vault.purchases%'`)
        expect(rows).toHaveLength(1)
      },
      { timeout: 30_000, interval: 10 },
    )
  const itsPayment = /^select \* from payments\.payments where subject_id/
  await lateAt(
    broken,
    { at: itsPayment, plant: (text) => (/vault\.(holders|plans)/.test(text) ? unheld(text) : text) },
    () => settleCharged(broken.karat),
    async () => {
      await hasLooked()
      await chargeMandates(broken.karat)
    },
  )
  await lookAgain(broken, one.plan)
  await runPlans(broken.karat)
  await chargeMandates(broken.karat)
  expect([await purchasesOf(broken, one), charged(broken)]).toEqual([['paid', 'paid'], 2])
})

test('an agreement beside revoke_plan: nothing may be charged, and the bank is told', async () => {
  for (let round = 0; round < 8; round++) {
    const { member, plan } = await asked(sound)
    const revoked = () => revoke(sound, { member, plan })
    if (round === 0) await revoked().then(() => agreed(sound, bankOf(sound), plan))
    else await Promise.all([agreed(sound, bankOf(sound), plan), revoked()])
    expect(await planOf(sound, member, plan)).toMatchObject({
      ...{ state: 'paused', because: 'mandate', mandate: { state: 'revoked', ended_by: 'member' } },
    })
    await askAboutMandates(sound.karat)
    const mandate = await sound.karat.db.row<{ id: string }>(
      sql`select id from payments.mandates where subject_id = ${plan.plan_id}`,
    )
    expect(bankOf(sound).revoked).toContain(mandate?.id)
  }
})
test('control: where nobody waits, a permission that was taken back meanwhile is charged', async () => {
  const { member, plan } = await asked(broken)
  await lateAt(
    broken,
    { at: /update payments\.mandates set state = 'active'/, plant: unheld },
    () => agreed(broken, bankOf(broken), plan),
    () => revoke(broken, { member, plan }),
  )
  await makeDue(broken, plan)
  await runPlans(broken.karat)
  await chargeMandates(broken.karat)
  expect(charged(broken)).toBe(1)
})

/** A run ended while its charge is undecided, and the plan went on: how many charges its card has by the next run. */
async function chargedBeside(shop: Shop, change: (text: string) => string = (text) => text) {
  bankOf(shop).answer = sayOf('pending')
  const one = await due(shop)
  const round = async () => {
    await runPlans(shop.karat)
    await chargeMandates(shop.karat)
  }
  await makeDue(shop, one.plan, 1)
  await round()
  await pause(shop, one)
  await call(shop, one.member, '/trade/resume_plan', { plan_id: one.plan.plan_id })
  await makeDue(shop, one.plan)
  shop.intercept.current = change
  await round()
  shop.intercept.current = undefined
  return charged(shop)
}

test('while the money of a run before may still come nothing else is charged', async () => {
  expect(await chargedBeside(sound)).toBe(1)
})
test('control: where nobody asks what is being charged, the card is charged twice', async () => {
  let planted = 0
  const blind = (text: string) => {
    if (!text.includes("p.state in ('created', 'pending', 'unknown') limit 1")) return text
    planted++
    return text.replace('where m.subject_id', 'where false and m.subject_id')
  }
  expect([await chargedBeside(broken, blind), planted]).toEqual([2, 1])
})

/** Its member pauses a plan after its charge was taken up, and before its bank is asked. */
async function pausedBeforeCall(shop: Shop, plant: (text: string) => string = (text) => text) {
  const one = await due(shop)
  await runPlans(shop.karat)
  await lateAt(
    shop,
    { at: /^\s*select m\.token_sealed as token/, plant },
    () => chargeMandates(shop.karat),
    () => pause(shop, one),
  )
  return charged(shop)
}

test('paused between taking up its charge and the call to its bank: nothing is charged', async () => {
  expect(await pausedBeforeCall(sound)).toBe(0)
})
test('control: where it is not looked at again before the call, it is charged after the pause', async () => {
  let planted = 0
  const blind = (text: string) =>
    text.includes('select m.token_sealed as token')
      ? text.replace(/m\.state = 'active' and p\.expires_at > now\(\)[\s\S]*$/, () => {
          planted++
          return 'true'
        })
      : text
  expect([await pausedBeforeCall(broken, blind), planted]).toEqual([1, 1])
})
