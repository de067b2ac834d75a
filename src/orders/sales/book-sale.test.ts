/** What is handed over is sold, once and to the unit, as far as its money is not returned. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { disputed } from '../../../tests/support/disputes.ts'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  moveThrough,
  paidOrder,
  quoted,
  refundsDone,
  refundsOf,
  staff,
  untilProcessed,
} from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { scanAll } from '../../../tests/support/packing.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { ask, notify, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import type { OverviewView } from '../../office/overview/overview-contract.ts'
import type { GuaranteeView, PaymentViewData, SubmittedView } from '../contract.ts'
import { pickupCodeOf } from '../parcels/pickup-code.ts'
import { grantRefund } from '../refunds/decide-refund.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'
import { bookSales } from './book-sale.ts'

const { sound, broken } = openShopPair()

type Books = Record<'order_money' | 'sales_gold' | 'sales_premium' | 'sales_making', bigint>
const booksOf = async ({ karat }: Shop): Promise<Books> => {
  const rows = await karat.db.rows<{ kind: keyof Books; sum: bigint }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner = 'house:id' and a.asset = 'IDR' group by a.kind`)
  const of = (kind: keyof Books) => rows.find((row) => row.kind === kind)?.sum ?? 0n
  const kinds = ['order_money', 'sales_gold', 'sales_premium', 'sales_making'] as const
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Books
}
/** How order money and sales moved while `work` was done. */
async function moved(work: () => Promise<unknown>, shop = sound) {
  const before = await booksOf(shop)
  await work()
  const after = await booksOf(shop)
  const by = (kind: keyof Books) => after[kind] - before[kind]
  return { order_money: by('order_money'), sales: by('sales_gold') + by('sales_premium') + by('sales_making') }
}
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])

async function bought(shop: Shop, quantity = 1) {
  const member = await signedIn(shop)
  const { order, payment } = await paidOrder(shop, member, await someSku(shop), quantity)
  return { member, order, payment, orderId: order.order_id, goods: BigInt(order.total) }
}
type Bought = Awaited<ReturnType<typeof bought>>
const salesOf = ({ karat }: Shop, orderId: string) =>
  karat.db.rows<{ number: number; sum: bigint }>(sql`
    select number, gold_minor + premium_minor + making_minor as sum from orders.sales where order_id = ${orderId} order by number`)
async function step(path: string, orderId: string, expected: string, more: object = {}) {
  const who = await staffSignedIn(sound, 'fulfilment')
  if (path === 'ready' || path === 'ship') await scanAll(sound, who, orderId)
  expect(
    await askStaff(sound, who, `/orders/${path}`, {
      order_id: orderId,
      expected,
      ...more,
    }),
    path,
  ).toMatchObject({ error: null })
}

/** A hand-over that an older release made: its sale is due. */
const handedOver = async (shop: Shop, quantity = 1) => {
  const one = await bought(shop, quantity)
  await moveThrough(shop, one.orderId, 'preparing', 'shipped', 'completed')
  return one
}
async function granted(shop: Shop, { member, orderId }: Bought, quantity: number): Promise<string> {
  const wish = { order_id: orderId, reason: 'damaged', lines: [{ position: 0, quantity }] }
  const { request_id: requestId } = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
  await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
  return requestId
}
const returned = async (shop: Shop, one: Bought, quantity: number) => executed(shop, await granted(shop, one, quantity))

test('what is collected at the counter is sold with that: gold, premium and making charge are its goods', async () => {
  const { orderId, goods } = await bought(sound, 2)
  await settlePapers(sound.karat)
  expect(await moved(() => step('prepare', orderId, 'paid'))).toEqual({ order_money: 0n, sales: 0n })
  await step('ready', orderId, 'preparing')
  const code = { code: pickupCodeOf(sound.karat, orderId), document: 'passport' }
  const books = await booksOf(sound)
  expect(await moved(() => step('handOver', orderId, 'ready_for_pickup', code))).toEqual({
    ...{ order_money: -goods, sales: goods },
  })
  const { ask_minor, fine } = (await sound.karat.db.row<{ ask_minor: bigint; fine: bigint }>(sql`
    select o.ask_minor, l.fine_weight_e4 * l.quantity as fine from orders.orders o join orders.lines l on l.order_id = o.id
    where o.id = ${orderId}`)) ?? { ask_minor: 0n, fine: 0n }
  const sold = await booksOf(sound)
  const [gold, premium] = [sold.sales_gold - books.sales_gold, sold.sales_premium - books.sales_premium]
  expect([gold - (fine * ask_minor) / 10_000n <= 4n, premium > 0n]).toEqual([true, true])
  expect(await moved(() => bookSales(sound.karat.db)), 'nothing is due').toEqual({ order_money: 0n, sales: 0n })
  await clean()
})

test('what a courier brought is sold when staff say so; delivery and insurance are none of it', async () => {
  const member = await signedIn(sound)
  const { id } = await ask<{ id: string }>(sound, member, '/address/saveAddress', {
    ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
    ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
  })
  const wish = { sku_id: await someSku(sound), quantity: 1, delivery: { mode: 'courier', address_id: id } }
  const { guarantee_id } = await ask<GuaranteeView>(sound, member, '/product/confirm_order', wish)
  const order = await ask<SubmittedView>(sound, member, '/product/submit_order', { guarantee_id })
  const pay = { order_id: order.order_id, method: 'card' }
  const payment = await ask<PaymentViewData>(sound, member, '/product/pay_order', pay)
  await notify(sound, { reference: payment.payment_id, amount: order.total })
  await untilProcessed(sound)
  await settlePapers(sound.karat)
  const { goods } = (await sound.karat.db.row<{ goods: bigint }>(
    sql`select goods_minor as goods from orders.orders where id = ${order.order_id}`,
  )) ?? { goods: 0n }
  expect(goods).toBeLessThan(BigInt(order.total))
  await step('prepare', order.order_id, 'paid')
  const parcel = { delivery_changes: 0, carrier: 'jne', tracking: 'CGK-00481-77' }
  expect(await moved(() => step('ship', order.order_id, 'preparing', parcel))).toEqual({ order_money: 0n, sales: 0n })
  const arrived = () => step('complete', order.order_id, 'shipped', { reason: 'Signed for' })
  expect(await moved(arrived)).toEqual({ order_money: -goods, sales: goods })
  await clean()
})

test('the desk reads what was sold, what it had cost, and of how many pieces that is unknown', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const read = async () => {
    const { data } = await askStaff(sound, desk, '/overview/figures?store=id')
    return (data as OverviewView).margin as NonNullable<OverviewView['margin']>
  }
  const before = await read()
  const one = await handedOver(sound, 2)
  await bookSales(sound.karat.db)
  const { sales, cost, margin, cost_unknown } = await read()
  expect([BigInt(sales) - BigInt(before.sales), cost_unknown - before.cost_unknown]).toEqual([one.goods, 2])
  expect(BigInt(margin)).toBe(BigInt(sales) - BigInt(cost))
  await returned(sound, one, 2)
  expect((await read()).sales).toBe(before.sales)
  await refundsDone(sound)
})

test('a sale that was cancelled before is none', async () => {
  const { member, orderId, goods } = await bought(sound)
  const { quote_id } = await quoted(sound, member, orderId)
  const cancel = async () => {
    await ask(sound, member, '/order/cancel_order', { order_id: orderId, quote_id })
    await refundsDone(sound)
    await bookSales(sound.karat.db)
  }
  expect(await moved(cancel)).toEqual({ order_money: -goods, sales: 0n })
  await clean()
})

test('what comes back is sold no longer from its decision on, in parts and then all of it', async () => {
  const one = await handedOver(sound, 3)
  await bookSales(sound.karat.db)
  const unit = one.goods / 3n
  expect(await moved(() => returned(sound, one, 1)), 'on its way back').toEqual({ order_money: unit, sales: -unit })
  await clean()
  expect(await moved(() => refundsDone(sound))).toEqual({ order_money: -unit, sales: 0n })
  expect(await moved(() => returned(sound, one, 2))).toEqual({ order_money: 2n * unit, sales: -2n * unit })
  await refundsDone(sound)
  const rows = await salesOf(sound, one.orderId)
  expect(rows).toEqual([
    { number: 1, sum: one.goods },
    { number: 2, sum: -unit },
    { number: 3, sum: -2n * unit },
  ])
  const left =
    await sound.karat.db.row(sql`select sum(gold_minor)::bigint as gold, sum(premium_minor)::bigint as premium,
    sum(making_minor)::bigint as making from orders.sales where order_id = ${one.orderId}`)
  expect(left).toEqual({ gold: 0n, premium: 0n, making: 0n })
  await clean()
})

test('what went back on the way is never sold; a parcel that is all paid back is no sale', async () => {
  const one = await bought(sound, 2)
  await moveThrough(sound, one.orderId, 'preparing', 'shipped')
  await returned(sound, one, 1)
  await refundsDone(sound)
  await settlePapers(sound.karat)
  const half = one.goods / 2n
  const arrived = () => step('complete', one.orderId, 'shipped', { reason: 'Signed for' })
  expect(await moved(arrived)).toEqual({ order_money: -half, sales: half })
  const lost = await bought(sound)
  await moveThrough(sound, lost.orderId, 'preparing', 'shipped')
  const all = async () => {
    await returned(sound, lost, 1)
    await refundsDone(sound)
    await bookSales(sound.karat.db)
  }
  expect(await moved(all)).toEqual({ order_money: -lost.goods, sales: 0n })
  await clean()
})

test('a dispute that is lost after the hand-over is a loss of its own: what was sold stays sold', async () => {
  const one = await handedOver(sound)
  await bookSales(sound.karat.db)
  const lose = async () => {
    await disputed(sound, one, 'open')
    await disputed(sound, one, 'lost')
    await bookSales(sound.karat.db)
  }
  expect(await moved(lose)).toEqual({ order_money: 0n, sales: 0n })
  await clean()
})

test('what is owed of a sale leaves it as it is; returned, it is set off and sold no longer', async () => {
  const one = await handedOver(sound)
  await bookSales(sound.karat.db)
  const short = async () => {
    await notify(sound, { reference: one.payment.payment_id, amount: `${one.goods - 1_000n}` })
    await untilProcessed(sound)
  }
  expect(await moved(short)).toEqual({ order_money: 0n, sales: 0n })
  const back = async () => {
    await returned(sound, one, 1)
    await refundsDone(sound)
  }
  expect(await moved(back)).toEqual({ order_money: 0n, sales: -one.goods })
  expect(await refundsOf(sound, one.orderId)).toMatchObject([{ state: 'settled', amount: one.goods - 1_000n }])
  await clean()
})

test('a refund that is refused stays owed, and is no sale again', async () => {
  const acquirer = fakeAcquirer(sound)
  const one = await handedOver(sound)
  await bookSales(sound.karat.db)
  const settle = acquirer.answer
  acquirer.answer = (refund) => {
    const known = settle(refund)
    return known.outcome === 'known'
      ? { ...known, refund: { ...known.refund, state: 'failed', failure: 'closed' } }
      : known
  }
  const back = async () => {
    await returned(sound, one, 1)
    await refundsDone(sound)
    await bookSales(sound.karat.db)
  }
  expect(await moved(back)).toEqual({ order_money: one.goods, sales: -one.goods })
  await clean()
})

test('what was handed over before there were sales is booked by the round, once, with the moment of its hand-over', async () => {
  const one = await handedOver(sound)
  await clean()
  expect(await moved(() => bookSales(sound.karat.db))).toEqual({ order_money: -one.goods, sales: one.goods })
  expect(await moved(() => bookSales(sound.karat.db))).toEqual({ order_money: 0n, sales: 0n })
  expect(
    await sound.karat.db.row(sql`
      select s.sold_at = m.created_at as same from orders.sales s join orders.moves m on m.order_id = s.order_id and m.to_state = 'completed'
      where s.order_id = ${one.orderId}`),
  ).toEqual({ same: true })
  await clean()
})

test('the database refuses sales of what was not handed over, a second one, another moment of booking, and any change', async () => {
  const { db } = sound.karat
  const paid = await bought(sound)
  const insert = (orderId: string, number: number) => sql`
    insert into orders.sales (order_id, number, gold_minor, premium_minor, making_minor, sold_at) values (${orderId}, ${number}, 1, 0, 0, now())`
  const refused = { constraint: 'sold_when_handed_over' }
  await expect(db.run(insert(paid.orderId, 1))).rejects.toMatchObject(refused)
  await expect(db.run(insert(randomUUID(), 1))).rejects.toMatchObject(refused)
  const one = await handedOver(sound)
  await bookSales(db)
  await expect(db.run(insert(one.orderId, 1))).rejects.toMatchObject(refused)
  await expect(db.run(insert(one.orderId, 3))).rejects.toMatchObject(refused)
  await expect(db.run(sql`insert into orders.sales (booked_at) values (now())`)).rejects.toThrow('permission denied')
  for (const change of ['update orders.sales set gold_minor = 2', 'delete from orders.sales'])
    await expect(asOwner(sound.connectionString, [change])).rejects.toThrow('history is only added to')
})

test('ten rounds at once, of two instances: each sale is booked once', async () => {
  const orders = [await handedOver(sound), await handedOver(sound), await handedOver(sound)]
  const done = await Promise.all(Array.from({ length: 10 }, () => bookSales(sound.karat.db)))
  expect(done.reduce((sum, n) => sum + n, 0)).toBe(3)
  for (const { orderId, goods } of orders) expect(await salesOf(sound, orderId)).toEqual([{ number: 1, sum: goods }])
  await clean()
})

/**
 * A round that has looked what was returned, and at this moment an older release, which knows no sales, returns all of it. Its
 * return waits for the round or is over before the round goes on.
 */
async function bookedBesideReturn(shop: Shop, plant: (text: string) => string = (text) => text) {
  const one = await handedOver(shop)
  const requestId = await granted(shop, one, 1)
  let returning: Promise<bigint> | undefined
  shop.intercept.current = async (text) => {
    const isClaim = text.includes('sale_due for update skip locked')
    if (isClaim) return returning ? text.replace('and sale_due', 'and sale_due and false') : plant(text)
    if (!returning && text.includes('update orders.orders set sale_due = false')) {
      returning = executed(shop, requestId)
      await overOrHeld(shop, returning)
    }
    return text
  }
  expect(await bookSales(shop.karat.db)).toBe(1)
  await returning
  shop.intercept.current = undefined
  await refundsDone(shop)
  await bookSales(shop.karat.db)
  return { sold: (await salesOf(shop, one.orderId)).reduce((sum, row) => sum + row.sum, 0n), goods: one.goods }
}

test('a return beside the round waits for it and leaves the sale due: afterwards nothing is sold', async () => {
  expect((await bookedBesideReturn(sound)).sold).toBe(0n)
  await clean()
})

test('control: a round that holds no order books what is returned meanwhile, and the audit says so', async () => {
  const { sold, goods } = await bookedBesideReturn(broken, (text) => text.replace('for update skip locked', ''))
  expect(sold).toBe(goods)
  expect((await auditLedger(broken.karat.db)).map(({ rule }) => rule)).toEqual([
    'what was handed over is sold, less what executed requests returned of it, and nothing else is',
  ])
})
