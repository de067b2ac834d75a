/** An address per language: opening it speaks that language on server and client, and chooses nothing. */
import { expect, test } from './support/shop-test.ts'

test('?lang= speaks that language, also on the pages after it, and keeps no choice', async ({ page, context }) => {
  await page.goto('/?lang=zh')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('价格由您亲自核对的黄金。')
  await page.getByRole('main').getByRole('link', { name: '选购黄金' }).click()
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

test('a page names its one address in each language', async ({ request, baseURL }) => {
  const headOf = async (path: string) => /<head>.*<\/head>/s.exec(await (await request.get(path)).text())?.[0] ?? ''
  const head = await headOf('/product/product?category=bars&sort=newest&lang=zh')
  const href = (which: string) =>
    [...head.matchAll(/<link [^>]*>/g)]
      .map(([link]) => link)
      .filter((link) => link.includes(which))
      .map((link) => /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&'))
  const address = `${baseURL}/product/product?category=bars`
  expect(href('rel="canonical"')).toEqual([`${address}&lang=zh`])
  expect(href('"id"')).toEqual([address])
  expect(href('"en"')).toEqual([`${address}&lang=en`])
  expect(href('"x-default"')).toEqual([address])
  expect(head).not.toContain('name="robots"')
  const door = await headOf('/login')
  expect(door).not.toContain('rel="canonical"')
  expect(door).toMatch(/<meta name="robots" content="noindex"/)
})

test('choosing a language wins over the address that asked for another', async ({ page }) => {
  await page.goto('/?lang=zh')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^语言、货币与外观/ })
    .click()
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
  expect(new URL(page.url()).search).toBe('')
})
