/** The owner's figures of a simulated month are what the ledger has, to the unit, and say so where they are not. */
import { beforeAll, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { executed, fakeAcquirer, moveThrough, paidOrder, staff } from '../../tests/support/money-back.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { scanAll } from '../../tests/support/packing.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { fillVault, openVault, quote, trade, vaultMember } from '../../tests/support/vault.ts'
import { addArrivals } from '../catalogue/receive-pieces.ts'
import { makerLetters, serialOf } from '../catalogue/serial-rules.ts'
import { sql } from '../db/database.ts'
import { pickupCodeOf } from '../orders/parcels/pickup-code.ts'
import { grantRefund } from '../orders/refunds/decide-refund.ts'
import type { RefundRequestView } from '../orders/refunds/refund-contract.ts'
import { bookSales } from '../orders/sales/book-sale.ts'
import { accountOfFigure, figures } from './figure-rules.ts'
import type { FiguresView, StandingView } from './figures-contract.ts'

const shop = openShop()
let [from, to] = ['', '']
let desk: TestStaff

beforeAll(async () => {
  const day = (back: number) => new Date(Date.now() + 7 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)
  ;[from, to] = [day(29), day(0)]
  fakeAcquirer(shop)
  await freshTick(shop)
  await openVault(shop)
  await fillVault(shop, 1_000_000n)
  desk = await staffSignedIn(shop, 'desk')
  await sellPieces()
  await tradeGrams()
  await spreadOverAMonth()
})

/** The first pieces that will be taken, at a price that divides by nothing. */
async function came(skuId: number, numbers: bigint[]): Promise<void> {
  const product = shop.karat.catalogue.products('id').find(({ skus }) => skus.some(({ id }) => id === skuId))
  const bought = {
    supplier: 'Logam Mulia',
    cost: { minor: 2_100_001n, currency: 'IDR' as const },
    papersComplete: true,
  }
  const arrivals = numbers.map((number) => ({
    ...{ serial: serialOf(makerLetters(product?.brand ?? ''), number), skuId, assayedOn: '2026-11-01', bought },
  }))
  await shop.karat.db.transaction((tx) => addArrivals(tx, arrivals, { actor: 'staff:test', note: 'received' }))
}

/** Over the counter, with what the pieces had cost; three that were handed over otherwise, and one of them damaged. */
async function sellPieces(): Promise<void> {
  const [bar, small] = [await someSku(shop), await someSku(shop, 50_000n)]
  await came(bar, [1n, 2n, 3n])
  await came(small, [11n, 12n])
  const buyer = await signedIn(shop)
  const counter = await paidOrder(shop, buyer, bar, 2)
  await settlePapers(shop.karat)
  const step = async (path: string, expected: string, more: object = {}) => {
    const { order_id } = counter.order
    if (path === 'ready') await scanAll(shop, desk, order_id)
    expect(await askStaff(shop, desk, `/orders/${path}`, { order_id, expected, ...more }), path).toMatchObject({
      error: null,
    })
  }
  await step('prepare', 'paid')
  await step('ready', 'preparing')
  const code = pickupCodeOf(shop.karat, counter.order.order_id)
  await step('handOver', 'ready_for_pickup', { code, document: 'passport' })
  const ring = shop.karat.catalogue
    .products('id')
    .flatMap(({ skus }) => skus)
    .find(({ stock, scarce, making }) => stock > 1 && !scarce && making > 0n)
  const orders = [
    await paidOrder(shop, buyer, small, 3),
    await paidOrder(shop, buyer, bar),
    await paidOrder(shop, buyer, ring?.id ?? 0),
  ]
  for (const { order } of orders) await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await settlePapers(shop.karat)
  await bookSales(shop.karat.db)
  const wish = { order_id: orders[0]?.order.order_id, reason: 'damaged', lines: [{ position: 0, quantity: 1 }] }
  const { request_id: requestId } = await ask<RefundRequestView>(shop, buyer, '/product/order_refund', wish)
  await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: '', reason: 'Seen' })
  await executed(shop, requestId)
}

async function tradeGrams(): Promise<void> {
  const member = await vaultMember(shop, { cash: 90_000_000n })
  for (const weight of ['1', '0.333', '0.0777'])
    await trade(shop, member, 'purchase', await quote(shop, member, 'purchase', 'weight', weight))
  await trade(shop, member, 'cashingIn', await quote(shop, member, 'cashingIn', 'weight', '0.7'))
}

/** Each transfer on a day of its own, as if the month had been lived. What a test put into accounts is of another year. */
const spreadOverAMonth = () =>
  asOwner(shop.connectionString, [
    'alter table ledger.transfers disable trigger user',
    'alter table ledger.entries disable trigger user',
    `update ledger.transfers t set created_at = t.created_at - case when t.kind = 'test_transfer' then interval '3 years'
       else make_interval(days => n.place % 30) end from (select id, row_number() over (order by created_at desc)::int - 1 as place from ledger.transfers) as n
     where n.id = t.id`,
    'update ledger.entries e set at = t.created_at from ledger.transfers t where t.id = e.transfer_id',
    'alter table ledger.transfers enable trigger user',
    'alter table ledger.entries enable trigger user',
  ])

const read = async (first = from, last = to) =>
  (await askStaff(shop, desk, `/books/figures?store=id&from=${first}&to=${last}`)).data as FiguresView
const inLedger = async (first: string, last: string) => {
  const rows = await shop.karat.db.rows<{ kind: string; sum: bigint }>(sql`
    select a.kind, sum(leg.amount)::bigint as sum from ledger.transfers t cross join unnest(t.accounts, t.amounts) as leg(account, amount)
    join ledger.accounts a on a.id = leg.account and a.owner = 'house:id' and a.asset = 'IDR'
    where to_char(t.created_at at time zone 'Asia/Jakarta', 'YYYY-MM-DD') between ${first} and ${last} group by 1`)
  return (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0n
}

test('figures of a simulated month equal the ledger', async () => {
  const { total, days, products, held } = await read()
  const of = await inLedger(from, to)
  for (const { figure, records, ledger, agrees } of held) {
    const sum = of(accountOfFigure[figure])
    expect([BigInt(records), BigInt(ledger), agrees], figure).toEqual([sum, sum, true])
    if (figure !== 'rounding') expect(sum, figure).not.toBe(0n)
  }
  expect(held.map(({ figure }) => figure)).toEqual([...figures])
  const sales = of('sales_gold') + of('sales_premium') + of('sales_making')
  const trades = of('spread') + of('rounding')
  expect([total.sales, total.cost, total.trades, total.margin].map(BigInt)).toEqual([
    ...[sales, of('cost_of_sales'), trades, sales - of('cost_of_sales') + trades],
  ])
  expect(BigInt(total.returned)).toBeGreaterThan(0n)
  for (const rows of [days, products])
    for (const name of ['gold', 'premium', 'making', 'returned', 'cost', 'trades', 'margin'] as const)
      expect(
        rows.reduce((sum, row) => sum + BigInt(row[name]), 0n),
        name,
      ).toBe(BigInt(total[name]))
  expect(days.length).toBeGreaterThan(5)
  expect(products.filter(({ product_id: id }) => id !== null).length).toBeGreaterThan(1)
  for (const { day, sales: sold } of days) {
    const own = await inLedger(day, day)
    expect(BigInt(sold), day).toBe(own('sales_gold') + own('sales_premium') + own('sales_making'))
  }
})

test('a range of days is what it says, and longer than a quarter or the wrong way round it is refused', async () => {
  const { days } = await read()
  const [first, second] = days
  expect((await read(first?.day, second?.day)).days).toEqual(days.slice(0, 2))
  for (const [a, b] of [
    [to, from],
    ['2026-01-01', '2026-04-03'],
  ])
    expect((await askStaff(shop, desk, `/books/figures?store=id&from=${a}&to=${b}`)).error).toBe('invalid_input')
})

test('a record that says other than the ledger is told, though the totals are even', async () => {
  const sales = await shop.karat.db.rows<{ id: string; number: number }>(
    sql`select order_id as id, number from orders.sales order by order_id, number`,
  )
  const [one, other] = [sales[0], sales.at(-1)]
  const add = (units: number, sale = one) =>
    `update orders.sales set gold_minor = gold_minor + ${units} where order_id = '${sale?.id}' and number = ${sale?.number}`
  const frame = (...changes: string[]) =>
    asOwner(shop.connectionString, [
      'set session_replication_role = replica',
      'alter table orders.sales disable trigger user',
      ...changes,
      'alter table orders.sales enable trigger user',
    ])
  await frame(add(1), add(-1, other))
  const gold = (await read()).held.find(({ figure }) => figure === 'gold')
  await frame(add(-1), add(1, other))
  expect([gold?.records === gold?.ledger, gold?.agrees]).toEqual([true, false])
  expect((await read()).held.every(({ agrees }) => agrees)).toBe(true)
})

test('what there is now: pieces by age weigh what the ledger has, and are worth that at the bid', async () => {
  const { stock, ages, ages_agree, bid, suspense } = (await askStaff(shop, desk, '/books/standing?store=id'))
    .data as StandingView
  const grams = (text: string | undefined) => BigInt((text ?? '0').replace('.', ''))
  const shelf = stock.find(({ kind }) => kind === 'shop_stock')
  expect([ages.reduce((sum, one) => sum + grams(one.grams), 0n), ages_agree]).toEqual([grams(shelf?.grams), true])
  expect(BigInt(shelf?.value ?? 0)).toBe((grams(shelf?.grams) * BigInt(bid ?? 0)) / 10_000n)
  expect(suspense.account === null || /^\d+$/.test(suspense.account)).toBe(true)
})

test('the figures are a file as well, and who may not see them sees neither', async () => {
  const file = await shop.app.inject({
    url: `/api/admin/books/figures.csv?store=id&from=${from}&to=${to}&by=product`,
    headers: desk.headers,
  })
  const { products } = await read()
  expect(file.body.split('\r\n')).toHaveLength(products.length + 2)
  expect(file.headers['content-disposition']).toContain(`figures-id-${from}-${to}-product`)
  const support = await staffSignedIn(shop, 'support')
  expect((await askStaff(shop, support, `/books/figures?store=id&from=${from}&to=${to}`)).status).toBe(403)
})
