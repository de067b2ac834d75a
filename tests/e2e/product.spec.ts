/** The product page: pictures, the choice of a piece, the live price, what it really costs, delivery. */

import { raisePrice } from './support/price-feed.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { amountOf, bar, moveTo, phone, skuOf } from './support/steps.ts'

const gallery = (page: Page) => page.getByRole('region', { name: /^Pictures of/ })
const inView = (page: Page) => gallery(page).locator('.slides li:not([aria-hidden="true"]) img')
const cakra = 1005

test('the gallery is walked through by keys, by thumbnails and by a finger, says where it is, and opens a close look', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto(`/product/productDetail?id=${bar.product}`)
  const larger = gallery(page).getByRole('button', { name: /^Show larger/ })
  const says = (place: number) =>
    expect(gallery(page).getByRole('status')).toHaveText(new RegExp(`^Picture ${place} of \\d+: `))
  const first = await inView(page).getAttribute('src')
  await larger.focus()
  await page.keyboard.press('ArrowRight')
  await says(2)
  await expect(inView(page)).not.toHaveAttribute('src', first ?? '')
  await expect(larger).toBeFocused()
  await page.keyboard.press('Home')
  await says(1)
  await expect(inView(page)).toHaveAttribute('src', first ?? '')

  // Under the page's strict policy, by keys alone, and it gives the focus back.
  await page.keyboard.press('Enter')
  const close = page.locator('.pswp')
  await expect(close).toBeFocused()
  await expect(close.locator('.pswp__counter')).toHaveText(/^1 \/ \d/)
  if (phone(page)) await swipeLeft(page, close)
  else await page.keyboard.press('ArrowRight')
  await expect(close.locator('.pswp__counter')).toHaveText(/^2 \/ \d/)
  await page.keyboard.press('Escape')
  await expect(close).toHaveCount(0)
  await says(2)
  await expect(larger).toBeFocused()

  if (phone(page)) {
    await swipeLeft(page)
    await says(3)
    await expect(gallery(page)).toContainText(/3 \/ \d/)
  } else {
    const third = gallery(page).getByRole('button', { name: /^Picture 3 of/ })
    await third.click()
    await expect(third).toHaveAttribute('aria-pressed', 'true')
  }
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a sold-out piece can be chosen, and offers to tell when it is back', async ({ page, db }) => {
    const { rows } = await db.query<{ id: number; weight: string }>(
      `select s.id, s.attributes->>'weight' as weight from catalogue.skus s where s.product_id = 1004 and s.stock = 0`,
    )
    await page.goto('/product/productDetail?id=1004')
    await page.getByRole('radio', { name: new RegExp(`^${rows[0]?.weight} g`) }).check()
    await expect(page).toHaveURL(new RegExp(`sku=${rows[0]?.id}`))
    await expect(page.getByRole('main').getByText('Sold out', { exact: true })).toBeVisible()
    await page
      .getByRole('button', { name: /^Tell me when/ })
      .filter({ visible: true })
      .click()
    await expect(page.getByRole('alertdialog', { name: 'Tips' })).toBeVisible()
  })
})

test('the price moves without a reload: it tints its own box, but stands still for those who want less movement', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`/product/productDetail?id=${bar.product}`)
  await page.evaluate(() => Object.assign(window, { stillThere: true }))
  const price = page.locator('main .fig-l')
  const place = await price.boundingBox()
  for (const [reducedMotion, animation] of [
    ['no-preference', 'moved-up'],
    ['reduce', 'none'],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    const before = amountOf(await price.innerText())
    await raisePrice(20)
    await expect.poll(async () => amountOf(await price.innerText())).toBeGreaterThan(before)
    await expect(price).toHaveAttribute('data-moved', 'up')
    await expect(price).toHaveCSS('animation-name', animation)
    expect((await price.boundingBox())?.y).toBe(place?.y)
  }
  expect(await page.evaluate(() => 'stillThere' in window)).toBe(true)
})

test('the quantity chooses the row of the price list, and is kept by another size and a reload; the picture follows the size', async ({
  page,
  db,
}) => {
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name })
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  const ten = (await inView(page).getAttribute('src')) ?? ''
  await expect(row(/^1 – 4/)).toHaveAttribute('data-applies', 'true')
  await quantity.fill('12')
  await expect(row(/^10 – 24/)).toHaveAttribute('data-applies', 'true')
  await expect(page).toHaveURL(/quantity=12/)
  await page.getByRole('radio', { name: /^5 g/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('5 g')
  await expect(inView(page)).not.toHaveAttribute('src', ten)
  await expect(quantity).toHaveValue('12')
  await page.reload()
  await expect(quantity).toHaveValue('12')
  await page.getByRole('radio', { name: /^10 g/ }).check()
  await expect(inView(page)).toHaveAttribute('src', ten)
})

test('anybody learns what delivery costs, when it would come, and where to collect', async ({ page }) => {
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says all that matters, and the true cost adds up: gold, premium, what is paid, what comes back', async ({
    page,
  }) => {
    await page.goto(`/product/productDetail?id=${bar.product}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/\d g$/)
    await expect(page.locator('main .fig-l')).toContainText(/\d{2}[.,]\d{3}/)
    await expect(page.getByRole('table')).toBeVisible()
    const panel = page.getByRole('region', { name: 'True cost' })
    const lines = await panel.getByRole('definition').allInnerTexts()
    const [gold = 0, premium = 0, tax = 0, pay = 0, back = 0, lost] = lines.map((line) =>
      Number(/[\d,]+/.exec(line)?.[0].replaceAll(',', '')),
    )
    expect(gold + premium + tax).toBe(pay)
    expect(pay - back).toBe(lost)
    await expect(panel).toContainText(/You break even when our buyback rises \d+\.\d{2}%/)
  })
})

test('pages of the catalogue are pages by their path alone', async ({ page }) => {
  const cards = await page.request.get('/product/product?category=coins')
  expect((await cards.text()).match(/data-sku=/g)?.length).toBeGreaterThan(5)
  for (const [path, what] of [
    ['/product/components/GoodsDetailInfo', /Karat Mint gold bar \d+ g/],
    ['/product/components/GoodsDetailSwiper', /^Pictures of Karat Mint gold bar$/],
    ['/product/components/GoodsSearch', /^Find gold$/],
    ['/product/productDetail', /Karat Mint gold bar \d+ g/],
  ] as const) {
    const answer = await page.request.get(path)
    expect(answer.status(), path).toBe(200)
    const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(await answer.text())?.[1]
    expect(heading?.replace(/<[^>]*>/g, ''), path).toMatch(what)
  }
})

test('the component pages show the piece that their address names', async ({ page, db }) => {
  const sku = await skuOf(db, { ...bar, weight: '5' })
  await page.goto(`/product/components/GoodsDetailInfo?id=${bar.product}&sku=${sku}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${bar.name} 5 g`)
  await page.getByRole('radio', { name: /^10 g/ }).check()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${bar.name} 10 g`)
  await moveTo(page, '/product/components/GoodsSearch')
  await page.getByRole('main').getByRole('combobox').fill('ring')
  await page.getByRole('option').filter({ hasText: 'Rings' }).click()
  await expect(page).toHaveURL(/category=rings/)
})
