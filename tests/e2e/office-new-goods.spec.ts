/** A product that the desk adds, in a browser: wrong input first, then skus, a picture, and the shop that shows it. */
import sharp from 'sharp'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test('a product with two skus and a picture is added, published, and stands in the shop', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422|409/)
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/catalogue')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name, English').fill('Kenari ring')
  await page.getByLabel('Product number').fill('1001')
  await page.getByRole('button', { name: 'Add the product' }).click()
  await expect(page.getByText('Fill this in.').first()).toBeVisible()
  await page.getByLabel('Form', { exact: true }).selectOption('ring')
  await page.getByLabel('Category').selectOption('rings')
  await page.getByLabel('Maker').fill('Karat Atelier')
  await page.getByRole('button', { name: 'Add the product' }).click()
  await expect(page.getByText('is taken')).toBeVisible()
  await expect(page.getByLabel('Name, English')).toHaveValue('Kenari ring')
  const number = String(8000 + (Date.now() % 1_000_000))
  await page.getByLabel('Product number').fill(number)
  await page.getByRole('button', { name: 'Add the product' }).click()
  await expect(page.getByRole('heading', { name: 'Kenari ring' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  for (const size of ['12', '14']) {
    await page.getByRole('button', { name: 'Add a SKU' }).click()
    await dialog.getByLabel('Code').fill(`KENARI-${number}-${size}`)
    await dialog.getByLabel('Weight in grams').fill(size === '12' ? '3,9' : '4,05')
    await dialog.getByLabel('Making charge in IDR').fill('612000')
    await dialog.getByLabel('Premium in percent').fill('1.20')
    await dialog.getByRole('button', { name: 'Add a SKU' }).click()
    await expect(dialog.getByText('Fill this in.')).toBeVisible()
    await dialog.getByLabel('Ring size').fill(size)
    await dialog.getByRole('button', { name: 'Add a SKU' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const made = { width: 900, height: 900, channels: 3, background: '#c9a24b' } as const
  const buffer = await sharp({ create: made }).jpeg().toBuffer()
  await page.getByLabel('Add a picture').setInputFiles({ name: 'ring.jpg', mimeType: 'image/jpeg', buffer })
  for (const language of ['English', 'Bahasa Indonesia', '中文'])
    await page.getByLabel(`Picture 1 shows, ${language}`).fill('A narrow ring on paper')
  await page.getByRole('button', { name: 'Save order and words' }).click()
  await expect(page.getByText('What each picture shows')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show in the shop' }).click()
  await dialog.getByRole('button', { name: 'Show in the shop' }).click()
  await expect(dialog.getByText('Something is still missing')).toBeVisible()
  await page.keyboard.press('Escape')
  for (const field of ['Name', 'Description', 'Certificate'])
    for (const language of ['English', 'Bahasa Indonesia', '中文'])
      await page.getByLabel(`${field}, ${language}`).fill(`Kenari ring, ${field.toLowerCase()}`)
  await page.getByRole('button', { name: 'Save the texts' }).click()
  await expect(page.getByText('Missing before visitors can see it')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show in the shop' }).click()
  await dialog.getByRole('button', { name: 'Show in the shop' }).click()
  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Kenari ring, name' })).toBeVisible()
  const shown = page.locator('.slides img').first()
  await expect(shown).toHaveJSProperty('complete', true)
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc])).toEqual([
    true,
    expect.stringMatching(/\/img\/own-[0-9a-f]{24}-\d+\.avif$/),
  ])
  await page.goto('/product/product?q=kenari')
  await expect(page.getByText('Kenari ring, name').first()).toBeVisible()
})
