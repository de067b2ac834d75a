/** Savings plans that a card or wallet pays: agreed to at its provider, charged once a run, settled as money from outside (decision 0136). */
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { stopMember } from '../../../tests/support/cases.ts'
import { passTime } from '../../../tests/support/gold-purchases.ts'
import { agreed, ends, type FakeMandates, fakeMandates, sayOf } from '../../../tests/support/mandates.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf } from '../../../tests/support/money-back.ts'
import { begin, begun, lookAgain, makeDue, planOf, todayThere, usePlanSettings } from '../../../tests/support/plans.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { addressOf, send } from '../../../tests/support/transfers.ts'
import { auditVault, fillVault, heldBy, PIN, vaultMember } from '../../../tests/support/vault.ts'
import { openVaultShop } from '../../../tests/support/vault-shop.ts'
import { sql } from '../../db/database.ts'
import { chargeMandates } from '../../payments/charge-mandates.ts'
import type { PaymentProvider } from '../../payments/contract.ts'
import { askAboutMandates, forgetMandates } from '../../payments/mandates.ts'
import { closeCharges } from '../../payments/process-event.ts'
import { askAboutPayments } from '../../payments/worker.ts'
import { settings } from '../../settings.ts'
import { expirePurchases } from '../purchases/end-purchase.ts'
import type { PlansView, PlanView } from './plan-contract.ts'
import { firstDue } from './plan-rules.ts'
import { runPlans } from './run-plans.ts'
import { settleCharged } from './settle-charged.ts'

const shop = openVaultShop(1000n * 10_000n)
let bank: FakeMandates
let member: TestMember
beforeAll(() => {
  bank = fakeMandates(shop)
})
beforeEach(async () => {
  bank.reset()
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  await freshTick(shop)
  member = await vaultMember(shop)
})
afterEach(async () => {
  shop.intercept.current = undefined
  expect(await auditVault(shop)).toEqual([])
  await shop.karat.db.run(sql`
    update vault.plans set state = 'ended', because = null, due_on = null, next_at = null, waits_for = null, ended_at = now() where state <> 'ended'`)
})

const act = (path: string, body: object) => call<PlansView>(shop, member, `/trade/${path}`, body)
const named = ({ plan_id }: PlanView) => ({ plan_id })
const now = (plan: PlanView) => planOf(shop, member, plan)
const gold = async () => (await heldBy(shop, member)).gold
/** Every round that a charge meets, once. */
async function rounds() {
  await runPlans(shop.karat)
  await shop.karat.db.run(
    sql`update payments.payments set checked_at = now() - interval '2 minutes' where state in ('unknown', 'pending')`,
  )
  await chargeMandates(shop.karat)
  await settleCharged(shop.karat)
}
async function going(kind: 'card' | 'wallet' = 'card'): Promise<PlanView> {
  const plan = await begun(shop, member, { paid_by: kind })
  await agreed(shop, bank, plan)
  return now(plan)
}
async function due(kind?: 'card' | 'wallet') {
  const plan = await going(kind)
  await makeDue(shop, plan)
  return plan
}
const letters = async () =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where member_id = ${member.id} order by created_at, id`,
    )
  ).map(({ template }) => template)
const purchases = () =>
  shop.karat.db.rows<{ id: string; state: string; cleared: boolean; method: string; payment: string }>(sql`
    select u.id, u.state, coalesce(u.clears_at <= now(), false) as cleared, p.method, p.state as payment from vault.purchases u
    join payments.payments p on p.subject_id = u.id where u.member_id = ${member.id} order by u.made_at`)
const back = async () => {
  await refundsDone(shop)
  const all = await Promise.all((await purchases()).map(({ id }) => refundsOf(shop, id)))
  return all.flat().map(({ state, amount }) => `${state} ${amount}`)
}

test('waits until its member has agreed; its token is sealed; then it buys with uncleared money, without the cash balance', async () => {
  const plan = await begun(shop, member, { paid_by: 'card' })
  expect(plan).toMatchObject({
    ...{ state: 'paused', because: 'mandate', paid_by: 'card', next_on: null },
    mandate: { state: 'pending', account_end: null, most: '100000', agree_url: expect.stringContaining('http') },
  })
  expect((await act('resume_plan', named(plan))).error).toBe('plan_uncharged')
  await agreed(shop, bank, plan)
  expect(await now(plan)).toMatchObject({ state: 'active', mandate: { state: 'active', account_end: '4242' } })
  const row = await shop.karat.db.row<{ sealed: Buffer }>(
    sql`select token_sealed as sealed from payments.mandates where member_id = ${member.id}`,
  )
  expect(row?.sealed.includes('token')).toBe(false)
  await makeDue(shop, plan)
  await rounds()
  expect(await now(plan)).toMatchObject({
    runs: [{ state: 'done', due_on: todayThere(), amount: '100000' }],
    missed: 0,
  })
  expect(await purchases()).toMatchObject([{ state: 'paid', cleared: false, method: 'card' }])
  expect((await heldBy(shop, member)).cash).toBe(0n)
  expect(bank.charges.map(({ token }) => token)).toEqual(['token'])
  expect(await letters()).toEqual(['plan_charges', 'purchase_paid'])
  const other = await vaultMember(shop)
  expect((await send(shop, member, { to: addressOf(other), weight: '0.01' })).error).toBe('value_uncleared')
})

test('a wallet in a store without cash balances buys too', async () => {
  await fillVault(shop, 1_000_000n, 'my')
  member = await vaultMember(shop, { store: 'my' })
  expect((await begin(shop, member, { amount: '50' })).error).toBe('no_cash_balance')
  const first_on = firstDue({ rhythm: 'daily', onDay: null }, Date.now(), 'Asia/Kuala_Lumpur')
  const plan = await begun(shop, member, { amount: '50', paid_by: 'wallet', first_on })
  await agreed(shop, bank, plan)
  await makeDue(shop, plan)
  await rounds()
  expect(await purchases()).toMatchObject([{ state: 'paid', cleared: false }])
  expect(await gold()).toBeGreaterThan(0n)
})

test('declined is a try; three are a miss with a letter, and three misses pause it', async () => {
  bank.answer = sayOf('declined', 'insufficient_funds')
  const plan = await due()
  const fail = async () => {
    for (let tries = 0; tries < settings.plans.tries; tries++) {
      await lookAgain(shop, plan)
      await rounds()
    }
  }
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'trying', problem: 'declined', tries: 1 }] })
  await lookAgain(shop, plan)
  await rounds()
  await lookAgain(shop, plan)
  await rounds()
  expect(await now(plan)).toMatchObject({
    state: 'active',
    missed: 1,
    runs: [{ state: 'missed', problem: 'declined' }],
  })
  for (const ago of [3, 2]) {
    await makeDue(shop, plan, ago)
    await fail()
  }
  expect(await now(plan)).toMatchObject({ state: 'paused', because: 'missed', missed: 3 })
  expect((await letters()).slice(1)).toEqual(['plan_missed', 'plan_missed', 'plan_paused'])
  expect([await gold(), bank.charges.length]).toEqual([0n, 9])
})

test.each(['revoked', 'expired'] as const)(
  '%s at its bank, told of or found when charged, pauses it at once, with a letter; it is agreed to anew',
  async (as) => {
    const plan = await due()
    await ends(shop, bank, plan, as)
    expect(await now(plan)).toMatchObject({
      ...{ state: 'paused', because: 'mandate' },
      mandate: { state: as, ended_by: 'bank', agree_url: null },
    })
    const { data } = await act('agree_plan', named(plan))
    expect(data.plans[0]?.mandate).toMatchObject({ state: 'pending', agree_url: expect.stringContaining('http') })
    await agreed(shop, bank, plan)
    await makeDue(shop, plan)
    bank.answer = sayOf('declined', `mandate_${as}`)
    await rounds()
    expect(await now(plan)).toMatchObject({ state: 'paused', because: 'mandate', missed: 0, mandate: { state: as } })
    expect(await letters()).toEqual(['plan_charges', 'plan_uncharged', 'plan_charges', 'plan_uncharged'])
    expect(await gold()).toBe(0n)
  },
)

test('its member ends the permission: the bank is told until it answers, and nothing is charged', async () => {
  const plan = await due()
  bank.isSilent = true
  expect((await act('revoke_plan', named(plan))).data.plans[0]).toMatchObject({
    ...{ state: 'paused', because: 'mandate' },
    mandate: { state: 'revoked', ended_by: 'member' },
  })
  expect((await act('revoke_plan', named(plan))).error).toBe('plan_state')
  const tell = async () => {
    await shop.karat.db.run(sql`update payments.mandates set next_try_at = now()`)
    await askAboutMandates(shop.karat)
  }
  await tell()
  expect(bank.revoked).toEqual([])
  bank.isSilent = false
  await tell()
  await tell()
  expect(bank.revoked.length).toBe(1)
  await rounds()
  expect(bank.charges).toEqual([])
  const second = await going()
  expect(
    (await act('end_plan', named(second))).data.plans.find(({ plan_id }) => plan_id === second.plan_id),
  ).toMatchObject({
    ...{ state: 'ended', mandate: { state: 'revoked', ended_by: 'member' } },
  })
})

test('ended before its bank knew of it: once that says that it was agreed to, it is told, at once and not as late as it was asked', async () => {
  const plan = await begun(shop, member, { paid_by: 'card' })
  const row = await shop.karat.db.row<{ id: string }>(sql`
    update payments.mandates set tries = 10 where subject_id = ${plan.plan_id} returning id`)
  const [id = '', mandate] = [...bank.mandates].find(([reference]) => reference === row?.id) ?? []
  bank.mandates.delete(id)
  await act('revoke_plan', named(plan))
  const asking = async () => {
    await shop.karat.db.run(sql`update payments.mandates set next_try_at = now() where id = ${id}`)
    await askAboutMandates(shop.karat)
    return shop.karat.db.row(sql`
      select to_revoke, tries, next_try_at < now() + interval '6 seconds' as soon from payments.mandates where id = ${id}`)
  }
  bank.isSilent = true
  expect(await asking()).toEqual({ to_revoke: true, tries: 1, soon: true })
  bank.isSilent = false
  expect(await asking()).toMatchObject({ to_revoke: false })
  expect(bank.revoked).toEqual([])
  if (mandate) bank.mandates.set(id, mandate)
  await agreed(shop, bank, plan)
  expect(await now(plan)).toMatchObject({ state: 'paused', mandate: { state: 'revoked', ended_by: 'member' } })
  await askAboutMandates(shop.karat)
  expect(bank.revoked).toEqual([id])
})

test('its bank is told which plan it is for; where it is agreed to is not kept of one that is over by the time it answers', async () => {
  const { providers, db } = shop.karat
  const provider = providers.get('sandbox') as PaymentProvider
  onTestFinished(() => void providers.set('sandbox', provider))
  let named = ''
  providers.set('sandbox', {
    ...provider,
    async createMandate(asked) {
      named = asked.description
      await db.transaction((tx) => forgetMandates(tx, member.id))
      return provider.createMandate(asked)
    },
  })
  await begun(shop, member, { paid_by: 'card' })
  expect(await db.rows(sql`select state, agree_url from payments.mandates where member_id = ${member.id}`)).toEqual([
    { state: 'revoked', agree_url: null },
  ])
  expect(named).toMatch(/^(Savings plan begun on|Rencana menabung sejak) \d+\s\w+\s\d{4}$/)
})

test('a bank that answers late is asked under the same name, and no second charge is made meanwhile', async () => {
  bank.answer = () => ({ outcome: 'unknown' })
  const plan = await due()
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'charging' }] })
  await lookAgain(shop, plan)
  await rounds()
  bank.answer = sayOf('captured')
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'done' }] })
  expect([new Set(bank.charges.map(({ reference }) => reference)).size, bank.charges.length]).toEqual([1, 3])
})

test('money that comes after its time goes back, and counts as a try; until it is known nothing else is charged', async () => {
  bank.answer = sayOf('pending')
  const plan = await due()
  await rounds()
  const [one] = await purchases()
  await passTime(shop, { purchase_id: one?.id ?? '' })
  await expirePurchases(shop.karat)
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'charging' }] })
  bank.answer = sayOf('captured')
  await closeCharges(shop.karat)
  await askAboutPayments(shop.karat)
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'trying', problem: 'no_answer', tries: 1 }] })
  expect([await back(), await gold()]).toEqual([['settled 100000'], 0n])
})

test('paused while it is being charged: what is charged all the same goes back', async () => {
  bank.answer = sayOf('pending')
  const plan = await due()
  await rounds()
  expect((await act('pause_plan', named(plan))).data.plans[0]).toMatchObject({
    state: 'paused',
    runs: [{ state: 'skipped' }],
  })
  bank.answer = sayOf('captured')
  await closeCharges(shop.karat)
  await rounds()
  expect([await back(), await gold()]).toEqual([['settled 100000'], 0n])
})

test('its own purchase of the member stays open beside a run; neither pays the other', async () => {
  const plan = await due()
  const { quote_id } = await ask<{ quote_id: string }>(shop, member, '/trade/purchase_quote', {
    ...{ by: 'amount', value: '200000', paid_from: 'outside' },
  })
  const own = await call<{ purchase_id: string }>(shop, member, '/trade/purchase_outside', {
    quote_id,
    method: 'va',
    bank: 'bca',
    pin: PIN,
  })
  expect(own.http).toBe(200)
  await rounds()
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'done' }] })
  const all = await purchases()
  expect(all.map(({ state }) => state).sort()).toEqual(['open', 'paid'])
  const run = all.find(({ method }) => method === 'card')
  for (const path of ['purchase_cancel', 'purchase_pay'])
    expect(
      (
        await call(shop, member, `/trade/${path}`, {
          purchase_id: run?.id,
          ...(path === 'purchase_pay' && { method: 'card' }),
        })
      ).error,
    ).toBe('purchase_state')
})

test('a stopped member is charged nothing; more than was allowed is refused', async () => {
  const plan = await due()
  expect(
    (
      await act('change_plan', {
        ...{ plan_id: plan.plan_id, amount: '100001', rhythm: 'daily', pin: PIN },
        first_on: plan.next_on,
      })
    ).error,
  ).toBe('invalid_input')
  await stopMember(shop, member)
  await rounds()
  expect(await now(plan)).toMatchObject({ state: 'active', waits_for: 'account', runs: [] })
  expect(bank.charges).toEqual([])
})

test.each(['its member pauses it', 'its member is stopped', 'its account is frozen'] as const)(
  'while the one before is charged, %s: the next one is not charged',
  async (meanwhile) => {
    const all = [await due(), await due()]
    let isFirst = true
    bank.answer = async () => {
      if (isFirst) {
        isFirst = false
        if (meanwhile === 'its member pauses it') for (const plan of all) await act('pause_plan', named(plan))
        if (meanwhile === 'its member is stopped') await stopMember(shop, member)
        if (meanwhile === 'its account is frozen')
          await shop.karat.db.run(
            sql`update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${member.id}`,
          )
      }
      return { outcome: 'unknown' }
    }
    await rounds()
    await rounds()
    expect([(await purchases()).length, bank.charges.length]).toEqual([2, 1])
  },
)

test('while the money of a run that was ended may still come, no other run is charged, and none is counted', async () => {
  bank.answer = sayOf('pending')
  const plan = await going()
  await makeDue(shop, plan, 1)
  await rounds()
  await act('pause_plan', named(plan))
  await act('resume_plan', named(plan))
  await makeDue(shop, plan)
  await rounds()
  expect(bank.charges.length).toBe(1)
  const waits = await now(plan)
  expect(waits).toMatchObject({ state: 'active', missed: 0, runs: [{ state: 'skipped' }] })
  expect(Date.parse(waits.next_at ?? '') - Date.now()).toBeGreaterThan((settings.plans.waitSeconds - 60) * 1000)
  bank.answer = sayOf('captured')
  await closeCharges(shop.karat)
  await lookAgain(shop, plan)
  await rounds()
  expect((await now(plan)).runs.map(({ state }) => state)).toEqual(['done', 'skipped'])
  expect([await back(), bank.charges.length]).toEqual([['settled 100000'], 2])
})

/** A run of yesterday whose money is there; the plan does not know it yet. Two runs before were missed. */
async function boughtUnseen(): Promise<PlanView> {
  const plan = await going()
  await makeDue(shop, plan, 1)
  await shop.karat.db.run(sql`update vault.plans set missed = 2 where id = ${plan.plan_id}`)
  await runPlans(shop.karat)
  await chargeMandates(shop.karat)
  expect(await now(plan)).toMatchObject({ missed: 2, runs: [{ state: 'charging' }] })
  return plan
}

test('other days do not come to one on which the run that they end had bought', async () => {
  const plan = await boughtUnseen()
  // Every run of today is ahead.
  usePlanSettings({ hour: 24 })
  const weekday = new Date(`${todayThere()}T12:00:00Z`).getUTCDay() || 7
  const weekly = { rhythm: 'weekly', on_day: weekday, amount: '100000', pin: PIN, ...named(plan) }
  const moved = await act('change_plan', { ...weekly, first_on: todayThere() })
  expect(moved).toMatchObject({ error: 'plan_day_moved', data: { day: expect.not.stringContaining(todayThere()) } })
  expect(await now(plan)).toMatchObject({ rhythm: 'daily', runs: [{ state: 'charging' }] })
  const { day } = moved.data as unknown as { day: string }
  const { data } = await act('change_plan', { ...weekly, first_on: day })
  expect(data.plans[0]).toMatchObject({ next_on: day, missed: 0, runs: [{ state: 'done' }] })
})

test('a pause that finds a run bought forgets what was missed before it', async () => {
  const plan = await boughtUnseen()
  const { data } = await act('pause_plan', named(plan))
  expect(data.plans[0]).toMatchObject({ state: 'paused', missed: 0, runs: [{ state: 'done' }] })
})

test('staff let a plan go on whose permission is over: it waits for one, and has a letter where it is found without', async () => {
  const plan = await due()
  const { plan_id } = plan
  const [desk, support] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'support')]
  const reason = 'the member asked for it on the telephone'
  const list = await askStaff(shop, support, '/members/plans?state=active')
  expect(JSON.stringify(list.data)).toContain('4242')
  expect(JSON.stringify(list.data)).not.toContain('bank.test')
  await askStaff(shop, support, '/members/pausePlan', { plan_id, reason })
  await act('revoke_plan', { plan_id })
  expect(await askStaff(shop, desk, '/members/resumePlan', { plan_id, reason })).toMatchObject({ status: 200 })
  expect(await now(plan)).toMatchObject({ state: 'paused', because: 'mandate' })
  await act('agree_plan', { plan_id })
  await agreed(shop, bank, plan)
  await makeDue(shop, plan)
  bank.answer = sayOf('declined', 'insufficient_funds')
  await rounds()
  expect(await now(plan)).toMatchObject({ state: 'active', runs: [{ state: 'trying' }] })
  await shop.karat.db.run(sql`
    update payments.mandates set state = 'expired', ended_by = 'bank', token_sealed = null, ended_at = now()
    where subject_id = ${plan_id} and state = 'active'`)
  await lookAgain(shop, plan)
  await rounds()
  expect(await now(plan)).toMatchObject({ state: 'paused', because: 'mandate', runs: [{ state: 'skipped' }] })
  expect((await letters()).at(-1)).toBe('plan_uncharged')
})

test('charges that hang hold up no other, and their plans are not looked at meanwhile', async () => {
  bank.answer = sayOf('pending')
  const hanging = await due()
  await rounds()
  bank.answer = sayOf('captured')
  const plan = await due()
  usePlanSettings({ atOnce: 1 })
  await lookAgain(shop, hanging)
  let looked = 0
  shop.intercept.current = (text) => {
    if (/next_at <= now\(\) for update of p/.test(text)) looked += 1
    return text
  }
  await runPlans(shop.karat)
  expect(looked).toBe(1)
  await chargeMandates(shop.karat)
  await settleCharged(shop.karat)
  expect(await now(plan)).toMatchObject({ runs: [{ state: 'done' }] })
  expect(await now(hanging)).toMatchObject({ runs: [{ state: 'charging' }] })
})
