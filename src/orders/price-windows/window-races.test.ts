/** Price windows beside whoever buys, pays, packs or chooses. Each race has a control with a planted bug, which must be seen. */
import { expect, test } from 'vitest'
import { metAt, overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  moveThrough,
  paidOrder,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { call, guaranteed, notify, payable, someSku, stockOf } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { closeWindow, saleOf, soldWrong } from '../../../tests/support/wrong-prices.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { moveOrder } from '../core/move-order.ts'
import { prepareOrder } from '../parcels/fulfil-order.ts'
import { endChoices } from './choose-price.ts'
import { settleSales } from './settle-sales.ts'

const { sound, broken } = openShopPair()

/** Runs `act` once, when a statement with `part` in it is about to be sent. */
function before(
  shop: Shop,
  part: string,
  act: () => Promise<unknown>,
  plant: (text: string) => string = (text) => text,
) {
  let acting: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (!acting && text.includes(part)) {
      acting = act()
      await acting
    }
    return plant(text)
  }
  return () => acting !== undefined
}

/** A guarantee of the window is being submitted when the window is approved: its order is written, and not committed yet. */
async function submitBesideWindow(shop: Shop, plant?: (text: string) => string) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { held, bounds } = await soldWrong(shop, async () => ({ held: await guaranteed(shop, member, skuId) }))
  const met = before(shop, 'commit', () => closeWindow(shop, bounds), plant)
  const { guarantee_id } = held
  const answer = await call<{ order_id: string }>(shop, member, '/product/submit_order', { guarantee_id })
  expect(met()).toBe(true)
  for (let round = 0; round < 3; round++) await settleSales(shop.karat)
  shop.intercept.current = undefined
  return { answer, state: answer.http === 200 ? await stateOf(shop, answer.data.order_id) : null }
}

test('an order that was being made when the window was approved is found by its guarantee, and ended', async () => {
  const { answer, state } = await submitBesideWindow(sound)
  expect([answer.http, state]).toEqual([200, 'cancelled'])
  expect(await saleOf(sound, answer.data.order_id)).toMatchObject({ kind: 'order', state: 'ended' })
})

test('control: without a look at what a used guarantee became, that order stays', async () => {
  const { state } = await submitBesideWindow(broken, (text) =>
    text.replace(
      'select id from orders.orders where guarantee_id = $1',
      'select id from orders.orders where guarantee_id = $1 and false',
    ),
  )
  expect(state).toBe('pending_payment')
})

/** The window is approved when a submit has claimed nothing yet: memory knows nothing of it. */
async function submitAfterWindow(shop: Shop, plant?: (text: string) => string) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const { held, bounds } = await soldWrong(shop, async () => ({ held: await guaranteed(shop, member, skuId) }))
  const met = before(shop, 'update orders.guarantees set used_at', () => closeWindow(shop, bounds), plant)
  const answer = await call(shop, member, '/product/submit_order', { guarantee_id: held.guarantee_id })
  expect(met()).toBe(true)
  shop.intercept.current = undefined
  return answer
}

test('a guarantee of a window that has been approved is not submitted, though nothing was settled yet', async () => {
  expect(await submitAfterWindow(sound)).toMatchObject({ error: 'guarantee_void' })
})

test('control: a submit that does not ask for windows sells at the wrong price, and that is seen', async () => {
  const answer = await submitAfterWindow(broken, (text) =>
    text.includes("then 'guarantee_void'") ? text.replace('where kind = $1', 'where false and kind = $1') : text,
  )
  expect(answer.http).toBe(200)
})

const MOVING = 'where kind = $5 and sale_id = $6 and state = $7'
/** Two have read how the sale stands, neither holding what it read, before one moves it. */
const trustingWhatWasRead = () =>
  metAt(MOVING, 2, (text) =>
    text
      .replace(MOVING, 'where kind = $5 and sale_id = $6 and $7::text is not null')
      .replace("and state = 'captured' order by id for update", "and state = 'captured' order by id")
      .replace(
        'tax_minor, total_minor from orders.orders where id = $1 for update',
        'tax_minor, total_minor from orders.orders where id = $1',
      ),
  )

/** Twenty rounds at once over a window with three orders: one paid, two not. */
async function roundsAtOnce(shop: Shop, plant?: Shop['intercept']['current']) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const stock = await stockOf(shop, skuId)
  const sold = await soldWrong(shop, async () => ({
    orders: [
      await payable(shop, member, skuId),
      await payable(shop, member, skuId),
      await paidOrder(shop, member, skuId),
    ],
  }))
  await closeWindow(shop, sold.bounds)
  if (plant) shop.intercept.current = plant
  await Promise.all(Array.from({ length: 20 }, () => settleSales(shop.karat)))
  shop.intercept.current = undefined
  const letters = await shop.karat.db.row<{ count: number }>(sql`
    select count(*)::int as count from mail.messages where template in ('order_price_ended', 'order_price_choice') and member_id = ${member.id}`)
  const tries = await shop.karat.db.row<{ sum: number }>(sql`
    select sum(tries)::int as sum from orders.window_sales where member_id = ${member.id}`)
  return { letters: letters?.count, held: stock - (await stockOf(shop, skuId)), tries: tries?.sum }
}

test('twenty rounds at once: each sale is settled once, and nobody trips over another', async () => {
  expect(await roundsAtOnce(sound)).toEqual({ letters: 3, held: 1, tries: 0 })
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: rounds that do not look whether a sale still waits run into one another, and that is seen', async () => {
  const { tries } = await roundsAtOnce(broken, trustingWhatWasRead())
  expect(tries).toBeGreaterThan(0)
})

async function choosing(shop: Shop) {
  const member = await signedIn(shop)
  const { order, bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  await closeWindow(shop, bounds)
  await settleSales(shop.karat)
  const choose = (choice: string) => call(shop, member, '/order/price_choice', { order_id: order.order_id, choice })
  return { order, choose }
}

test('ten choices each way beside the end of the choice: one of them ends the order, its money goes back once', async () => {
  const { order, choose } = await choosing(sound)
  await sound.karat.db.run(sql`update orders.window_sales set choose_until = now() where sale_id = ${order.order_id}`)
  const [ended, ...answers] = await Promise.all([
    endChoices(sound.karat),
    ...Array.from({ length: 10 }, () => choose('refund')),
    ...Array.from({ length: 10 }, () => choose('buy_again')),
  ])
  expect(answers.filter(({ http }) => http === 200).length + ended).toBe(1)
  expect(answers.filter(({ http, error }) => http !== 200 && error !== 'order_state')).toEqual([])
  await refundsDone(sound)
  expect(await refundsOf(sound, order.order_id)).toMatchObject([{ amount: BigInt(order.total), state: 'settled' }])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: choices that trust what they have read get past it, and the database stops them as a defect', async () => {
  const { choose } = await choosing(broken)
  broken.intercept.current = trustingWhatWasRead()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => choose(n % 2 ? 'refund' : 'buy_again')))
  broken.intercept.current = undefined
  expect(answers.filter(({ error }) => error === 'order_state').length).not.toBe(19)
})

/** The packers begin at the moment at which the window is approved. */
async function prepareBesideWindow(shop: Shop, plant?: (text: string) => string) {
  const member = await signedIn(shop)
  const { order, bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  const packer = await staff(shop, 'orders.prepare')
  const met = before(
    shop,
    'invoiced_at, refund_state from orders.orders where id = $1 for update',
    () => closeWindow(shop, bounds),
    plant,
  )
  const prepared = await prepareOrder(shop.karat, packer, { orderId: order.order_id, expected: 'paid' }).then(
    () => 'prepared',
    (error: { code?: string }) => error.code,
  )
  expect(met()).toBe(true)
  shop.intercept.current = undefined
  return prepared
}

test('what a window has taken back is not packed, even in the moment of its approval', async () => {
  expect(await prepareBesideWindow(sound)).toBe('price_choice_waiting')
})

test('control: packers that do not ask for windows pack it, and that is seen', async () => {
  const prepared = await prepareBesideWindow(broken, (text) =>
    text.replace("and sale_id = $1 and state in ('waiting', 'choosing')", 'and sale_id = $1 and false'),
  )
  expect(prepared).toBe('prepared')
})

test('beside the notice that pays: ended with the money on its way back, or asked what to do', async () => {
  for (let round = 0; round < 6; round++) {
    const member = await signedIn(sound)
    const { order, payment, bounds } = await soldWrong(sound, async () => payable(sound, member, await someSku(sound)))
    await closeWindow(sound, bounds)
    await Promise.all([
      settleSales(sound.karat),
      notify(sound, { reference: payment.payment_id, amount: payment.amount }),
    ])
    await untilProcessed(sound)
    await settleSales(sound.karat)
    await refundsDone(sound)
    const back = (await refundsOf(sound, order.order_id)).reduce((sum, { amount }) => sum + amount, 0n)
    const sale = await saleOf(sound, order.order_id)
    const expected = sale?.state === 'choosing' ? ['paid', 0n] : ['cancelled', BigInt(order.total)]
    expect([await stateOf(sound, order.order_id), back]).toEqual(expected)
  }
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

/** A parcel is handed over while its sale is being listed, at the first statement with `part`. */
async function completedMeanwhile(shop: Shop, part: string, plant: (text: string) => string = (text) => text) {
  const member = await signedIn(shop)
  const { order, bounds } = await soldWrong(shop, async () => paidOrder(shop, member, await someSku(shop)))
  const orderId = order.order_id
  await closeWindow(shop, bounds)
  await moveThrough(shop, orderId, 'preparing', 'shipped')
  const complete = () =>
    shop.karat.db.transaction((tx) =>
      moveOrder(tx, { orderId, from: 'shipped', to: 'completed', actor: 'staff:x', reason: 'handed over' }),
    )
  let completing: Promise<void> | undefined
  shop.intercept.current = async (text) => {
    if (!completing && text.includes(part)) {
      completing = complete()
      await overOrHeld(shop, completing)
    }
    return plant(text)
  }
  await settleSales(shop.karat)
  await completing
  shop.intercept.current = undefined
  expect([await stateOf(shop, orderId), (await saleOf(shop, orderId))?.state]).toEqual(['completed', 'listed'])
  await endChoices(shop.karat)
  return (await saleOf(shop, orderId))?.state
}
const lookedAt = 'tax_minor, total_minor from orders.orders where id = $1 for update'
const listing = 'update orders.window_sales set state'

test('a sale whose order is completed in the moment in which it is listed leaves the list', async () => {
  expect(await completedMeanwhile(sound, listing)).toBe('over')
})

test('control: listed by a state that nobody held, it would stay for ever', async () => {
  const free = (text: string) =>
    text.includes('tax_minor, total_minor from orders.orders where id = $1 for update')
      ? text.replace(' for update', '')
      : text
  expect(await completedMeanwhile(broken, listing, free)).toBe('listed')
})

test('a sale that was completed before it was listed waits for a person', async () => {
  expect(await completedMeanwhile(sound, lookedAt)).toBe('listed')
})

test('control: listed as of the beginning of its transaction, it would be over unseen', async () => {
  const early = (text: string) => text.replace("<> 'choosing' then clock_timestamp()", "<> 'choosing' then now()")
  expect(await completedMeanwhile(broken, lookedAt, early)).toBe('over')
})
