/** The member's list of orders: pages and counts of every tab say what the orders themselves say, in one statement. */
import { beforeAll, expect, test } from 'vitest'
import { fillOrdersOf } from '../../../bench/member-reads.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { sql } from '../../db/database.ts'
import type { OrderPageView } from '../contract.ts'
import { type OrderTab, orderStates, orderTabs } from './order-rules.ts'

const shop = openShop()
const MANY = 60
type Known = { number: string; state: string; refund_state: string; paid_back: boolean }
let member: TestMember
let known: Known[]

/** Orders of every state, some with a refund, two shipped ones paid back; a neighbour's are never counted among them. */
beforeAll(async () => {
  member = await signedIn(shop)
  const neighbour = await signedIn(shop)
  const { db, pool } = { db: shop.karat.db, pool: shop.karat.db.pool }
  for (const { id } of [member, neighbour]) {
    await fillOrdersOf(pool, id, MANY)
    await db.run(sql`update orders.orders o set state = (${[...orderStates]}::text[])[1 + n.place % ${orderStates.length}],
        refund_state = case when n.place % 7 = 0 then 'full' else 'none' end,
        created_at = date_trunc('hour', o.created_at) - (n.place / 3) * interval '1 day'
      from (select id, (row_number() over (order by id))::int as place from orders.orders where member_id = ${id}) n where n.id = o.id`)
  }
  await db.run(sql`with lost as (select id from orders.orders where member_id = ${member.id} and state = 'shipped' order by id limit 2),
    sent as (insert into orders.shipments (order_id, carrier, tracking, shipped_at, shipped_by) select id, 'jne', id::text, now(), 'staff:test' from lost returning order_id, parcel)
    insert into orders.lost_parcels (order_id, parcel, reported_by, reason, reported_at, ended, ended_by, ended_at)
      select order_id, parcel, 'staff:test', 'lost', now(), 'paid_back', 'staff:test', now() from sent`)
  known =
    await db.rows<Known>(sql`select number, state, refund_state, exists (select from orders.lost_parcels where order_id = o.id) as paid_back
    from orders.orders o where member_id = ${member.id} order by created_at desc, id desc`)
})

const isIn = (tab: OrderTab, order: Known) =>
  tab === 'refunds'
    ? order.refund_state !== 'none'
    : (orderTabs[tab] as readonly string[]).includes(order.paid_back ? 'cancelled' : order.state)
const expected = (tab: OrderTab) => known.filter((order) => isIn(tab, order)).map(({ number }) => number)
const tabs = Object.keys(orderTabs) as OrderTab[]
const list = (query: string) => ask<OrderPageView>(shop, member, `/product/order_list?${query}`)

test.for(tabs)('tab %s: its pages put together are its orders, newest first', async (tab) => {
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`tab=${tab}&page=${page}&page_size=20`)))
  expect(pages.flatMap(({ orders }) => orders.map(({ number }) => number))).toEqual(expected(tab))
  const small = await list(`tab=${tab}&page=2&page_size=3`)
  expect(small.orders.map(({ number }) => number)).toEqual(expected(tab).slice(3, 6))
})

test('a page past the last has no orders, and counts as every other', async () => {
  const page = await list('tab=completed&page=90')
  expect(page).toMatchObject({ orders: [], total_count: expected('completed').length })
  expect(page.counts).toEqual(Object.fromEntries(tabs.map((tab) => [tab, expected(tab).length])))
})

test('what is searched for narrows page and counts alike', async () => {
  const [one] = known
  const page = await list(`q=${one?.number}`)
  expect(page.orders.map(({ number }) => number)).toEqual([one?.number])
  expect(page.counts).toEqual(Object.fromEntries(tabs.map((tab) => [tab, one && isIn(tab, one) ? 1 : 0])))
})

test('a page costs two statements: the session and the list', async () => {
  let statements = 0
  shop.intercept.current = (text) => {
    statements++
    return text
  }
  await list('tab=unpaid')
  shop.intercept.current = undefined
  expect(statements).toBe(2)
})
