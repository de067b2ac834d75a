/** An address per language: opening it speaks that language on server and client, and chooses nothing. */
import { expect, test } from './support/shop-test.ts'

test('?lang= speaks that language, also on the pages after it, and keeps no choice', async ({ page, context }) => {
  await page.goto('/?lang=zh')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('价格由您亲自核对的黄金。')
  await page.getByRole('link', { name: '首页' }).or(page.locator('main a[href="/product/product"]')).first().click()
  await expect(page).toHaveURL(/\/product\/product$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await expect(page.getByRole('main')).toContainText(/[一-鿿]{2}/)
  expect((await context.cookies()).find(({ name }) => name === 'language')?.value).toBe('en-US')
  await page.reload()
  await expect(page.locator('html'), 'an address without a language is of the visitor’s own').toHaveAttribute(
    'lang',
    'en-US',
  )
})

test('a page names its one address in each language', async ({ page }) => {
  const href = (selector: string) => page.locator(`head ${selector}`).getAttribute('href')
  const { origin } = new URL((await page.goto('/product/product?category=bars&sort=newest&lang=zh'))?.url() ?? '')
  expect(await href('link[rel="canonical"]')).toBe(`${origin}/product/product?category=bars&lang=zh`)
  expect(await href('link[hreflang="id"]')).toBe(`${origin}/product/product?category=bars`)
  expect(await href('link[hreflang="en"]')).toBe(`${origin}/product/product?category=bars&lang=en`)
  expect(await href('link[hreflang="x-default"]')).toBe(`${origin}/product/product?category=bars`)
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
  await page.goto('/login')
  await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})

test('choosing a language wins over the address that asked for another', async ({ page }) => {
  await page.goto('/?lang=zh')
  await page.locator('header button[aria-haspopup="menu"]').first().click()
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
  expect(new URL(page.url()).search).toBe('')
})
