/** What one person may move a premium or a making charge by in a day, and what takes two (issue 15, F4). */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { bars, wishFor } from '../../../tests/support/goods.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const reason = 'The maker asks another price'
let [desk, second] = [] as unknown as [TestStaff, TestStaff]
let place = 0
let made = 0
beforeEach(async () => {
  ;[desk, second] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
})

type Sku = { id: number; code: string; premium: number; making: bigint }
const again = (id: number) =>
  shop.karat.db.row<Sku>(
    sql`select id, code, premium_bps as premium, making_minor as making from catalogue.skus where id = ${id}`,
  ) as Promise<Sku>
/** Each test has a sku to itself. */
async function some(): Promise<Sku> {
  const rows = await shop.karat.db.rows<{ id: number }>(sql`select s.id from catalogue.skus s
    join catalogue.products p on p.id = s.product_id
    where p.store = 'id' and p.kind = 'bar' and s.premium_bps between 200 and 4000 order by s.id offset ${place++} limit 1`)
  return again(rows[0]?.id ?? 0)
}
const setPremium = (sku: Sku, to: number, from = sku.premium) =>
  askStaff(shop, desk, '/catalogue/changePremium', { sku_id: sku.id, premium_bps: to, seen_bps: from, reason })
const approve = (approvalId: unknown, who = second) =>
  askStaff(shop, who, '/approvals/approve', { approval_id: approvalId })

test('a premium that moves further than one person may move it waits for a second one', async () => {
  const sku = await some()
  const { data, error } = await setPremium(sku, 0)
  expect({ ...data, error }).toEqual({ premium_bps: sku.premium, approval_id: expect.any(String), error: null })
  expect((await again(sku.id)).premium).toBe(sku.premium)
  expect((await setPremium(sku, 1)).error).toBe('approval_waiting')
  expect((await approve(data.approval_id, desk)).error).toBe('second_person_required')
  expect((await approve(data.approval_id)).error).toBe(null)
  expect((await again(sku.id)).premium).toBe(0)
})

test('steps of one person count together for a day', async () => {
  const sku = await some()
  expect((await setPremium(sku, sku.premium - 60)).data.approval_id).toBe(null)
  expect((await setPremium(sku, sku.premium - 100, sku.premium - 60)).data.approval_id).toBe(null)
  expect((await setPremium(sku, sku.premium - 101, sku.premium - 100)).data.approval_id).toEqual(expect.any(String))
  expect((await again(sku.id)).premium).toBe(sku.premium - 100)
})

test('what was asked follows the premium that was seen, or nothing does', async () => {
  const sku = await some()
  const { data } = await setPremium(sku, sku.premium + 200)
  await setPremium(sku, sku.premium + 10)
  expect((await approve(data.approval_id)).error).toBe('edited_meanwhile')
  expect((await again(sku.id)).premium).toBe(sku.premium + 10)
})

test('a file with one such premium waits as a whole', async () => {
  const [small, large] = [await some(), await some()]
  const percent = (points: number) => (points / 100).toFixed(2)
  const text = `code,premium_percent\n${small.code},${percent(small.premium + 10)}\n${large.code},0`
  const plan = (await askStaff(shop, desk, '/stock/previewImport', { kind: 'premiums', text })).data
  expect(plan.takes_two).toBe(true)
  const headers = { ...desk.headers, 'idempotency-key': randomUUID() }
  const wish = { kind: 'premiums', text, digest: plan.digest, reason }
  const { data } = await askStaff(shop, { headers }, '/stock/applyImport', wish)
  expect(data).toMatchObject({ changed: 2, approval_id: expect.any(String) })
  expect([(await again(small.id)).premium, (await again(large.id)).premium]).toEqual([small.premium, large.premium])
  expect((await approve(data.approval_id)).error).toBe(null)
  expect([(await again(small.id)).premium, (await again(large.id)).premium]).toEqual([small.premium + 10, 0])
})

test('a making charge that visitors have seen moves by a tenth; further it waits, and the rest is saved', async () => {
  const row = await shop.karat.db.row<{ id: number; product: number; revision: number; gross: string }>(sql`
    select s.id, p.id as product, p.revision, (s.gross_weight_e4 / 10000.0)::text as gross from catalogue.skus s
    join catalogue.products p on p.id = s.product_id
    where p.store = 'id' and p.kind = 'jewellery' and s.making_minor > 0 and not s.scarce
      and not exists (select 1 from orders.lines l where l.sku_id = s.id) order by s.id limit 1`)
  const id = row?.id ?? 0
  const before = await again(id)
  const facts = await shop.karat.db.row<{ attributes: object; karat: number; fineness: number }>(
    sql`select attributes - 'karat' as attributes, karat, fineness from catalogue.skus where id = ${id}`,
  )
  const save = async (making: bigint) => {
    const now = await shop.karat.db.row<{ revision: number }>(
      sql`select revision from catalogue.products where id = ${row?.product ?? 0}`,
    )
    const weight = String(Number(row?.gross))
    const body = { sku_id: id, revision: now?.revision, code: before.code, weight, ...facts, scarce: true, reason }
    return askStaff(shop, desk, '/catalogue/saveSku', { ...body, making: String(making) })
  }
  const small = before.making - before.making / 20n
  expect((await save(small)).data).toMatchObject({ approval_id: null })
  const { data, error } = await save(0n)
  expect({ error, approval: data.approval_id }).toEqual({ error: null, approval: expect.any(String) })
  expect((await again(id)).making).toBe(small)
  expect((await approve(data.approval_id)).error).toBe(null)
  expect((await again(id)).making).toBe(0n)
})

/** A sku of the same gold under a product of its own, not shown yet. */
async function twinOf(sku: Sku, premium: number) {
  const id = 9100 + place * 10 + made++
  await askStaff(shop, desk, '/catalogue/addProduct', { ...wishFor(id, bars) })
  await shop.karat.db.run(sql`update catalogue.products t set (brand, gallery, name, description, certificate) =
      (select p.brand, p.gallery, p.name, p.description, p.certificate from catalogue.skus s
      join catalogue.products p on p.id = s.product_id where s.id = ${sku.id}) where t.id = ${id}`)
  await shop.karat.db.run(sql`
    insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps,
      making_minor, published_at)
    select ${id * 100 + 1}, ${id}, ${`TWIN-${id}`}, 1, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, ${premium},
      making_minor, now() from catalogue.skus where id = ${sku.id}`)
  const publish = async () => {
    const row = await shop.karat.db.row<{ revision: number }>(
      sql`select revision from catalogue.products where id = ${id}`,
    )
    return askStaff(shop, desk, '/catalogue/publish', { product_id: id, revision: row?.revision })
  }
  return { skuId: id * 100 + 1, publish }
}

test('a twin of a twin of the same day is held against what was there before', async () => {
  const row = await shop.karat.db.row<{ id: number }>(sql`select s.id from catalogue.skus s
    join catalogue.products p on p.id = s.product_id
    where p.store = 'id' and p.kind = 'bar' and s.premium_bps > 200 and not exists (select from catalogue.skus o
      join catalogue.products q on q.id = o.product_id where o.id <> s.id and (q.store, q.brand, q.kind) = (p.store, p.brand, p.kind)
      and (o.gross_weight_e4, o.fine_weight_e4, o.fineness) = (s.gross_weight_e4, s.fine_weight_e4, s.fineness))
    order by s.id limit 1`)
  const sku = await again(row?.id ?? 0)
  const first = await twinOf(sku, sku.premium - 90)
  expect((await first.publish()).error).toBe(null)
  const second = await twinOf(sku, sku.premium - 180)
  expect((await second.publish()).error).toBe('charges_unlike')
})

test('a twin of what is sold is shown at no less than about its premium, and pieces move to no cheaper one', async () => {
  const sku = await some()
  const twin = await twinOf(sku, 0)
  expect((await twin.publish()).error).toBe('charges_unlike')
  await shop.karat.db.run(sql`update catalogue.skus set premium_bps = ${sku.premium - 100} where id = ${twin.skuId}`)
  expect((await twin.publish()).error).toBe(null)
  await shop.karat.db.run(sql`update catalogue.skus set premium_bps = ${sku.premium - 101} where id = ${twin.skuId}`)
  const piece = await shop.karat.db.row<{ serial: string }>(
    sql`select serial from catalogue.pieces where sku_id = ${sku.id} and state = 'in_stock' order by serial limit 1`,
  )
  const headers = { ...desk.headers, 'idempotency-key': randomUUID() }
  const move = () =>
    askStaff(shop, { headers }, '/stock/movePiece', {
      ...{
        serial: showSerial(piece?.serial ?? ''),
        code: `TWIN-${Math.floor(twin.skuId / 100)}`,
        from: sku.code,
        reason,
      },
    })
  expect((await move()).error).toBe('charges_unlike')
})
