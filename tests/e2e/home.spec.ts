/** The home page, the chart and the head and foot of every page. */
import { raisePrice } from './support/price-feed.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { amountOf } from './support/steps.ts'

const box = (page: Page) => page.getByRole('application', { name: /^Chart of the gold price/ })
/** The chart draws on several canvases, one over the other; the one that lies lowest is what it plots. */
const PLOT = 0
const heightOf = async (page: Page) => (await box(page).boundingBox())?.height ?? 0

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('home tells the price, its day, what we sell, why to trust us and how it works', async ({ page }) => {
    await page.goto('/')
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Gold price', exact: true }).locator('.fig-xl')).toContainText(
      /\d,\d{3},\d{3}/,
    )
    await expect(main.locator('svg.chart').filter({ visible: true })).toHaveCount(1)
    for (const name of ['Bars by weight', 'What we sell', /Two prices/, /check yourself$/, /four steps/, 'Latest news'])
      await expect(main.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(main.locator('img[fetchpriority="high"]'), 'the picture seen first is in the document').toHaveCount(1)
    const foot = page.getByRole('contentinfo')
    const hrefs = await foot.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    for (const path of [
      '/home/aboutUs',
      '/home/news',
      '/home/commonProblem',
      '/home/partner',
      '/home/viewTestimonials',
    ])
      expect(hrefs).toContain(path)
    for (const path of ['/contactUs', '/agreement', '/privacy', '/product/passport', '/home/goldPrice'])
      expect(hrefs).toContain(path)
  })
})

test('the chart that can be looked at closely takes the place of its picture without moving anything, and is read by keys', {
  tag: '@phone',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  const before = await heightOf(page)
  await expect(box(page).locator('canvas')).toHaveCount(0)
  await box(page).focus()
  await expect(box(page).locator('canvas').nth(PLOT)).toBeVisible()
  expect(await heightOf(page)).toBe(before)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 800, height: 900 })
  await expect.poll(async () => (await box(page).locator('canvas').nth(PLOT).boundingBox())?.width).toBeLessThan(800)
  await expect(box(page).locator('svg.chart').filter({ visible: true })).toHaveCount(0)
  if (size) await page.setViewportSize(size)

  const said = box(page).getByRole('status')
  await page.keyboard.press('End')
  await expect(said).toHaveText(/: buy Rp\s[\d,]+, buyback Rp\s[\d,]+$/)
  const last = await said.innerText()
  await page.keyboard.press('ArrowLeft')
  await expect(said).not.toHaveText(last)
  await page.keyboard.press('ArrowRight')
  await expect(said).toHaveText(/: buy Rp/)
  await page.keyboard.press('Escape')
  await expect(said).toHaveText('')

  const spans = page.getByRole('radiogroup', { name: 'Span of the chart' })
  await spans.getByRole('radio', { name: '1D' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(spans.getByRole('radio', { name: '1W' })).toBeChecked()
  await expect(page.getByText('in 7 days')).toBeVisible()
  const height = await heightOf(page)
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  const table = page.getByRole('region', { name: 'Show the numbers' })
  await expect(table).toBeVisible()
  expect((await table.boundingBox())?.height).toBe(height)
  const rows = await table.getByRole('row').count()
  expect(rows).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain('time,ask_IDR_per_g,bid_IDR_per_g')
  const lines = (await copied()).split('\n')
  expect(lines).toHaveLength(rows)
  expect(lines.at(-1)).toMatch(/^20\d\d-[\d-]+T[\d:.]+Z,\d+,\d+$/)
})

test('the page of the price: karat, ask and bid, candles, and a table that moves with the price', async ({ page }) => {
  await page.goto('/home/goldPrice')
  const figure = page.getByRole('region', { name: 'Gold price', exact: true }).locator('.fig-xl')
  const fine = amountOf(await figure.innerText())
  await page.getByRole('radio', { name: '18K' }).check()
  await expect(page.getByRole('heading', { name: 'Price of 18K gold per gram' })).toBeVisible()
  expect(Math.abs(amountOf(await figure.innerText()) - fine * 0.75)).toBeLessThan(fine * 0.01)
  await page.getByRole('radio', { name: 'Both' }).check()
  await page.getByRole('radio', { name: 'Candles' }).check()
  await expect(box(page).locator('canvas').nth(PLOT)).toBeVisible()
  await box(page).focus()
  await page.keyboard.press('End')
  await expect(box(page).locator('.chart-reading')).toContainText(/Open Rp.*High Rp.*Low Rp.*Close Rp/)

  const karat = page.getByRole('row', { name: /^24K/ }).getByRole('cell', { name: /^Rp/ }).nth(0)
  const before = amountOf(await karat.innerText())
  await raisePrice(20)
  await expect.poll(async () => amountOf(await karat.innerText())).toBeGreaterThan(before)
})

test.describe('for a member', () => {
  test.use({ signedIn: true })

  test('nothing on the home page moves while it comes to life', { tag: '@phone' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { moved: [] })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (window as unknown as { moved: number[] }).moved.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Wishlist, 0 pieces' })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)
  })
})
