import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { makerLetters, serialOf, showSerial } from '../catalogue/serial-rules.ts'
import { sql } from '../db/database.ts'
import type { ImportPlanView } from './import-contract.ts'

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
const apply = (kind: string, text: string, digest: string, { at = shop, who = desk, key = randomUUID() } = {}) =>
  askStaff(at, { headers: { ...who.headers, 'idempotency-key': key } }, '/stock/applyImport', {
    kind,
    text,
    digest,
    reason,
  })
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
  expect((await apply('premiums', text, plan.digest)).data).toEqual({ changed: 1, unchanged: 1 })
  expect(shop.karat.catalogue.sku('id', first.id)?.sku.premiumBps).toBe(first.premium + 25)
  const again = await preview('premiums', text)
  expect(again).toMatchObject({ changes: [], unchanged: 2 })
  expect((await apply('premiums', text, plan.digest)).error).toBe('edited_meanwhile')
  expect((await apply('premiums', text, again.digest)).data).toEqual({ changed: 0, unchanged: 2 })
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
    { changed: 1, unchanged: 0 },
    { changed: 1, unchanged: 0 },
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
  expect(plan.changes.map(({ after }) => after)).toEqual([first, second])
  expect((await apply('pieces', text, plan.digest)).data).toEqual({ changed: 2, unchanged: 0 })
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

test('a file of as many lines as may be is shown and done', async () => {
  const bar = await one(shop, 'bar', 3)
  const text = ['code,serial', ...Array.from({ length: 5000 }, () => `${bar.code},${newSerial(bar.brand)}`)].join('\n')
  const plan = await preview('pieces', text)
  expect(plan).toMatchObject({ faults: [], unchanged: 0 })
  expect((await apply('pieces', text, plan.digest)).data).toEqual({ changed: 5000, unchanged: 0 })
  expect((await one(shop, 'bar', 3)).stock).toBe(bar.stock + 5000)
})

/** Two people with the same file, both shown the same plan, at once. */
async function twoImports(at: Shop) {
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
  const answers = await Promise.all([1, 2].map(() => apply('counts', text, digest, { at, who })))
  at.intercept.current = undefined
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
