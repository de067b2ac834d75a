/** The product page: pictures, the choice of a piece, the live price, what it really costs, delivery. */

import { raisePrice } from './support/price-feed.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, phone, skuOf } from './support/steps.ts'

const gallery = (page: Page) => page.getByRole('region', { name: /^Pictures of/ })
const inView = (page: Page) => gallery(page).locator('.slides li:not([aria-hidden="true"]) img')
const cakra = 1005

test('the gallery is walked through by keys, by thumbnails and by a finger, and says where it is', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/product/productDetail?id=${bar.product}`)
  const first = await inView(page).getAttribute('src')
  await gallery(page)
    .getByRole('button', { name: /^Show larger/ })
    .first()
    .focus()
  await page.keyboard.press('ArrowRight')
  await expect(gallery(page).getByRole('status')).toHaveText(/^Picture 2 of \d+: /)
  await expect(inView(page)).not.toHaveAttribute('src', first ?? '')
  await expect(gallery(page).getByRole('button', { name: /^Show larger/ })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(gallery(page).getByRole('status')).toHaveText(/^Picture 1 of \d+: /)
  await expect(inView(page)).toHaveAttribute('src', first ?? '')
  if (!phone(page)) {
    await gallery(page)
      .getByRole('button', { name: /^Picture 3 of/ })
      .click()
    await expect(gallery(page).getByRole('button', { name: /^Picture 3 of/ })).toHaveAttribute('aria-pressed', 'true')
    return
  }
  await swipeLeft(page)
  await expect(gallery(page).getByRole('status')).toHaveText(/^Picture 2 of \d+: /)
  await expect(gallery(page)).toContainText(/2 \/ \d/)
})

/** A finger that moves over most of the picture. */
async function swipeLeft(page: Page, where = gallery(page).locator('.slides')) {
  const box = await where.boundingBox()
  if (!box) throw new Error('there is nothing to swipe')
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * part, y: box.y + box.height / 2 }],
    })
  await touch('touchStart', 0.85)
  for (const part of [0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15]) await touch('touchMove', part)
  await touch('touchEnd', 0.15)
}

test('a close look opens over the page under its strict policy, by keys alone, and gives the focus back', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/product/productDetail?id=${bar.product}`)
  const open = gallery(page)
    .getByRole('button', { name: /^Show larger/ })
    .first()
  await open.focus()
  await page.keyboard.press('Enter')
  const close = page.locator('.pswp')
  await expect(close).toBeVisible()
  await expect(close).toBeFocused()
  await expect(close.locator('.pswp__counter')).toHaveText(/^1 \/ \d/)
  if (phone(page)) await swipeLeft(page, close)
  else await page.keyboard.press('ArrowRight')
  await expect(close.locator('.pswp__counter')).toHaveText(/^2 \/ \d/)
  await page.keyboard.press('Escape')
  await expect(close).toHaveCount(0)
  await expect(gallery(page).getByRole('status')).toHaveText(/^Picture 2 of/)
  await expect(gallery(page).getByRole('button', { name: /^Show larger/ })).toBeFocused()
})

test('the picture follows the chosen piece', async ({ page, db }) => {
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  const ten = await inView(page).getAttribute('src')
  await page.getByRole('radio', { name: /^5 g/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('5 g')
  await expect(inView(page)).not.toHaveAttribute('src', ten ?? '')
  await page.getByRole('radio', { name: /^10 g/ }).check()
  await expect(inView(page)).toHaveAttribute('src', ten ?? '')
})

test('a combination that is not made is dashed, can be reached by keys, and is said', async ({ page }) => {
  await page.goto(`/product/productDetail?id=${cakra}`)
  const impossible = page.getByRole('radio', { name: '1 g, Gift box: not made' })
  await expect(impossible).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('radio', { name: /^1 g, Sealed assay card/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 g')
  const before = page.url()
  await page.getByRole('radio', { name: /^1 g, Sealed assay card/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('1 g, Gift box: this combination is not made.')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^1 g, Sealed assay card/ })).toBeChecked()
  expect(page.url()).toBe(before)
})

test('a sold-out piece can be chosen, and offers to tell when it is back', { tag: '@phone' }, async ({ page, db }) => {
  const { rows } = await db.query<{ id: number; weight: string }>(
    `select s.id, s.attributes->>'weight' as weight from catalogue.skus s where s.product_id = 1004 and s.stock = 0`,
  )
  await page.goto('/product/productDetail?id=1004')
  await page.getByRole('radio', { name: new RegExp(`^${rows[0]?.weight} g`) }).check()
  await expect(page).toHaveURL(new RegExp(`sku=${rows[0]?.id}`))
  await expect(page.getByRole('main').getByText('Sold out').first()).toBeVisible()
  await page
    .getByRole('button', { name: /^Tell me when/ })
    .filter({ visible: true })
    .click()
  await expect(page.getByRole('alertdialog', { name: 'Tips' })).toBeVisible()
})

for (const reduced of [false, true])
  test(`the price ${reduced ? 'stands still for those who want less movement' : 'tints its own box when it moves'}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: reduced ? 'reduce' : 'no-preference' })
    await page.goto(`/product/productDetail?id=${bar.product}`)
    const price = page.locator('main .fig-l')
    const before = await price.innerText()
    const place = await price.boundingBox()
    await raisePrice(3)
    await expect(price).not.toHaveText(before)
    await expect(price).toHaveAttribute('data-moved', 'up')
    expect(await price.evaluate((box) => getComputedStyle(box).animationName)).toBe(reduced ? 'none' : 'moved-up')
    expect((await price.boundingBox())?.y).toBe(place?.y)
  })

test('the quantity chooses the row of the price list, and is kept by another size and a reload', {
  tag: '@phone',
}, async ({ page, db }) => {
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name })
  await expect(row(/^1 – 4/)).toHaveAttribute('data-applies', 'true')
  // What is typed before the page has come to life is not heard.
  await expect(async () => {
    await page.getByRole('textbox', { name: 'Quantity' }).fill('12')
    await expect(row(/^10 – 24/)).toHaveAttribute('data-applies', 'true', { timeout: 1000 })
  }).toPass()
  await expect(page).toHaveURL(/quantity=12/)
  await page.getByRole('radio', { name: /^5 g/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('5 g')
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('12')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('12')
})

test('the true cost adds up: gold, premium, what is paid, what comes back, and the way to break even', async ({
  page,
}) => {
  await page.goto(`/product/productDetail?id=${bar.product}`)
  const panel = page.getByRole('region', { name: 'True cost' })
  const lines = await panel.getByRole('definition').allInnerTexts()
  const [gold, premium, tax, pay, back, lost] = lines.map((line) =>
    Number(/[\d,]+/.exec(line)?.[0].replaceAll(',', '')),
  )
  expect((gold ?? 0) + (premium ?? 0) + (tax ?? 0)).toBe(pay)
  expect((pay ?? 0) - (back ?? 0)).toBe(lost)
  await expect(panel).toContainText(/You break even when our buyback rises \d+\.\d{2}%/)
})

test('anybody learns what delivery costs, when it would come, and where to collect', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto(`/product/productDetail?id=${bar.product}`)
  const delivery = page.getByRole('region', { name: 'Delivery and collection' })
  await expect(delivery.getByRole('listitem').filter({ hasText: 'Karat Menteng' })).toContainText(/Mon–Fri 09:00–18:00/)
  await delivery.getByLabel('Insured courier to').selectOption({ label: 'Papua' })
  await expect(delivery).toContainText('Rp 120,000')
  await expect(delivery).toContainText(/Arrives .+ to .+ if you pay now/)
  await expect(delivery).toContainText('14:00 WIB')
  await page.reload()
  await expect(delivery).toContainText('Rp 120,000')
})

test('the page says all that matters before any script has run', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/product/productDetail?id=1001')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d g$/)
  await expect(page.locator('main .fig-l')).toContainText(/\d{2}[.,]\d{3}/)
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.goto('/product/product?category=coins')
  expect(await page.locator('[data-sku]').count()).toBeGreaterThan(5)
  await context.close()
})

for (const [path, what] of [
  ['/product/components/GoodsDetailInfo', /Karat Mint gold bar \d+ g/],
  ['/product/components/GoodsDetailSwiper', /^Pictures of Karat Mint gold bar$/],
  ['/product/components/GoodsSearch', /^Find gold$/],
  ['/product/productDetail', /Karat Mint gold bar \d+ g/],
] as const)
  test(`${path} is a page of its own, by its path alone`, async ({ page }) => {
    // What the server wrote, without the time it takes to come to life: looks.spec.ts sees it alive.
    const answer = await page.request.get(path)
    expect(answer.status()).toBe(200)
    await page.setContent(/<main.*<\/main>/s.exec(await answer.text())?.[0] ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(what)
  })

test('the component pages show the piece that their address names', async ({ page, db }) => {
  const sku = await skuOf(db, { ...bar, weight: '5' })
  await page.goto(`/product/components/GoodsDetailInfo?id=${bar.product}&sku=${sku}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${bar.name} 5 g`)
  await page.getByRole('radio', { name: /^10 g/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${bar.name} 10 g`)
  await page.goto('/product/components/GoodsSearch')
  await page.getByRole('main').getByRole('combobox').fill('ring')
  await page.getByRole('option').filter({ hasText: 'Rings' }).click()
  await expect(page).toHaveURL(/category=rings/)
})
