/** Products, skus and pictures that the office adds: what is taken, what is refused, what visitors see. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import {
  askCatalogue,
  barSku,
  bars,
  readProduct,
  reason,
  receive,
  serialFor,
  sku,
  wishFor,
  words,
} from '../../../tests/support/goods.ts'
import { formOf, picture } from '../../../tests/support/pictures.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import type { PassportView } from '../../catalogue/contract.ts'
import { reserveStock } from '../../catalogue/reserve-stock.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
let desk: TestStaff
let made = 0
beforeEach(async () => {
  desk = await staffSignedIn(shop, 'desk')
})

const ask = (path: string, body?: object, who = desk) => askCatalogue(shop, who, path, body)
const read = (id: number) => readProduct(shop, desk, id)
const newNumber = () => 6001 + made++
async function draft(more: object = {}) {
  const number = newNumber()
  const added = await ask('/addProduct', wishFor(number, more))
  expect(added.data).toEqual({ product_id: number, revision: 1 })
  return number
}
const addSku = async (id: number, wish: object) =>
  ask('/addSku', { product_id: id, revision: (await read(id)).revision, ...wish })
async function upload(id: number, bytes: Uint8Array, revision?: number) {
  const { headers, payload } = formOf([
    { name: 'product_id', value: String(id) },
    { name: 'revision', value: String(revision ?? (await read(id)).revision) },
    { name: 'file', bytes },
  ])
  const url = '/api/admin/catalogue/addPicture'
  const answer = await shop.app.inject({ method: 'POST', url, headers: { ...desk.headers, ...headers }, payload })
  return { status: answer.statusCode, ...answer.json() }
}
const photo = () => picture('jpeg', { width: 900, height: 700 })
const publish = async (id: number) => ask('/publish', { product_id: id, revision: (await read(id)).revision })
const seen = (id: number) =>
  shop.app.inject({
    url: `/api/storeid/product/getDetails?id=${id}`,
    headers: { currency: 'IDR', platform: 'web', language: 'id' },
  })
const fieldsOf = ({ data }: { data: Record<string, unknown> }) => data.fields
const move = (skuId: number, quantity: number, moveReason: string) =>
  shop.karat.db.transaction(async (tx) => {
    await tx.run(
      sql`update catalogue.skus set stock = stock + ${quantity}, received = received + ${quantity} where id = ${skuId}`,
    )
    await tx.run(sql`insert into catalogue.stock_moves (sku_id, quantity, reason, reference)
      values (${skuId}, ${quantity}, ${moveReason}, ${randomUUID()})`)
  })

test('a product is added, completed and published, and the shop shows it everywhere', async () => {
  const id = await draft()
  expect((await seen(id)).statusCode).toBe(404)
  const first = await publish(id)
  expect([first.error, first.data.missing]).toEqual(['product_incomplete', ['picture', 'sku']])
  expect((await addSku(id, sku('KENARI-12'))).data).toMatchObject({ sku_id: id * 100 + 1 })
  expect((await addSku(id, sku('KENARI-14', { attributes: { ring_size: '14' }, weight: '4.0500' }))).error).toBe(null)
  const taken = await upload(id, await photo())
  expect(taken.data.name).toMatch(/^own-[0-9a-f]{24}$/)
  expect((await publish(id)).data.missing).toEqual(['picture_texts'])
  const pictures = [{ name: taken.data.name, alt: words('A ring on paper') }]
  const saved = await ask('/savePictures', { product_id: id, revision: (await read(id)).revision, pictures })
  expect(saved.error).toBe(null)
  expect((await read(id)).missing).toEqual([])
  expect((await publish(id)).error).toBe(null)
  const { data } = (await seen(id)).json()
  expect(data).toMatchObject({ name: `Kenari ring ${id} (id)`, form_label: 'Cincin' })
  expect(data.gallery).toMatchObject([
    { width: 900, height: 700, widths: [240, 480, 900], alt: 'A ring on paper (id)' },
  ])
  expect(
    data.skus.map(({ code, gross_weight, fine_weight }: Record<string, string>) => [code, gross_weight, fine_weight]),
  ).toEqual([
    ['KENARI-12', '3.9000', '3.5724'],
    ['KENARI-14', '4.0500', '3.7098'],
  ])
  const list = await shop.app.inject({
    url: '/api/storeid/product/getList?q=kenari',
    headers: { currency: 'IDR', platform: 'web', language: 'id' },
  })
  expect(list.json().data.items.map(({ product_id }: { product_id: number }) => product_id)).toContain(id)
  expect((await shop.app.inject({ url: '/sitemap.xml' })).body).toContain(`productDetail?id=${id}`)
  const did = await shop.karat.db.rows<{ did: string }>(
    sql`select details->>'did' as did from staff.actions where subject_id = ${String(id)} and outcome = 'done' order by id`,
  )
  expect(did.map((row) => row.did)).toEqual([
    'add_product',
    'add_sku',
    'add_sku',
    'add_picture',
    'save_pictures',
    'publish',
  ])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('its pictures are files in every width and kind, kept for ever, with nothing of what was sent but its pixels', async () => {
  const id = await draft()
  const sent = await sharp(await photo())
    .withExif({ IFD0: { Copyright: 'canary-in-exif' } })
    .jpeg()
    .toBuffer()
  const { name } = (await upload(id, sent)).data
  for (const [file, format] of [
    [`${name}-240.avif`, 'heif'],
    [`${name}-900.webp`, 'webp'],
    [`social/${name}.jpg`, 'jpeg'],
  ]) {
    const answer = await shop.app.inject({ url: `/img/${file}` })
    expect(`${file} ${answer.statusCode} ${answer.headers['cache-control']}`).toBe(
      `${file} 200 public, max-age=31536000, immutable`,
    )
    const { format: found, exif } = await sharp(answer.rawPayload).metadata()
    expect([found, exif]).toEqual([format, undefined])
  }
  for (const file of [`${name}-241.webp`, `own-${'0'.repeat(24)}-240.webp`, 'nothing.webp', 'social/nothing.jpg'])
    expect((await shop.app.inject({ url: `/img/${file}` })).statusCode, file).toBe(404)
  const gone = await ask('/savePictures', { product_id: id, revision: (await read(id)).revision, pictures: [] })
  expect(gone.error).toBe(null)
  expect((await shop.app.inject({ url: `/img/${name}-240.webp` })).statusCode).toBe(404)
})

test('a picture that a shown product has just been given is seen once it has words, wherever it stands', async () => {
  const before = (await seen(1001)).json().data
  const { name } = (await upload(1001, await photo())).data
  expect((await seen(1001)).json().data).toEqual(before)
  const { pictures } = await read(1001)
  const save = async (alt: Record<string, string>) => {
    const others = pictures.filter((one) => one.name !== name)
    const gallery = [{ name, alt }, ...others.map(({ src: _, ...one }) => one)]
    return ask('/savePictures', { product_id: 1001, revision: (await read(1001)).revision, pictures: gallery })
  }
  expect((await save({ id: 'Batangan', zh: '金条', 'en-US': '' })).error).toBe('invalid_input')
  expect((await save(words('A bar from above'))).error).toBe(null)
  expect((await seen(1001)).json().data.gallery[0].alt).toBe('A bar from above (id)')
})

test('a product that has all the pictures it may have is told so before the file is looked at', async () => {
  const id = await draft()
  const gallery = Array.from({ length: 39 }, (_, place) => ({ name: `karat-${place}g`, alt: {} }))
  await shop.karat.db.run(
    sql`update catalogue.products set gallery = ${JSON.stringify(gallery)}::jsonb where id = ${id}`,
  )
  expect((await upload(id, await photo())).error).toBe(null)
  const refused = await upload(id, Buffer.from('no picture'))
  expect([refused.error, refused.data.limit]).toEqual(['picture_limit', 40])
})

test.each([
  ['a store that is not', { store: 'xx' }, { store: 'is not known here' }],
  ['a category of other things', { category: 'minted-bars' }, { category: 'must be one for this form' }],
  ['no category of ours', { category: 'nothing' }, { category: 'must be one for this form' }],
  [
    'a form that is not',
    { form: 'brick' },
    { form: 'must be one of minted, cast, coin, ring, bracelet, necklace, earrings, pendant' },
  ],
  ['no maker', { brand: ' ' }, { brand: 'must not be empty' }],
  ['no name at all', { name: { 'en-US': '', id: ' ', zh: '' } }, { name: 'must be written in at least one language' }],
  ['a number that is taken', { number: 1001 }, { number: 'is taken' }],
  ['a number that is none', { number: 0 }, { number: 'must be at least 1' }],
])('a new product with %s is refused by its field', async (_, more, fields) => {
  expect(fieldsOf(await ask('/addProduct', wishFor(newNumber(), more)))).toEqual(fields)
})

test.each([
  ['a code that is taken', { code: '1001-0.5-24K' }, { code: 'is taken' }],
  [
    'a code in small letters',
    { code: 'kenari' },
    { code: 'must be 3 to 40 capital letters, digits, hyphens or points' },
  ],
  ['no weight', { weight: '0' }, { weight: 'must be grams with at most four decimals' }],
  ['a weight that is too fine', { weight: '3.00001' }, { weight: 'must be grams with at most four decimals' }],
  ['a making charge in half sen', { making: '1.234' }, { making: 'must have at most 0 decimals in IDR' }],
  ['another fineness than its karat', { fineness: 7500 }, { fineness: 'must be that of the karat' }],
  ['less gold than its hallmark says', { fineness: 9159 }, { fineness: 'must be that of the karat' }],
  ['less than four nines', { karat: 24, fineness: 9998 }, { fineness: 'must be that of the karat' }],
  ['no size', { attributes: {} }, { 'attributes.ring_size': 'is required' }],
  [
    'an attribute of other things',
    { attributes: { ring_size: '12', length: '45' } },
    { 'attributes.length': 'is not known here' },
  ],
  ['a premium that is too high', { premium_bps: 5001 }, { premium_bps: 'must be at most 5000' }],
])('a sku with %s is refused by its field', async (_, more, fields) => {
  const id = await draft()
  expect(fieldsOf(await addSku(id, sku(`K-${id}`, more)))).toEqual(fields)
})

test('two skus that nothing tells apart are one too many; a picture that is too small is refused', async () => {
  const id = await draft()
  await addSku(id, sku(`A-${id}`))
  expect((await addSku(id, sku(`B-${id}`, { weight: '4' }))).error).toBe('sku_exists')
  for (const ring_size of ['12.0', '012'])
    expect((await addSku(id, sku(`B-${id}`, { attributes: { ring_size } }))).error, ring_size).toBe('sku_exists')
  expect(fieldsOf(await upload(id, await picture('jpeg', { width: 600, height: 479 })))).toEqual({
    file: 'must be at least 480 pixels wide and high',
  })
  expect((await upload(id, Buffer.from('%PDF-1.7'))).error).toBe('file_type')
  expect((await upload(id, await photo(), 1)).error).toBe('edited_meanwhile')
  const pictures = [{ name: 'karat-10g', alt: words('not of this product') }]
  const foreign = await ask('/savePictures', { product_id: id, revision: (await read(id)).revision, pictures })
  expect(fieldsOf(foreign)).toEqual({ pictures: 'must be pictures of this product, each once' })
})

test('what was ordered stays what it was: the database refuses another charge, weight or category', async () => {
  const id = await draft()
  const { sku_id: skuId } = (await addSku(id, sku(`C-${id}`))).data as { sku_id: number }
  const { premium_bps: _, ...other } = sku(`C-${id}`, { making: '650000', weight: '4.1' })
  const change = async (more: object = {}) =>
    ask('/saveSku', { sku_id: skuId, revision: (await read(id)).revision, ...other, reason, ...more })
  expect((await change()).error).toBe(null)
  expect((await read(id)).skus[0]).toMatchObject({ making: '650000', gross_weight: '4.1000', ordered: false })
  expect(fieldsOf(await change({ reason: '' }))).toMatchObject({ reason: expect.any(String) })
  await move(skuId, 3, 'received')
  await shop.karat.db.transaction((tx) => reserveStock(tx, { orderId: randomUUID(), lines: [{ skuId, quantity: 1 }] }))
  expect((await change({ making: '1' })).error).toBe('sku_ordered')
  expect((await change({ weight: '5' })).error).toBe('sku_ordered')
  expect((await change({ code: `C-${id}`, scarce: true })).error).toBe(null)
  const basics = { category: 'bracelets', form: 'bracelet', brand: 'Karat Atelier', series: null, reason }
  const filed = async () => ask('/saveBasics', { product_id: id, revision: (await read(id)).revision, ...basics })
  expect((await filed()).error).toBe('sku_ordered')
  await expect(
    shop.karat.db.run(sql`update catalogue.skus set making_minor = making_minor + 1 where id = ${skuId}`),
  ).rejects.toMatchObject({ constraint: 'ordered_sku_stays_as_it_is' })
  expect(await read(id)).toMatchObject({ ordered: true, stocked: true, category_slug: 'rings' })
})

test('what visitors have seen stays what it was, also hidden; a better sku of the same attributes takes its place', async () => {
  const id = await draft()
  const code = `SEEN-${id}`
  const skuId = Number((await addSku(id, sku(code))).data.sku_id)
  await addSku(id, sku(`BESIDE-${id}`, { attributes: { ring_size: '14' } }))
  const { premium_bps: _, ...other } = sku(code)
  const change = async (more: object) =>
    ask('/saveSku', { sku_id: skuId, revision: (await read(id)).revision, ...other, reason, ...more })
  expect((await change({ weight: '3.8' })).error).toBe(null)
  expect((await change({})).error).toBe(null)
  await shop.karat.db.run(sql`update catalogue.products set published_at = now() where id = ${id}`)
  const others = [
    ...[{ attributes: { ring_size: '99' } }, { weight: '0.5' }, { code: `${code}-X` }],
    ...[{ fineness: 9200 }, { karat: 18, fineness: 7500 }, { attributes: { ring_size: '12', colour: 'rose' } }],
  ]
  const refused = async () => {
    for (const more of others) expect((await change(more)).error, JSON.stringify(more)).toBe('sku_shown')
  }
  await refused()
  expect((await change({ making: '650000', scarce: true })).error).toBe(null)
  const show = async (shown: boolean) => ask('/showSku', { sku_id: skuId, shown, revision: (await read(id)).revision })
  expect((await addSku(id, sku(`BETTER-${id}`))).error).toBe('sku_exists')
  expect((await show(false)).error).toBe(null)
  await refused()
  await ask('/hide', { product_id: id, revision: (await read(id)).revision })
  await refused()
  expect((await addSku(id, sku(`BETTER-${id}`))).error).toBe(null)
  expect((await show(true)).error).toBe('sku_exists')
  await expect(
    shop.karat.db.run(sql`update catalogue.skus set first_shown_at = null, code = ${`${code}-Y`} where id = ${skuId}`),
  ).rejects.toMatchObject({ constraint: 'shown_sku_stays_as_it_is' })
})

test('a sku that is shown beside others of a product, or comes with the demo, was seen', async () => {
  const unseen = (id: number) =>
    shop.karat.db.rows(sql`
    select code from catalogue.skus where product_id = ${id} and first_shown_at is null order by id`)
  expect(await unseen(1001)).toEqual([])
  const added = await addSku(
    1001,
    sku('UNSEEN-1', { weight: '77', karat: 24, fineness: 9999, making: '0', attributes: {} }),
  )
  expect([added.error, await unseen(1001)]).toEqual([null, [{ code: 'UNSEEN-1' }]])
  await ask('/showSku', { sku_id: added.data.sku_id, shown: true, revision: (await read(1001)).revision })
  expect(await unseen(1001)).toEqual([])
})

test('a numbered sku keeps the weight of its pieces, and nobody reads the name of a draft in their passport', async () => {
  const id = await draft(bars)
  const skuId = Number((await addSku(id, barSku(`BAR-${id}`, '10'))).data.sku_id)
  expect((await receive(shop, desk, skuId, serialFor(id))).error).toBe(null)
  const { premium_bps: _, ...wish } = barSku(`BAR-${id}`, '5')
  const changed = await ask('/saveSku', { sku_id: skuId, revision: (await read(id)).revision, ...wish, reason })
  expect(changed.error).toBe('sku_numbered')
  const name = async () => {
    const { data } = await call<PassportView>(shop, null, `/product/getPassport?serial=${serialFor(id)}`)
    return data.piece?.name
  }
  expect(await name()).toBe('Karat Mint 10 g')
  await shop.karat.db.run(sql`update catalogue.products set published_at = now() where id = ${id}`)
  expect(await name()).toMatch(`Kenari ring ${id}`)
  await ask('/hide', { product_id: id, revision: (await read(id)).revision })
  expect(await name()).toMatch(`Kenari ring ${id}`)
})

test('a draft is filed, made and named anew, with the reason on record', async () => {
  const id = await draft()
  const wish = { product_id: id, category: 'bracelets', form: 'bracelet', brand: 'Kirana', series: 'Senja', reason }
  const save = async (more: object = {}) =>
    ask('/saveBasics', { revision: (await read(id)).revision, ...wish, ...more })
  expect((await save()).error).toBe(null)
  expect(await read(id)).toMatchObject({
    ...{ form: 'bracelet', category_slug: 'bracelets', brand: 'Kirana', series: 'Senja', revision: 2 },
  })
  const kept = await shop.karat.db.row(sql`select action, reason, details->'before'->>'form' as before,
    details->'after'->>'form' as after from staff.actions where subject_id = ${String(id)} and details->>'did' = 'edit_basics'`)
  expect(kept).toEqual({ action: 'catalogue.add', reason, before: 'ring', after: 'bracelet' })
  expect((await save({ revision: 1 })).error).toBe('edited_meanwhile')
  const wrong: [object, object][] = [
    [{ category: 'minted-bars' }, { category: 'must be one for this form' }],
    [{ category: 'nothing' }, { category: 'must be one for this form' }],
    [{ form: 'minted', category: 'minted-bars' }, { form: 'must be one of the same kind' }],
    [{ brand: ' ' }, { brand: 'must not be empty' }],
    [{ series: '' }, { series: expect.any(String) }],
    [{ reason: 'x' }, { reason: expect.any(String) }],
  ]
  for (const [more, fields] of wrong) expect(fieldsOf(await save(more)), JSON.stringify(more)).toEqual(fields)
  const writer = await staffSignedIn(shop, 'content')
  expect((await ask('/saveBasics', { revision: 2, ...wish }, writer)).error).toBe('permission_missing')
  expect((await read(id)).revision).toBe(2)
})

test('a product is not given a form that one of its skus does not fit', async () => {
  const id = await draft()
  await addSku(id, sku(`F-${id}`))
  const save = async (form: string, category: string) =>
    ask('/saveBasics', {
      ...{ product_id: id, revision: (await read(id)).revision, form, category },
      ...{ brand: 'Karat Atelier', series: null, reason },
    })
  expect(fieldsOf(await save('bracelet', 'bracelets'))).toEqual({ form: 'must be one that all its SKUs fit' })
  const plain = await draft({ form: 'earrings', category: 'earrings' })
  await addSku(plain, sku(`P-${plain}`, { attributes: {} }))
  const basics = {
    brand: 'Karat Atelier',
    series: null,
    reason,
    product_id: plain,
    revision: (await read(plain)).revision,
  }
  expect(fieldsOf(await ask('/saveBasics', { ...basics, form: 'ring', category: 'rings' }))).toEqual({
    form: 'must be one that all its SKUs fit',
  })
  expect((await ask('/saveBasics', { ...basics, form: 'pendant', category: 'pendants' })).error).toBe(null)
})

test('who may only edit texts adds no product and no sku', async () => {
  const writer = await staffSignedIn(shop, 'content')
  expect((await ask('/addProduct', wishFor(newNumber()), writer)).error).toBe('permission_missing')
  expect((await ask('/addSku', { product_id: 1001, revision: 1, ...sku('NO-1') }, writer)).error).toBe(
    'permission_missing',
  )
})
