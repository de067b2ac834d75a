/** Orders that staff take the money of at the counter: once, exactly, by two people from an amount on, and given back by a payout list. */
import { beforeAll, expect, test } from 'vitest'
import { newestMail } from '../../../tests/support/account.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { refundsDone, refundsOf, stateOf, untilProcessed } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { ask, call, notify, payable, someSku, submitted } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView, SubmittedView } from '../contract.ts'
import type { OfficeOrderDetail } from '../core/office-contract.ts'
import { expireOrders } from '../worker.ts'

const { sound, broken } = openShopPair()
const desks = new Map<Shop, [TestStaff, TestStaff]>()
const one = (shop = sound) => desks.get(shop)?.[0] as TestStaff
const two = (shop = sound) => desks.get(shop)?.[1] as TestStaff
let settings: Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const shop of [sound, broken])
    desks.set(shop, [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')])
  settings = await settingsDesk(sound)
})

const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])
let nextSlip = 100_001
const newSlip = () => ({ terminal: '6331-0042', slip: String(nextSlip++) })
const inCash = ({ total }: SubmittedView) => ({ method: 'counter_cash', received: total })
const byCard = ({ total }: SubmittedView, slip = newSlip()) => ({ method: 'counter_card', received: total, ...slip })
const takes = (order_id: string, how: object, who = one(), shop = sound) =>
  askStaff(shop, who, '/orders/counterPayment', { order_id, reason: 'At the counter of Kota', ...how })
const unpaid = async (shop = sound, member?: TestMember) => {
  const whose = member ?? (await signedIn(shop))
  return { member: whose, order: await submitted(shop, whose, await someSku(shop)) }
}
const seen = async (orderId: string) =>
  (await askStaff(sound, one(), `/orders/detail?order_id=${orderId}`)).data as unknown as OfficeOrderDetail
type Receipt = { method: string; amount: bigint; terminal: string | null; slip: string | null; by: string[] }
const receiptsOf = ({ karat }: Shop, orderId: string) =>
  karat.db.rows<Receipt>(sql`
    select method, amount_minor as amount, terminal, slip, taken_by as by from payments.counter_receipts where subject_id = ${orderId}`)
const paymentsOf = async ({ karat }: Shop, orderId: string) =>
  (
    await karat.db.rows<{ method: string }>(
      sql`select method from payments.payments where subject_id = ${orderId} and allocation = 'subject' order by method`,
    )
  ).map(({ method }) => method)

test('cash pays an order: it is said on both sides, in the letter and in the books, and once', async () => {
  const { member, order } = await unpaid()
  expect((await seen(order.order_id)).counter).toEqual({
    ...{ methods: ['counter_cash', 'counter_card'], takes_two: false, asked: false },
  })
  const wrong = await takes(order.order_id, { method: 'counter_cash', received: String(BigInt(order.total) + 1n) })
  expect([wrong.error, Object.keys(wrong.data.fields as object)]).toEqual(['invalid_input', ['received']])
  expect(await stateOf(sound, order.order_id)).toBe('pending_payment')
  expect(await takes(order.order_id, inCash(order))).toMatchObject({ error: null, data: { approval_id: null } })
  expect(await receiptsOf(sound, order.order_id)).toEqual([
    { method: 'counter_cash', amount: BigInt(order.total), terminal: null, slip: null, by: [one().id] },
  ])
  expect((await newestMail(sound, `${member.id}@karat.test`))?.template).toBe('order_paid')
  const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${order.order_id}`)
  expect([detail.state, detail.method]).toEqual(['paid', 'counter_cash'])
  const office = await seen(order.order_id)
  expect([office.counter, office.payments[0]?.reference]).toEqual([null, expect.stringMatching(/^CR\d+$/)])
  for (const { timeline } of [detail, office])
    expect(timeline[0]).toMatchObject({ to: 'paid', reason: 'paid in cash at the counter' })
  expect(office.timeline[0]?.by).toMatchObject({ kind: 'staff' })
  expect((await takes(order.order_id, inCash(order), two())).error).toBe('order_state')
  await clean()
})

test('a card at a terminal leaves its slip, which pays nothing else, however it is typed', async () => {
  const [first, other] = [await unpaid(), await unpaid()]
  const bare = await takes(first.order.order_id, { method: 'counter_card', received: first.order.total })
  expect(Object.keys(bare.data.fields as object)).toEqual(['slip'])
  const slip = newSlip()
  expect((await takes(first.order.order_id, byCard(first.order, slip))).error).toBeNull()
  expect(await receiptsOf(sound, first.order.order_id)).toMatchObject([{ terminal: '63310042', slip: slip.slip }])
  const again = { terminal: '6331 0042', slip: ` ${slip.slip.slice(0, 3)}-${slip.slip.slice(3)}` }
  const used = await takes(other.order.order_id, byCard(other.order, again))
  expect([used.error, Object.keys(used.data.fields as object)]).toEqual(['invalid_input', ['slip']])
  expect(await stateOf(sound, other.order.order_id)).toBe('pending_payment')
  const more = await unpaid()
  const both = newSlip()
  const answers = await Promise.all([
    takes(other.order.order_id, byCard(other.order, both)),
    takes(more.order.order_id, byCard(more.order, both), two()),
  ])
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  await clean()
})

test('it is taken by whom the store lets, of what it takes so, in time, and for nobody who is frozen; no member chooses it', async () => {
  const { member, order } = await unpaid()
  const support = await staffSignedIn(sound, 'support')
  expect((await takes(order.order_id, inCash(order), support)).error).toBe('permission_missing')
  const chosen = { order_id: order.order_id, method: 'counter_cash' }
  expect((await call(sound, member, '/product/pay_order', chosen)).error).toBe('invalid_input')
  await settings.change({ name: 'pay_counter', value: { cash: 'off' } })
  expect(await takes(order.order_id, inCash(order))).toMatchObject({
    ...{ error: 'method_unavailable', data: { why: 'not_offered' } },
  })
  expect((await seen(order.order_id)).counter?.methods).toEqual(['counter_card'])
  await settings.change({ name: 'pay_counter', value: { cash: 'on', most: Number(order.total) - 1 } })
  expect(await takes(order.order_id, inCash(order))).toMatchObject({ data: { why: 'too_much' } })
  await settings.change({ name: 'pay_counter', value: { most: '' } })
  const frozen = (on: boolean) =>
    sound.karat.db.run(
      sql`update identity.members set frozen_at = ${on ? new Date() : null}, frozen_by = ${on ? 'member' : null} where id = ${member.id}`,
    )
  await frozen(true)
  expect((await takes(order.order_id, inCash(order))).error).toBe('counter_member')
  await frozen(false)
  await over(sound, order.order_id)
  expect((await takes(order.order_id, inCash(order))).error).toBe('payment_closed')
  expect((await seen(order.order_id)).counter).toBeNull()
  const answers = await Promise.all([takes(order.order_id, inCash(order)), expireOrders(sound.karat)])
  expect(['payment_closed', 'order_state']).toContain(answers[0].error)
  expect(await stateOf(sound, order.order_id)).toBe('expired')
  await clean()
})

const over = (shop: Shop, orderId: string) =>
  asOwner(shop.karat.connectionString, [
    `update orders.orders set expires_at = now() - interval '1 second' where id = '${orderId}'`,
  ])
test('control: without a look at the clock an order is paid after its time', async () => {
  const { order } = await unpaid(broken)
  await over(broken, order.order_id)
  broken.intercept.current = (text) => text.replace('expires_at > clock_timestamp() as open', 'true as open')
  expect((await takes(order.order_id, inCash(order), one(broken), broken)).error).toBeNull()
})

test('from the amount on, with what one person took of the member that day, another approves; until then nothing is paid', async () => {
  const { member, order } = await unpaid()
  const next = await submitted(sound, member, await someSku(sound))
  await settings.change({ name: 'approvals', value: { counter_from: Number(order.total) + 1 } })
  expect((await takes(order.order_id, inCash(order))).data.approval_id).toBeNull()
  expect((await seen(next.order_id)).counter).toMatchObject({ takes_two: true, asked: false })
  const { data } = await takes(next.order_id, inCash(next))
  expect([await stateOf(sound, next.order_id), (await seen(next.order_id)).counter?.asked]).toEqual([
    ...['pending_payment', true],
  ])
  const approve = (who: TestStaff) =>
    askStaff(sound, who, '/approvals/approve', { approval_id: data.approval_id as string })
  expect((await approve(one())).error).toBe('second_person_required')
  expect((await approve(two())).error).toBeNull()
  expect(await stateOf(sound, next.order_id)).toBe('paid')
  expect((await receiptsOf(sound, next.order_id))[0]?.by).toEqual([one().id, two().id])
  await settings.change({ name: 'approvals', value: { counter_from: '' } })
  await clean()
})

/** Two orders of one member, paid in cash at once, where the store takes no more than the larger of them on a day. */
async function twoInCash(shop: Shop, cash_day: (total: string) => Promise<unknown>) {
  const first = await unpaid(shop)
  const second = await submitted(shop, first.member, await someSku(shop))
  await cash_day(first.order.total)
  const [a, b] = await Promise.all([
    takes(first.order.order_id, inCash(first.order), one(shop), shop),
    takes(second.order_id, inCash(second), two(shop), shop),
  ])
  return [a.error, b.error].sort()
}
test('cash of a member on a day stays within the bound, whoever takes it at once', async () => {
  const bound = (total: string) =>
    settings.change({ name: 'pay_counter', value: { cash_day: (Number(total) * 3) / 2 } })
  expect(await twoInCash(sound, async (total) => bound(String(2 * Math.floor(Number(total) / 2))))).toEqual(
    ['cash_of_day', null].sort(),
  )
  await settings.change({ name: 'pay_counter', value: { cash_day: '' } })
  await clean()
})
test('control: without one after another both are taken', async () => {
  const desk = await settingsDesk(broken)
  const bound = async (total: string) => {
    const value = { cash_day: Math.floor((Number(total) * 3) / 2) }
    await desk.change({ name: 'pay_counter', value })
    const meet = meetingAt('insert into payments.counter_receipts', 2)
    broken.intercept.current = async (text) => {
      await meet(text)
      return text.replace('select pg_advisory_xact_lock(hashtextextended($1, 529))', 'select $1::text as free')
    }
  }
  expect(await twoInCash(broken, bound)).toEqual([null, null])
  broken.intercept.current = undefined
  await desk.change({ name: 'pay_counter', value: { cash_day: '' } })
})

const both = (shop: Shop, order: SubmittedView) =>
  Promise.all([
    takes(order.order_id, inCash(order), one(shop), shop),
    takes(order.order_id, byCard(order), two(shop), shop),
  ])
test('two who take the money of one order at once: one does', async () => {
  const { order } = await unpaid()
  const answers = await both(sound, order)
  expect(answers.map(({ error }) => error).sort()).toEqual([null, 'order_state'].sort())
  expect(await receiptsOf(sound, order.order_id)).toHaveLength(1)
  await clean()
})
test('control: without the locks the database alone refuses the second, as a defect', async () => {
  const { order } = await unpaid(broken)
  const meet = meetingAt('insert into payments.counter_receipts', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text
      .replace('select pg_advisory_xact_lock(hashtextextended($1, 529))', 'select $1::text as free')
      .replace('for update of orders', '')
  }
  expect((await both(broken, order)).map(({ status }) => status).sort()).toEqual([200, 500])
})

/** A card is captured by its provider's notice while staff take the same money in cash. */
async function besideCard(shop: Shop) {
  const { order, payment } = await payable(shop, await signedIn(shop), await someSku(shop))
  const [answer] = await Promise.all([
    takes(order.order_id, inCash(order), one(shop), shop),
    notify(shop, { reference: payment.payment_id, amount: payment.amount }),
  ])
  await untilProcessed(shop)
  return { order, answer }
}
test('beside a card that is captured the order is paid once, and the other money is not taken or goes back', async () => {
  const { order, answer } = await besideCard(sound)
  expect(await stateOf(sound, order.order_id)).toBe('paid')
  expect(await paymentsOf(sound, order.order_id)).toEqual([answer.error === null ? 'counter_cash' : 'card'])
  expect(answer.error === null || answer.error === 'order_state').toBe(true)
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order_id)).toHaveLength(answer.error === null ? 1 : 0)
  await clean()
})
test('control: without a look at the state both pay it', async () => {
  const { order, payment } = await payable(broken, await signedIn(broken), await someSku(broken))
  await notify(broken, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(broken)
  broken.intercept.current = (text) =>
    text
      .replace("and state = 'pending_payment' and not held_when_paid", '')
      .replace(
        'select id, number, member_id, store, state,',
        `select id, number, member_id, store, 'pending_payment' as state,`,
      )
  expect((await takes(order.order_id, inCash(order), one(broken), broken)).error).toBeNull()
  expect(await paymentsOf(broken, order.order_id)).toEqual(['card', 'counter_cash'])
})

test('what was paid at the counter goes back by a payout list, to the account that the member names', async () => {
  const { member, order } = await unpaid()
  await takes(order.order_id, byCard(order))
  const { quote_id } = await ask<{ quote_id: string }>(sound, member, '/order/cancel_quote', {
    order_id: order.order_id,
  })
  await ask(sound, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order_id)).toMatchObject([{ state: 'pending' }])
  const { rows } = (await askStaff(sound, one(), '/bank/returns?state=to_list')).data as unknown as {
    rows: { id: string; account: string | null; is_refund: boolean }[]
  }
  expect(rows).toMatchObject([{ account: null, is_refund: true }])
  const list = { store: 'id', returns: [rows[0]?.id], reason: 'back' }
  expect((await askStaff(sound, one(), '/bank/list', list)).error).toBe('invalid_input')
  const named = { return_id: rows[0]?.id, name: 'Ratna Wulandari', account: '7001234567', reason: 'as she wrote' }
  expect((await askStaff(sound, one(), '/bank/completeReturn', named)).error).toBeNull()
  const { data } = await askStaff(sound, one(), '/bank/list', list)
  await askStaff(sound, two(), '/approvals/approve', { approval_id: data.approval_id as string })
  await askStaff(sound, one(), '/bank/paid', { return_id: rows[0]?.id, reason: 'seen at the bank' })
  expect(await refundsOf(sound, order.order_id)).toMatchObject([{ state: 'settled' }])
  await clean()
})
