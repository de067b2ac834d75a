/** Pieces by serial number and invoices: together, once, without a gap, whoever asks at once and wherever it is cut off (G8, G21). */
import { beforeEach, expect, test, vi } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, differentSkus, notify, payable, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { addPieces } from '../../catalogue/add-pieces.ts'
import { listPieces, reportStolen, returnPieces } from '../../catalogue/move-pieces.ts'
import { type Sql, sql } from '../../db/database.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import type { OrderDetailView, OrderPageView } from '../contract.ts'
import { moveOrder } from '../core/move-order.ts'
import { issueInvoice } from './issue-invoice.ts'
import { findInvoice } from './order-paper-queries.ts'
import { settlePieces } from './order-papers.ts'

const sound = openShop()
/** The controls work on a database of their own: what their planted bugs break must not be found elsewhere. */
const broken = openShop()
let member: TestMember
beforeEach(async () => {
  broken.intercept.current = undefined
  sound.intercept.current = undefined
  await freshTick(sound)
  await freshTick(broken)
  member = await signedIn(sound)
})

const count = async ({ karat }: Shop, text: Sql) => Number((await karat.db.row<{ n: bigint }>(text))?.n ?? 0)

async function paidOrder(shop: Shop, who: TestMember, skuId: number): Promise<string> {
  const { order, payment } = await payable(shop, who, skuId)
  await notify(shop, { reference: payment.payment_id, amount: order.total })
  const state = () => shop.karat.db.row(sql`select state from orders.orders where id = ${order.order_id}`)
  await vi.waitFor(async () => expect(await state()).toEqual({ state: 'paid' }), { timeout: 10_000, interval: 5 })
  return order.order_id
}

async function paidOrders(shop: Shop, many: number, skuId?: number): Promise<string[]> {
  const sku = skuId ?? (await someSku(shop))
  const buyers = await Promise.all(Array.from({ length: many }, () => signedIn(shop)))
  return Promise.all(buyers.map((buyer) => paidOrder(shop, buyer, sku)))
}

const moveTo = (
  shop: Shop,
  orderId: string,
  ...path: ['paid', ...('preparing' | 'ready_for_pickup' | 'completed' | 'cancelled')[]]
) =>
  shop.karat.db.transaction(async (tx) => {
    for (const [place, to] of path.slice(1).entries())
      await moveOrder(tx, { orderId, from: path[place] ?? 'paid', to, actor: 'staff:test', reason: 'test' })
  })

/** Numbers of a store and year that are not 1, 2, 3 … */
const gaps = ({ karat }: Shop) =>
  karat.db.rows(sql`
    select * from (select store, year, number, row_number() over (partition by store, year order by number) as place from papers.papers where kind = 'invoice') n
    where number <> place`)

const doubled = ({ karat }: Shop) =>
  karat.db.rows(sql`
    select serial from orders.invoices i join orders.orders o on o.id = i.order_id, unnest(i.serials) as serial
    where o.state not in ('cancelled', 'expired') group by serial having count(*) > 1`)

test('a paid order has its pieces and its invoice after one round, and its owner sees both', async () => {
  const orderId = await paidOrder(sound, member, await someSku(sound))
  const before = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${orderId}`)
  expect([before.invoice, before.lines[0]?.serials]).toEqual([null, []])
  expect((await call(sound, member, `/order/invoice?order_id=${orderId}`)).error).toBe('invoice_not_ready')
  await settlePapers(sound.karat)
  const order = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${orderId}`)
  expect(order.invoice?.number).toMatch(/^INV\/ID\/\d{4}\/\d{6}$/)
  const [serial = ''] = order.lines[0]?.serials ?? []
  expect(serial).toMatch(/^KM-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  const found = await ask<OrderPageView>(sound, member, `/product/order_list?q=${serial.slice(0, 7).toLowerCase()}`)
  expect(found.orders.map((one) => one.order_id)).toEqual([orderId])
  const elsewhere = await ask<OrderPageView>(sound, await signedIn(sound), `/product/order_list?q=${serial}`)
  expect(elsewhere.orders).toEqual([])
})

test('40 paid orders and eight rounds at once: one invoice each, no number twice or left out, no piece twice', async () => {
  const ids = await paidOrders(sound, 40)
  await Promise.all(Array.from({ length: 8 }, () => settlePapers(sound.karat)))
  await settlePapers(sound.karat)
  expect(await count(sound, sql`select count(*) as n from orders.invoices where order_id = any(${ids}::uuid[])`)).toBe(
    40,
  )
  expect(
    await count(
      sound,
      sql`select count(*) as n from catalogue.pieces where order_id = any(${ids}::uuid[]) and state = 'allocated'`,
    ),
  ).toBe(40)
  expect([await gaps(sound), await doubled(sound)]).toEqual([[], []])
  expect(await auditLedger(sound.karat.db)).toEqual([])
})

test('control: rounds that do not claim their order would issue it twice', async () => {
  const [orderId = ''] = await paidOrders(broken, 1)
  broken.intercept.current = (text) =>
    text.includes('for no key update skip locked') && text.includes('waited_long')
      ? text.replace(/where id = \$2[\s\S]*$/, 'where id = $2')
      : text
  const tries = await Promise.allSettled(Array.from({ length: 4 }, () => issueInvoice(broken.karat, orderId)))
  // The database's own key is the net under the claim: what is not declined politely fails.
  expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
})

test('pieces that are taken without a look at who has them are refused by the database', async () => {
  const skuId = differentSkus(broken, 1)[0] ?? 0
  const ids = await paidOrders(broken, 6, skuId)
  await broken.karat.db.run(sql`
    update catalogue.pieces set state = 'reported_stolen' where sku_id = ${skuId} and serial <> (select min(serial) from catalogue.pieces where sku_id = ${skuId} and state = 'in_stock')`)
  broken.intercept.current = (() => {
    const meet = meetingAt('free as materialized', ids.length)
    return async (text: string) => {
      await meet(text)
      return text
        .replace(
          "and state = 'in_stock'\n        order by serial limit greatest(demand.quantity, 0) for update skip locked",
          'order by serial limit 1',
        )
        .replace("and state = 'in_stock'", "and state <> 'reported_stolen'")
    }
  })()
  const tries = await Promise.allSettled(ids.map((id) => issueInvoice(broken.karat, id)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await doubled(broken)).toEqual([])
})

test('cut off after each of its statements in turn, the papers are whole or absent, and the next round makes them', async () => {
  for (let cut = 1; ; cut++) {
    const orderId = await paidOrder(sound, member, await someSku(sound))
    let statements = 0
    sound.intercept.current = (text) => {
      if (++statements === cut) throw new Error('cut off')
      return text
    }
    const whole = await issueInvoice(sound.karat, orderId).catch(() => false)
    sound.intercept.current = undefined
    const pieces = await listPieces(sound.karat.db, orderId)
    const invoice = await findInvoice(sound.karat.db, orderId)
    expect([pieces.length, invoice !== undefined], `cut at statement ${cut}`).toEqual(whole ? [1, true] : [0, false])
    await settlePapers(sound.karat)
    expect(await findInvoice(sound.karat.db, orderId)).toBeDefined()
    if (whole) {
      expect(cut).toBeGreaterThan(8)
      break
    }
  }
  expect(await gaps(sound)).toEqual([])
})

test('control: a counter that does not go back with its transaction leaves gaps', async () => {
  await broken.karat.db.run(sql`select 1`)
  const ids = await paidOrders(broken, 6, differentSkus(broken, 3)[2])
  let cut = 0
  broken.intercept.current = (text) => {
    if (text.includes('insert into orders.invoices') && ++cut % 2 === 1) throw new Error('cut off')
    return text.includes('insert into papers.counters')
      ? `select extract(year from now() at time zone $3)::smallint as year, (nextval('orders.order_numbers') - 100000)::int as number where $1::text = $1 and $2::text = $2`
      : text
  }
  for (const id of ids) await issueInvoice(broken.karat, id).catch(() => {})
  expect((await gaps(broken)).length).toBeGreaterThan(0)
})

test('a cancelled order gives its pieces back once, a completed one keeps them for good', async () => {
  const [cancelled = '', completed = ''] = await paidOrders(sound, 2)
  await settlePapers(sound.karat)
  const promised = await listPieces(sound.karat.db, cancelled)
  await moveTo(sound, cancelled, 'paid', 'cancelled')
  await moveTo(sound, completed, 'paid', 'preparing', 'ready_for_pickup', 'completed')
  const answers = await Promise.all(Array.from({ length: 10 }, () => settlePieces(sound.karat, cancelled)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await settlePapers(sound.karat)
  const history = await sound.karat.db.rows(sql`
    select from_state, to_state from catalogue.piece_moves where serial = ${promised[0]?.serial} order by id`)
  expect(history).toEqual([
    { from_state: null, to_state: 'in_stock' },
    { from_state: 'in_stock', to_state: 'allocated' },
    { from_state: 'allocated', to_state: 'in_stock' },
  ])
  const [sold] = await listPieces(sound.karat.db, completed)
  expect(await sound.karat.db.row(sql`select state from catalogue.pieces where serial = ${sold?.serial}`)).toEqual({
    state: 'sold',
  })
  const back = { orderId: completed, serials: [sold?.serial ?? ''], actor: 'staff:test', reason: 'came back sealed' }
  const returned = await Promise.all([1, 2, 3].map(() => sound.karat.db.transaction((tx) => returnPieces(tx, back))))
  expect(returned.sort()).toEqual([0, 0, 1])
})

test('an order that is cancelled before its papers gets none', async () => {
  const [orderId = ''] = await paidOrders(sound, 1)
  await moveTo(sound, orderId, 'paid', 'cancelled')
  expect(await issueInvoice(sound.karat, orderId)).toBe(false)
  expect(await findInvoice(sound.karat.db, orderId)).toBeUndefined()
})

test('waits for numbered pieces that are missing, and issues without them when they do not come', async () => {
  const skuId = differentSkus(sound, 5)[4] ?? 0
  const [orderId = ''] = await paidOrders(sound, 1, skuId)
  await sound.karat.db.run(
    sql`update catalogue.pieces set state = 'reported_stolen' where sku_id = ${skuId} and state = 'in_stock'`,
  )
  await settlePapers(sound.karat)
  expect(await findInvoice(sound.karat.db, orderId)).toBeUndefined()
  await sound.karat.db.run(
    sql`update orders.orders set paid_at = now() - interval '11 minutes', papers_next_try_at = null where id = ${orderId}`,
  )
  await settlePapers(sound.karat)
  expect((await findInvoice(sound.karat.db, orderId))?.document.checks?.pieces).toEqual([])
})

test('the role of the application may change neither the history of pieces nor an invoice', async () => {
  const [orderId = ''] = await paidOrders(sound, 1)
  await settlePapers(sound.karat)
  for (const statement of [
    sql`update papers.papers set number = 1 where subject_id = ${orderId}`,
    sql`delete from papers.papers where subject_id = ${orderId}`,
    sql`update orders.invoices set serials = '{}' where order_id = ${orderId}`,
    sql`delete from orders.invoices where order_id = ${orderId}`,
    sql`update catalogue.piece_moves set reason = 'nothing'`,
    sql`delete from catalogue.piece_moves`,
  ])
    await expect(sound.karat.db.run(statement)).rejects.toThrow(/permission denied/)
})

test('numbering pieces again gives a number only to what lacks one', async () => {
  const lacking = await count(
    sound,
    sql`select coalesce(sum(s.received - coalesce(n.known, 0)), 0) as n
      from catalogue.skus s join catalogue.products p on p.id = s.product_id and p.kind in ('bar', 'coin')
      left join (select sku_id, count(*) as known from catalogue.pieces group by sku_id) n on n.sku_id = s.id
      where coalesce(n.known, 0) < s.received`,
  )
  const add = () => sound.karat.db.transaction((tx) => addPieces(tx))
  expect([await add(), await add()]).toEqual([lacking, 0])
})

test('a piece that nobody has cannot be reported stolen', async () => {
  const report = { serial: 'KM00000000', actor: 'staff:test', reason: 'x' }
  expect(await sound.karat.db.transaction((tx) => reportStolen(tx, report))).toBe(false)
})

test('the PDF is the same bytes whenever it is drawn, for its owner only, as a file', async () => {
  const orderId = await paidOrder(sound, member, await someSku(sound))
  await settlePapers(sound.karat)
  const get = (who: TestMember) =>
    sound.app.inject({ url: `/api/storeid/order/invoice?order_id=${orderId}`, headers: who.headers })
  const [first, second, stranger] = [await get(member), await get(member), await get(await signedIn(sound))]
  expect(first.statusCode).toBe(200)
  expect(first.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(first.headers['content-disposition']).toMatch(/^attachment; filename="INV-ID-\d{4}-\d{6}\.pdf"$/)
  expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect([stranger.statusCode, stranger.json().error]).toEqual([404, 'not_found'])
  const invoice = await findInvoice(sound.karat.db, orderId)
  const detail = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${orderId}`)
  expect(invoice?.document.lines[0]?.details.at(-1)).toContain(detail.lines[0]?.serials[0])
  expect(invoice?.document.checks?.pieces[0]?.url).toMatch(/\/product\/passport\?serial=KM-/)
  expect(invoice && (await drawPaper(invoice.document)).equals(first.rawPayload)).toBe(true)
})

test('submitting and paying an order send no statement more because of its papers', async () => {
  const order = await submitted(sound, member, await someSku(sound))
  const sent: string[] = []
  sound.intercept.current = (text) => {
    sent.push(text)
    return text
  }
  const { payment_id } = await ask<{ payment_id: string }>(sound, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  await notify(sound, { reference: payment_id, amount: order.total })
  expect(sent.filter((text) => /invoice|pieces/.test(text))).toEqual([])
})
