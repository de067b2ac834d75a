/** A piece that was entered under the wrong sku: where it may go, what the database keeps out, and two who move it at once. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { reserveStock } from '../../catalogue/reserve-stock.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
/** What its planted bugs break is found nowhere else. */
const broken = openShop()
let desk: TestStaff
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  desk = await staffSignedIn(shop, 'desk')
})

const reason = 'Entered under the wrong line'
type Sku = { id: number; code: string; stock: number; received: number; premium_bps: number }
const skuOf = async (at: Shop, code: string) => {
  const sku = await at.karat.db.row<Sku>(
    sql`select id, code, stock, received, premium_bps from catalogue.skus where code = ${code}`,
  )
  if (!sku) throw new Error(code)
  return sku
}
/** A sku of the first bar's make and weight under a product of its own, and a piece of the bar. */
async function twins(at: Shop) {
  const who = at === shop ? desk : await staffSignedIn(at, 'desk')
  const [bar] = await at.karat.db.rows<Sku & { brand: string; gross: bigint; fine: bigint }>(sql`
    select s.id, s.code, s.stock, s.received, p.brand from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where p.id = 1001 and s.stock > 20 order by s.id desc limit 1`)
  const text = (words: string) => ({ 'en-US': words, id: words, zh: words })
  const number = 6500 + Number.parseInt(randomUUID().slice(0, 5), 16)
  const made = await askStaff(at, who, '/catalogue/addProduct', {
    ...{ number, store: 'id', category: 'gift-bars', form: 'minted', brand: bar?.brand, series: null },
    ...{ name: text('Gift bar'), description: text('The same bar in a box'), certificate: text('Assayed') },
  })
  expect(made.error).toBe(null)
  const weight = bar?.code.split('-')[1] ?? ''
  const add = (code: string, grams: string) =>
    at.karat.db.run(sql`
      insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps)
      select ${number * 100 + Number(grams.replace('.', ''))}, ${number}, ${code}, 1, jsonb_build_object('weight', ${grams}::text),
        gross_weight_e4 + ${grams === weight ? 0 : 10}, fine_weight_e4, fineness, karat, premium_bps
      from catalogue.skus where id = ${bar?.id ?? 0}`)
  await add(`TWIN-${number}`, weight)
  await add(`OTHER-${number}`, '7')
  const [first, second] = await at.karat.db.rows<{ serial: string }>(
    sql`select serial from catalogue.pieces where sku_id = ${bar?.id ?? 0} and state = 'in_stock' order by serial limit 2`,
  )
  return {
    ...{ who, from: bar?.code ?? '', to: `TWIN-${number}`, other: `OTHER-${number}` },
    serial: showSerial(first?.serial ?? ''),
    second: showSerial(second?.serial ?? ''),
  }
}
/** The same bar under a product of another store. */
async function otherStore(code: string) {
  const number = 6500 + Number.parseInt(randomUUID().slice(0, 5), 16)
  await shop.karat.db.run(sql`
    insert into catalogue.products (id, store, category_id, kind, brand, form, name, description, certificate, gallery)
    select ${number}, 'my', category_id, kind, brand, form, name, description, certificate, gallery
    from catalogue.products where id = (select product_id from catalogue.skus where code = ${code})`)
  await shop.karat.db.run(sql`
    insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps)
    select ${number * 100}, ${number}, ${`MY-${number}`}, 1, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps
    from catalogue.skus where code = ${code}`)
  return `MY-${number}`
}
type Wish = { serial: string; from: string; code: string }
const move = (at: Shop, who: TestStaff, wish: Wish, why = reason) =>
  askStaff(at, { headers: { ...who.headers, 'idempotency-key': randomUUID() } }, '/stock/movePiece', {
    ...{ ...wish, reason: why },
  })
const look = (serial: string, code: string, who = desk) =>
  askStaff(shop, who, `/stock/moveTarget?serial=${serial}&code=${code}`)

test('a piece moves to a sku that it could have been entered under, and stock and history follow', async () => {
  const { from, to, serial } = await twins(shop)
  const before = await skuOf(shop, from)
  const { data } = await look(serial, to)
  expect(data).toMatchObject({
    ...{ serial, problem: null, differs: [] },
    from: { code: from, product_id: 1001, store: 'id', stock: before.stock, stock_then: before.stock - 1 },
    to: { code: to, name: 'Gift bar', store: 'id', shown: false, stock: 0, stock_then: 1 },
  })
  expect((await move(shop, desk, { serial, from, code: to })).data).toEqual({ done: true })
  expect(await skuOf(shop, from)).toMatchObject({ stock: before.stock - 1, received: before.received - 1 })
  expect(await skuOf(shop, to)).toMatchObject({ stock: 1, received: 1 })
  const piece = (await askStaff(shop, desk, `/stock/piece?serial=${serial}`)).data as {
    code: string
    moves: { from_code: string; reason: string }[]
  }
  expect([piece.code, piece.moves[0]?.from_code, piece.moves[0]?.reason]).toEqual([to, from, reason])
  const kept = await shop.karat.db.row(sql`select reason, details from staff.actions
    where action = 'stock.move' and subject_id = ${serial} and outcome = 'done'`)
  expect(kept).toEqual({ reason, details: { did: 'move_piece', before: 'in_stock', code: from, to } })
  expect((await move(shop, desk, { serial, from: to, code: to })).error).toBe('piece_state')
  expect((await look(serial, to)).data.problem).toBe('is_there')
  expect((await move(shop, desk, { serial, from, code: to })).error).toBe('edited_meanwhile')
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('what does not fit, is promised or was sold stays where it is, and is called so before', async () => {
  const { from, to, other, serial, second } = await twins(shop)
  const problem = async (code: string, name = serial) => {
    const { data } = await look(name, code)
    return [data.problem, data.differs]
  }
  const wish = { serial, from, code: to }
  expect(await problem(other)).toEqual(['differs', ['weight']])
  expect((await move(shop, desk, { ...wish, code: other })).error).toBe('piece_does_not_fit')
  const foreign = await otherStore(to)
  expect(await problem(foreign)).toEqual(['differs', ['store']])
  expect((await move(shop, desk, { ...wish, code: foreign })).error).toBe('piece_does_not_fit')
  const ring = await shop.karat.db.row<{ code: string }>(sql`
    select s.code from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where p.kind = 'jewellery' and p.store = 'id' order by s.id limit 1`)
  expect((await problem(ring?.code ?? ''))[1]).toContain('kind')
  const plain = (shown: string) => shown.replaceAll('-', '')
  const state = (to: string, orderId: string | null, name = serial) =>
    shop.karat.db.run(
      sql`update catalogue.pieces set state = ${to}, order_id = ${orderId}::uuid where serial = ${plain(name)}`,
    )
  await state('allocated', randomUUID())
  expect(await problem(to)).toEqual(['not_in_stock', []])
  expect((await move(shop, desk, wish)).error).toBe('piece_state')
  await state('in_stock', null)
  await shop.karat.db.run(sql`insert into catalogue.piece_moves (serial, from_state, to_state, actor, reason, act)
    values (${plain(second)}, 'allocated', 'sold', 'system', 'once', gen_random_uuid())`)
  expect(await problem(to, second)).toEqual(['was_sold', []])
  expect((await move(shop, desk, { ...wish, serial: second })).error).toBe('piece_state')
  const target = await skuOf(shop, other)
  await expect(
    shop.karat.db.run(sql`update catalogue.pieces set sku_id = ${target.id} where serial = ${plain(serial)}`),
  ).rejects.toMatchObject({ constraint: 'piece_fits_its_sku' })
})

test('wrong input is refused by its field, at the look and at the move', async () => {
  const { from, to, serial } = await twins(shop)
  const wish = { serial, from, code: to }
  const unknown = { code: 'is not known here' }
  expect((await look(serial, 'NO-SUCH')).data.fields).toEqual(unknown)
  expect((await move(shop, desk, { ...wish, code: 'NO-SUCH' })).data.fields).toEqual(unknown)
  for (const name of ['KM-0000-0000', 'nonsense']) {
    expect((await look(name, to)).error).toBe('not_found')
    expect((await move(shop, desk, { ...wish, serial: name })).error).toBe('not_found')
  }
  expect((await look(serial, '')).error).toBe('invalid_input')
  expect((await move(shop, desk, wish, 'x')).error).toBe('invalid_input')
  const support = await staffSignedIn(shop, 'support')
  expect((await look(serial, to, support)).error).toBe('permission_missing')
  expect((await move(shop, support, wish)).error).toBe('permission_missing')
  expect(await skuOf(shop, to)).toMatchObject({ stock: 0, received: 0 })
})

test('a piece stays when all of its sku are promised', async () => {
  const { from, to, serial } = await twins(shop)
  const sku = await skuOf(shop, from)
  await shop.karat.db.transaction((tx) =>
    reserveStock(tx, { orderId: randomUUID(), lines: [{ skuId: sku.id, quantity: sku.stock }] }),
  )
  expect((await look(serial, to)).data.problem).toBe('promised')
  expect((await move(shop, desk, { serial, from, code: to })).error).toBe('stock_promised')
})

/** Two people move one piece at once. */
async function twoMoves(at: Shop) {
  const { who, from, to, serial } = await twins(at)
  const plant = at.intercept.current
  const meet = meetingAt('and sku_id <>', 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return plant ? plant(text) : text
  }
  const wish = { serial, from, code: to }
  const answers = await Promise.all([move(at, who, wish), move(at, who, wish)])
  at.intercept.current = undefined
  return { errors: answers.map(({ error }) => error).sort(), stock: (await skuOf(at, to)).stock }
}

test('of two who move one piece one is told that it has moved', async () => {
  expect(await twoMoves(shop)).toEqual({ errors: [null, 'piece_state'].sort(), stock: 1 })
})

test('control: without the lock of the piece it is counted twice', async () => {
  const meet = meetingAt('order by id for no key update', 2)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('and sku_id <>')) return text
    planted = true
    return text.replace('for update', '')
  }
  expect(await twoMoves(broken)).toMatchObject({ stock: 2 })
  expect(planted).toBe(true)
})
