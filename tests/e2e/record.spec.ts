/** A member's record: what is theirs and owed, movements by choice and page, what stands behind them, statements as files. */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { moveTo, phone } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

/** So many movements of money, the first the largest; by a kind that may move anything. */
async function movements(db: pg.Pool, memberId: string, count: number) {
  await db.query(
    `insert into ledger.transfer_kinds select 'test_transfer', kind, true, true from ledger.account_kinds on conflict do nothing`,
  )
  for (let n = 1; n <= count; n++)
    await db.query(
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
       values (gen_random_uuid(), 'test_transfer', gen_random_uuid()::text,
         ledger.account_ids(array['house:id', $1], array['rounding', 'cash'], array['IDR', 'IDR']), array[-$2::bigint, $2::bigint], 'system')`,
      [`member:id:${memberId}`, n === 1 ? 500_000 : n],
    )
}

async function saved(page: Page, name: RegExp) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
}

/** The rows that this size shows. */
const rows = (page: Page) =>
  phone(page)
    ? page.getByRole('main').locator('ul.lg\\:hidden > li')
    : page.getByRole('main').locator('tr[data-movement]')

test('a member sees what is theirs, turns pages, chooses kinds, opens a movement and saves statements', async ({
  page,
  db,
  member,
}) => {
  await movements(db, member.id, 30)
  await page.goto('/user/trade/record')
  await expect(page).toHaveTitle('History · Karat')
  const owed = page.getByRole('region').or(page.locator('section')).filter({ hasText: 'What we owe you' })
  await expect(owed.filter({ hasText: /Rp\s?500,464/ })).toHaveCount(1)
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await expect(rows(page)).toHaveCount(25)
  await page.getByRole('button', { name: 'Show earlier movements' }).click()
  // With the balance that the period opened with.
  await expect(rows(page)).toHaveCount(phone(page) ? 31 : 30)
  await expect(page.getByRole('button', { name: 'Show earlier movements' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show details: Movement' }).filter({ visible: true }).nth(0).click()
  await expect(page.locator('[data-details]').filter({ visible: true })).toContainText('Posted')
  await expectAccessible(page, 'record')
  await expectToFit(page, 'record')

  const csv = await saved(page, /^CSV$/)
  expect(csv.name).toMatch(/^karat-id-\d{4}-\d{2}-01-\d{4}-\d{2}-\d{2}\.csv$|^karat-id-.*\.csv$/)
  expect(csv.content.toString().trim().split('\r\n')).toHaveLength(33)
  expect((await saved(page, /^PDF$/)).content.subarray(0, 5).toString()).toBe('%PDF-')
  const { statement, signature } = JSON.parse((await saved(page, /^Signed JSON$/)).content.toString())
  const keys = await (
    await page.request.get('/api/storeid/trade/statement_keys', { headers: { currency: 'IDR', platform: 'web' } })
  ).json()
  const isSigned = (what: object) =>
    verify(
      null,
      Buffer.from(JSON.stringify(what)),
      createPublicKey(keys.data.keys[0].public_key),
      Buffer.from(signature.value, 'base64'),
    )
  expect([isSigned(statement), isSigned({ ...statement, closing: statement.opening })]).toEqual([true, false])
  expect(statement.closing.money).toBe('500464')

  await page.getByRole('button', { name: 'Bought', exact: true }).click()
  await expect(page.getByText('Nothing moved in this selection.')).toBeVisible()
  await expect(page).toHaveURL(/kind=bought/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Bought', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(rows(page)).toHaveCount(25)
  await page.getByText('Gold', { exact: true }).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('Nothing moved in this selection.')).toBeVisible()
})

test('whoever has nothing yet is told how to begin; a refusal is said and tried again', async ({ page, watch }) => {
  watch.expect(/503 \(.*trade\/record/)
  await page.goto('/user/trade/record')
  await expect(page.getByText('Nothing has moved yet.')).toBeVisible()
  const empty = page.getByText('Nothing has moved yet.').locator('..')
  await expect(empty.getByRole('link', { name: 'Buy gold' })).toBeVisible()
  const refusal = {
    status: 'error',
    code: 503,
    message: 'Karat is busy.',
    error: 'overloaded',
    data: { request_id: 'x' },
  }
  await page.route('**/trade/record_standing', (route) => route.fulfill({ status: 503, json: refusal }))
  await moveTo(page, '/user')
  await page.getByRole('link', { name: 'History' }).filter({ visible: true }).nth(0).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible()
  await page.unroute('**/trade/record_standing')
  await page.getByRole('button', { name: /again/i }).click()
  await expect(page.getByText('Nothing has moved yet.')).toBeVisible()
})
