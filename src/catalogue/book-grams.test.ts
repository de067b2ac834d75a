/** The weight of numbered pieces in the books, whatever happens to them in the office. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromMaker } from '../../tests/support/goods.ts'
import { signedIn } from '../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../tests/support/money-back.ts'
import { settlePapers } from '../../tests/support/papers.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { sql } from '../db/database.ts'
import { findPieces, losePieces } from './lose-pieces.ts'
import { listPieces, returnPieces } from './move-pieces.ts'
import { addArrivals } from './receive-pieces.ts'
import { makerLetters, serialOf, showSerial } from './serial-rules.ts'

const { sound, broken } = openShopPair()

const barOf = ({ karat }: Shop, store = 'id') => {
  const bars = karat.catalogue.products(store).filter(({ kind }) => kind === 'bar')
  const found = bars.flatMap(({ brand, skus }) => skus.map((sku) => ({ ...sku, brand })))[0]
  if (!found) throw new Error('the demo shop has no bar')
  return found
}
let made = 0n
const newSerial = (brand: string) => serialOf(makerLetters(brand), 700_000n + made++)

/** What the books say of the gold of a store, or of other of its assets, by kind of account. */
const gramsOf = async ({ karat }: Shop, store = 'id', asset = 'XAU') => {
  const rows = await karat.db.rows<{ kind: string; sum: bigint }>(sql`
    select a.kind, sum(e.amount)::bigint as sum from ledger.accounts a join ledger.entries e on e.account_id = a.id
    where a.owner = ${`house:${store}`} and a.asset = ${asset} group by a.kind`)
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum]))
}
type Grams = Record<string, bigint>
const changed = (before: Grams, after: Grams): Grams =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((kind): [string, bigint] => [kind, (after[kind] ?? 0n) - (before[kind] ?? 0n)])
      .filter(([, by]) => by !== 0n),
  )
/** How the gold of the store moved while `work` was done. */
async function moves(work: () => Promise<unknown>, store = 'id'): Promise<Grams> {
  const before = await gramsOf(sound, store)
  await work()
  return changed(before, await gramsOf(sound, store))
}
const clean = async () => expect(await auditLedger(sound.karat.db)).toEqual([])

async function soldPieces(shop: Shop) {
  const { id, fineWeight } = barOf(shop)
  const { order } = await paidOrder(shop, await signedIn(shop), id, 2)
  await settlePapers(shop.karat)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await settlePapers(shop.karat)
  const serials = (await listPieces(shop.karat.db, order.order_id)).map(({ serial }) => serial)
  return { orderId: order.order_id, fine: fineWeight, serials }
}

test('the demo shop has its whole stock in the books', async () => {
  const grams = await gramsOf(sound)
  expect(grams.shop_stock).toBeGreaterThan(0n)
  expect(grams).toEqual({ gold_received: -(grams.shop_stock ?? 0n), vault: 0n, shop_stock: grams.shop_stock })
  await clean()
})

test('what is received comes through the vault; what is stolen is missing, until the report is withdrawn', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const { id, brand, fineWeight: fine } = barOf(sound)
  const serials = [newSerial(brand), newSerial(brand)].map(showSerial)
  const post = async (path: string, body: object) =>
    expect((await askStaff(sound, desk, `/stock/${path}`, body)).error, path).toBe(null)
  const today = new Date().toISOString().slice(0, 10)
  const arrival = { sku_id: id, serials: serials.join('\n'), assayed_on: today, ...fromMaker }
  expect(await moves(() => post('receive', arrival))).toEqual({ gold_received: -2n * fine, shop_stock: 2n * fine })
  const one = { serial: serials[0], reason: 'Not where it lay' }
  expect(await moves(() => post('reportStolen', one))).toEqual({ shop_stock: -fine, missing: fine })
  expect(await moves(() => post('withdrawReport', one))).toEqual({ shop_stock: fine, missing: -fine })
  await clean()
})

test('what is promised stays the house’s; handed over it is its buyer’s, also when they miss it, until it comes back', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const { id, fineWeight: fine } = barOf(sound)
  const { order } = await paidOrder(sound, await signedIn(sound), id)
  expect(await moves(() => settlePapers(sound.karat))).toEqual({})
  const [piece] = await listPieces(sound.karat.db, order.order_id)
  await moveThrough(sound, order.order_id, 'preparing', 'shipped', 'completed')
  expect(await moves(() => settlePapers(sound.karat))).toEqual({ shop_stock: -fine, gold_delivered: fine })
  const post = async (path: string) => {
    const wish = { serial: showSerial(piece?.serial ?? ''), reason: 'Its owner said so' }
    expect((await askStaff(sound, desk, `/stock/${path}`, wish)).error, path).toBe(null)
  }
  expect(await moves(() => post('reportStolen'))).toEqual({})
  await clean()
  expect(await moves(() => post('withdrawReport'))).toEqual({})
  expect(await moves(() => post('return'))).toEqual({ shop_stock: fine, gold_delivered: -fine })
  await clean()
})

test('a lost parcel is missing, and on its way again when it is found', async () => {
  const { id, fineWeight: fine } = barOf(sound)
  const { order } = await paidOrder(sound, await signedIn(sound), id, 2)
  await settlePapers(sound.karat)
  const parcel = { orderId: order.order_id, actor: 'staff:test', reason: 'The courier wrote so' }
  const lost = () => sound.karat.db.transaction((tx) => losePieces(tx, parcel))
  expect(await moves(lost)).toEqual({ shop_stock: -2n * fine, missing: 2n * fine })
  expect(await moves(lost), 'once').toEqual({})
  const found = () => sound.karat.db.transaction((tx) => findPieces(tx, parcel))
  expect(await moves(found)).toEqual({ shop_stock: 2n * fine, missing: -2n * fine })
  await clean()
})

test('one delivery of two stores is booked with each of them', async () => {
  const [ours, theirs] = [barOf(sound), barOf(sound, 'my')]
  const arrivals = [ours, theirs].map(({ id, brand }) => ({
    ...{ serial: newSerial(brand), skuId: id },
    ...{ assayedOn: '2026-11-01', bought: null },
  }))
  const receive = () =>
    sound.karat.db.transaction((tx) => addArrivals(tx, arrivals, { actor: 'staff:test', note: 'a file' }))
  const before = await gramsOf(sound, 'my')
  expect(await moves(receive)).toEqual({ gold_received: -ours.fineWeight, shop_stock: ours.fineWeight })
  expect(changed(before, await gramsOf(sound, 'my'))).toEqual({
    ...{ gold_received: -theirs.fineWeight, shop_stock: theirs.fineWeight },
  })
  await clean()
})

test.each([
  ['moves grams of no act', 'in_stock', 'reported_stolen', null],
  ['is of an act and moves no grams', 'in_stock', 'allocated', randomUUID()],
])('the database refuses history that %s', async (_what, from, to, act) => {
  const { db } = sound.karat
  const wrong = sql`insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act)
    select serial, ${from}, ${to}, 'staff:x', 'x', ${act}::uuid from catalogue.pieces limit 1`
  await expect(db.run(wrong)).rejects.toMatchObject({ constraint: 'moved_grams_are_of_an_act' })
})

const returnFive = (shop: Shop, { orderId, serials }: { orderId: string; serials: string[] }) =>
  Promise.all(
    Array.from({ length: 5 }, () =>
      shop.karat.db.transaction((tx) =>
        returnPieces(tx, { orderId, serials, actor: 'staff:test', reason: 'came back sealed' }),
      ),
    ),
  )

test('five returns of the same pieces at once: their grams come back once', async () => {
  const sold = await soldPieces(sound)
  const grams = await moves(async () => expect((await returnFive(sound, sold)).toSorted()).toEqual([0, 0, 0, 0, 2]))
  expect(grams).toEqual({ shop_stock: 2n * sold.fine, gold_delivered: -2n * sold.fine })
  await clean()
})

test('control: a return that does not look where the piece is books its grams again, and the audit says so', async () => {
  const sold = await soldPieces(broken)
  let planted = 0
  broken.intercept.current = (text) => {
    const changed = text.replace(`and order_id = $2 and state = 'sold'`, 'and $2::uuid is not null')
    if (changed !== text) planted++
    return changed
  }
  expect(await returnFive(broken, sold)).toEqual([2, 2, 2, 2, 2])
  expect(planted).toBe(5)
  expect((await auditLedger(broken.karat.db)).map(({ rule }) => rule)).toContain(
    'the fine grams of numbered pieces, of lots and of lost and pledged bars are those in the books, by store and by where they are',
  )
})

const costKinds = ['suppliers', 'stock_cost', 'cost_of_sales', 'stock_loss']
/** How the money of what pieces cost moved while `work` was done. */
async function costs(work: () => Promise<unknown>): Promise<Grams> {
  const before = await gramsOf(sound, 'id', 'IDR')
  await work()
  const all = changed(before, await gramsOf(sound, 'id', 'IDR'))
  return Object.fromEntries(Object.entries(all).filter(([kind]) => costKinds.includes(kind)))
}

test('what pieces cost follows them: bought, missing and found, handed over and back; of unknown cost nothing is booked', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const { id, brand } = barOf(sound)
  const serial = showSerial(newSerial(brand))
  const post = (path: string, body: object) => askStaff(sound, desk, `/stock/${path}`, body)
  const arrival = { sku_id: id, assayed_on: '2026-11-01', serials: serial, ...fromMaker }
  const dear = await post('receive', { ...arrival, unit_cost: '25000000.5' })
  expect([dear.status, dear.data.fields]).toMatchObject([422, { unit_cost: 'must be an amount in major units' }])
  const paid = { ...arrival, unit_cost: '25000000', supplier: 'Toko Emas Cikini', papers_complete: false }
  expect(await costs(() => post('receive', paid))).toEqual({ suppliers: -25_000_000n, stock_cost: 25_000_000n })
  expect((await askStaff(sound, desk, `/stock/piece?serial=${serial}`)).data.bought).toEqual({
    ...{ supplier: 'Toko Emas Cikini', papers_complete: false, cost: '25000000', currency: 'IDR' },
  })
  const one = { serial, reason: 'Not where it lay' }
  expect(await costs(() => post('reportStolen', one))).toEqual({ stock_cost: -25_000_000n, stock_loss: 25_000_000n })
  await clean()
  expect(await costs(() => post('withdrawReport', one))).toEqual({ stock_cost: 25_000_000n, stock_loss: -25_000_000n })
  const free = { ...arrival, serials: showSerial(newSerial(brand)) }
  expect(await costs(() => post('receive', free))).toEqual({})
  await clean()
})

test('a sale costs what its very pieces had cost, until they come back; a piece keeps what it cost', async () => {
  const desk = await staffSignedIn(sound, 'desk')
  const { id, brand } = barOf(sound)
  const first = serialOf(makerLetters(brand), 1n)
  const bought = {
    supplier: 'Logam Mulia',
    cost: { minor: 7_000_000n, currency: 'IDR' as const },
    papersComplete: true,
  }
  const arrival = { serial: first, skuId: id, assayedOn: '2026-11-01', bought }
  const came = () =>
    sound.karat.db.transaction((tx) => addArrivals(tx, [arrival], { actor: 'staff:test', note: 'received' }))
  expect(await costs(came)).toEqual({ suppliers: -7_000_000n, stock_cost: 7_000_000n })
  const { order } = await paidOrder(sound, await signedIn(sound), id, 2)
  await settlePapers(sound.karat)
  const serials = (await listPieces(sound.karat.db, order.order_id)).map(({ serial }) => serial)
  expect([serials.includes(first), serials.length], 'one of known cost, one of unknown').toEqual([true, 2])
  await moveThrough(sound, order.order_id, 'preparing', 'shipped', 'completed')
  expect(await costs(() => settlePapers(sound.karat))).toEqual({ stock_cost: -7_000_000n, cost_of_sales: 7_000_000n })
  await clean()
  const back = { serial: showSerial(first), reason: 'It was sent back' }
  const returned = () => askStaff(sound, desk, '/stock/return', back)
  expect(await costs(returned)).toEqual({ stock_cost: 7_000_000n, cost_of_sales: -7_000_000n })
  await clean()
  const change = sound.karat.db.run(sql`update catalogue.pieces set cost_minor = 1 where serial = ${first}`)
  await expect(change).rejects.toMatchObject({ constraint: 'piece_keeps_its_cost' })
})
