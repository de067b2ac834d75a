import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tellName } from '../../tests/support/kyc.ts'
import { meetingAt, overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call, guaranteed, someSku, stockOf, submitted } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { openVault, PIN, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { minor } from '../money/money.ts'
import type { OrderDetailView, PaymentViewData, SubmittedView } from '../orders/contract.ts'
import { expireOrders } from '../orders/worker.ts'
import type { VerificationNeed, VerificationView } from './contract.ts'
import { countSale, leftToday, requireMayHold, returnDayLimit, takeDayLimit } from './take-day-limit.ts'

const shop = openShop()
const broken = openShop()
beforeAll(() => openVault(shop))
beforeEach(async () => {
  broken.intercept.current = undefined
  await freshTick(shop)
})

const jakarta = { code: 'id', timeZone: 'Asia/Jakarta' }
const MILLION = 1_000_000n
let count = 0
const take = (
  where: Shop,
  { id }: TestMember,
  amount: bigint,
  {
    currency = 'IDR' as 'IDR' | 'USD' | 'MYR',
    reference = `test:${++count}`,
    kind = 'vault' as 'vault' | 'order' | 'deposit',
  } = {},
) =>
  where.karat.db
    .transaction((tx) =>
      takeDayLimit(tx, { memberId: id, store: jakarta, kind, currency, amount: minor(amount), reference }),
    )
    .then(
      () => 'taken',
      (error) => error.code as string,
    )
const usedOf = async (where: Shop, { id }: TestMember) =>
  await where.karat.db.row<{ used: bigint; sum: bigint; reports: number }>(sql`
    select used, (select coalesce(sum(used), 0)::bigint from kyc.takings where member_id = ${id} and returned_at is null) as sum,
      (select count(*)::int from kyc.reports where member_id = ${id}) as reports from kyc.days where member_id = ${id}`)
const ofLevel = (level: 0 | 1 | 2 | 3, where: Shop = shop) => signedIn(where, 'Ratna Wulandari', 'id', level)

test.each([
  [0, 50_000_000n],
  [1, 50_000_000n],
  [2, 250_000_000n],
] as const)('level %s takes exactly its limit and not one rupiah more', async (level, limit) => {
  const member = await ofLevel(level)
  expect(await take(shop, member, limit - 1n)).toBe('taken')
  expect(await take(shop, member, 2n)).toBe('verification_required')
  expect(await take(shop, member, 1n)).toBe('taken')
  expect(await take(shop, member, 1n)).toBe('verification_required')
  expect(await take(shop, await ofLevel(level), limit + 1n)).toBe('verification_required')
})

test('T3 has no limit; a day that reaches Rp 500 million is noted once for staff', async () => {
  const member = await ofLevel(3)
  expect(await take(shop, member, 499_999_999n)).toBe('taken')
  expect((await usedOf(shop, member))?.reports).toBe(0)
  expect(await take(shop, member, 1n)).toBe('taken')
  expect(await take(shop, member, 900_000_000n)).toBe('taken')
  expect((await usedOf(shop, member))?.reports).toBe(1)
})

test('what is left of a day is taken to the unit, and not one unit more', async () => {
  const member = await ofLevel(2)
  const left = (currency: 'IDR' | 'USD') =>
    leftToday(shop.karat.db, { memberId: member.id, store: jakarta, currency, kind: 'order' })
  expect(await left('IDR')).toBe(250_000_000n)
  expect(await take(shop, member, 1_234_567n)).toBe('taken')
  expect(await left('IDR')).toBe(248_765_433n)
  const dollars = await left('USD')
  expect(await take(shop, member, (dollars ?? 0n) + 1n, { currency: 'USD' })).toBe('verification_required')
  expect(await take(shop, member, dollars ?? 0n, { currency: 'USD' })).toBe('taken')
  const rest = await left('IDR')
  expect(await take(shop, member, (rest ?? 0n) + 1n)).toBe('verification_required')
  expect(await take(shop, member, rest ?? 0n)).toBe('taken')
  expect(await left('IDR')).toBe(0n)
  expect(await leftOf(shop, await ofLevel(3))).toBeNull()
})

test('several currencies share one limit', async () => {
  const member = await ofLevel(0)
  expect(await take(shop, member, 150_000n, { currency: 'USD' })).toBe('taken')
  expect(await take(shop, member, 25_000_001n)).toBe('verification_required')
  expect(await take(shop, member, 25_000_000n)).toBe('taken')
  expect(await take(shop, member, 1n, { currency: 'MYR' })).toBe('verification_required')
})

test('money that is deposited and buys grams the same day counts once; what else is bought counts itself', async () => {
  const member = await ofLevel(0)
  const left = () => leftOf(shop, member, 'deposit')
  expect(await take(shop, member, 30_000_000n, { kind: 'deposit', reference: 'deposit of a day' })).toBe('taken')
  expect(await left()).toBe(20_000_000n)
  expect(await take(shop, member, 30_000_000n)).toBe('taken')
  expect(await left()).toBe(20_000_000n)
  expect(await take(shop, member, 20_000_001n)).toBe('verification_required')
  expect(await take(shop, member, 20_000_000n)).toBe('taken')
  expect([await leftOf(shop, member), await left()]).toEqual([0n, 20_000_000n])
  // The greater of the two sums is what counts.
  expect(await take(shop, member, 20_000_000n, { kind: 'deposit' })).toBe('taken')
  expect(await take(shop, member, 1n, { kind: 'deposit' })).toBe('verification_required')
  expect(await take(shop, member, 1n, { kind: 'order' })).toBe('verification_required')
})

/** An order of 2 × 10 g (some Rp 45 million) of who put 40 million into their balance today, and may move 50 million a day. */
async function orderOfDeposit(where: Shop) {
  const member = await vaultMember(where, { cash: 60n * MILLION, level: 1 })
  await take(where, member, 40n * MILLION, { kind: 'deposit' })
  const order = await submitted(where, member, await someSku(where), 2)
  const pay = (wish: object) =>
    call<PaymentViewData>(where, member, '/product/pay_order', { order_id: order.order_id, ...wish })
  return { member, order, pay, left: () => leftOf(where, member) }
}
const leftOf = (where: Shop, { id }: TestMember, kind: 'order' | 'deposit' = 'order') =>
  leftToday(where.karat.db, { memberId: id, store: jakarta, currency: 'IDR', kind })

test('an order that the balance pays counts once with the deposit of that day; what comes to nothing is given back', async () => {
  const { member, order, pay, left } = await orderOfDeposit(shop)
  const total = BigInt(order.total)
  expect(total > 40n * MILLION && total < 50n * MILLION).toBe(true)
  const { methods } = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order.order_id}`)
  expect(new Set(methods.map(({ refused }) => refused))).toEqual(new Set(['day_taken']))
  expect(await pay({ method: 'card' })).toMatchObject({ error: 'method_unavailable', data: { why: 'day_taken' } })
  expect(await pay({ method: 'balance', pin: PIN })).toMatchObject({ http: 200, data: { state: 'captured' } })
  expect(await left()).toBe(50n * MILLION - total)
  await shop.karat.db.transaction((tx) => returnDayLimit(tx, `order:${order.order_id}`))
  expect([await left(), await leftOf(shop, member, 'deposit')]).toEqual([50n * MILLION, 10n * MILLION])
  expect(await usedOf(shop, member)).toMatchObject({ used: (await usedOf(shop, member))?.sum })
})

test('an order before it stays payable from outside, for the day took that one by itself', async () => {
  const member = await vaultMember(shop, { level: 1 })
  const sku = await someSku(shop)
  const first = await submitted(shop, member, sku, 1)
  await take(shop, member, 20n * MILLION, { kind: 'deposit' })
  const second = await submitted(shop, member, sku, 1)
  const card = (order: SubmittedView) =>
    call<PaymentViewData>(shop, member, '/product/pay_order', { order_id: order.order_id, method: 'card' })
  expect(await card(second)).toMatchObject({ error: 'method_unavailable', data: { why: 'day_taken' } })
  expect(await card(first)).toMatchObject({ http: 200 })
})

test('one that fits beside the deposit may be paid from outside, and counts itself', async () => {
  const member = await ofLevel(1)
  await take(shop, member, 20n * MILLION, { kind: 'deposit' })
  const order = await submitted(shop, member, await someSku(shop), 1)
  const pay = (wish: object) =>
    call<PaymentViewData>(shop, member, '/product/pay_order', { order_id: order.order_id, ...wish })
  expect(await pay({ method: 'card' })).toMatchObject({ http: 200 })
  const left = 30n * MILLION - BigInt(order.total)
  expect(await leftOf(shop, member, 'deposit')).toBe(left)
  expect(await take(shop, member, left + 1n, { kind: 'deposit' })).toBe('verification_required')
  expect(await take(shop, member, left, { kind: 'deposit' })).toBe('taken')
})

test('beside an order that its deposit is to pay nothing is left, and nothing is taken; nor is it before the deposit has paid', async () => {
  const { member, left } = await orderOfDeposit(shop)
  expect(await left()).toBe(0n)
  expect(await leftOf(shop, member, 'deposit')).toBe(0n)
  expect(await take(shop, member, 1n, { kind: 'order' })).toBe('verification_required')
  expect(await take(shop, member, 1n, { kind: 'deposit' })).toBe('verification_required')
})

test('a deposit may be as large as what was bought from the balance before it, and what is left', async () => {
  const member = await ofLevel(0)
  expect(await take(shop, member, 30n * MILLION)).toBe('taken')
  expect(await leftOf(shop, member)).toBe(20n * MILLION)
  expect(await leftOf(shop, member, 'deposit')).toBe(50n * MILLION)
  expect(await take(shop, member, 50n * MILLION + 1n, { kind: 'deposit' })).toBe('verification_required')
  expect(await take(shop, member, 50n * MILLION, { kind: 'deposit' })).toBe('taken')
})

/** Two orders of some Rp 45 million at once, of who put 50 million into their balance today: one may be paid of it. */
async function twoOfOneDeposit(where: Shop) {
  const member = await ofLevel(1, where)
  await take(where, member, 50n * MILLION, { kind: 'deposit' })
  const sku = await someSku(where)
  const two = [
    await guaranteed(where, member, sku, 2),
    await guaranteed(where, member, await someSku(where, 50_000n), 4),
  ]
  return Promise.all(
    two.map(({ guarantee_id }) => call<SubmittedView>(where, member, '/product/submit_order', { guarantee_id })),
  )
}

test('of two orders at once that only one deposit would pay, one is made', async () => {
  const answers = await twoOfOneDeposit(shop)
  expect(answers.map(({ error }) => error).toSorted()).toEqual([null, 'verification_required'])
})

test('control: a day that compares each order with the deposit alone makes both', async () => {
  let planted = 0
  broken.intercept.current = (text) => {
    if (!text.includes('insert into orders.orders')) return text
    const changed = text.replace(
      /kyc\.days\.used \+ excluded\.used\s+- least/,
      'excluded.used + kyc.days.deposited - least',
    )
    if (changed !== text) planted++
    return changed
  }
  const answers = await twoOfOneDeposit(broken)
  expect([planted, answers.map(({ http }) => http)]).toEqual([2, [200, 200]])
})

test('the level that is asked for is that of the money that counts', async () => {
  const member = await ofLevel(0)
  await take(shop, member, 50_000_000n, { kind: 'deposit' })
  const wish = {
    memberId: member.id,
    store: jakarta,
    kind: 'vault',
    currency: 'IDR',
    amount: minor(200_000_001n),
  } as const
  const asked = shop.karat.db.transaction((tx) => takeDayLimit(tx, { ...wish, reference: 'more than was deposited' }))
  await expect(asked).rejects.toMatchObject({ data: { need: 'T2' } })
})

test('what came to nothing is given back once', async () => {
  const member = await ofLevel(0)
  await take(shop, member, 50_000_000n, { reference: 'given back' })
  for (let i = 0; i < 2; i++) await shop.karat.db.transaction((tx) => returnDayLimit(tx, 'given back'))
  expect(await usedOf(shop, member)).toMatchObject({ used: 0n, sum: 0n })
  expect(await take(shop, member, 50_000_000n)).toBe('taken')
})

async function fortyAtOnce(where: Shop) {
  const member = await ofLevel(0, where)
  const answers = await Promise.all(Array.from({ length: 40 }, () => take(where, member, 5_000_000n)))
  return { taken: answers.filter((answer) => answer === 'taken').length, state: await usedOf(where, member) }
}

test('40 purchases at once of a tenth each take ten tenths', async () => {
  const { taken, state } = await fortyAtOnce(shop)
  expect(taken).toBe(10)
  expect(state?.used).toBe(state?.sum)
})

test('control: a limit that is only compared with what was read before is overrun', async () => {
  const meet = meetingAt('insert into kyc.days', 20)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('insert into kyc.days')) return text
    planted = true
    return text.replace(
      /or kyc\.days\.used \+ excluded\.used\s+- least\([^\n]+\) <= \(select most from mine\)/,
      'or coalesce((select d.used from kyc.days d where d.member_id = kyc.days.member_id and d.day = kyc.days.day), 0) + excluded.used <= (select most from mine)',
    )
  }
  const { taken } = await fortyAtOnce(broken)
  expect(planted).toBe(true)
  expect(taken).toBeGreaterThan(10)
})

test('an order above the day answers 6000 with what is needed, and leaves stock, guarantee and day as they were', async () => {
  const member = await ofLevel(0)
  const skuId = await someSku(shop)
  const { guarantee_id } = await guaranteed(shop, member, skuId, 4)
  const before = await stockOf(shop, skuId)
  const refused = await call<VerificationNeed>(shop, member, '/product/submit_order', { guarantee_id })
  expect(refused).toMatchObject({
    code: 6000,
    error: 'verification_required',
    data: {
      need: 'T2',
      level: 'T0',
      steps: ['real_name', 'documents'],
      limit: '50000000',
      taken_today: '0',
      currency: 'IDR',
    },
  })
  expect(await stockOf(shop, skuId)).toBe(before)
  expect(await usedOf(shop, member)).toBeUndefined()
  await shop.karat.db.run(sql`update kyc.levels set level = 2 where member_id = ${member.id}`)
  expect(await call(shop, member, '/product/submit_order', { guarantee_id })).toMatchObject({ http: 200 })
})

test('an order takes its total from the day; cancelled or expired unpaid it gives that back', async () => {
  const member = await ofLevel(0)
  const skuId = await someSku(shop)
  const order = async () =>
    ask<{ order_id: string; total: string }>(shop, member, '/product/submit_order', {
      guarantee_id: (await guaranteed(shop, member, skuId, 2)).guarantee_id,
    })
  const bought = async () => (await ask<VerificationView>(shop, member, '/user/getVerification')).bought_today
  const first = await order()
  expect(await bought()).toBe(first.total)
  const second = await guaranteed(shop, member, skuId, 2)
  const submit = () => call(shop, member, '/product/submit_order', { guarantee_id: second.guarantee_id })
  expect(await submit()).toMatchObject({ error: 'verification_required' })
  await ask(shop, member, '/order/cancel_order', { order_id: first.order_id })
  expect(await bought()).toBe('0')
  expect(await submit()).toMatchObject({ http: 200 })
  await shop.karat.db.run(sql`update orders.orders set expires_at = now() where member_id = ${member.id}`)
  await expireOrders(shop.karat)
  expect(await bought()).toBe('0')
})

test('a real name raises what may be held; what is held is judged by all of it', async () => {
  const member = await ofLevel(0)
  const hold = (weight: bigint) =>
    shop.karat.db
      .transaction((tx) => requireMayHold(tx, { memberId: member.id, store: 'id' }, weight))
      .then(
        () => 'may',
        (error) => `${error.data.level} needs ${error.data.need}`,
      )
  expect(await hold(1n)).toBe('T0 needs T1')
  await tellName(shop, member)
  expect(await hold(300_000n)).toBe('may')
  expect(await hold(300_001n)).toBe('T1 needs T2')
  expect(await hold(5_000_001n)).toBe('T1 needs T3')
})

/** A large day is filed, and goes on: whether it waits for staff again. */
async function dayAfterFiling(where: Shop, plant?: (text: string) => string) {
  const member = await ofLevel(3, where)
  await take(where, member, 500_000_000n)
  await where.karat.db.run(
    sql`update kyc.reports set seen_at = now(), seen_by = 'staff:x' where member_id = ${member.id}`,
  )
  where.intercept.current = plant
  await take(where, member, 1n)
  where.intercept.current = undefined
  const rows = await where.karat.db.rows<{ waits: boolean; by: string | null }>(
    sql`select seen_at is null as waits, seen_by as by from kyc.reports where member_id = ${member.id}`,
  )
  return rows
}

test('a large day that was filed too early is opened again when it goes on', async () => {
  expect(await dayAfterFiling(shop)).toEqual([{ waits: true, by: null }])
})

test('control: a report that is only written once stays filed, and that is seen', async () => {
  let planted = false
  const rows = await dayAfterFiling(broken, (text) => {
    const changed = text.replace('where kyc.reports.seen_at is not null', 'where false')
    planted ||= changed !== text
    return changed
  })
  expect([planted, rows]).toEqual([true, [{ waits: false, by: 'staff:x' }]])
})

const sell = (where: Shop, { id }: TestMember, amount: bigint) =>
  where.karat.db.transaction((tx) =>
    countSale(tx, {
      ...{ memberId: id, store: jakarta, currency: 'IDR', amount: minor(amount) },
      reference: `test:${++count}`,
    }),
  )
const largeCases = ({ karat }: Shop, { id }: TestMember) =>
  karat.db.rows<{ state: string; did: string[] }>(sql`
    select state, array(select did from cases.events e where e.case_id = c.id order by e.id) as did
    from cases.cases c where member_id = ${id} and kind = 'large_sum'`)

test('each rupiah of a day counts once for its case: what a deposit buys is the deposit; sales and orders count beside', async () => {
  const member = await ofLevel(3)
  await take(shop, member, 300n * MILLION, { kind: 'deposit' })
  await take(shop, member, 300n * MILLION)
  await take(shop, member, 100n * MILLION)
  expect(await largeCases(shop, member)).toEqual([])
  await sell(shop, member, 50n * MILLION)
  await take(shop, member, 50n * MILLION - 1n, { kind: 'order' })
  expect(await largeCases(shop, member)).toEqual([])
  await take(shop, member, 1n, { kind: 'deposit' })
  expect(await largeCases(shop, member)).toEqual([])
  await sell(shop, member, 1n)
  expect(await largeCases(shop, member)).toEqual([{ state: 'open', did: ['opened'] }])
})

test('what came to nothing is no part of the sum', async () => {
  const member = await ofLevel(3)
  const deposit = { kind: 'deposit', reference: 'nothing came of it' } as const
  await take(shop, member, 300n * MILLION, deposit)
  await shop.karat.db.transaction((tx) => returnDayLimit(tx, deposit.reference))
  await take(shop, member, 300n * MILLION)
  expect(await largeCases(shop, member)).toEqual([])
  await sell(shop, member, 200n * MILLION)
  expect(await largeCases(shop, member)).toMatchObject([{ state: 'open' }])
})

test('a case follows its report: filed it is ended, and a day that goes on opens it again', async () => {
  const member = await ofLevel(3)
  await take(shop, member, 500n * MILLION)
  await shop.karat.db.run(
    sql`update kyc.reports set seen_at = now(), seen_by = 'staff:x', note = 'known' where member_id = ${member.id}`,
  )
  expect(await largeCases(shop, member)).toEqual([{ state: 'ended', did: ['opened', 'ended'] }])
  await sell(shop, member, 1n)
  await sell(shop, member, 1n)
  expect(await largeCases(shop, member)).toEqual([{ state: 'open', did: ['opened', 'ended', 'grown'] }])
})

/** Two payments of one person at once, which only together are a large sum. */
async function togetherLarge(
  where: Shop,
  both = (_where: Shop, _member: TestMember, work: () => Promise<unknown>) => work(),
) {
  const member = await ofLevel(3, where)
  await take(where, member, MILLION, { kind: 'order' })
  await both(where, member, () =>
    Promise.all([take(where, member, 260n * MILLION, { kind: 'order' }), sell(where, member, 260n * MILLION)]),
  )
  return largeCases(where, member)
}

test('two payments at once that only together are large open one case', async () => {
  expect(await togetherLarge(shop)).toEqual([{ state: 'open', did: ['opened'] }])
})

/** Both have begun, and wait for the member's day, before one of them has it. */
const whileTheDayIsHeld = (where: Shop, { id }: TestMember, work: () => Promise<unknown>) =>
  where.karat.db.transaction(async (tx) => {
    await tx.run(sql`select 1 from kyc.days where member_id = ${id} for update`)
    const begun = work()
    await overOrHeld(where, begun, 2)
    return { begun }
  })

test('control: a sum of what was read before the two sees neither', async () => {
  let planted = 0
  const stale = `(select s.used + s.sold from kyc.days s where s.member_id = kyc.days.member_id and s.day = kyc.days.day) + 0`
  broken.intercept.current = (text) => {
    if (!text.includes('reported as')) return text
    planted++
    return text.replace(/kyc\.days\.used - kyc\.days\.unpaid[^\n]*\+ kyc\.days\.sold as sum/, `${stale} as sum`)
  }
  expect(await togetherLarge(broken, whileTheDayIsHeld)).toEqual([])
  expect(planted).toBe(3)
})
