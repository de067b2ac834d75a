/** The owner's figures, held against the ledger. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test('the desk sees the figures beside the ledger’s, and which range they may be of', async ({ page, db }) => {
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/books/figures?store=id')
  // Whether both agree is shown by figures.test.ts: other browser tests post what has no record.
  await expect(page.getByRole('heading', { name: 'Against the ledger' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'At this moment' })).toBeVisible()
  await expectAccessible(page, 'the figures')
  await expectToFit(page, 'the figures')
  await page.getByLabel('From').fill('2026-01-01')
  await expect(page.getByRole('alert').filter({ hasText: 'at most 92 days' })).toBeVisible()
})
