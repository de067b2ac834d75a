/** About, contact and privacy: a draft, its preview, a version, and the one before again. */
import { expectAccessible } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test('a page is drafted with a fact of the house, published in two languages and said to be in another in the third', async ({
  page,
  db,
}) => {
  await signInAs(page, await newStaff(db, 'content'))
  await page.goto('/admin/content/page?store=my&slug=about')
  const english = page.getByRole('region', { name: 'English' })
  await english.getByLabel('First sentence').fill('Gold from {company}.')
  await page.getByRole('region', { name: '中文' }).getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(page.getByRole('region', { name: '中文' }).getByRole('alert')).toBeVisible()
  for (const field of ['First sentence', 'Facts', 'Text'])
    await page.getByRole('region', { name: '中文' }).getByLabel(field, { exact: true }).fill('')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Gold from Karat Bullion Sdn. Bhd..' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Names the company')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Not written: readers get English')).toBeVisible()
  await expectAccessible(page, 'a page in the office')
  await page.getByRole('row', { name: /Names the company/ }).click()
  await expect(page.getByRole('region', { name: 'Details' }).getByText('+ Gold from {company}.')).toBeVisible()
})
