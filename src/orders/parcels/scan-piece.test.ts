/** Packing: what a scan means, that nothing leaves unscanned, and that a piece is taken in place of a reserved one once. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { laterPapersOf } from '../../../tests/support/money-back.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { reportStolen } from '../../catalogue/move-pieces.ts'
import { keptSerial, showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import type { OfficeOrderDetail } from '../core/office-contract.ts'
import type { Scanned } from './scan-piece.ts'

const shop = openShop()
/** The control works on a database of its own. */
const broken = openShop()
let fulfilment: TestStaff
beforeEach(async () => {
  for (const one of [shop, broken]) {
    one.intercept.current = undefined
    await freshTick(one)
  }
  fulfilment = await staffSignedIn(shop, 'fulfilment')
})

const parcel = { carrier: 'jne', tracking: 'CGK-00481-77' }
const skuOf = ({ karat }: Shop, weight: bigint): number => {
  const bars = karat.catalogue.products('id').filter(({ kind }) => kind === 'bar')
  const sku = bars.flatMap(({ skus }) => skus).find(({ fineWeight, stock }) => fineWeight === weight && stock >= 6)
  if (!sku) throw new Error('the demo shop has no such bar')
  return sku.id
}

/** An order that is being prepared, its invoice made; the pieces that it has, and those of their sku on the shelf. */
async function inPacking(one = shop, who = fulfilment, quantity = 2) {
  const skuId = skuOf(one, 10_000n)
  const { id, number } = await courierOrder(one, await signedIn(one), { skuId, quantity })
  await settlePapers(one.karat)
  await askStaff(one, who, '/orders/prepare', { order_id: id, expected: 'paid' })
  const serials = (where: ReturnType<typeof sql>) =>
    one.karat.db.rows<{ serial: string }>(sql`select serial from catalogue.pieces where ${where} order by serial`)
  const shown = async (where: ReturnType<typeof sql>) => (await serials(where)).map(({ serial }) => showSerial(serial))
  const own = () => shown(sql`order_id = ${id}`)
  return { id, number, own, shelf: () => shown(sql`sku_id = ${skuId} and state = 'in_stock'`), skuId }
}

const scan = async (order_id: string, number: string, more: object = {}, who = fulfilment, one = shop) =>
  askStaff(one, who, '/orders/scan', { order_id, number, ...more })
const outcome = async (...asked: Parameters<typeof scan>) => (await scan(...asked)).data as unknown as Scanned
const ship = (id: string) =>
  askStaff(shop, fulfilment, '/orders/ship', { order_id: id, expected: 'preparing', delivery_changes: 0, ...parcel })

test('an order leaves once each of its pieces was scanned, and what is none of them is told at once', async () => {
  const { id, own, shelf } = await inPacking()
  const [first = '', second = ''] = await own()
  const counted = { pieces: 2, scanned: 0, may_replace: [] }
  expect(await ship(id)).toMatchObject({ status: 409, error: 'pieces_unscanned', data: { missing: 2 } })
  expect(await outcome(id, 'KM-0000-0000')).toEqual({ ...counted, outcome: 'unknown', serial: null })
  const [stranger] = await shop.karat.db.rows<{ serial: string }>(sql`
    select serial from catalogue.pieces where state = 'in_stock' and sku_id <> all (
      select sku_id from orders.lines where order_id = ${id}) order by serial limit 1`)
  const other = showSerial(stranger?.serial ?? '')
  expect(await outcome(id, other)).toEqual({ ...counted, outcome: 'other_kind', serial: other })
  expect(await outcome(id, other, { in_place_of: first })).toEqual({ ...counted, outcome: 'other_kind', serial: other })
  expect(await outcome(id, first.toLowerCase().replaceAll('-', ' '))).toMatchObject({ outcome: 'scanned', scanned: 1 })
  expect(await outcome(id, first)).toMatchObject({ outcome: 'already', scanned: 1 })
  expect(await ship(id)).toMatchObject({ error: 'pieces_unscanned', data: { missing: 1, serials: [second] } })
  const address = `https://karat.example/product/passport?serial=${second}`
  expect(await outcome(id, address)).toMatchObject({ outcome: 'scanned', serial: second, scanned: 2 })
  const [free = ''] = await shelf()
  expect(await outcome(id, free, { in_place_of: second })).toMatchObject({ outcome: 'enough', scanned: 2 })
  const { data } = await askStaff(shop, fulfilment, `/orders/detail?order_id=${id}`)
  expect((data as unknown as OfficeOrderDetail).packing).toEqual({ pieces: 2, scanned: [first, second] })
  expect((await ship(id)).status).toBe(200)
  expect(await scan(id, first)).toMatchObject({ status: 409, error: 'order_state' })
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
})

test('a free piece of the kind takes the place of a reserved one, and the paper says so once the order left', async () => {
  const { id, own, shelf, skuId } = await inPacking()
  const [first = '', second = ''] = await own()
  const [free = ''] = await shelf()
  const stock = async () =>
    (await shop.karat.db.row<{ stock: number }>(sql`select stock from catalogue.skus where id = ${skuId}`))?.stock
  const before = await stock()
  await scan(id, first)
  expect(await outcome(id, free)).toMatchObject({
    outcome: 'may_replace',
    serial: free,
    may_replace: [second],
    scanned: 1,
  })
  expect(await outcome(id, free, { in_place_of: first })).toMatchObject({ outcome: 'may_replace', scanned: 1 })
  expect(await own()).toEqual([first, second])
  expect(await outcome(id, free, { in_place_of: second })).toMatchObject({ outcome: 'replaced', scanned: 2, pieces: 2 })
  expect([(await own()).toSorted(), await stock()]).toEqual([[first, free].toSorted(), before])
  expect(await shelf()).toContain(second)
  expect(await auditLedger(shop.karat.db)).toEqual([])
  await settlePapers(shop.karat)
  expect(await laterPapersOf(shop, id)).toEqual([])
  expect((await ship(id)).status).toBe(200)
  await Promise.all(Array.from({ length: 4 }, () => settlePapers(shop.karat)))
  const [correction, ...more] = await laterPapersOf(shop, id)
  expect(more).toEqual([])
  expect(correction?.document.checks?.pieces.map(({ serial }) => serial).toSorted()).toEqual([first, free].toSorted())
  expect(correction?.document.facts.at(-1)?.[1]).toBe(second)
  expect(correction?.document.notes).toEqual([expect.stringContaining('When your order was packed')])
  expect(await auditLedger(shop.karat.db)).toEqual([])
  const done = await shop.karat.db.rows(sql`
    select details->>'did' as did, details->>'before' as gone, details->>'after' as taken from staff.actions
    where subject_id = ${id} and details->>'did' in ('scan', 'replace_piece') order by id`)
  expect(done).toEqual([
    { did: 'scan', gone: null, taken: first },
    { did: 'replace_piece', gone: second, taken: free },
  ])
})

test('a piece of another order and one that is warned of are not free', async () => {
  const [mine, other] = [await inPacking(), await inPacking()]
  const [reserved = ''] = await mine.own()
  const [promised = ''] = await other.own()
  expect(await outcome(mine.id, promised, { in_place_of: reserved })).toMatchObject({ outcome: 'not_free' })
  const [stolen = ''] = await mine.shelf()
  const report = { serial: keptSerial(stolen), actor: 'staff:test', reason: 'stolen from the shelf' }
  expect(await shop.karat.db.transaction((tx) => reportStolen(tx, report))).toBe(true)
  expect(await outcome(mine.id, stolen, { in_place_of: reserved })).toMatchObject({ outcome: 'not_free' })
})

/** Two orders that are packed at once reach for the same piece on the shelf. */
async function bothReach(one: Shop) {
  const who = await staffSignedIn(one, 'fulfilment')
  const [left, right] = [await inPacking(one, who), await inPacking(one, who)]
  const [free = ''] = await left.shelf()
  const [[mine = ''], [theirs = '']] = [await left.own(), await right.own()]
  const take = (id: string, in_place_of: string) => scan(id, free, { in_place_of }, who, one)
  // Both have read that the piece is free before one of them takes it.
  const meet = meetingAt('with taken as', 2)
  one.intercept.current = async (text) => {
    await meet(text)
    return one === broken ? text.replace(" and state = 'in_stock' returning serial", ' returning serial') : text
  }
  const answers = await Promise.all([take(left.id, mine), take(right.id, theirs)])
  one.intercept.current = undefined
  return { answers, orders: [left, right], gone: [mine, theirs], free }
}

test('of two orders that reach for one piece at once one gets it, and the other keeps what it had', async () => {
  const { answers, orders, gone, free } = await bothReach(shop)
  expect(answers.map(({ error }) => error).toSorted()).toEqual([null, 'piece_state'].toSorted())
  const lost = answers.findIndex(({ error }) => error === 'piece_state')
  const [loser, winner] = [orders[lost], orders[1 - lost]]
  expect(await loser?.own()).toContain(gone[lost])
  expect(await winner?.own()).toContain(free)
  expect(await loser?.shelf()).toContain(gone[1 - lost])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('planted: who takes a piece without asking whether it is free is stopped by the database alone', async () => {
  const { answers } = await bothReach(broken)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 500])
})
