/** Pieces known by the number that their maker stamped: received, found, asked for, and never twice. */
import { beforeEach, expect, test } from 'vitest'
import { fromMaker } from '../../tests/support/goods.ts'
import { metAt } from '../../tests/support/meeting.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import type { PassportView } from './contract.ts'
import type { OfficeMaker, OfficeProductView } from './office-contract.ts'
import { isOurPiece } from './piece-queries.ts'

const shop = openShop()
/** What its planted bugs break is found nowhere else. */
const broken = openShop()
let desk: TestStaff
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  desk = await staffSignedIn(shop, 'desk')
})

const pamp = { code: 'PAMP', name: 'PAMP', forms: ['@######'], check: 'none', seen: null }
const perth = { ...pamp, code: 'PERTH', name: 'The Perth Mint' }
const save = (wish: object, at = shop, who = desk) => askStaff(at, who, '/catalogue/saveMaker', wish)
const makers = async (at = shop, who = desk) =>
  (await askStaff(at, who, '/catalogue/makers')).data.makers as unknown as OfficeMaker[]
const today = new Date().toISOString().slice(0, 10)
const receive = (skuId: number, serials: string) =>
  askStaff(shop, desk, '/stock/receive', { sku_id: skuId, serials, assayed_on: today, ...fromMaker })
const passport = async (serial: string) =>
  (await call(shop, null, `/product/getPassport?serial=${encodeURIComponent(serial)}`)).data as unknown as PassportView

type Brand = { brand: string; product: number; sku: number; code: string }
/** A sku of each of two brands of bars of the store. */
async function twoBrands(): Promise<[Brand, Brand]> {
  const rows = await shop.karat.db.rows<Brand>(sql`
    select distinct on (p.brand) p.brand, p.id as product, s.id as sku, s.code
    from catalogue.products p join catalogue.skus s on s.product_id = p.id
    where p.kind in ('bar', 'coin') and p.store = 'id' order by p.brand, s.id limit 2`)
  const [first, second] = rows
  if (!first || !second) throw new Error('the demo shop has no two brands')
  return [first, second]
}

test('pieces come in by the number that their maker stamps, are found by it, and nobody has it twice', async () => {
  const [first, second] = await twoBrands()
  expect((await save({ ...pamp, brands: [first.brand] })).error).toBeNull()
  expect((await save({ ...perth, brands: [second.brand.toUpperCase()] })).error).toBeNull()
  const shown = (await askStaff(shop, desk, `/catalogue/product?id=${first.product}`))
    .data as unknown as OfficeProductView
  expect(shown.maker).toEqual({ code: 'PAMP', forms: ['@######'], check: 'none' })
  expect(await passport('C777777'), 'no number of ours, but it may be one of a maker').toMatchObject({
    verdict: 'unknown',
  })

  const wrong = await receive(first.sku, 'C012345\nC01\nKM-7F3Q-X2MR\nC000009..C000001')
  expect(wrong.error).toBe('pieces_wrong')
  expect(
    (wrong.data.faults as { line: number; problem: string }[]).map(({ line, problem }) => [line, problem]),
  ).toEqual([
    [2, 'wrong_form'],
    [3, 'wrong_form'],
    [4, 'wrong_range'],
  ])
  expect((await receive(first.sku, 'PAMP C012345, PAMP C-020000 .. c-020002')).data).toEqual({
    added: 4,
    serials: ['PAMP C012345', 'PAMP C020000', 'PAMP C020001', 'PAMP C020002'],
  })
  expect((await receive(first.sku, 'C020003\nC020002')).data.faults).toEqual([
    { line: 2, typed: 'PAMP C020002', problem: 'known', told: expect.any(String) },
  ])
  for (const typed of ['C012345', 'pamp c012345', 'https://shop.example/product/passport?serial=PAMP%20C012345']) {
    expect(await passport(typed), typed).toMatchObject({ verdict: 'genuine', serial: 'PAMP C012345' })
    const { data } = await askStaff(shop, desk, `/stock/piece?serial=${encodeURIComponent(typed)}`)
    expect(data, typed).toMatchObject({ serial: 'PAMP C012345', brand: first.brand })
  }
  const rows = async (q: string) => {
    const { data } = await askStaff(shop, desk, `/stock/pieces?q=${encodeURIComponent(q)}`)
    return (data.rows as { serial: string }[]).map(({ serial }) => serial)
  }
  expect(await rows('C0200')).toEqual(['PAMP C020000', 'PAMP C020001', 'PAMP C020002'])
  expect(await rows('PAMP C012345')).toEqual(['PAMP C012345'])

  expect((await receive(second.sku, 'C012345')).data, 'another maker stamps the same').toMatchObject({ added: 1 })
  const both = [
    { serial: 'PAMP C012345', brand: first.brand },
    { serial: 'PERTH C012345', brand: second.brand },
  ]
  expect(await passport('C012345')).toEqual({ verdict: 'several', serial: 'C012345', piece: null, choices: both })
  expect(await passport('PERTH C012345')).toMatchObject({ verdict: 'genuine', piece: { brand: second.brand } })
  const steal = (serial: string) => askStaff(shop, desk, '/stock/reportStolen', { serial, reason: 'Its owner said so' })
  expect((await steal('C012345')).error).toBe('piece_ambiguous')
  expect((await steal('PERTH C012345')).error).toBeNull()
  expect(await passport('PERTH C012345')).toMatchObject({ verdict: 'reported_stolen' })
  expect(await passport('PAMP C012345')).toMatchObject({ verdict: 'genuine' })

  const bar = {
    store: 'id',
    kind: 'bar',
    fineness: '999.9',
    place: 'JKT-1',
    reason: 'For the test of makers',
    maker: first.brand,
  }
  const known = await askStaff(shop, desk, '/vault/receive', { ...bar, bars: 'c-012345, 10' })
  expect(known.data.faults, 'it is a numbered piece already').toMatchObject([{ line: 1, problem: 'known' }])
  const byCode = await askStaff(shop, desk, '/vault/receive', { ...bar, maker: 'pamp', bars: 'PAMP-C012345, 10' })
  expect(byCode.data.faults, 'whatever its maker is called there').toMatchObject([{ line: 1, problem: 'known' }])
  expect(await auditVault(shop)).toEqual([])
})

test('a number that is typed as it is shown names that piece alone, whatever another maker stamps', async () => {
  const [, second] = await twoBrands()
  const perthNow = (await makers()).find(({ code }) => code === 'PERTH')
  const any = { ...perth, brands: [second.brand], forms: [], seen: perthNow?.seen ?? null }
  expect((await save(any)).error).toBeNull()
  expect((await receive(second.sku, 'PAMP C012345')).data, 'a label of another maker was scanned').toMatchObject({
    added: 1,
  })
  expect(await passport('PAMP C012345')).toMatchObject({ verdict: 'genuine', serial: 'PAMP C012345' })
  expect(await passport('PERTH PAMPC012345')).toMatchObject({ verdict: 'genuine', serial: 'PERTH PAMPC012345' })
  expect(await passport('PAMPC012345')).toMatchObject({ verdict: 'several' })
})

test('what no number can be is told apart, also beside makers, and breaks nothing', async () => {
  const own = await shop.karat.db.row<{ serial: string }>(
    sql`select serial from catalogue.pieces where serial not like '%:%' limit 1`,
  )
  const wrong = own?.serial.replace(/.$/, (last) => (last === '7' ? '8' : '7')) ?? ''
  expect(await passport(wrong)).toMatchObject({ verdict: 'mistyped' })
  expect(await passport('no number')).toMatchObject({ verdict: 'not_a_serial' })
  for (const hostile of [
    'https://x.example?serial=%00',
    'https://x.example?serial=C1%2500',
    'A\u001d1',
    '%'.repeat(60),
  ])
    expect((await passport(hostile)).piece, hostile).toBeNull()
})

test('a piece of ours is found in what a seller writes around its number', async () => {
  for (const text of ['C012345', '10 g PAMP C 012345', 'No. C 012345', 'PAMP Suisse C-012345 999.9'])
    expect(await isOurPiece(shop.karat.db, text), text).toBe(true)
  for (const text of ['PAMP C 999998', '10 g', '']) expect(await isOurPiece(shop.karat.db, text), text).toBe(false)
})

test('labels are sheets of what is asked for, and of nothing that is no piece', async () => {
  const { data } = await askStaff(shop, desk, '/stock/pieces?size=30')
  const serials = (data.rows as { serial: string }[]).map(({ serial }) => serial)
  const labels = (named: string[]) =>
    shop.app.inject({
      url: `/api/admin/stock/labels?serials=${encodeURIComponent(named.join(','))}`,
      headers: desk.headers,
    })
  const [sheets, one] = await Promise.all([labels(serials), labels(['PAMP C012345'])])
  expect([sheets.headers['content-type'], sheets.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  const pages = (body: string) => body.match(/\/Type \/Page\b/g)?.length
  expect([pages(sheets.body), pages(one.body)]).toEqual([2, 1])
  expect((await labels(['PAMP C999999'])).json()).toMatchObject({ error: 'not_found' })
})

test('a file of pieces names numbers as they are stamped', async () => {
  const [{ code }] = await twoBrands()
  const text = `code,serial\n${code},C030001\n${code},C03\n${code},C012345`
  const plan = await askStaff(shop, desk, '/stock/previewImport', { kind: 'pieces', text })
  expect(plan.data).toMatchObject({
    changes: [{ line: 2, after: 'PAMP C030001' }],
    faults: [{ line: 3, column: 'serial', problem: 'wrong_form' }],
  })
})

test('a maker keeps its code; a brand has one maker, and no code begins another', async () => {
  const [{ brand: mint }] = await twoBrands()
  const [first] = await makers()
  expect(first).toMatchObject({ code: 'PAMP', brands: [mint], pieces: 4 })
  const theirs = { ...pamp, code: 'MKS', name: 'MKS', brands: [mint] }
  expect((await save(theirs)).data.fields).toEqual({ brands: `${mint} belongs to PAMP already` })
  expect((await save({ ...theirs, code: 'PA', brands: ['MKS'] })).data.fields).toEqual({
    code: 'is, or begins like, the code of PAMP',
  })
  expect((await save({ ...theirs, code: 'PAMPSUISSE', brands: ['MKS'] })).data.fields).toEqual({
    code: 'is, or begins like, the code of PAMP',
  })
  expect((await save({ ...pamp, brands: [mint], forms: ['.*'] })).error).toBe('invalid_input')
  expect((await save({ ...pamp, brands: [mint], seen: '2020-01-01T00:00:00.000Z' })).error).toBe('edited_meanwhile')
  const changed = { ...pamp, forms: ['@######', '@#######'], brands: [mint, 'Karat Coin'], seen: first?.seen }
  expect((await save(changed)).error).toBeNull()
  expect((await makers())[0]).toMatchObject({
    brands: expect.arrayContaining(['karat coin', mint]),
    forms: ['@######', '@#######'],
    pieces: 4,
  })
  for (const change of [
    sql`update catalogue.makers set code = 'OTHER' where code = 'PAMP'`,
    sql`delete from catalogue.makers where code = 'PAMP'`,
  ])
    await expect(shop.karat.db.run(change)).rejects.toThrow(/keeps its code/)
  const writer = await staffSignedIn(shop, 'content')
  expect((await save(changed, shop, writer)).error).toBe('permission_missing')
})

/** Two of the desk add makers at once, of which the code of one begins that of the other. */
async function addedAtOnce(meetsAt: string | RegExp, plant = (text: string) => text): Promise<number> {
  const clerk = await staffSignedIn(broken, 'desk')
  const before = (await makers(broken, clerk)).length
  broken.intercept.current = metAt(meetsAt, 2, plant)
  const wish = (code: string) => ({ ...pamp, code: code + before, name: code, brands: [`${code} ${before}`] })
  await Promise.all([
    save({ ...wish('MKS'), code: `M${before}` }, broken, clerk),
    save({ ...wish('MKS 2'), code: `M${before}X` }, broken, clerk),
  ])
  broken.intercept.current = undefined
  return (await makers(broken, clerk)).length - before
}
const LOCK = 'lock table catalogue.makers in share row exclusive mode'

test('of two makers at once, of which one’s code begins the other’s, one is added', async () => {
  expect(await addedAtOnce(LOCK)).toBe(1)
})

test('control: makers that are looked at without a hold are both added', async () => {
  expect(await addedAtOnce('insert into catalogue.makers', (text) => text.replace(LOCK, 'select 1'))).toBe(2)
})
