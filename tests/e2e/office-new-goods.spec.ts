/** A product that the office adds, in a browser: wrong input first, then skus, a picture, and the shop that shows it. */
import type { Route } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'
import { closeByEscape } from './support/steps.ts'

test('a product with two skus and a picture is added, published, and stands in the shop', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422|409.*\/catalogue\/(addProduct|publish)$/)
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/catalogue')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Name, English').fill('Kenari ring')
  await page.getByLabel('Product number').fill('1001')
  await page.getByRole('button', { name: 'Add the product' }).click()
  await expect(page.getByText('Fill this in.'), 'form, category and maker').toHaveCount(3)
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
  await closeByEscape(page, dialog)
  for (const field of ['Name', 'Description', 'Certificate'])
    for (const language of ['English', 'Bahasa Indonesia', '中文'])
      await page.getByLabel(`${field}, ${language}`).fill(`Kenari ring, ${field.toLowerCase()}`)
  await page.getByRole('button', { name: 'Save the texts' }).click()
  await expect(page.getByText('Missing before visitors can see it')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show in the shop' }).click()
  await dialog.getByRole('button', { name: 'Show in the shop' }).click()
  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Kenari ring, name' })).toBeVisible()
  const shown = page.locator('.slides img')
  await expect(shown).toHaveJSProperty('complete', true)
  expect(await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc])).toEqual([
    true,
    expect.stringMatching(/\/img\/own-[0-9a-f]{24}-\d+\.avif$/),
  ])
  expect(await (await page.request.get('/product/product?q=kenari')).text()).toContain('Kenari ring, name')
})

test('a dialog stays busy until the page behind it has read what was saved, so that the next one is not old', async ({
  page,
  db,
}) => {
  const own = await newStaff(db, 'desk')
  const number = 6_000_000 + (Date.now() % 900_000)
  const words = (text: string) => ({ 'en-US': text, id: text, zh: text })
  await askAs(page, own, '/catalogue/addProduct', {
    ...{ number, store: 'id', category: 'rings', form: 'ring', brand: 'Karat Atelier', series: null },
    ...{ name: words('Salak ring'), description: words('Narrow'), certificate: words('Hallmarked') },
  })
  await signInAs(page, own)
  await page.goto(`/admin/catalogue/product?id=${number}`)
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add a SKU' })
  for (const size of ['12', '14']) {
    const reading = Promise.withResolvers<Route>()
    await page.getByRole('button', { name: 'Add a SKU' }).click()
    await dialog.getByLabel('Code').fill(`SALAK-${number}-${size}`)
    await dialog.getByLabel('Weight in grams').fill('3,9')
    await dialog.getByLabel('Making charge in IDR').fill('612000')
    await dialog.getByLabel('Premium in percent').fill('1.20')
    await dialog.getByLabel('Ring size').fill(size)
    await page.route(`**/catalogue/product?id=${number}`, reading.resolve, { times: 1 })
    await add.click()
    const held = await reading.promise
    await expect(add).toHaveAttribute('aria-busy', 'true')
    await held.continue()
    await expect(dialog).toHaveCount(0)
  }
  await expect(page.getByRole('region', { name: 'SKUs' })).toContainText(`SALAK-${number}-14`)
})

test('of two who edit one product, the second sees what the first has saved and keeps what was typed', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/409/)
  const [colleague, own] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  const number = 7_000_000 + (Date.now() % 900_000)
  const words = (text: string) => ({ 'en-US': text, id: text, zh: text })
  const texts = { name: words('Jambu ring'), description: words('Narrow'), certificate: words('Hallmarked') }
  const basics = { number, store: 'id', category: 'rings', form: 'ring', brand: 'Karat Atelier', series: null }
  await askAs(page, colleague, '/catalogue/addProduct', { ...basics, ...texts })
  const facts = { code: `JAMBU-${number}`, weight: '3.9', karat: 22, fineness: 9160, making: '612000', scarce: false }
  const added = await askAs<{ sku_id: number; revision: number }>(page, colleague, '/catalogue/addSku', {
    ...{ product_id: number, revision: 1, ...facts, premium_bps: 120, attributes: { ring_size: '12' } },
  })
  let { revision } = added
  const saveAs = async (path: string, wish: object) => {
    revision = (await askAs<{ revision: number }>(page, colleague, path, { revision, ...wish })).revision
  }
  const saveSku = (more: object) =>
    saveAs('/catalogue/saveSku', {
      ...{ sku_id: added.sku_id, ...facts, attributes: { ring_size: '12' }, reason: 'As delivered', ...more },
    })
  await signInAs(page, own)
  await page.goto(`/admin/catalogue/product?id=${number}`)
  const dialog = page.getByRole('dialog')

  // Texts: a reading in between, here after a picture, does not make the old words new ones.
  await page.getByLabel('Name, English').fill('Jambu ring, mine')
  await saveAs('/catalogue/saveTexts', {
    ...{ product_id: number, ...texts, name: { ...words('Jambu ring'), 'en-US': 'Jambu ring, theirs' } },
    description: { ...texts.description, 'en-US': 'Narrow, theirs' },
  })
  const made = { width: 600, height: 600, channels: 3, background: '#c9a24b' } as const
  const buffer = await sharp({ create: made }).jpeg().toBuffer()
  await page.getByLabel('Add a picture').setInputFiles({ name: 'ring.jpg', mimeType: 'image/jpeg', buffer })
  revision += 1
  const form = page.getByRole('region', { name: 'Texts' })
  await expect(form.getByText('Jambu ring, theirs')).toBeVisible()
  await expect(page.getByLabel('Name, English')).toHaveValue('Jambu ring, mine')
  await expect(page.getByLabel('Description, English')).toHaveValue('Narrow, theirs')
  await form.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(page.getByRole('heading', { name: 'Jambu ring, mine' })).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save the texts' })).toBeVisible()
  revision += 1

  // Pictures: refused, then theirs beside mine.
  await page.getByLabel('Picture 1 shows, English').fill('My words')
  const { pictures } = await askAs<{ pictures: { name: string }[] }>(page, colleague, `/catalogue/product?id=${number}`)
  await saveAs('/catalogue/savePictures', {
    ...{ product_id: number, pictures: [{ name: pictures[0]?.name, alt: words('Their words') }] },
  })
  const gallery = page.getByRole('region', { name: 'Pictures' })
  await gallery.getByRole('button', { name: 'Save order and words' }).click()
  await expect(gallery.getByText('Their words')).toBeVisible()
  await expect(page.getByLabel('Picture 1 shows, English')).toHaveValue('My words')
  await gallery.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Picture 1 shows, English')).toHaveValue('Their words')
  await expect(gallery.getByRole('alert'), 'nothing is left to decide').toHaveCount(0)

  // A sku: what was not typed in follows, what was is kept.
  await page.getByRole('button', { name: `Change ${facts.code}` }).click()
  await dialog.getByLabel('Making charge in IDR').fill('640000')
  await dialog.getByLabel('Reason').fill('The atelier asks more')
  await saveSku({ making: '650000', scarce: true })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('650000', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Making charge in IDR')).toHaveValue('640000')
  await expect(dialog.getByRole('checkbox')).toBeChecked()
  await dialog.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'SKUs' }), 'read again').toContainText(/640[.,]000/)
  revision += 1

  // What was refused as old is asked again of what is.
  await saveSku({ making: '700000' })
  const hide = page.getByRole('button', { name: `Hide ${facts.code}` })
  await hide.click()
  await dialog.getByRole('button', { name: 'Hide' }).click()
  const meanwhile = dialog.getByRole('status')
  await expect(meanwhile).toContainText(`${colleague.name} has changed this product meanwhile`)
  await expect(meanwhile).toContainText(/Making charge in IDR.*700[.,]000.*Before: .*640[.,]000/s)
  await expect(dialog.getByText('Somebody else has changed this')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Show ${facts.code}` })).toBeVisible()
})

test('a product is filed anew: wrong input first, then beside a colleague who files it too', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422|409/)
  const [colleague, own] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  const number = 9_000_000 + (Date.now() % 900_000)
  const words = (text: string) => ({ 'en-US': text, id: text, zh: text })
  await askAs(page, colleague, '/catalogue/addProduct', {
    ...{ number, store: 'id', category: 'rings', form: 'ring', brand: 'Karat Atelier', series: null },
    ...{ name: words('Duku ring'), description: words('Narrow'), certificate: words('Hallmarked') },
  })
  await askAs(page, colleague, '/catalogue/addSku', {
    ...{ product_id: number, revision: 1, code: `DUKU-${number}`, weight: '3.9', karat: 22, fineness: 9160 },
    ...{ making: '612000', scarce: false, premium_bps: 120, attributes: { ring_size: '12' } },
  })
  await signInAs(page, own)
  await page.goto(`/admin/catalogue/product?id=${number}`)
  await page.getByRole('button', { name: 'Change filing and maker' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Save filing and maker' })
  const why = dialog.getByLabel('Reason')
  await save.click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await why.fill('It is worn on the wrist')
  await save.click()
  await expect(dialog.getByText('Nothing is different yet.')).toBeVisible()
  await dialog.getByLabel('Form').selectOption('bracelet')
  await dialog.getByLabel('Maker').fill(' ')
  await save.click()
  await expect(dialog.getByText('Fill this in.')).toBeVisible()
  await expect(dialog.getByText('Nothing is different yet.')).toHaveCount(0)
  await dialog.getByLabel('Category').selectOption('bracelets')
  await dialog.getByLabel('Maker').fill('Duku Works')
  await save.click()
  await expect(dialog.getByText('Not all SKUs of this product fit that form.')).toBeVisible()
  await expect(dialog.getByLabel('Form')).toBeFocused()
  await dialog.getByLabel('Form').selectOption('ring')
  await dialog.getByLabel('Category').selectOption('rings')
  const basics = { product_id: number, form: 'ring', category: 'rings', reason: 'As they sign it' }
  await askAs(page, colleague, '/catalogue/saveBasics', {
    ...{ ...basics, revision: 2, brand: 'Duku Atelier', series: 'Pagi' },
  })
  await save.click()
  await expect(dialog.getByRole('status')).toContainText(`${colleague.name} has saved this product meanwhile`)
  await expect(dialog.getByRole('status')).toContainText('Duku Atelier')
  await expect(dialog.getByLabel('Maker')).toHaveValue('Duku Works')
  await expect(dialog.getByLabel('Series')).toHaveValue('Pagi')
  await expect(why).toHaveValue('It is worn on the wrist')
  await dialog.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(dialog).toHaveCount(0)
  const filed = page.getByRole('region', { name: 'Filing and maker' })
  await expect(filed).toContainText('Duku Works')
  await expect(filed).toContainText('Pagi')
})
