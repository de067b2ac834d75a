/** The returns desk: what may be received, what becomes of a piece, that money follows it, and two people with the same piece in hand. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { fakeAcquirer, moveThrough, paidOrder, statusOf } from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { ask, call, someSku, stockOf } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import type { OrderDetailView } from '../contract.ts'
import type { RefundRequestView } from '../refunds/refund-contract.ts'
import type { ReturnRowView } from './return-contract.ts'

const shop = openShop()
/** The control works on a database of its own. */
const broken = openShop()
let desk: TestStaff
let member: TestMember
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    fakeAcquirer(one)
    await freshTick(one)
  }
  member = await signedIn(shop)
  desk = await staffSignedIn(shop, 'owner')
})
const clean = async () => expect(await auditLedger(shop.karat.db)).toEqual([])

/** An order whose pieces are with their buyer, who asks for the money of some of them. */
async function comesBack(quantity = 2, { one = shop, who = member, pieces = quantity } = {}) {
  const skuId = await someSku(one)
  const { order } = await paidOrder(one, who, skuId, quantity)
  await settlePapers(one.karat)
  await moveThrough(one, order.order_id, 'preparing', 'shipped', 'completed')
  await settlePapers(one.karat)
  const wish = { order_id: order.order_id, reason: 'damaged', lines: [{ position: 0, quantity: pieces }] }
  const { request_id } = await ask<RefundRequestView>(one, who, '/product/order_refund', wish)
  const rows = await one.karat.db.rows<{ serial: string }>(
    sql`select serial from catalogue.pieces where order_id = ${order.order_id} order by serial`,
  )
  return { ...order, request_id, skuId, serials: rows.map(({ serial }) => showSerial(serial)) }
}
type Coming = Awaited<ReturnType<typeof comesBack>>

const receive = async ({ request_id }: Pick<Coming, 'request_id'>, number: string, who = desk, one = shop) =>
  askStaff(one, who, '/returns/receive', { request_id, number })
const received = async (coming: Coming, number = '') => String((await receive(coming, number)).data.return_id)
const judge = async (return_id: string, to: string, more: object = {}) =>
  askStaff(shop, desk, '/returns/judge', { return_id, condition: 'opened', to, reason: 'The capsule is open', ...more })
const grant = ({ request_id }: Coming, more: object = {}) =>
  askStaff(shop, desk, '/refunds/grant', { request_id, reason: 'Seen', ...more })
const execute = ({ request_id }: Coming) =>
  askStaff(shop, desk, '/refunds/execute', { request_id, reason: 'As granted' })
const listed = async ({ number }: Coming, more = '') =>
  ((await askStaff(shop, desk, `/returns/list?q=${number}${more}`)).data.rows as ReturnRowView[])[0]
const pieceState = async (serial = '') => (await askStaff(shop, desk, `/stock/piece?serial=${serial}`)).data.state
const letters = async (template: string) =>
  shop.karat.db.rows(sql`select 1 from mail.messages where member_id = ${member.id} and template = ${template}`)

test('a piece is received once, of its own order alone, and no more of them than are asked back', async () => {
  const [mine, other] = [await comesBack(2, { pieces: 1 }), await comesBack(1)]
  const [first = '', second = ''] = mine.serials
  expect(await listed(mine)).toMatchObject({
    stage: 'expected',
    lines: [{ due: 1, here: 0, numbered: true }],
    pieces: [],
  })
  expect((await receive(mine, 'KR-0000-0000')).error).toBe('return_unknown')
  expect((await receive(mine, other.serials[0] ?? '')).error).toBe('return_other_order')
  expect((await askStaff(shop, desk, '/returns/receive', { request_id: mine.request_id })).error).toBe('invalid_input')
  expect(await receive(mine, first.replaceAll('-', ' ').toLowerCase())).toMatchObject({
    status: 200,
    data: { serial: first },
  })
  expect((await receive(mine, first)).error).toBe('return_already')
  expect((await receive(mine, second)).error).toBe('return_not_asked')
  expect(await listed(mine)).toMatchObject({
    stage: 'to_look_at',
    pieces: [{ serial: first, state: 'received', condition: null }],
  })
  expect((await askStaff(shop, desk, '/stock/return', { serial: first, reason: 'It lies here' })).error).toBe(
    'piece_at_desk',
  )
  expect((await askStaff(shop, desk, '/returns/receive', { request_id: mine.request_id, number: first })).error).toBe(
    'return_already',
  )
  expect(await pieceState(first), 'it is its buyer’s until somebody decides').toBe('sold')
  const taken = { request_id: mine.request_id }
  expect((await call(shop, member, '/order/withdraw_refund', taken)).error).toBe('return_in_house')
  expect((await askStaff(shop, desk, '/refunds/reject', { ...taken, answer: 'It is sound' })).error).toBe(
    'return_in_house',
  )
  await clean()
})

test('looked at, then granted, then for sale again or in quarantine, and the money only after it', async () => {
  const coming = await comesBack(2)
  const [first = '', second = ''] = coming.serials
  const before = await stockOf(shop, coming.skuId)
  const [one, two] = [await received(coming, first), await received(coming, second)]
  expect((await judge(one, 'stocked')).error, 'its money is not granted').toBe('refund_state')
  expect((await judge(one, 'received', { weight: '10.0021' })).status).toBe(200)
  expect(await listed(coming)).toMatchObject({
    pieces: [{ state: 'received', condition: 'opened', weighed: '10.0021' }, {}],
  })
  await grant(coming)
  expect(await letters('refund_send_back'), 'all of it is here').toHaveLength(0)
  expect(await execute(coming)).toMatchObject({ error: 'pieces_come_first', data: { missing: 2 } })
  expect((await judge(one, 'stocked')).status).toBe(200)
  expect((await judge(one, 'quarantined')).error).toBe('return_decided')
  expect(await execute(coming)).toMatchObject({ error: 'pieces_come_first', data: { missing: 1 } })
  expect((await judge(two, 'quarantined')).status).toBe(200)
  expect([await pieceState(first), await pieceState(second)]).toEqual(['in_stock', 'quarantined'])
  expect(await stockOf(shop, coming.skuId)).toBe(before + 1)
  expect((await listed(coming, '&stage=all'))?.stage).toBe(null)
  const { error, data } = await execute(coming)
  expect(error ?? data).toMatchObject({ approval_id: expect.any(String) })
  const second_person = await staffSignedIn(shop, 'owner')
  const { approval_id } = data
  expect((await askStaff(shop, second_person, '/approvals/approve', { approval_id })).status).toBe(200)
  await clean()
  const [status, detail] = [
    await statusOf(shop, member, coming.order_id),
    await ask<OrderDetailView>(shop, member, `/product/order_detail?order_id=${coming.order_id}`),
  ]
  expect(status.requests[0]).toMatchObject({
    ...{ state: 'executed', send_back: false },
    pieces: [
      { serial: first, state: 'stocked', answer: '' },
      { serial: second, state: 'quarantined', answer: '' },
    ],
  })
  expect(detail.timeline.map(({ kind }) => kind).filter((kind) => kind.startsWith('piece_'))).toEqual([
    'piece_kept',
    'piece_kept',
    'piece_received',
    'piece_received',
  ])
  const release = { serial: second, reason: 'Sealed anew and weighed' }
  const support = await staffSignedIn(shop, 'support')
  expect((await askStaff(shop, support, '/stock/release', release)).error).toBe('permission_missing')
  expect((await askStaff(shop, desk, '/stock/release', release)).status).toBe(200)
  expect([await pieceState(second), await stockOf(shop, coming.skuId)]).toEqual(['in_stock', before + 2])
  await clean()
})

test('a refused piece goes back to its buyer, and a grant that counted on it is decided anew', async () => {
  const coming = await comesBack(2)
  await grant(coming)
  expect(await letters('refund_send_back')).toHaveLength(1)
  expect((await statusOf(shop, member, coming.order_id)).requests[0]).toMatchObject({ send_back: true })
  const [one, two] = [await received(coming, coming.serials[0]), await received(coming, coming.serials[1])]
  await judge(one, 'stocked')
  expect((await judge(two, 'refused', { reason: 'The scratch is from a ring' })).data).toEqual({ state: 'refused' })
  expect(await letters('return_refused')).toHaveLength(1)
  expect(await listed(coming)).toMatchObject({ state: 'requested', stage: 'to_send_back' })
  const reject = { request_id: coming.request_id, answer: 'Both are sound' }
  expect((await askStaff(shop, desk, '/refunds/reject', reject)).error, 'one is kept').toBe('return_in_house')
  await grant(coming, { pieces: [{ position: 0, quantity: 1 }] })
  expect((await askStaff(shop, desk, '/returns/send', { return_id: two, how: 'JNE CGK-00481-77' })).status).toBe(200)
  expect((await askStaff(shop, desk, '/returns/send', { return_id: two, how: 'JNE CGK-00481-77' })).error).toBe(
    'return_decided',
  )
  expect(await letters('return_sent_back')).toHaveLength(1)
  expect((await execute(coming)).error).toBe(null)
  expect(await pieceState(coming.serials[1])).toBe('sold')
  expect((await statusOf(shop, member, coming.order_id)).requests[0]?.pieces.at(-1)).toMatchObject({
    state: 'sent_back',
    answer: 'The scratch is from a ring · JNE CGK-00481-77',
  })
  await clean()
})

test('money goes before its piece, or without it, when somebody says so with a reason', async () => {
  const [before, without] = [await comesBack(1), await comesBack(1)]
  for (const coming of [before, without]) await grant(coming)
  const waive = ({ request_id }: Coming, kind: string, reason?: string) =>
    askStaff(shop, desk, '/returns/waive', { request_id, kind, ...(reason ? { reason } : {}) })
  expect((await waive(before, 'before')).error).toBe('invalid_input')
  expect((await waive(before, 'before', 'She has bought here for years')).status).toBe(200)
  expect((await waive(before, 'without', 'Or not at all')).error).toBe('edited_meanwhile')
  expect((await waive(without, 'without', 'It costs more to send')).status).toBe(200)
  const two = await staffSignedIn(shop, 'owner')
  for (const coming of [before, without]) {
    const { approval_id } = (await execute(coming)).data
    if (approval_id) await askStaff(shop, two, '/approvals/approve', { approval_id })
  }
  expect(await listed(before)).toMatchObject({ state: 'executed', stage: 'expected', waiver: 'before' })
  expect(await listed(without)).toBeUndefined()
  const late = await received(before, before.serials[0])
  expect((await judge(late, 'refused')).error, 'its money is gone').toBe('return_paid')
  expect((await judge(late, 'quarantined')).status).toBe(200)
  expect(await listed(before)).toBeUndefined()
  await clean()
})

test('the database keeps a piece in one state, and money behind its piece, whatever the code forgets', async () => {
  const coming = await comesBack(1)
  await grant(coming)
  const db = shop.karat.db
  await expect(
    db.run(
      sql`update orders.refund_requests set state = 'executed', executed_at = now(), executed_by = 'x' where id = ${coming.request_id}`,
    ),
  ).rejects.toMatchObject({ constraint: 'pieces_come_first' })
  const id = await received(coming, coming.serials[0])
  const serial = coming.serials[0]?.replaceAll('-', '')
  await expect(
    db.run(sql`update catalogue.pieces set state = 'in_stock', order_id = null where serial = ${serial}`),
  ).rejects.toMatchObject({ constraint: 'piece_comes_by_the_desk' })
  await expect(
    db.run(
      sql`update orders.returns set state = 'stocked', condition = 'sealed', decided_by = 'x', decided_at = now() where id = ${id}`,
    ),
  ).rejects.toMatchObject({ constraint: 'kept_piece_moved' })
  await judge(id, 'refused')
  await expect(db.run(sql`update orders.returns set state = 'received' where id = ${id}`)).rejects.toMatchObject({
    constraint: 'return_takes_known_steps',
  })
})

/** Two people have the same piece in hand. */
async function bothReceive(one: Shop) {
  const who = await signedIn(one)
  const coming = await comesBack(2, { one, who })
  const people = [await staffSignedIn(one, 'desk'), await staffSignedIn(one, 'fulfilment')]
  // The sound one meets before it holds the order; the planted one holds nothing and meets where it has looked.
  const lock = 'select 1 from orders.orders where id = $1 for update'
  const meet = meetingAt(one === broken ? 'insert into orders.returns' : lock, 2)
  one.intercept.current = async (text) => {
    await meet(text)
    return one === broken && text === lock ? 'select 1 from orders.orders where id = $1' : text
  }
  const answers = await Promise.all(people.map((person) => receive(coming, coming.serials[0] ?? '', person, one)))
  one.intercept.current = undefined
  return answers
}

test('of two people who receive the same piece one does, and the other is told', async () => {
  expect((await bothReceive(shop)).map(({ error }) => error).toSorted()).toEqual([null, 'return_already'].toSorted())
  await clean()
})

test('planted: who looks without holding the order is stopped by the database alone', async () => {
  expect((await bothReceive(broken)).map(({ status }) => status).toSorted()).toEqual([200, 500])
})

/** A piece whose money may go before it is refused at the desk while the money is executed. */
async function refusedBesideExecuted(one: Shop) {
  const coming = await comesBack(1, { one, who: await signedIn(one) })
  const [first, second] = [await staffSignedIn(one, 'owner'), await staffSignedIn(one, 'owner')]
  const { request_id } = coming
  await askStaff(one, first, '/refunds/grant', { request_id, reason: 'Seen' })
  await askStaff(one, first, '/returns/waive', { request_id, kind: 'before', reason: 'She has bought here for years' })
  const { return_id } = (await receive(coming, coming.serials[0] ?? '', first, one)).data
  const { approval_id } = (await askStaff(one, first, '/refunds/execute', { request_id, reason: 'As granted' })).data
  const lock = 'select 1 from orders.orders where id = $1 for update'
  const paid = /update orders.refund_requests set state = 'executed'/
  const refused = /update orders.returns set state/
  const meet = one === broken ? meetingAt(new RegExp(`${paid.source}|${refused.source}`), 2) : meetingAt(lock, 2)
  one.intercept.current = async (text) => {
    await meet(text)
    return one === broken
      ? text.replace('from orders.orders where id = $1 for update', 'from orders.orders where id = $1')
      : text
  }
  const wish = { return_id, condition: 'opened', to: 'refused', reason: 'The scratch is from a ring' }
  const answers = await Promise.all([
    askStaff(one, first, '/returns/judge', wish),
    approval_id
      ? askStaff(one, second, '/approvals/approve', { approval_id })
      : askStaff(one, first, '/refunds/execute', { request_id, reason: 'As granted' }),
  ])
  one.intercept.current = undefined
  const row = await one.karat.db.row<{ state: string; piece: string }>(sql`
    select r.state, c.state as piece from orders.refund_requests r join orders.returns c on c.request_id = r.id where r.id = ${request_id}`)
  return { answers: answers.map(({ error }) => error), ...row }
}

test('refused while its money is executed: either the money went and the piece stays, or it goes back and is decided anew', async () => {
  const { answers, state, piece } = await refusedBesideExecuted(shop)
  const either = [
    { answers: ['return_paid', null], state: 'executed', piece: 'received' },
    { answers: [null, 'refund_state'], state: 'requested', piece: 'refused' },
  ]
  expect(either).toContainEqual({ answers, state, piece })
  await clean()
})
test('planted: without holding the order the money goes and its piece goes back as well', async () => {
  const { answers, piece } = await refusedBesideExecuted(broken)
  expect({ answers, piece }).toEqual({ answers: [null, null], piece: 'refused' })
})
