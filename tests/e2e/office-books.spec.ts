/** The owner's figures, held against the ledger. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test('the desk sees that the figures are the ledger’s, and which range they may be of', async ({ page, db }) => {
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/books/figures?store=id')
  await expect(page.getByRole('heading', { name: 'Against the ledger' })).toContainText('Agrees')
  await expect(page.getByRole('heading', { name: 'At this moment' })).toBeVisible()
  await expectAccessible(page, 'the figures')
  await expectToFit(page, 'the figures')
  await page.getByLabel('From').fill('2026-01-01')
  await expect(page.getByRole('alert').filter({ hasText: 'at most 92 days' })).toBeVisible()
})
