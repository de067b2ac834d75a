import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { lateAt, meetingAt, overOrHeld } from '../../../../tests/support/meeting.ts'
import { medusaSample, shopifyFile, shopifySample, wooSample } from '../../../../tests/support/product-exports.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../../tests/support/staff.ts'
import { buildApp } from '../../../app.ts'
import { auditLedger } from '../../../audit/ledger-audit.ts'
import { sql } from '../../../db/database.ts'
import { linesText, saidText } from '../line-rules.ts'
import type { Said } from './plan-products.ts'
import type {
  PlanRowView,
  ProductImportView,
  ProductPlanView,
  ProductsImportedView,
  WordView,
} from './products-contract.ts'

const shop = openShop()
/** What its planted bugs break is found nowhere else. */
const broken = openShop()
let desk: TestStaff
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  desk = await staffSignedIn(shop, 'desk')
})

const bars: WordView = { kind: 'category', theirs: 'Gold bars', ours: 'minted-bars', form: 'minted' }
const coins: WordView = { kind: 'category', theirs: 'Coins', ours: 'bullion-coins', form: 'coin' }
type Extra = { words?: WordView[]; said?: Said[]; language?: string; take?: number[]; texts?: number[]; key?: string }
const wishOf = (text: string, { words = [bars, coins], said = [], language = 'en-US' }: Extra) => ({
  ...{ store: 'id', text, language, premium_bps: 400, words, said: saidText(said) },
})
async function preview(text: string, extra: Extra = {}, at = shop, who = desk) {
  const answer = await askStaff(at, who, '/catalogue/previewProducts', wishOf(text, extra))
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return answer.data as unknown as ProductPlanView
}
type At = { at?: Pick<Shop, 'app'>; who?: TestStaff }
const apply = (
  text: string,
  digest: string,
  { take = [], texts = [], key = randomUUID(), ...extra }: Extra,
  { at = shop, who = desk }: At = {},
) =>
  askStaff(at, { headers: { ...who.headers, 'idempotency-key': key } }, '/catalogue/importProducts', {
    ...wishOf(text, extra),
    ...{ digest, take: linesText(take), texts: linesText(texts), reason: 'We moved here' },
  })
const done = (answer: { data: object }) => answer.data as ProductsImportedView
const whole = async (text: string, extra: Extra = {}, at = shop, who = desk) => {
  const plan = await preview(text, extra, at, who)
  const take = plan.rows.filter(({ problem, does }) => !problem && does !== 'known').map(({ line }) => line)
  return done(await apply(text, plan.digest, { take, ...extra }, { at, who }))
}
const undo = (id: string, at: Pick<Shop, 'app'> = shop, who = desk) =>
  askStaff(at, who, '/catalogue/undoImport', { id, reason: 'The wrong file' })

let named = 0
/** The sample under handles and codes that no test had. */
const fresh = (text = shopifySample) => {
  named += 1
  return text
    .replaceAll(/antam-certi-eye|maple(?=,)/g, (handle) => `${handle}-${named}`)
    .replaceAll(/antam_ce|ANTAM-CE|RCM-MAPLE/g, `X${named}`)
}
const bar = (handle: string, code: string, weight: string, more: Record<string, string> = {}) => ({
  ...{ Handle: handle, Title: 'Bar 24K', Vendor: 'Antam', Type: 'Gold bars', 'Option1 Name': 'Weight' },
  ...{ 'Option1 Value': weight, 'Variant SKU': code, ...more },
})
/** The file with a third weight of its first product, under the next code. */
const withThird = (text: string) =>
  `${text}\n${text
    .split('\n')[2]
    ?.replace('25 g', '50 g')
    .replace(/X\d+-25/, `X${named}-50`)}`
const seen = ({ line, does, weight, karat, fineness, problem, told }: PlanRowView) => [
  ...[line, does, weight, karat, fineness, problem, told],
]
type Row = {
  id: number
  name: Record<string, string>
  category: string
  published: boolean
  code: string
  gross: bigint
  fine: bigint
  premium: number
  stock: number
}
const productsLike = (code: string, at = shop) =>
  at.karat.db.rows<Row>(sql`
    select p.id, p.name, c.slug as category, p.published_at is not null as published, s.code, s.gross_weight_e4 as gross,
      s.fine_weight_e4 as fine, s.premium_bps as premium, s.stock
    from catalogue.skus s join catalogue.products p on p.id = s.product_id join catalogue.categories c on c.id = p.category_id
    where s.code like ${`${code}%`} order by s.id`)

test('a plan says what it read and where, and what it cannot place, and writes nothing', async () => {
  const before = await productsLike('')
  const { rows, open } = await preview(shopifySample, { words: [bars] })
  expect(rows.map(seen)).toEqual([
    [2, 'new_product', '10', 24, 9999, null, null],
    [3, 'new_product', '25', 24, 9999, null, null],
    [5, 'new_product', '31.1035', 24, 9999, 'category_unplaced', 'Coins'],
  ])
  expect(rows[0]).toMatchObject({
    ...{ code: 'ANTAM-CE-10', weight_read: { words: '10 g', from: 'option' }, price: '25500000', premium_bps: 400 },
    fineness_read: { words: '999.9', from: 'title' },
  })
  expect(open).toEqual([{ kind: 'category', theirs: 'Coins', lines: 1 }])
  expect(rows.map(({ images }) => images)).toEqual([3, 3, 0])
  expect(await productsLike('')).toEqual(before)
})

test('what is no export of anybody is named as such', async () => {
  const answer = await askStaff(shop, desk, '/catalogue/previewProducts', wishOf('code,premium_percent\nA,4', {}))
  expect([answer.status, answer.error, answer.data]).toMatchObject([
    422,
    'import_unreadable',
    { problem: 'source_unknown' },
  ])
})

test('what was taken is there for staff alone: no price, no stock, the words in one language', async () => {
  const text = fresh()
  const plan = await preview(text)
  const answer = await apply(text, plan.digest, { take: [2, 5] })
  expect(answer.data).toMatchObject({ products: 2, skus: 2, changed: 0, passed_over: 1 })
  const rows = await productsLike(`X${named}`)
  expect(rows).toMatchObject([
    ...[{ category: 'minted-bars', published: false, gross: 100_011n, fine: 100_000n, premium: 400, stock: 0 }],
    ...[{ category: 'bullion-coins', fine: 311_035n, name: { id: '', zh: '', 'en-US': 'Maple Leaf 1 oz 999.9' } }],
  ])
  const id = rows[0]?.id ?? 0
  const product = await askStaff(shop, desk, `/catalogue/product?id=${id}`)
  expect(product.data.texts).toMatchObject({ description: { 'en-US': 'Minted in Jakarta & sealed.\n\n• LBMA' } })
  const kept = await shop.karat.db.rows<{ action: string; did: string }>(sql`
    select action, details->>'did' as did from staff.actions where person_id = ${desk.id} order by id`)
  expect(kept.map(({ action, did }) => `${action} ${did}`)).toEqual([
    ...['stock.import import_products', 'catalogue.add add_product', 'catalogue.add add_product'],
  ])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('the price of the file is proposed as a premium at the ask of now, and counts only where somebody took it', async () => {
  const text = fresh()
  const { rows } = await preview(text)
  const [bar] = rows
  const proposed = bar?.proposed_bps
  expect(proposed === null || (proposed !== undefined && proposed >= 0 && proposed <= 5000)).toBe(true)
  const ask = shop.karat.prices.of('id', 'IDR').ask
  const price = `${(10_0000n * ask * 1100n) / 1000n / 10_000n}`
  const other = fresh(
    shopifyFile({
      ...{ Handle: 'antam-certi-eye', Title: 'Bar 24K', Vendor: 'Antam', Type: 'Gold bars', 'Option1 Name': 'Weight' },
      ...{ 'Option1 Value': '10 g', 'Variant SKU': 'antam_ce_10', 'Variant Price': `${price}.00` },
    }),
  )
  const plan = await preview(other)
  const said = [{ line: 2, premium_bps: plan.rows[0]?.proposed_bps ?? -1 }]
  expect(said[0]?.premium_bps).toBeGreaterThan(500)
  expect(said[0]?.premium_bps).toBeLessThanOrEqual(1000)
  const taken = await preview(other, { said })
  expect(taken.digest).not.toBe(plan.digest)
  await apply(other, taken.digest, { said, take: [2] })
  expect((await productsLike(`X${named}`))[0]?.premium).toBe(said[0]?.premium_bps)
})

test('what staff say comes before what was read, and a line that lacks something is not taken', async () => {
  const text = fresh(
    shopifyFile({
      ...{ Handle: 'antam-certi-eye', Title: 'Gold bar 999', Vendor: 'Antam', Type: 'Gold bars' },
      ...{
        'Option1 Name': 'Title',
        'Option1 Value': 'Default Title',
        'Variant SKU': 'antam_ce_1',
        'Variant Grams': '10',
      },
    }),
  )
  const plan = await preview(text)
  expect(plan.rows.map(seen)).toEqual([[2, 'new_product', null, null, null, 'weight_unread', null]])
  expect((await apply(text, plan.digest, { take: [2] })).data).toMatchObject({ fields: { take: expect.any(String) } })
  const said = [{ line: 2, weight: '10', karat: 24, fineness: 9999 }]
  expect((await whole(text, { said })).skus).toBe(1)
})

test('the words that placed one file are remembered for the next of that shop', async () => {
  const text = fresh(wooSample.replaceAll('UBS-', `W${named}-`).replaceAll('CINCIN', `W${named}-C`))
  const words: WordView[] = [
    { kind: 'category', theirs: 'Bullion > Bars', ours: 'cast-bars', form: 'cast' },
    { kind: 'category', theirs: 'Rings', ours: 'rings', form: 'ring' },
    { kind: 'brand', theirs: 'UBS', ours: 'UBS Gold', form: null },
  ]
  const plan = await preview(text, { words })
  expect(plan.rows.map(seen)).toEqual([
    [3, 'new_product', '5', 24, 9999, null, null],
    [4, 'new_product', '50', 24, 9999, null, null],
    [5, 'new_product', '3.5', 22, 9160, 'attributes_wrong', null],
  ])
  expect(plan.faults).toEqual([{ line: 6, problem: 'kind_unknown', value: 'grouped' }])
  await apply(text, plan.digest, { words, take: [3, 4] })
  const next = await preview(text, { words: [] })
  expect(next.rows.map(({ does, brand }) => [does, brand])).toEqual([
    ...[
      ['known', 'UBS Gold'],
      ['known', 'UBS Gold'],
      ['new_product', 'Karat Studio'],
    ],
  ])
})

test('Medusa names no maker: its products wait until somebody says whose they are', async () => {
  const category: WordView = { kind: 'category', theirs: 'ptyp_bars', ours: 'cast-bars', form: 'cast' }
  const plan = await preview(medusaSample, { words: [category] })
  expect(plan.rows.map(({ problem }) => problem)).toEqual(['brand_unplaced'])
  expect(plan.open).toEqual([{ kind: 'brand', theirs: '', lines: 1 }])
  const words: WordView[] = [category, { kind: 'brand', theirs: '', ours: 'Valcambi', form: null }]
  expect((await preview(medusaSample, { words })).rows.map(seen)).toEqual([
    [2, 'new_product', '100', 24, 9999, null, null],
  ])
})

test('the same file again changes nothing but what is chosen, and a new variant joins its product', async () => {
  const text = fresh()
  await whole(text)
  const [first] = await productsLike(`X${named}`)
  const more = `${text.replace('Antam CertiEye 999.9', 'CertiEye 999.9').replace('Minted in', 'Made in')}`
  const extended = withThird(more)
  const plan = await preview(extended)
  expect(plan.rows.map(({ line, does, problem }) => [line, does, problem])).toEqual([
    ...[
      [2, 'known', null],
      [3, 'known', null],
      [6, 'new_sku', null],
      [5, 'known', null],
    ],
  ])
  expect((await apply(extended, plan.digest, { take: [2] })).error).toBe('invalid_input')
  const said = [{ line: 2, premium_bps: 333 }]
  const chosen = await preview(extended, { said, language: 'id' })
  const answer = await apply(extended, chosen.digest, { said, language: 'id', take: [2, 6], texts: [2] })
  expect(answer.data).toMatchObject({ products: 0, skus: 1, changed: 2 })
  const rows = await productsLike(`X${named}`)
  expect(rows.map(({ code, premium }) => [code.replace(/X\d+/, 'X'), premium])).toEqual([
    ...[
      ['X-10', 333],
      ['X-25', 400],
      ['X-50', 400],
      ['X-1OZ', 400],
    ],
  ])
  expect(rows[0]?.name).toEqual({ ...first?.name, id: 'CertiEye 999.9' })
  expect((await undo(done(answer).import_id)).data).toEqual({ products: 0, skus: 1, changed: 2 })
  const back = await productsLike(`X${named}`)
  expect(back.map(({ premium }) => premium)).toEqual([400, 400, 400])
  expect(back[0]?.name).toEqual(first?.name)
})

test('a premium that visitors have seen moves by a file no further than by hand: beyond that a second person is asked', async () => {
  const text = fresh()
  await whole(text)
  await shop.karat.db.run(sql`
    update catalogue.products set published_at = now()
    where id in (select product_id from catalogue.skus where code like ${`X${named}-10%`})`)
  const said = [
    { line: 2, premium_bps: 300 },
    { line: 3, premium_bps: 0 },
  ]
  const { digest } = await preview(text, { said })
  const answer = done(await apply(text, digest, { said, take: [2, 3] }))
  expect(answer).toMatchObject({ changed: 1, approval_id: expect.any(String) })
  expect((await productsLike(`X${named}-`)).map(({ premium }) => premium)).toEqual([300, 400, 400])
})

test('codes and attributes that stand twice, and codes of other products, say whose they are', async () => {
  await whole(shopifyFile(bar('own', 'OWN-1', '1 g')))
  const own = (await productsLike('OWN-1'))[0]?.id
  const text = shopifyFile(
    bar('a', 'TWO-1', '1 g'),
    bar('a', 'TWO-2', '1 g'),
    bar('a', 'TWO-1', '2 g'),
    bar('own', 'OWN-2', '1 g'),
  )
  expect((await preview(text)).rows.map(({ problem, told }) => [problem, told])).toEqual([
    [null, null],
    ['same_attributes', 'TWO-1'],
    ['code_twice', '2'],
    ['same_attributes', 'OWN-1'],
  ])
  expect(own).toBeGreaterThan(0)
})

test('two products of a file that are one of ours share its numbers and its attributes', async () => {
  await whole(shopifyFile(bar('pair', 'PAIR-1', '1 g')))
  const text = shopifyFile(
    bar('pair', 'PAIR-2', '2 g'),
    ...[bar('other', 'PAIR-1', '1 g'), bar('other', 'PAIR-3', '3 g'), bar('other', 'PAIR-4', '2 g')],
  )
  expect((await preview(text)).rows.map(({ does, problem, told }) => [does, problem, told])).toEqual([
    ['new_sku', null, null],
    ['known', null, null],
    ['new_sku', null, null],
    ['new_sku', 'same_attributes', 'PAIR-2'],
  ])
  expect(await whole(text)).toMatchObject({ products: 0, skus: 2 })
  expect((await productsLike('PAIR-')).map(({ code }) => code)).toEqual(['PAIR-1', 'PAIR-2', 'PAIR-3'])
})

test('a product whose last number is given takes no more, however few skus it has', async () => {
  await whole(shopifyFile(bar('full', 'FULL-1', '1 g')))
  await shop.karat.db.run(sql`
    insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps)
    select product_id * 100 + 99, product_id, 'FULL-99', 99, attributes || '{"weight": "99"}', gross_weight_e4, fine_weight_e4, fineness,
      karat, premium_bps from catalogue.skus where code = 'FULL-1'`)
  const { rows } = await preview(shopifyFile(bar('full', 'FULL-2', '2 g')))
  expect(rows.map(({ problem, told }) => [problem, told])).toEqual([['too_many', '99']])
})

test('a text that the file leaves empty stays, and one that visitors read is not taken back', async () => {
  const body = { 'Body (HTML)': '<p>Minted</p>' }
  await whole(shopifyFile(bar('said', 'SAID-1', '1 g', body)))
  const [{ id = 0 } = {}] = await productsLike('SAID-')
  const textsOf = async () =>
    (await askStaff(shop, desk, `/catalogue/product?id=${id}`)).data.texts as Record<string, Record<string, string>>
  const bare = shopifyFile(bar('said', 'SAID-1', '1 g', { Title: 'Batang 24K' }))
  const renew = async (text: string, language: string) => {
    const { digest } = await preview(text, { language })
    return done(await apply(text, digest, { language, texts: [2] })).import_id
  }
  await renew(bare, 'en-US')
  expect(await textsOf()).toMatchObject({ name: { 'en-US': 'Batang 24K' }, description: { 'en-US': 'Minted' } })
  const last = await renew(shopifyFile(bar('said', 'SAID-1', '1 g', body)), 'zh')
  const show = (at: Date | null) =>
    shop.karat.db.run(sql`update catalogue.products set published_at = ${at} where id = ${id}`)
  await show(new Date())
  expect((await undo(last)).error).toBe('import_used')
  expect((await textsOf()).description?.zh).toBe('Minted')
  await show(null)
  expect((await undo(last)).error).toBe(null)
  expect((await textsOf()).description?.zh).toBe('')
})

test('a text that is too long is cut between characters', async () => {
  const text = shopifyFile(bar('long', 'LONG-1', '1 g', { Title: `24K ${'o'.repeat(115)}🪙🪙` }))
  expect((await whole(text)).products).toBe(1)
  expect((await productsLike('LONG-'))[0]?.name['en-US']).toBe(`24K ${'o'.repeat(115)}`)
})

test('five thousand lines are shown and read in, and taken back', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    ...{ Handle: `bulk-${at >> 3}`, Title: 'Bar 24K', Vendor: 'Antam', Type: 'Gold bars', 'Option1 Name': 'Weight' },
    ...{
      'Option1 Value': `${(at % 8) + 1} g`,
      'Variant SKU': `BULK-${at}`,
      'Body (HTML)': `<p>${'gold '.repeat(60)}</p>`,
    },
  }))
  const answer = await whole(shopifyFile(...rows))
  expect(answer, JSON.stringify(answer).slice(0, 400)).toMatchObject({ products: 625, skus: 5000, passed_over: 0 })
  const list = await askStaff(shop, desk, '/catalogue/productImports')
  expect((list.data.imports as ProductImportView[])[0]).toMatchObject({
    id: answer.import_id,
    skus: 5000,
    undone_at: null,
  })
  expect((await undo(answer.import_id)).data).toEqual({ products: 625, skus: 5000, changed: 0 })
  expect(await productsLike('BULK-')).toEqual([])
  expect((await undo(answer.import_id)).error).toBe('not_found')
}, 60_000)

test('an import of which something was shown or received stays', async () => {
  const [shown, received] = [fresh(), fresh()]
  const one = await whole(shown)
  const [{ id = 0 } = {}] = await productsLike(`X${named - 1}-10`)
  await shop.karat.db.run(sql`update catalogue.products set published_at = now() where id = ${id}`)
  expect((await undo(one.import_id)).error).toBe('import_used')
  await shop.karat.db.run(
    sql`update catalogue.products set published_at = null, first_published_at = now() where id = ${id}`,
  )
  expect((await undo(one.import_id)).error).toBe('import_used')
  const two = await whole(received)
  await shop.karat.db.run(sql`
    insert into catalogue.stock_moves (sku_id, quantity, reason, reference, actor, note)
    select id, 1, 'counted', gen_random_uuid()::text, 'test', 'found' from catalogue.skus where code = ${`X${named}-25`}`)
  expect((await undo(two.import_id)).error).toBe('import_used')
  expect(await productsLike(`X${named}-`)).toHaveLength(3)
})

test('what another import or a hand added to its products stays until that is taken back', async () => {
  const text = fresh()
  const one = await whole(text)
  const two = await whole(withThird(text))
  expect(two.skus).toBe(1)
  expect((await undo(one.import_id)).error).toBe('import_used')
  expect(await productsLike(`X${named}-`)).toHaveLength(4)
  expect((await undo(two.import_id)).data).toEqual({ products: 0, skus: 1, changed: 0 })
  const [{ id = 0 } = {}] = await productsLike(`X${named}-10`)
  const name = `own-${randomBytes(12).toString('hex')}`
  await shop.karat.db.run(sql`
    insert into catalogue.pictures (name, product_id, width, height, blur, made_by) values (${name}, ${id}, 9, 9, '', 'test')`)
  expect((await undo(one.import_id)).error).toBe('import_used')
  await shop.karat.db.run(sql`delete from catalogue.pictures where name = ${name}`)
  expect((await undo(one.import_id)).data).toEqual({ products: 2, skus: 3, changed: 0 })
})

/** Two people with one file, both shown the same plan, each at a process of their own. */
async function twoImports(at: Shop) {
  const other = await buildApp({ ...at.karat })
  const who = await staffSignedIn(at, 'desk')
  const text = fresh()
  const { digest } = await preview(text, {}, at, who)
  const plant = at.intercept.current
  const meet = meetingAt('pg_advisory_xact_lock', 2)
  at.intercept.current = async (statement) => {
    await meet(statement)
    return plant ? plant(statement) : statement
  }
  const answers = await Promise.all(
    [at.app, other].map((app) => apply(text, digest, { take: [2] }, { at: { app }, who })),
  )
  at.intercept.current = undefined
  await other.close()
  return answers.map(({ error }) => error).sort()
}

test('one file read in twice at once is read in once', async () => {
  expect(await twoImports(shop)).toEqual(['edited_meanwhile', null].sort())
  expect(await productsLike(`X${named}-10`)).toHaveLength(1)
})

/** Somebody shows a product of an import that is taken back at that moment. */
const unpublish = /delete from catalogue.skus/
async function undoBesideShow(at: Shop, plant: (text: string) => string) {
  const who = await staffSignedIn(at, 'desk')
  const { import_id: id } = await whole(fresh(), {}, at, who)
  const [{ id: product = 0 } = {}] = await productsLike(`X${named}-10`, at)
  let undone: Awaited<ReturnType<typeof undo>> | undefined
  const show = () => at.karat.db.run(sql`update catalogue.products set published_at = now() where id = ${product}`)
  return {
    id,
    product,
    show,
    plant,
    undone,
    who,
    take: async () => (undone = await undo(id, at, who)),
    outcome: () => undone?.error,
  }
}

test('control: an undo that does not hold what it takes back is refused by the database', async () => {
  const one = await undoBesideShow(broken, (text) => text.replace('order by id for update', 'order by id'))
  await lateAt(broken, { at: unpublish, plant: one.plant }, one.take, one.show)
  expect(one.outcome()).toBe('import_used')
  expect(await productsLike(`X${named}-10`, broken)).toHaveLength(1)
})

test('a product that is shown while its import is taken back waits, and then is not there', async () => {
  const one = await undoBesideShow(shop, (text) => text)
  let showing: Promise<number> | undefined
  await lateAt(shop, { at: unpublish, plant: one.plant }, one.take, async () => {
    showing = one.show()
  })
  expect([one.outcome(), await showing]).toEqual([null, 0])
})

/** A premium of what nobody has seen goes back further than one person may while somebody shows it. */
async function premiumBesideShow(at: Shop) {
  const who = await staffSignedIn(at, 'desk')
  const text = fresh()
  await whole(text, {}, at, who)
  const said = [{ line: 2, premium_bps: 4000 }]
  const { digest } = await preview(text, { said }, at, who)
  const { import_id: id } = done(await apply(text, digest, { said, take: [2] }, { at, who }))
  const [{ id: product = 0 } = {}] = await productsLike(`X${named}-10`, at)
  const state = { isShown: false, undone: null as string | null | undefined }
  return {
    state,
    take: async () => {
      state.undone = (await undo(id, at, who)).error
    },
    show: async () => {
      await at.karat.db.run(sql`update catalogue.products set published_at = now() where id = ${product}`)
      state.isShown = true
    },
  }
}
const premiumBack = /set premium_bps = n.before/

test('control: an undo that does not hold what it changed puts the premium back under what is shown', async () => {
  const one = await premiumBesideShow(broken)
  const plant = (text: string) => text.replace('order by id for no key update', 'order by id')
  await lateAt(broken, { at: premiumBack, plant }, one.take, one.show)
  expect(one.state).toEqual({ isShown: true, undone: null })
})

test('a product that is shown while its premium goes back waits for that', async () => {
  const one = await premiumBesideShow(shop)
  let showing: Promise<void> | undefined
  await lateAt(shop, { at: premiumBack, plant: (text) => text }, one.take, async () => {
    showing = one.show()
    await overOrHeld(shop, showing)
    expect(one.state.isShown).toBe(false)
  })
  await showing
  expect(one.state).toEqual({ isShown: true, undone: null })
})
