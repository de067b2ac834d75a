import { beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidLongAgo,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, guaranteed, notify, payable, someSku, stockOf, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { closeWindow, hasAcceptedNothing, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { executors } from '../../office/executors.ts'
import { approve } from '../../staff/approvals.ts'
import type { OrderDetailView, SubmittedView } from '../contract.ts'
import { moveOrder } from '../core/move-order.ts'
import type { OrderState } from '../core/order-rules.ts'
import { giveUpByStaff } from '../give-up/give-up-order.ts'
import { prepareOrder } from '../parcels/fulfil-order.ts'
import type { RefundStatusView } from '../refunds/refund-contract.ts'
import { endChoices } from './choose-price.ts'
import { previewWindow, proposeWindow } from './close-window.ts'
import { settleSales } from './settle-sales.ts'
import type { WindowPreviewView, WindowView } from './window-contract.ts'

const shop = openShop()
beforeEach(async () => {
  shop.intercept.current = undefined
  shop.clock.ms = Math.max(shop.clock.ms, Date.now())
  fakeAcquirer(shop)
  await freshTick(shop)
})

const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])
/** Where no amount takes a second person. */
function allByOne() {
  const most = 10n ** 17n
  const twoPeopleFrom = { IDR: most, MYR: most, USD: most } as never
  const { settings } = shop.karat
  return { ...shop.karat, settings: { ...settings, refund: { ...settings.refund, twoPeopleFrom } } }
}
const lettersOf = async (number: string) =>
  (
    await shop.karat.db.rows<{ template: string }>(
      sql`select template from mail.messages where subject like ${`%${number}%`} order by created_at, id`,
    )
  ).map(({ template }) => template)
const chosen = (member: Parameters<typeof call>[1], order_id: string, choice: string) =>
  call(shop, member, '/order/price_choice', { order_id, choice })

test('what is open ends: a guarantee and a quote are void, an unpaid order is cancelled and its buyer told', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const before = await stockOf(shop, skuId)
  const paid = await paidOrder(shop, member, skuId)
  const sold = await soldWrong(
    shop,
    async () => ({
      order: await submitted(shop, member, skuId, 2),
      guarantee: await guaranteed(shop, member, skuId),
      quote: await quoted(shop, member, paid.order.order_id),
    }),
    [20_000n, 5000n],
  )
  await closeWindow(shop, sold.bounds)
  const { guarantee_id } = sold.guarantee
  expect(await call(shop, member, '/product/submit_order', { guarantee_id })).toMatchObject({ error: 'guarantee_void' })
  const paying = { order_id: sold.order.order_id, method: 'card' }
  expect((await call(shop, member, '/product/pay_order', paying)).error).toBe('price_withdrawn')
  await settleSales(shop.karat)
  expect(await saleOf(shop, guarantee_id)).toMatchObject({ kind: 'guarantee', state: 'void' })
  expect(await saleOf(shop, sold.quote.quote_id)).toMatchObject({ kind: 'quote', state: 'void' })
  expect(await saleOf(shop, sold.order.order_id)).toMatchObject({ kind: 'order', state: 'ended' })
  expect([await stateOf(shop, sold.order.order_id), await stockOf(shop, skuId)]).toEqual(['cancelled', before - 1])
  expect((await lettersOf(sold.order.number)).at(-1)).toBe('order_price_ended')
  const cancel = { order_id: paid.order.order_id, quote_id: sold.quote.quote_id }
  expect((await call(shop, member, '/order/cancel_order', cancel)).error).toBe('quote_expired')
  const finished = await shop.karat.db.row(sql`select finished_at is not null as done from orders.price_windows
    where from_at = ${sold.bounds.from}`)
  expect(finished).toEqual({ done: true })
  await clean()
})

test('a paid order waits for its buyer: nothing else happens with it, and all the money goes back on their word', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const before = await stockOf(shop, skuId)
  const { order, bounds } = await soldWrong(shop, () => paidOrder(shop, member, skuId))
  const { order_id } = order
  await closeWindow(shop, bounds)
  const packer = await staff(shop, 'orders.prepare')
  const prepare = () => prepareOrder(shop.karat, packer, { orderId: order_id, expected: 'paid' })
  await expect(prepare()).rejects.toMatchObject({ code: 'price_choice_waiting' })
  await settleSales(shop.karat)
  await settleSales(shop.karat)
  expect(await saleOf(shop, order_id)).toMatchObject({ state: 'choosing' })
  expect((await lettersOf(order.number)).filter((name) => name === 'order_price_choice')).toHaveLength(1)
  await expect(prepare()).rejects.toMatchObject({ code: 'price_choice_waiting' })
  expect((await call(shop, member, '/order/cancel_quote', { order_id })).error).toBe('price_choice_waiting')
  await paidLongAgo(shop, order_id)
  const refund = { order_id, reason: 'too_slow' }
  expect((await call(shop, member, '/product/order_refund', refund)).error).toBe('price_choice_waiting')
  expect((await chosen(await signedIn(shop), order_id, 'refund')).error).toBe('not_found')
  expect((await chosen(member, order_id, 'refund')).http).toBe(200)
  expect((await chosen(member, order_id, 'refund')).error).toBe('order_state')
  await refundsDone(shop)
  expect(await refundsOf(shop, order_id)).toMatchObject([{ state: 'settled', amount: BigInt(order.total) }])
  expect([await stateOf(shop, order_id), await stockOf(shop, skuId)]).toEqual(['cancelled', before])
  expect(await saleOf(shop, order_id)).toMatchObject({ state: 'returned' })
  await clean()
})

test('in the other direction too; whoever buys again is told so, and the old money is on its way', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { order, bounds } = await soldWrong(shop, () => paidOrder(shop, member, skuId), [20_000n, 5000n])
  const { order_id } = order
  await closeWindow(shop, bounds)
  await settleSales(shop.karat)
  const status = await ask<RefundStatusView>(shop, member, `/order/refund_status?order_id=${order_id}`)
  expect(status.price_choice?.paid).toBe(order.total)
  expect(BigInt(status.price_choice?.right ?? 0) * 2n - BigInt(order.total)).toBeLessThan(BigInt(order.total) / 100n)
  expect((await chosen(member, order_id, 'buy_again')).http).toBe(200)
  const detail = await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${order_id}`)
  expect(detail.timeline[0]).toMatchObject({ to: 'cancelled', reason: 'the member buys again at the price now' })
  await refundsDone(shop)
  expect(await refundsOf(shop, order_id)).toMatchObject([{ state: 'settled', amount: BigInt(order.total) }])
  expect(await saleOf(shop, order_id)).toMatchObject({ state: 'bought_again' })
  await clean()
})

test('an agreement accepted with an order counts from that order on', async () => {
  const member = await signedIn(shop)
  await hasAcceptedNothing(shop, member)
  const standing = await ask<{ version: string; accepted: boolean }>(shop, member, '/user/agreement')
  expect(standing).toEqual({ version: shop.karat.settings.agreement.version, accepted: false })
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => {
    const before = await submitted(shop, member, skuId)
    const { guarantee_id } = await guaranteed(shop, member, skuId)
    const old = await call(shop, member, '/product/submit_order', { guarantee_id, agreement_version: '2024-06' })
    expect(old.error).toBe('agreement_outdated')
    const body = { guarantee_id, agreement_version: standing.version }
    return { before, after: await ask<SubmittedView>(shop, member, '/product/submit_order', body) }
  })
  expect((await ask<{ accepted: boolean }>(shop, member, '/user/agreement')).accepted).toBe(true)
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  expect(await saleOf(shop, sold.before.order_id)).toMatchObject({ state: 'listed', because: 'no_clause' })
  expect(await saleOf(shop, sold.after.order_id)).toMatchObject({ state: 'ended' })
})

test('the office looks at it before, follows it, and sees who has to be decided about first', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => ({
    unpaid: await submitted(shop, member, skuId),
    packed: await paidOrder(shop, member, skuId),
  }))
  await moveThrough(shop, sold.packed.order.order_id, 'preparing')
  const [desk, second] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const { store, from, to } = sold.bounds
  const body = { store, from: from.toISOString(), to: to.toISOString() }
  const preview = await askStaff(shop, desk, '/windows/preview', body)
  expect(preview.data.counts).toEqual({ void: 0, end: 1, choose: 0, list: 1 })
  const [first] = preview.data.sales as WindowPreviewView['sales']
  expect(first).toMatchObject({ kind: 'order', number: sold.unpaid.number, does: 'end', total: sold.unpaid.total })
  expect(BigInt(first?.right_total ?? 0)).toBeGreaterThan(BigInt(sold.unpaid.total) * 8n)
  const asked = await askStaff(shop, desk, '/windows/propose', { ...body, reason: 'A tenth of the price' })
  const approved = await askStaff(shop, second, '/approvals/approve', { approval_id: asked.data.approval_id })
  expect(approved.status).toBe(200)
  await settleSales(shop.karat)
  const list = await askStaff(shop, desk, '/windows/list')
  const [window] = list.data.rows as WindowView[]
  expect(window).toMatchObject({ sales: 2, waiting: 0, choosing: 0, listed: 1, reason: 'A tenth of the price' })
  const sales = await askStaff(shop, desk, `/windows/sales?window_id=${window?.id}`)
  expect(sales.data.rows).toMatchObject([
    { number: sold.packed.order.number, state: 'listed', because: 'prepared', order_state: 'preparing' },
    { number: sold.unpaid.number, state: 'ended', order_state: 'cancelled' },
  ])
})

test('who chooses nothing in a day has everything back; a minute before nothing happens', async () => {
  const member = await signedIn(shop)
  const { order, bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  await closeWindow(shop, bounds)
  await settleSales(shop.karat)
  const laterBy = (interval: string) =>
    shop.karat.db.run(sql`update orders.window_sales set choose_until = choose_until - ${interval}::interval
      where sale_id = ${order.order_id}`)
  await laterBy('23 hours 59 minutes')
  expect(await endChoices(shop.karat)).toBe(0)
  await laterBy('1 minute')
  expect(await endChoices(shop.karat)).toBe(1)
  expect([await stateOf(shop, order.order_id), await saleOf(shop, order.order_id)]).toMatchObject([
    'cancelled',
    { state: 'returned' },
  ])
  await refundsDone(shop)
  await clean()
})

test('what is prepared or gone, or without the clause, is listed and left alone; a right price is not in it', async () => {
  const [member, stranger] = [await signedIn(shop), await signedIn(shop)]
  await hasAcceptedNothing(shop, stranger)
  const skuId = await someSku(shop)
  const right = await paidOrder(shop, member, skuId)
  const sold = await soldWrong(shop, async () => ({
    preparing: await paidOrder(shop, member, skuId),
    shipped: await paidOrder(shop, member, skuId),
    without: await paidOrder(shop, stranger, skuId),
    unpaid: await submitted(shop, stranger, skuId),
    promised: await guaranteed(shop, stranger, skuId),
  }))
  await moveThrough(shop, sold.preparing.order.order_id, 'preparing')
  await moveThrough(shop, sold.shipped.order.order_id, 'preparing', 'shipped')
  await closeWindow(shop, { ...sold.bounds, from: new Date(sold.bounds.from.getTime() - 60_000) })
  await settleSales(shop.karat)
  expect(await saleOf(shop, sold.preparing.order.order_id)).toMatchObject({ state: 'listed', because: 'prepared' })
  expect(await saleOf(shop, sold.shipped.order.order_id)).toMatchObject({ state: 'listed', because: 'gone' })
  expect(await saleOf(shop, sold.without.order.order_id)).toMatchObject({ state: 'listed', because: 'no_clause' })
  expect(await saleOf(shop, sold.unpaid.order_id)).toMatchObject({ state: 'listed', because: 'no_clause' })
  const paying = { order_id: sold.unpaid.order_id, method: 'card' }
  expect((await call(shop, stranger, '/product/pay_order', paying)).error, 'it is kept as promised').toBe(null)
  expect([await saleOf(shop, right.order.order_id), await saleOf(shop, sold.promised.guarantee_id)]).toEqual([
    undefined,
    undefined,
  ])
  expect(await stateOf(shop, sold.shipped.order.order_id)).toBe('shipped')
  const { guarantee_id } = sold.promised
  expect((await call(shop, stranger, '/product/submit_order', { guarantee_id })).http).toBe(200)
})

test('an order paid, cancelled or prepared between approval and its turn is judged by what it is then', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => ({
    unpaid: await payable(shop, member, skuId),
    free: await submitted(shop, member, skuId),
  }))
  await closeWindow(shop, sold.bounds)
  const { payment, order } = sold.unpaid
  await notify(shop, { reference: payment.payment_id, amount: payment.amount })
  await untilProcessed(shop)
  await ask(shop, member, '/order/cancel_order', { order_id: sold.free.order_id })
  await settleSales(shop.karat)
  expect(await saleOf(shop, order.order_id)).toMatchObject({ state: 'choosing' })
  expect(await saleOf(shop, sold.free.order_id)).toMatchObject({ state: 'over' })
  const wish = { orderId: order.order_id, expected: 'paid', cause: 'fraud', reason: 'A stolen card besides' } as const
  await giveUpByStaff(allByOne(), await staff(shop, 'orders.give_up'), wish, null)
  await endChoices(shop.karat)
  expect(await saleOf(shop, order.order_id)).toMatchObject({ state: 'over' })
  await refundsDone(shop)
  await clean()
})

test('two people, a reason, bounds within the last day, a level that followed, and something that is off', async () => {
  const member = await signedIn(shop)
  const { bounds } = await soldWrong(shop, async () => ({ held: await guaranteed(shop, member, await someSku(shop)) }))
  const [one, nobody] = [await staff(shop, 'prices.window'), await staff(shop, 'prices.see')]
  const propose = (change: object = {}, who = one) =>
    proposeWindow(shop.karat, who, { ...bounds, reason: 'A tenth of the price', ...change }, null)
  const { to, from } = bounds
  await expect(propose({ reason: ' ' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(propose({}, nobody)).rejects.toMatchObject({ code: 'permission_missing' })
  await expect(propose({ store: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(propose({ from: to, to: from })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(propose({ from: new Date(to.getTime() - 86_400_001) })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(propose({ to: new Date(Date.now() + 60_000) })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(propose({ from: new Date(from.getTime() - 2), to: new Date(from.getTime() - 1) })).rejects.toMatchObject(
    {
      code: 'window_empty',
    },
  )
  const { sales, window } = await previewWindow(shop.karat.db, shop.karat, bounds)
  expect(sales.map(({ kind, does }) => [kind, does])).toEqual([['guarantee', 'void']])
  expect(window.level.open.get('IDR')?.ask).toBeGreaterThan(0n)
  const { approval_id: approvalId } = await propose()
  await expect(propose()).rejects.toMatchObject({ code: 'approval_waiting' })
  await expect(approve(shop.karat, one, { approvalId }, executors)).rejects.toMatchObject({
    code: 'second_person_required',
  })
  await approve(shop.karat, await staff(shop, 'prices.window'), { approvalId }, executors)
  await expect(propose()).rejects.toMatchObject({ code: 'window_empty' })
})

test('a sale of the closed market is measured by the spread of the closed market', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { bounds } = await soldWrong(shop, async () => ({ held: await guaranteed(shop, member, skuId) }), [
    10_300n,
    9709n,
  ])
  const ofMember = async (open: boolean) => {
    const market = { at: () => ({ open, since: 0, until: Number.POSITIVE_INFINITY }) }
    const { sales } = await previewWindow(shop.karat.db, { ...shop.karat, market }, bounds)
    return sales.filter(({ memberId }) => memberId === member.id).map(({ does }) => does)
  }
  expect(await ofMember(false), 'a store without one has sold by the other').toEqual(['void'])
  await shop.karat.db.run(sql`
    insert into pricing.closed_spreads (store, ask_bps, bid_bps, set_by, reason)
    select store, ask_bps + 300, bid_bps, 'desk', 'weekend' from pricing.spreads where store = 'id'
    order by set_at desc, id desc limit 1`)
  expect(await ofMember(false)).toEqual([])
  expect(await ofMember(true)).toEqual(['void'])
})

test('a sale that fails is tried again and holds up no other; a crash in the middle of one leaves it as it was', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => ({
    first: await submitted(shop, member, skuId),
    second: await submitted(shop, member, skuId),
  }))
  await closeWindow(shop, sold.bounds)
  let cut = 0
  shop.intercept.current = (text) => {
    if (text.includes("'released'") && text.includes('given_back') && cut++ === 0)
      throw new Error('the connection was cut')
    return text
  }
  await settleSales(shop.karat)
  shop.intercept.current = undefined
  const states = async () =>
    Promise.all([sold.first, sold.second].map(async ({ order_id }) => (await saleOf(shop, order_id))?.state))
  expect((await states()).sort()).toEqual(['ended', 'waiting'])
  await shop.karat.db.run(sql`update orders.window_sales set next_try_at = now() where state = 'waiting'`)
  await settleSales(shop.karat)
  expect(await states()).toEqual(['ended', 'ended'])
  const moves = await shop.karat.db.rows(sql`select order_id from orders.moves where to_state = 'cancelled'
    and order_id in (${sold.first.order_id}, ${sold.second.order_id})`)
  expect(moves).toHaveLength(2)
  await clean()
})

test('a listed sale leaves the list once its order was given up or completed, and not before', async () => {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const sold = await soldWrong(shop, async () => ({
    given: await paidOrder(shop, member, skuId),
    kept: await paidOrder(shop, member, skuId),
  }))
  const [given, kept] = [sold.given.order.order_id, sold.kept.order.order_id]
  await moveThrough(shop, given, 'preparing')
  await moveThrough(shop, kept, 'preparing')
  await closeWindow(shop, sold.bounds)
  await settleSales(shop.karat)
  const states = async () => {
    await endChoices(shop.karat)
    return Promise.all([given, kept].map(async (id) => (await saleOf(shop, id))?.state))
  }
  expect(await states()).toEqual(['listed', 'listed'])
  const wish = { orderId: given, expected: 'preparing', cause: 'error', reason: 'A tenth of the price' } as const
  await giveUpByStaff(allByOne(), await staff(shop, 'orders.give_up'), wish, null)
  expect(await states()).toEqual(['over', 'listed'])
  const go = (from: OrderState, to: OrderState) =>
    shop.karat.db.transaction((tx) => moveOrder(tx, { orderId: kept, from, to, actor: 'staff:x', reason: 'test' }))
  await go('preparing', 'shipped')
  expect(await states()).toEqual(['over', 'listed'])
  await go('shipped', 'completed')
  expect(await states()).toEqual(['over', 'over'])
  await refundsDone(shop)
  await clean()
})
