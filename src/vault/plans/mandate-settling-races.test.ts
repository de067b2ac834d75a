/** What settles charges and permissions of savings plans, beside money and members. Controls with a planted bug. */
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { agreed, type FakeMandates, fakeMandates } from '../../../tests/support/mandates.ts'
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
