/** The end of what orders of members who left say about them: after the years of tax law, once, and never of an open order. */
import { beforeEach, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import {
  executed,
  fakeAcquirer,
  laterPapersOf,
  moveThrough,
  paidOrder,
  refundsDone,
  staff,
} from '../../../tests/support/money-back.ts'
import { asOwner, boughtFor } from '../../../tests/support/owner.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, someSku, submitted } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { sql } from '../../db/database.ts'
import { drawPaper } from '../../papers/draw-paper.ts'
import { writeNote } from '../../staff/notes.ts'
import { expireOrder } from '../cancel/cancel-order.ts'
import { findInvoice } from '../papers/order-paper-queries.ts'
import { grantRefund } from '../refunds/decide-refund.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'
import { forgetOrder, forgetOrders, markDeparture } from './forget-order.ts'

const shop = openShop()
let member: TestMember
beforeEach(async () => {
  shop.intercept.current = undefined
  fakeAcquirer(shop)
  await freshTick(shop)
  member = await signedIn(shop)
})

const { stringify } = JSON
const leave = (who = member) => shop.karat.db.transaction((tx) => markDeparture(tx, who.id))
const forget = (id: string) => shop.karat.db.transaction((tx) => forgetOrder(shop.karat, tx, id))
/** The rounds and commands of this file think that so much time has passed. */
const later = (time: string) => (text: string) =>
  text.includes('orders.departures') ? text.replaceAll('now()', `(now() + interval '${time}')`) : text
const rowOf = (id: string) =>
  shop.karat.db.row<{ delivery: Record<string, unknown>; total: bigint; forgotten: boolean }>(sql`
    select delivery, total_minor as total, forgotten_at is not null as forgotten from orders.orders where id = ${id}`)

const sendTo = {
  ...{
    mode: 'courier',
    address_id: '0192f0a0-0000-7000-8000-000000000000',
    label: 'Home',
    recipient: 'Ratna Wulandari',
  },
  ...{
    mobile: '0812 1000 4471',
    street: 'Jl. Teuku Umar No. 12',
    area: 'Menteng, Jakarta Pusat',
    postal_code: '10310',
  },
  ...{ province_code: '31', days_from: 2, days_to: 4 },
}

/** Bought, sent to an address, one of two pieces given back, with a note of the house and one of the member. */
async function bought() {
  const { order } = await paidOrder(shop, member, await someSku(shop), 2)
  const id = order.order_id
  await boughtFor(shop.connectionString, id, sendTo)
  await settlePapers(shop.karat)
  await moveThrough(shop, id, 'preparing', 'shipped', 'completed')
  const wish = {
    order_id: id,
    reason: 'damaged',
    note: 'My neighbour Budi saw it',
    lines: [{ position: 0, quantity: 1 }],
  }
  const { request_id: requestId } = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
  await grantRefund(shop.karat, await staff(shop, 'refunds.grant'), { requestId, answer: 'Sorry', reason: 'Seen' })
  await executed(shop, requestId)
  await refundsDone(shop)
  await settlePapers(shop.karat)
  const desk = (await staffSignedIn(shop, 'desk')).staff
  const note = { subject: { kind: 'order', id }, text: 'Rang Ratna at work', action: 'orders.note' } as const
  await shop.karat.db.transaction((tx) => writeNote(tx, desk, note))
  return id
}

test('what is paid is kept for the years of its store; then name, address and notes go, and sums and numbers stay', async () => {
  const id = await bought()
  await expect(forget(id), 'of a member who is here').rejects.toMatchObject({ code: 'not_found' })
  await leave()
  const year = new Date().getUTCFullYear()
  await expect(forget(id)).rejects.toMatchObject({
    code: 'order_kept',
    data: { until: `${year + 10}-12-31T17:00:00.000Z` },
  })
  shop.intercept.current = later('9 years 364 days')
  expect(await forgetOrders(shop.karat)).toBe(0)
  shop.intercept.current = later('11 years')
  const before = await rowOf(id)
  const papers = { invoice: await findInvoice(shop.karat.db, id), later: await laterPapersOf(shop, id) }
  expect(stringify(papers)).toContain('Ratna Wulandari')
  expect(await forgetOrders(shop.karat)).toBe(1)
  const after = await rowOf(id)
  expect(after).toMatchObject({ forgotten: true, total: before?.total })
  expect(after?.delivery).toMatchObject({ mode: 'courier', recipient: '', street: '', mobile: '', province_code: '31' })
  const invoice = await findInvoice(shop.karat.db, id)
  const [note] = await laterPapersOf(shop, id)
  expect(invoice).toEqual({ ...papers.invoice, document: { ...papers.invoice?.document, parties: [] } })
  expect(note).toEqual({ ...papers.later[0], document: { ...papers.later[0]?.document, parties: [] } })
  if (invoice) expect((await drawPaper(invoice.document)).subarray(0, 5).toString()).toBe('%PDF-')
  const left = await shop.karat.db.rows(sql`
    select to_jsonb(o) || jsonb_build_object('requests', (select jsonb_agg(to_jsonb(r)) from orders.refund_requests r where r.order_id = o.id),
      'held', (select to_jsonb(g) from orders.guarantees g where g.id = o.guarantee_id),
      'notes', (select jsonb_agg(to_jsonb(n)) from staff.notes n where n.subject_id = o.id::text)) as all from orders.orders o where id = ${id}`)
  expect(stringify(left, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /Ratna|Teuku|1000 ?4471|Budi|Sorry/, // four digits alone stand in some id of random ones
  )
  expect([await forgetOrders(shop.karat), await forget(id)]).toEqual([0, { forgotten: false }])
  shop.intercept.current = undefined
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

/** Never paid, and over. */
async function expired(): Promise<string> {
  const { order_id: id } = await submitted(shop, member, await someSku(shop))
  await leave()
  await shop.karat.db.transaction((tx) => expireOrder(tx, { id, grams: 0n }))
  return id
}

test('what was never paid waits some days for late money, no years; what is open is refused', async () => {
  const { order_id: open } = await submitted(shop, member, await someSku(shop))
  const id = await expired()
  shop.intercept.current = later('89 days')
  expect(await forgetOrders(shop.karat)).toBe(0)
  shop.intercept.current = later('91 days')
  expect(await forgetOrders(shop.karat)).toBe(1)
  expect(await rowOf(id)).toMatchObject({ forgotten: true })
  await expect(forget(open)).rejects.toMatchObject({ code: 'order_state', data: { state: 'pending_payment' } })
})

test('of ten at once one forgets an order', async () => {
  const id = await expired()
  shop.intercept.current = later('91 days')
  const answers = await Promise.all(Array.from({ length: 10 }, () => forget(id)))
  expect(answers.filter(({ forgotten }) => forgotten)).toHaveLength(1)
})

/** Late money comes for an order at the moment in which it is forgotten. */
async function forgetWhileMoneyComes(id: string, plant = (text: string) => text) {
  let late: Promise<number> | undefined
  shop.intercept.current = async (text) => {
    if (text.includes('set forgotten_at') && !late) {
      late = shop.karat.db.run(sql`update orders.orders set state = 'payment_review' where id = ${id}`)
      // Held off by the forgetting, it ends after it; else it comes first.
      if (plant('for update') === '') await late
    }
    return plant(later('91 days')(text))
  }
  const answer = await forget(id).catch((failure) => failure)
  shop.intercept.current = undefined
  await late
  return answer
}

test('late money at that moment comes after it', async () => {
  const id = await expired()
  expect(await forgetWhileMoneyComes(id)).toEqual({ forgotten: true })
})

test('control: if the order were not held, the database would refuse to forget one that is open again', async () => {
  const id = await expired()
  const failure = await forgetWhileMoneyComes(id, (text) => text.replace(/ ?for update/, ''))
  expect(failure).toMatchObject({ constraint: 'order_is_kept' })
  expect(await rowOf(id)).toMatchObject({ forgotten: false })
})

test('the role of the application can take the buyer out of no paper by itself, and forget no order that is open', async () => {
  const id = await bought()
  const { db } = shop.karat
  const before = await findInvoice(db, id)
  await db.run(sql`select orders.forget_papers(${id}::uuid), staff.forget_order_notes(${id}::uuid)`)
  expect(await findInvoice(db, id)).toEqual(before)
  expect(await db.rows(sql`select 1 from staff.notes where subject_id = ${id}`)).toHaveLength(1)
  await expect(db.run(sql`update orders.orders set forgotten_at = now() where id = ${id}`)).rejects.toMatchObject({
    constraint: 'order_is_kept',
  })
  await expect(db.run(sql`update papers.papers set document = '{}' where subject_id = ${id}`)).rejects.toThrow(
    /permission denied/,
  )
  const byTheOwner = `update papers.papers set document = papers.without_parties(document) where subject_id = '${id}'`
  await expect(asOwner(shop.connectionString, [byTheOwner])).rejects.toMatchObject({ constraint: 'order_is_kept' })
})
