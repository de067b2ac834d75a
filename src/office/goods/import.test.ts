import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { buildApp } from '../../app.ts'
import { auditLedger } from '../../audit/ledger-audit.ts'
import { makerLetters, serialOf, showSerial } from '../../catalogue/serial-rules.ts'
import { sql } from '../../db/database.ts'
import type { ImportPlanView } from './import-contract.ts'
import { todayOf } from './import-file.ts'

const shop = openShop()
/** What its planted bugs break is found nowhere else. */
const broken = openShop()
let desk: TestStaff
beforeEach(async () => {
  shop.intercept.current = broken.intercept.current = undefined
  desk = await staffSignedIn(shop, 'desk')
})

const reason = 'The count of the month'
const preview = async (kind: string, text: string, at = shop, who = desk) => {
  const answer = await askStaff(at, who, '/stock/previewImport', { kind, text })
  expect(answer.status).toBe(200)
  return answer.data as unknown as ImportPlanView
}
type Applying = { at?: Pick<Shop, 'app'>; who?: TestStaff; key?: string; take?: number[] }
const apply = (kind: string, text: string, digest: string, how: Applying = {}) => {
  const { at = shop, who = desk, key = randomUUID(), take } = how
  const headers = { ...who.headers, 'idempotency-key': key }
  return askStaff(at, { headers }, '/stock/applyImport', { kind, text, digest, reason, ...(take && { take }) })
}
type Sku = { id: number; code: string; stock: number; brand: string; premium: number }
const skusOf = ({ karat }: Shop, kind: string) =>
  karat.db.rows<Sku>(sql`
    select s.id, s.code, s.stock, p.brand, s.premium_bps as premium from catalogue.skus s join catalogue.products p on p.id = s.product_id
    where p.kind = ${kind} and p.store = 'id' and s.stock > 2 order by s.id`)
const one = async (at: Shop, kind: string, place = 0) => {
  const sku = (await skusOf(at, kind))[place]
  if (!sku) throw new Error(`the demo shop has no ${kind}`)
  return sku
}
let made = 0n
const newSerial = (brand: string) => showSerial(serialOf(makerLetters(brand), 700_000n + made++))
const percent = (points: number) => (points / 100).toFixed(2)
const problems = ({ faults }: ImportPlanView) => faults.map(({ line, column, problem }) => [line, column, problem])

test('every fault is named by line and column, and nothing of such a file is done', async () => {
  const [ring, bar] = [await one(shop, 'jewellery'), await one(shop, 'bar')]
  const text = `\ufeffcode;counted;note\r\n${ring.code};${ring.stock};fine\r\nNO-SUCH;3;\r\n${bar.code};4;\r\n${ring.code};1;\r\n`
  const plan = await preview('counts', text)
  expect(problems(plan)).toEqual([
    [3, 'code', 'code_unknown'],
    [4, 'counted', 'has_numbers'],
    [5, 'code', 'code_twice'],
  ])
  expect(plan).toMatchObject({ unread: ['note'], changes: [], unchanged: 1 })
  const refused = await apply('counts', text, plan.digest)
  expect([refused.status, refused.error]).toEqual([422, 'import_wrong'])
  expect((refused.data.faults as object[]).length).toBe(3)
})

test.each([
  ['counts', 'code,other\n1,2', [[1, 'counted', 'column_missing']]],
  ['counts', 'code,counted,counted\n1,2,3', [[1, 'counted', 'column_twice']]],
  ['counts', 'code,counted', [[1, '', 'no_lines']]],
  ['premiums', 'code,premium_percent\n"A,1', [[2, '', 'unreadable']]],
  ['premiums', 'code,premium_percent\nA,4,\nA,4,50', [[3, '', 'too_many_cells']]],
  ['counts', `code,counted\n${'x,1\n'.repeat(5001)}`, [[5002, '', 'too_many_lines']]],
])('a file of %s that is no file of them says so', async (kind, text, expected) => {
  expect(problems(await preview(kind, text))).toEqual(expected)
})

test('premiums change in the shop with the import, and the same file again changes nothing', async () => {
  const [first, second] = [await one(shop, 'bar'), await one(shop, 'bar', 1)]
  const text = `code,premium_percent\n${first.code},"${String((first.premium + 25) / 100).replace('.', ',')}"\n${second.code},\n`
  const plan = await preview('premiums', text)
  expect(plan.changes).toHaveLength(1)
  expect((await apply('premiums', text, plan.digest)).data).toEqual({
    changed: 1,
    unchanged: 1,
    passed_over: 0,
    approval_id: null,
  })
  expect(shop.karat.catalogue.sku('id', first.id)?.sku.premiumBps).toBe(first.premium + 25)
  const again = await preview('premiums', text)
  expect(again).toMatchObject({ changes: [], unchanged: 2 })
  expect((await apply('premiums', text, plan.digest)).error).toBe('edited_meanwhile')
  expect((await apply('premiums', text, again.digest)).data).toEqual({
    changed: 0,
    unchanged: 2,
    passed_over: 0,
    approval_id: null,
  })
  expect(problems(await preview('premiums', `code,premium_percent\n${first.code},51`))).toEqual([
    [2, 'premium_percent', 'not_percent'],
  ])
})

test('what the catalogue exports is read in again and changes nothing', async () => {
  const { body } = await shop.app.inject({ url: '/api/admin/catalogue/export', headers: desk.headers })
  for (const kind of ['premiums', 'counts']) {
    const plan = await preview(kind, body)
    expect(plan.faults).toEqual([])
    expect(plan.changes).toEqual([])
    expect(plan.unchanged).toBeGreaterThan(100)
  }
})

test('one key does one import, whatever the answer was lost to', async () => {
  const ring = await one(shop, 'jewellery')
  const text = `code\tcounted\n${ring.code}\t${ring.stock + 2}`
  const { digest } = await preview('counts', text)
  const key = randomUUID()
  const answers = [await apply('counts', text, digest, { key }), await apply('counts', text, digest, { key })]
  expect(answers.map(({ data }) => data)).toEqual([
    { changed: 1, unchanged: 0, passed_over: 0, approval_id: null },
    { changed: 1, unchanged: 0, passed_over: 0, approval_id: null },
  ])
  expect((await one(shop, 'jewellery')).stock).toBe(ring.stock + 2)
  const kept = await shop.karat.db.row(sql`select reason, details->>'changed' as changed from staff.actions
    where person_id = ${desk.id} and action = 'stock.import' and outcome = 'done'`)
  expect(kept).toEqual({ reason, changed: '1' })
})

test('pieces come in by file; those that are here already are passed over', async () => {
  const bar = await one(shop, 'bar', 2)
  const [first, second, third] = [newSerial(bar.brand), newSerial(bar.brand), newSerial(bar.brand)]
  const lines = (...rows: string[]) => ['serial,assayed_on,code', ...rows].join('\n')
  const text = lines(`${first},2026-01-31,${bar.code}`, `${second.toLowerCase()},,${bar.code}`)
  const plan = await preview('pieces', text)
  expect(plan.changes.map(({ after, assayed_on }) => [after, assayed_on])).toEqual([
    [first, '2026-01-31'],
    [second, todayOf(shop.karat)],
  ])
  expect((await apply('pieces', text, plan.digest)).data).toEqual({
    changed: 2,
    unchanged: 0,
    passed_over: 0,
    approval_id: null,
  })
  expect((await one(shop, 'bar', 2)).stock).toBe(bar.stock + 2)
  expect(await preview('pieces', text)).toMatchObject({ changes: [], faults: [], unchanged: 2 })
  const [other, ring] = [await one(shop, 'bar', 0), await one(shop, 'jewellery')]
  const wrong = await preview(
    'pieces',
    lines(`${first},,${other.code}`, `${third},2999-01-01,${bar.code}`, `${third},,${ring.code}`, `KM,,${bar.code}`),
  )
  const expected = [3, 'assayed_on', 'not_a_day']
  expect(problems(wrong)).toContainEqual(expected)
  expect(problems(wrong).map(([line]) => line)).toEqual([2, 3, 4, 5])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a file says from whom pieces were bought, and for how much; what it says by halves is a fault of its line', async () => {
  const bar = await one(shop, 'bar', 2)
  const serials = [1, 2, 3, 4].map(() => newSerial(bar.brand))
  const head = 'code;serial;supplier;unit_cost;papers'
  const file = (...ends: string[]) => [head, ...ends.map((end, at) => `${bar.code};${serials[at]};${end}`)].join('\n')
  const wrong = await preview('pieces', file(';25000000;yes', 'Antam;25 juta;', 'Antam;;maybe'))
  expect(problems(wrong)).toEqual([
    [2, 'supplier', 'supplier_missing'],
    [3, 'unit_cost', 'not_amount'],
    [4, 'papers', 'not_yes_no'],
  ])
  const text = file('Antam;25000000;Ya', 'Antam;25100000;yes', 'Toko Emas Cikini;;no', ';;')
  const { digest } = await preview('pieces', text)
  const { digest: other } = await preview('pieces', text.replace('25100000', '25100001'))
  expect(other, 'what is shown is what is done').not.toBe(digest)
  expect((await apply('pieces', text, digest)).data).toMatchObject({ changed: 4 })
  const rows = await shop.karat.db.rows(sql`
    select a.supplier, a.papers_complete as papers, n.cost_minor as cost, n.cost_currency as currency
    from catalogue.pieces n left join catalogue.arrivals a on a.id = n.arrival_id
    where n.serial = any(${serials.map((serial) => serial.replaceAll('-', ''))}) order by n.cost_minor, a.supplier`)
  expect(rows).toEqual([
    { supplier: 'Antam', papers: true, cost: 25_000_000n, currency: 'IDR' },
    { supplier: 'Antam', papers: true, cost: 25_100_000n, currency: 'IDR' },
    { supplier: 'Toko Emas Cikini', papers: false, cost: null, currency: null },
    { supplier: null, papers: null, cost: null, currency: null },
  ])
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('a file of as many lines as may be is shown and done', async () => {
  const bar = await one(shop, 'bar', 3)
  const text = ['code,serial', ...Array.from({ length: 5000 }, () => `${bar.code},${newSerial(bar.brand)}`)].join('\n')
  const plan = await preview('pieces', text)
  expect(plan).toMatchObject({ faults: [], unchanged: 0 })
  expect((await apply('pieces', text, plan.digest)).data).toEqual({
    changed: 5000,
    unchanged: 0,
    passed_over: 0,
    approval_id: null,
  })
  expect((await one(shop, 'bar', 3)).stock).toBe(bar.stock + 5000)
})

const exported = async (at = shop, who = desk) =>
  (await at.app.inject({ url: '/api/admin/catalogue/export', headers: who.headers })).body
/** The line of an export that is a sku's, with another value in one of its columns. */
const lineWith = (file: string, { code }: { code: string }, column: string, value: string) => {
  const [head = '', ...lines] = file.replace('\ufeff', '').trim().split('\r\n')
  const cells = (lines.find((line) => line.startsWith(`${code},`)) ?? '').split(',')
  cells[head.split(',').indexOf(column)] = value
  return `${head}\r\n${cells.join(',')}`
}
const setPremium = (sku: Sku, to: number, at = shop, who = desk) =>
  askStaff(at, who, '/catalogue/changePremium', { sku_id: sku.id, premium_bps: to, seen_bps: sku.premium, reason })

test('an old export undoes nothing of what came after it, but what is taken line by line', async () => {
  const [bar, ring] = [await one(shop, 'bar', 5), await one(shop, 'jewellery', 5)]
  const old = await exported()
  await setPremium(bar, bar.premium + 30)
  await askStaff(shop, desk, '/stock/count', {
    ...{ sku_id: ring.id, counted: ring.stock + 4, expected: ring.stock, reason },
  })
  for (const kind of ['premiums', 'counts']) {
    const plan = await preview(kind, old)
    expect(plan).toMatchObject({ changes: [], since: [] })
    expect((await apply(kind, old, plan.digest)).data).toMatchObject({ changed: 0, passed_over: 0, approval_id: null })
  }
  const counted = `code,counted,seen\n${ring.code},${ring.stock + 1},premium:${ring.premium} counted:${ring.stock}`
  const recount = await preview('counts', counted)
  expect(recount.since.map(({ code }) => code)).toEqual([ring.code])
  expect((await apply('counts', counted, recount.digest)).data).toMatchObject({ changed: 0, passed_over: 1 })
  expect((await one(shop, 'bar', 5)).premium).toBe(bar.premium + 30)
  expect((await one(shop, 'jewellery', 5)).stock).toBe(ring.stock + 4)
  const typed = percent(bar.premium + 75)
  const comma = typed.replace('.', ',')
  const edited = lineWith(old, bar, 'premium_percent', comma).replace(`,${comma},`, `,"${comma}",`)
  const plan = await preview('premiums', edited)
  expect(plan.since).toEqual([
    {
      ...{ line: 2, code: bar.code, assayed_on: null, after: typed },
      ...{ seen: percent(bar.premium), before: percent(bar.premium + 30) },
    },
  ])
  expect((await apply('premiums', edited, plan.digest, { take: [3] })).data).toMatchObject({
    fields: { take: 'must be lines that have changed since, each once' },
  })
  expect((await apply('premiums', edited, plan.digest, { take: [2, 2] })).error).toBe('invalid_input')
  expect((await apply('premiums', edited, plan.digest, { take: [2] })).data).toMatchObject({ changed: 1 })
  expect((await one(shop, 'bar', 5)).premium).toBe(bar.premium + 75)
})

test('what was seen is read however a spreadsheet wrote the file, and nonsense there is a fault', async () => {
  const bar = await one(shop, 'bar', 6)
  const again = `code;premium_percent;seen\n${bar.code};7,5;premium:${bar.premium}`
  expect((await preview('premiums', again)).changes).toHaveLength(1)
  for (const seen of ['450', 'premium:4.50', 'counted:3', '=premium:1'])
    expect(problems(await preview('premiums', `code;premium_percent;seen\n${bar.code};7,5;${seen}`))).toEqual([
      [2, 'seen', 'seen_unreadable'],
    ])
})

test('every sku that a file changes has its own line in the audit log', async () => {
  const [first, second, ring] = [await one(shop, 'bar', 7), await one(shop, 'bar', 8), await one(shop, 'jewellery', 7)]
  const premiums = `code,premium_percent\n${first.code},${percent(first.premium + 80)}\n${second.code},${percent(second.premium + 90)}`
  await apply('premiums', premiums, (await preview('premiums', premiums)).digest)
  const counts = `code,counted\n${ring.code},${ring.stock + 1}`
  await apply('counts', counts, (await preview('counts', counts)).digest)
  const kept =
    await shop.karat.db.rows(sql`select action, subject_id as code, reason, details - 'file' as details from staff.actions
    where person_id = ${desk.id} and subject_kind = 'sku' order by id`)
  const premium = { action: 'catalogue.price', reason }
  expect(kept).toEqual([
    {
      ...premium,
      code: first.code,
      details: { did: 'change_premium', before_bps: first.premium, after_bps: first.premium + 80 },
    },
    {
      ...premium,
      code: second.code,
      details: { did: 'change_premium', before_bps: second.premium, after_bps: second.premium + 90 },
    },
    {
      ...{ action: 'stock.count', reason, code: ring.code },
      details: { did: 'count', before: ring.stock, after: ring.stock + 1 },
    },
  ])
})

test('a process reads one file at a time and tells the next', async () => {
  const bar = await one(shop, 'bar')
  const text = `code,premium_percent\n${bar.code},\n`
  const ask = () => askStaff(shop, desk, '/stock/previewImport', { kind: 'premiums', text })
  let others: (string | null)[] = []
  shop.intercept.current = async (statement) => {
    if (!statement.includes('s.code = any')) return statement
    shop.intercept.current = undefined
    others = await Promise.all([ask(), apply('premiums', text, '0'.repeat(64))]).then((all) =>
      all.map(({ error }) => error),
    )
    return statement
  }
  expect((await ask()).error).toBe(null)
  expect(others).toEqual(['import_running', 'import_running'])
  expect((await ask()).error).toBe(null)
})

/** A premium is changed by hand while a file that was shown before is read in. */
async function importBesideChange(at: Shop) {
  const who = await staffSignedIn(at, 'desk')
  const bar = await one(at, 'bar', 1)
  const text = lineWith(await exported(at, who), bar, 'premium_percent', percent(bar.premium + 50))
  const { digest } = await preview('premiums', text, at, who)
  const plant = at.intercept.current
  const meet = meetingAt('for no key update', 2)
  at.intercept.current = async (statement) => {
    await meet(statement)
    return plant ? plant(statement) : statement
  }
  const answers = await Promise.all([
    apply('premiums', text, digest, { at, who }),
    setPremium(bar, bar.premium + 60, at, who),
  ])
  at.intercept.current = undefined
  return answers.map(({ error }) => error)
}

test('a premium that somebody changes meanwhile is not undone by a file', async () => {
  const [read, changed] = await importBesideChange(shop)
  expect([read, changed].filter((error) => error === 'edited_meanwhile')).toHaveLength(1)
})

test('control: a file that does not wait for a change undoes it', async () => {
  const meet = meetingAt('set premium_bps = new', 2)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('for no key update')) return text
    planted = true
    return text.replace(/for no key update( of s)?/, '')
  }
  expect(await importBesideChange(broken)).toEqual([null, null])
  expect(planted).toBe(true)
})

/** Two people with the same file, both shown the same plan, at once, each at a process of their own. */
async function twoImports(at: Shop) {
  const other = await buildApp({ ...at.karat })
  const who = await staffSignedIn(at, 'desk')
  const ring = await one(at, 'jewellery', 1)
  const text = `code,counted\n${ring.code},${ring.stock + 5}`
  const { digest } = await preview('counts', text, at, who)
  const plant = at.intercept.current
  const meet = meetingAt('order by id', 2)
  at.intercept.current = async (statement) => {
    if (statement.includes('catalogue.skus where id = any')) await meet(statement)
    return plant ? plant(statement) : statement
  }
  const answers = await Promise.all([at.app, other].map((app) => apply('counts', text, digest, { at: { app }, who })))
  at.intercept.current = undefined
  await other.close()
  return { errors: answers.map(({ error }) => error).sort(), more: (await one(at, 'jewellery', 1)).stock - ring.stock }
}

test('two imports of one file at once are one import', async () => {
  expect(await twoImports(shop)).toEqual({ errors: ['edited_meanwhile', null].sort(), more: 5 })
})

test('control: imports that do not wait for one another are seen', async () => {
  let planted = false
  const meet = meetingAt('set stock = s.stock + found.quantity', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('for no key update) s')) return text
    planted = true
    return text.replace('for no key update) s', ') s')
  }
  expect(await twoImports(broken)).not.toMatchObject({ more: 5 })
  expect(planted).toBe(true)
})
