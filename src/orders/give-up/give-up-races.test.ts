/** Taking a sale back beside whoever else moves its order. Each race has a control with a planted bug, which must be seen. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  stateOf,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { call, notify, payable, someSku, stockOf } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import type { OrderState } from '../core/order-rules.ts'
import { prepareOrder } from '../parcels/fulfil-order.ts'
import { giveUpByStaff } from './give-up-order.ts'

const { sound, broken } = openShopPair()

/** The order's row as whoever ends it reads it. */
const ENDING = 'tax_minor, total_minor from orders.orders where id = $1'
const MOVING = 'and state = $6 returning id'

/** Nobody waits for the order's row, and a move trusts the state that was read; `count` have read it before one acts. */
function plantTrust(count: number, acts = MOVING): () => boolean {
  const meet = meetingAt(acts, count)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (text.includes(MOVING)) planted = true
    return text
      .replace(`${ENDING} for update`, ENDING)
      .replace("and state = 'captured' order by id for update", "and state = 'captured' order by id")
      .replace(
        'invoiced_at, refund_state from orders.orders where id = $1 for update',
        'invoiced_at, refund_state from orders.orders where id = $1',
      )
      .replace(MOVING, 'and $6::text is not null returning id')
  }
  return () => planted
}

async function giveUp({ karat }: Shop, orderId: string, expected: OrderState): Promise<string> {
  const most = 10n ** 17n
  const refund = { ...karat.settings.refund, twoPeopleFrom: { IDR: most, MYR: most, USD: most } as never }
  const house = { ...karat, settings: { ...karat.settings, refund } }
  const wish = { orderId, expected, cause: 'error', reason: 'Sold at a wrong price' } as const
  return giveUpByStaff(house, await staff({ karat } as Shop, 'orders.give_up'), wish, null).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'defect',
  )
}

async function besideCancel(shop: Shop, start = () => {}) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const before = await stockOf(shop, skuId)
  const { order } = await paidOrder(shop, member, skuId)
  const { quote_id } = await quoted(shop, member, order.order_id)
  start()
  const [cancelled, ...given] = await Promise.all([
    call(shop, member, '/order/cancel_order', { order_id: order.order_id, quote_id }),
    ...Array.from({ length: 5 }, () => giveUp(shop, order.order_id, 'paid')),
  ])
  shop.intercept.current = undefined
  await refundsDone(shop)
  const back = (await refundsOf(shop, order.order_id)).reduce((sum, { amount }) => sum + amount, 0n)
  const outcomes = [cancelled.error ?? 'done', ...given].sort()
  return { outcomes, back, total: BigInt(order.total), stock: (await stockOf(shop, skuId)) - before }
}

const oneOfSix = ['done', ...Array.from({ length: 5 }, () => 'order_state')]

test("five times beside the member's cancel: one of them ends it, money and stock come back once", async () => {
  for (let round = 0; round < 5; round++) {
    const { outcomes, back, total, stock } = await besideCancel(sound)
    expect({ outcomes, back, stock }).toEqual({ outcomes: oneOfSix, back: total, stock: 0 })
  }
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: ending that trusts the state it has read gets past it, and is stopped by the database as a defect', async () => {
  let planted = () => false
  const { outcomes } = await besideCancel(broken, () => {
    planted = plantTrust(6)
  })
  expect(planted()).toBe(true)
  expect(outcomes).not.toEqual(oneOfSix)
})

async function besidePrepare(shop: Shop, start = () => {}) {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop))
  const packer = await staff(shop, 'orders.prepare')
  start()
  const [given, prepared] = await Promise.all([
    giveUp(shop, order.order_id, 'paid'),
    prepareOrder(shop.karat, packer, { orderId: order.order_id, expected: 'paid' }).then(
      () => true,
      () => false,
    ),
  ])
  shop.intercept.current = undefined
  const refunds = await refundsOf(shop, order.order_id)
  return { given: given === 'done', prepared, refunds: refunds.length, state: await stateOf(shop, order.order_id) }
}

test('beside preparing: one of them happens, and money goes back only when it was given up', async () => {
  for (let round = 0; round < 8; round++) {
    const { given, prepared, refunds, state } = await besidePrepare(sound)
    expect(Number(given) + Number(prepared)).toBe(1)
    expect([state, refunds]).toEqual(given ? ['cancelled', 1] : ['preparing', 0])
  }
})

test('control: without its lock and the state in its move both happen, and that is seen', async () => {
  let planted = () => false
  const { given, prepared } = await besidePrepare(broken, () => {
    const meet = meetingAt('update orders.orders set state', 2)
    const trusting = plantTrust(1)
    const plant = broken.intercept.current
    broken.intercept.current = async (text) => {
      await meet(text)
      return plant ? plant(text) : text
    }
    planted = trusting
  })
  expect(planted()).toBe(true)
  expect([given, prepared]).toEqual([true, true])
})

async function besideNotice(shop: Shop, start = () => {}) {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const before = await stockOf(shop, skuId)
  const { order, payment } = await payable(shop, member, skuId)
  start()
  const [given] = await Promise.all([
    giveUp(shop, order.order_id, 'pending_payment'),
    notify(shop, { reference: payment.payment_id, amount: payment.amount }),
  ])
  await untilProcessed(shop)
  shop.intercept.current = undefined
  await refundsDone(shop)
  const back = (await refundsOf(shop, order.order_id)).reduce((sum, { amount }) => sum + amount, 0n)
  const state = await stateOf(shop, order.order_id)
  return {
    given: given === 'done',
    state,
    back,
    total: BigInt(order.total),
    stock: (await stockOf(shop, skuId)) - before,
  }
}

test('beside the notice that pays it: paid and kept, or cancelled with its money on the way back', async () => {
  for (let round = 0; round < 8; round++) {
    const { given, state, back, total, stock } = await besideNotice(sound)
    expect({ state, back, stock }).toEqual(
      given ? { state: 'cancelled', back: total, stock: 0 } : { state: 'paid', back: 0n, stock: -1 },
    )
  }
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: a move that trusts the state it has read cancels an order that was paid meanwhile, without its money', async () => {
  const { karat } = broken
  const member = await signedIn(broken)
  const { order, payment } = await payable(broken, member, await someSku(broken))
  let met = false
  broken.intercept.current = async (text) => {
    if (!met && text.includes(MOVING)) {
      met = true
      await notify(broken, { reference: payment.payment_id, amount: payment.amount })
      await untilProcessed(broken)
    }
    return text.replace(`${ENDING} for update`, ENDING).replace(MOVING, 'and $6::text is not null returning id')
  }
  expect(await giveUp(broken, order.order_id, 'pending_payment')).toBe('done')
  broken.intercept.current = undefined
  expect(met).toBe(true)
  expect(await stateOf(broken, order.order_id)).toBe('cancelled')
  expect((await auditLedger(karat.db)).length).toBeGreaterThan(0)
})
