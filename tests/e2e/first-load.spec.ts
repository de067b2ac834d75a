/** What a page costs before anybody touches it, and that nothing pressed too early is lost. */
import { gzipSync } from 'node:zlib'
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, skuOf } from './support/steps.ts'

const BUDGET = 130_000

/** Lets no script of this name through before it is told to. */
async function hold(page: Page, name: string) {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(name, async (route) => {
    await held
    await route.continue()
  })
  return release
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 412, height: 823 } })
  for (const place of ['home', 'list', 'product'])
    test(`the scripts of the ${place} page are at most 130 kB with gzip before somebody touches it`, async ({
      page,
      db,
    }) => {
      const product = `/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`
      const path = { home: '/', list: '/product/product', product }[place] ?? '/'
      const sizes: Promise<number>[] = []
      const names: string[] = []
      let touched = false
      page.on('response', (answer) => {
        if (answer.request().resourceType() !== 'script') return
        names.push(answer.url())
        if (touched) return
        sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length))
      })
      await page.goto(path, { waitUntil: 'networkidle' })
      await page.waitForFunction(() => window.karatAlive)
      await page.waitForLoadState('networkidle')
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect(total).toBeGreaterThan(80_000)
      expect(total).toBeLessThanOrEqual(BUDGET)
      touched = true
      await page.mouse.move(10, 10)
      await expect
        .poll(() => names.filter((name) => name.includes('/preferences-popup-')), 'somebody is here')
        .toHaveLength(1)
      await page.waitForLoadState('networkidle')
      expect(
        names.filter((name) => name.includes('/alert-card-')),
        'but nobody who has alerts',
      ).toEqual([])
    })
})

test('what is pressed before the page is alive is done once it is', async ({ page }) => {
  const release = await hold(page, '**/assets/**/entry.client-*.js')
  await page.goto('/login', { waitUntil: 'load' })
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  expect(new URL(page.url()).search, 'the form did not leave by itself').toBe('')
  release()
  await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).not.toHaveCount(0)
})

test('what is pressed in a part that is not alive yet is done once it is, and once only', async ({ page }) => {
  const release = await hold(page, '**/assets/**/list-toolbar-*.js')
  await page.goto('/product/product', { waitUntil: 'load' })
  await page.waitForFunction(() => window.karatAlive)
  const compare = page.getByRole('button', { name: 'Compare', exact: true })
  await compare.click()
  await compare.click()
  await expect(compare).toHaveAttribute('aria-pressed', 'false')
  release()
  await expect(compare).toHaveAttribute('aria-pressed', 'true')
})

test('a part that nobody has touched says what the server wrote, and follows the price once it is seen', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'load' })
  await page.waitForFunction(() => window.karatAlive)
  const table = page.locator('#weights')
  await expect(table).toContainText('Rp')
  const box = page.locator('[data-waiting]').filter({ has: table })
  await expect(box).toHaveCount(1)
  await table.scrollIntoViewIfNeeded()
  await expect(box).toHaveCount(0)
})
