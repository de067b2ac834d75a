/** What the list of the back office says of an order: its weight, since when it is where it is, and what has gone wrong with it. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { paidOrder } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { scanAll } from '../../../tests/support/packing.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { someSku } from '../../../tests/support/purchase.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { arrivalDays, dayOf } from '../../delivery/delivery-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import type { OfficeOrderView } from './office-contract.ts'

const shop = openShop()
let member: TestMember
let fulfilment: TestStaff
beforeEach(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  fulfilment = await staffSignedIn(shop, 'fulfilment')
})

const list = async (query: string) =>
  (await askStaff(shop, fulfilment, `/orders/list?${query}`)).data.rows as OfficeOrderView[]
const inList = async (number: string, query = 'tab=all') => (await list(`${query}&q=${number}`))[0]
const move = async (path: string, order_id: string, expected: string, more: object = {}) =>
  expect((await askStaff(shop, fulfilment, `/orders/${path}`, { order_id, expected, ...more })).error).toBe(null)

test('an order has the weight of all its pieces, and the moment of its last move', async () => {
  const { order } = await paidOrder(shop, member, await someSku(shop))
  const [line] = await shop.karat.db.rows<{ fine: bigint; at: Date }>(sql`
    select fine_weight_e4 * quantity as fine, (select max(created_at) from orders.moves m where m.order_id = l.order_id) as at
    from orders.lines l where order_id = ${order.order_id}`)
  const paid = await inList(order.number)
  expect([Number(paid?.weight), paid?.since]).toEqual([Number(line?.fine) / 10_000, line?.at.toISOString()])
  await move('prepare', order.order_id, 'paid')
  const prepared = await inList(order.number)
  expect(Date.parse(prepared?.since ?? '')).toBeGreaterThan(Date.parse(paid?.since ?? ''))
  expect((await list('tab=all&sort=-since'))[0]?.number).toBe(order.number)
})

test('an order that was to be packed yesterday is late, and not the one of today', async () => {
  const { order } = await paidOrder(shop, member, await someSku(shop))
  const promised = (days: number) =>
    asOwner(shop.connectionString, [
      'set session_replication_role = replica',
      `update orders.orders set packed_by = (now() at time zone 'Asia/Jakarta')::date - ${days} where id = '${order.order_id}'`,
    ])
  await promised(0)
  expect((await inList(order.number))?.late).toBeNull()
  await promised(1)
  expect((await inList(order.number, 'tab=to_prepare&mark=late'))?.late).toBe('packing')
  await move('prepare', order.order_id, 'paid')
  expect(await inList(order.number, 'tab=all&mark=late')).toBeUndefined()
})

test('a parcel is late the day after the last one that was said to its buyer, and a lost one is lost', async () => {
  const { id, number, guarantee } = await courierOrder(shop, member)
  if (guarantee.delivery?.mode !== 'courier') throw new Error('not by courier')
  const days = { from: guarantee.delivery.days_from, to: guarantee.delivery.days_to }
  await settlePapers(shop.karat)
  await move('prepare', id, 'paid')
  await scanAll(shop, fulfilment, id)
  await move('ship', id, 'preparing', { delivery_changes: 0, carrier: 'jne', tracking: 'CGK-00481-77' })
  const { now } = (await shop.karat.db.row<{ now: Date }>(sql`select now() as now`)) ?? { now: new Date() }
  const today = dayOf(now.getTime(), 'Asia/Jakarta')
  const seen = []
  for (let ago = 0; ago <= 14; ago++) {
    const left = new Date(now.getTime() - ago * 86_400_000)
    await asOwner(shop.connectionString, [
      'set session_replication_role = replica',
      `update orders.shipments set shipped_at = '${left.toISOString()}' where order_id = '${id}'`,
    ])
    const arrives = arrivalDays(
      dayOf(left.getTime(), 'Asia/Jakarta'),
      days,
      storeOf(shop.karat, 'id').settings.holidays,
    )
    const row = await inList(number)
    expect([ago, row?.late]).toEqual([ago, arrives.to < today ? 'arrival' : null])
    seen.push(row?.late)
  }
  expect(new Set(seen)).toEqual(new Set([null, 'arrival']))
  expect(await inList(number, 'tab=all&mark=lost')).toBeUndefined()
  await askStaff(shop, fulfilment, '/orders/lost', { order_id: id, reason: 'the courier says so' })
  expect(await inList(number, 'tab=shipped&mark=lost')).toMatchObject({ lost: true, late: null })
  expect(await inList(number, 'tab=all&mark=late')).toBeUndefined()
})
