/** How a listed line ends: left, or with its difference paid; by two people, beside a colleague; controls with a planted bug. */

import { expect, test } from 'vitest'
import { metAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  laterPapersOf,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  statusOf,
} from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { ask, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { Karat } from '../../karat.ts'
import { executors } from '../../office/executors.ts'
import { planDeletion } from '../../rights/delete-member.ts'
import { approve } from '../../staff/approvals.ts'
import type { OrderDetailView } from '../contract.ts'
import { leaveLine, payDifference } from './end-line.ts'
import { listWindowSales } from './window-queries.ts'

const { sound, broken } = openShopPair()

/** Bought at `bought` of the price, cancelled at a wrong one; the right one follows, and two people close the window. */
async function listed(shop: Shop, wrong: [bigint, bigint], { invoiced = false } = {}) {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  if (invoiced) await settlePapers(shop.karat)
  const { bounds } = await soldWrong(
    shop,
    async () => {
      const { quote_id } = await quoted(shop, member, order.order_id)
      await ask(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id })
      return {}
    },
    wrong,
  )
  await closeWindow(shop, bounds)
  const sums = await shop.karat.db.row<{ kept: bigint; missing: bigint }>(sql`
    select s.kept_minor as kept, w.right_total_minor - (o.total_minor - s.kept_minor + s.gain_minor) as missing
    from orders.window_sales w join orders.orders o on o.id = w.sale_id join orders.settlements s on s.order_id = o.id
    where w.kind = 'cancellation' and w.sale_id = ${order.order_id}`)
  if (!sums) throw new Error('the cancellation is not listed')
  return { member, orderId: order.order_id, ...sums }
}
const tooLow: [bigint, bigint] = [9750n, 10_257n]

const payer = (shop: Shop) => staff(shop, 'prices.difference')
const reason = 'The feed was off'
/** By one person up to the amount of two. */
const one = ({ karat }: Shop, least = 10n ** 15n) => {
  const refund = { ...karat.settings.refund, twoPeopleFrom: { IDR: least, MYR: least, USD: least } }
  return { db: karat.db, config: karat.config, settings: { ...karat.settings, refund } as unknown as Karat['settings'] }
}
const pay = async (shop: Shop, orderId: string) =>
  payDifference(one(shop), await payer(shop), { orderId, reason }, null)
const leave = async (shop: Shop, id: string) =>
  leaveLine(shop.karat, await staff(shop, 'prices.leave'), { kind: 'cancellation', id, reason }, null)
const refused = (acting: Promise<unknown>) =>
  acting.then(
    () => 'done',
    ({ code }) => code,
  )

/** The line as the office shows it. */
async function seen({ karat }: Shop, orderId: string) {
  const window = await karat.db.row<{ id: string }>(sql`
    select window_id as id from orders.window_sales where sale_id = ${orderId}`)
  return (await listWindowSales(karat, window?.id ?? '', { page: 1, size: 20 })).rows[0]
}

const lettersOf = ({ karat }: Shop, orderId: string) =>
  karat.db.rows<{ template: string }>(sql`
    select template from mail.messages where once_key = ${`cancel_difference:${orderId}`}`)

test('what was kept too much goes back to the payment, once, and the member reads it', async () => {
  const { member, orderId, kept, missing } = await listed(sound, tooLow)
  expect(missing).toBe(kept)
  expect(await seen(sound, orderId)).toMatchObject({
    ...{ state: 'listed', decided: null },
    difference: { back: String(missing), gain: '0', takes_two: false, asked: false },
  })
  expect(await pay(sound, orderId)).toEqual({ approval_id: null })
  expect(await seen(sound, orderId)).toMatchObject({ state: 'settled', decided: { reason } })
  expect(await lettersOf(sound, orderId)).toEqual([{ template: 'difference_back' }])
  await refundsDone(sound)
  expect((await refundsOf(sound, orderId)).map(({ amount, state }) => [amount, state])).toContainEqual([
    missing,
    'settled',
  ])
  expect(await statusOf(sound, member, orderId)).toMatchObject({ difference: { back: String(missing), gain: '0' } })
  const { timeline } = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${orderId}`)
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'difference', amount: String(missing) }))
  expect(await refused(pay(sound, orderId))).toBe('window_line_ended')
  expect(await refused(leave(sound, orderId))).toBe('window_line_ended')
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('what is beyond the payment is in the cash balance', async () => {
  const { member, orderId, kept, missing } = await listed(sound, [9750n, 15_000n])
  expect(missing).toBeGreaterThan(kept)
  await pay(sound, orderId)
  await refundsDone(sound)
  const cash = await sound.karat.db.row<{ sum: bigint }>(sql`
    select sum(e.amount)::bigint as sum from ledger.entries e join ledger.accounts a on a.id = e.account_id
    where a.owner = ${`member:id:${member.id}`} and a.kind = 'cash'`)
  expect(cash?.sum).toBe(missing - kept)
  expect(await lettersOf(sound, orderId)).toEqual([{ template: kept > 0n ? 'difference_both' : 'difference_gain' }])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('the credit note of a difference says that it is paid on top of the cancellation, and its amount', async () => {
  const { orderId, missing } = await listed(sound, tooLow, { invoiced: true })
  await refundsDone(sound)
  await settlePapers(sound.karat)
  expect(await laterPapersOf(sound, orderId)).toHaveLength(1)
  await pay(sound, orderId)
  await refundsDone(sound)
  await settlePapers(sound.karat)
  const document = (await laterPapersOf(sound, orderId))[1]?.document
  expect(document?.lines).toEqual([])
  expect(document?.amounts.map(([label]) => label)).toEqual(['Kept too much at the cancellation'])
  expect(document?.total?.[1].replaceAll(/\D/g, '')).toBe(String(missing))
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('nobody is paid into the balance of an account that is closed, and one that is owed something is not closed', async () => {
  const { member, orderId, kept, missing } = await listed(sound, [9750n, 15_000n])
  expect(missing).toBeGreaterThan(kept)
  await refundsDone(sound)
  const { db } = sound.karat
  expect(await planDeletion(sound.karat, db, member.id)).toMatchObject({ obstacles: ['money_on_its_way'] })
  await db.run(
    sql`update identity.members set closed_at = now(), frozen_at = now(), frozen_by = 'staff' where id = ${member.id}`,
  )
  expect(await refused(pay(sound, orderId))).toBe('member_gone')
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'listed' })
})

test('from the amount of two people on another approves it, and nothing is paid before', async () => {
  const { orderId, missing } = await listed(sound, tooLow)
  const { approval_id } = await payDifference(one(sound, missing), await payer(sound), { orderId, reason }, null)
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'listed' })
  expect(await refused(payDifference(one(sound, missing), await payer(sound), { orderId, reason }, null))).toBe(
    'approval_waiting',
  )
  await approve(sound.karat, await payer(sound), { approvalId: approval_id ?? '' }, executors)
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'settled' })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('a line is left with a reason; what its member is owed can be paid all the same, once', async () => {
  const { orderId } = await listed(sound, tooLow)
  const closer = await staff(sound, 'prices.leave')
  const line = { kind: 'cancellation' as const, id: orderId }
  expect(await refused(leaveLine(sound.karat, closer, { ...line, reason: ' ' }, null))).toBe('invalid_input')
  expect(await refused(leaveLine(sound.karat, await payer(sound), { ...line, reason }, null))).toBe(
    'permission_missing',
  )
  await leaveLine(sound.karat, closer, { ...line, reason }, null)
  const left = await sound.karat.db.row(sql`
    select state, because, decided_by as by, decided_because as why from orders.window_sales where sale_id = ${orderId}`)
  expect(left).toEqual({ state: 'left', because: 'settled_low', by: closer.id, why: reason })
  expect(await lettersOf(sound, orderId)).toEqual([])
  expect(await refused(pay(sound, orderId))).toBe('done')
  expect(await lettersOf(sound, orderId)).toHaveLength(1)
  expect(await refused(pay(sound, orderId))).toBe('window_line_ended')
  expect(await refused(leave(sound, orderId))).toBe('window_line_ended')
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('too much is not paid on top', async () => {
  const { orderId } = await listed(sound, [20_000n, 5000n])
  expect(await refused(pay(sound, orderId))).toBe('window_line_ended')
})

test.each([
  ['disputed_minor', 'payment_disputed'],
  ['short_minor', 'payment_short'],
])('nothing is paid while the payment is not whole: %s', async (column, code) => {
  const { orderId } = await listed(sound, tooLow)
  const set = (to: bigint) =>
    sound.karat.db.run(
      column === 'disputed_minor'
        ? sql`update payments.payments set disputed_minor = ${to} where subject_id = ${orderId}`
        : sql`update payments.payments set short_minor = ${to} where subject_id = ${orderId}`,
    )
  await set(1n)
  expect(await refused(pay(sound, orderId))).toBe(code)
  await set(0n)
  expect(await saleOf(sound, orderId)).toMatchObject({ state: 'listed' })
})

/** Colleagues who pay, one who approves and one who leaves it, all at once. */
async function allAtOnce(shop: Shop, plant?: Shop['intercept']['current']) {
  const { orderId, missing } = await listed(shop, tooLow)
  const { approval_id } = await payDifference(one(shop, missing), await payer(shop), { orderId, reason }, null)
  if (plant) shop.intercept.current = plant
  const [paid, left] = await Promise.all([
    Promise.all([
      ...Array.from({ length: 6 }, () => refused(pay(shop, orderId))),
      payer(shop).then((second) => refused(approve(shop.karat, second, { approvalId: approval_id ?? '' }, executors))),
    ]),
    Promise.all(Array.from({ length: 3 }, () => refused(leave(shop, orderId)))),
  ])
  shop.intercept.current = undefined
  const back = (await refundsOf(shop, orderId)).length
  return { paid, left, back, state: (await saleOf(shop, orderId))?.state }
}

test('payments, an approval and a colleague who leaves it at once: it is paid once, and left once at most, before that', async () => {
  const { paid, left, back, state } = await allAtOnce(sound)
  expect(paid.filter((end) => end === 'done')).toHaveLength(1)
  expect(left.filter((end) => end === 'done').length).toBeLessThanOrEqual(1)
  expect([...paid, ...left].filter((end) => end !== 'done' && end !== 'window_line_ended')).toEqual([])
  expect({ back, state }).toEqual({ back: 2, state: 'settled' })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: without looking at the state and the rows held the database stops a second payment as a defect, and that is seen', async () => {
  const trusting = metAt('insert into orders.differences', 2, (text) =>
    text
      .replace(
        "where kind = 'cancellation' and sale_id = $1 for update",
        "where kind = 'cancellation' and sale_id = $1",
      )
      .replace("and state = 'captured' order by id for update", "and state = 'captured' order by id")
      .replace(
        'tax_minor, total_minor from orders.orders where id = $1 for update',
        'tax_minor, total_minor from orders.orders where id = $1',
      ),
  )
  const { paid } = await allAtOnce(broken, trusting)
  expect(paid.filter((end) => end !== 'window_line_ended').length).toBeGreaterThan(1)
})

test('the database takes no difference that no listed cancellation gave too little', async () => {
  const { orderId, missing } = await listed(sound, tooLow)
  const insert = (minor: bigint) =>
    sound.karat.db.run(
      sql`insert into orders.differences (order_id, back_minor, gain_minor) values (${orderId}, ${minor}, 0)`,
    )
  await expect(insert(missing + 1n)).rejects.toThrow('gave too little')
  await expect(
    sound.karat.db.run(sql`
      update orders.window_sales set state = 'settled', decided_by = 'x', decided_because = 'x' where sale_id = ${orderId}`),
  ).rejects.toThrow('settled with its difference')
})
