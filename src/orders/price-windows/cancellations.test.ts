/** Cancellations that were settled at a wrong price, in a window and beside its closing; controls with a planted bug. */
import { expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { paidOrder, quoted, refundsDone, stateOf } from '../../../tests/support/money-back.ts'
import { call, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { previewWindow } from './close-window.ts'
import { settleSales } from './settle-sales.ts'
import { listWindowSales } from './window-queries.ts'

const { sound, broken } = openShopPair()

const cancel = (shop: Shop, member: TestMember, order_id: string, quote_id: string) =>
  call(shop, member, '/order/cancel_order', { order_id, quote_id })

async function bought(shop: Shop) {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  return { member, order }
}

/** Paid at the right price, cancelled at the wrong one. */
async function cancelledWrong(shop: Shop, wrong: [bigint, bigint]) {
  const { member, order } = await bought(shop)
  const { bounds } = await soldWrong(
    shop,
    async () => {
      const { quote_id } = await quoted(shop, member, order.order_id)
      expect((await cancel(shop, member, order.order_id, quote_id)).http).toBe(200)
    },
    wrong,
  )
  return { order, bounds }
}

const amountsOf = ({ karat }: Shop, id: string) =>
  karat.db.row<{ total: bigint; kept: bigint; gain: bigint; right: bigint }>(sql`
    select o.total_minor as total, s.kept_minor as kept, s.gain_minor as gain, w.right_total_minor as right
    from orders.window_sales w join orders.orders o on o.id = w.sale_id join orders.settlements s on s.order_id = o.id
    where w.kind = 'cancellation' and w.sale_id = ${id}`)

test('one settled at twice the price is listed as too much, and nothing of it is taken back', async () => {
  const { order, bounds } = await cancelledWrong(sound, [20_000n, 5000n])
  await closeWindow(sound, bounds)
  await settleSales(sound.karat)
  expect(await saleOf(sound, order.order_id)).toEqual({
    kind: 'cancellation',
    state: 'listed',
    because: 'settled_high',
  })
  const amounts = await amountsOf(sound, order.order_id)
  expect(amounts?.gain).toBeGreaterThan(0n)
  expect(amounts?.right).toBe(amounts?.total)
  await refundsDone(sound)
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('one settled at a price too low is listed as too little, with what was given and what was right, once', async () => {
  const { order, bounds } = await cancelledWrong(sound, [9750n, 10_257n])
  await closeWindow(sound, bounds)
  expect(await saleOf(sound, order.order_id)).toMatchObject({ state: 'listed', because: 'settled_low' })
  const amounts = await amountsOf(sound, order.order_id)
  expect(amounts?.kept).toBeGreaterThan(0n)
  expect(amounts?.right).toBe(amounts?.total)
  expect((await previewWindow(sound.karat.db, sound.karat, bounds)).sales).toEqual([])
  const window = await sound.karat.db.row<{ id: string }>(
    sql`select window_id as id from orders.window_sales where sale_id = ${order.order_id}`,
  )
  const { rows } = await listWindowSales(sound.karat, window?.id ?? '', { page: 1, size: 20 })
  const given = (amounts?.total ?? 0n) - (amounts?.kept ?? 0n)
  expect(rows).toMatchObject([
    { kind: 'cancellation', order_id: order.order_id, total: String(given), right_total: order.total },
  ])
})

test('one whose sum was right in spite of the price is not listed', async () => {
  const { bounds } = await cancelledWrong(sound, [10_250n, 9757n])
  expect((await previewWindow(sound.karat.db, sound.karat, bounds)).sales).toEqual([])
})

/** The window is approved at the moment when a statement with `part` of the cancellation is about to be sent. */
async function cancelBeside(shop: Shop, part: string, plant = (text: string) => text) {
  const { member, order } = await bought(shop)
  const { quote_id, bounds } = await soldWrong(shop, () => quoted(shop, member, order.order_id), [20_000n, 5000n])
  let closing: Promise<void> | undefined
  shop.intercept.current = async (text) => {
    if (!closing && text.includes(part)) {
      closing = closeWindow(shop, bounds)
      await closing
    }
    return plant(text)
  }
  const answer = await cancel(shop, member, order.order_id, quote_id)
  expect(closing).toBeDefined()
  await settleSales(shop.karat)
  shop.intercept.current = undefined
  return { answer, state: await stateOf(shop, order.order_id), sale: await saleOf(shop, order.order_id) }
}

test('a quote that a window has taken back settles nothing, though the window has not come to it yet', async () => {
  const { answer, state } = await cancelBeside(sound, 'update orders.quotes set used_at')
  expect([answer.error, state]).toEqual(['quote_expired', 'paid'])
})

test('control: a claim that does not ask for windows cancels at the wrong price, and that is seen', async () => {
  const { state } = await cancelBeside(broken, 'update orders.quotes set used_at', (text) =>
    text.replace("w.kind = 'quote' and w.sale_id = id", 'false'),
  )
  expect(state).toBe('cancelled')
})

test('a cancellation that was being settled when the window was approved is found by its quote, and listed', async () => {
  const { answer, state, sale } = await cancelBeside(sound, 'insert into orders.settlements')
  expect([answer.http, answer.error, state]).toEqual([200, null, 'cancelled'])
  expect(sale).toMatchObject({ kind: 'cancellation', state: 'listed', because: 'settled_high' })
})

test('control: without a look at what a used quote did, that cancellation is missed', async () => {
  const { state, sale } = await cancelBeside(broken, 'insert into orders.settlements', (text) =>
    text.replace('where id = $1 and used_at is not null', 'where id = $1 and used_at is not null and false'),
  )
  expect([state, sale]).toEqual(['cancelled', undefined])
})
