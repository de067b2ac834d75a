/** Without a connection: the offline page in the visitor's language, an old price only as an old price, and the page again once there is one. */
import { expect, type Page, test } from './support/shop-test.ts'

// What a worker has kept outlasts the emptying of a context.
test.use({ serviceWorkers: 'allow', reuseContext: false })

/** The worker answers for pages from now on, and the page has noted its price. */
async function ready(page: Page) {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    while (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('seen')).keys()).length)).toBe(1)
}

/** The worker hears of the lost connection a moment after the page does. */
const sayOffline = (page: Page, path: string, words: string) =>
  expect(async () => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words, { timeout: 1000 })
  }).toPass()

const keptAddresses = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test.beforeEach(({ watch }) => {
  watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|EventSource/)
})

test('a page asked for without a connection is the offline page; with the connection the page itself comes', async ({
  page,
  context,
}) => {
  await ready(page)
  const price = await page.getByRole('region', { name: 'Live gold price' }).locator('.moved').nth(0).innerText() // the ask; the bid follows
  await context.setOffline(true)
  await sayOffline(page, '/product/product', 'There is no connection')
  await expect(page.locator('#seen s')).toHaveText(`${price} / g`)
  await expect(page.locator('#seen time')).toHaveText(/\d{2}:\d{2}\sWIB$/)
  await expect(page.locator('#seen')).toContainText('It is old.')
  const look = await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)
  expect(look, 'its style sheet is kept with it').toContain('Newsreader')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no connection')

  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All gold', { timeout: 15_000 })
  expect(new URL(page.url()).pathname).toBe('/product/product')
})

test('the page itself comes also when the browser does not say that the connection is back', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => addEventListener('online', (event) => event.stopImmediatePropagation()))
  await ready(page)
  await context.setOffline(true)
  await sayOffline(page, '/product/product', 'There is no connection')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All gold', { timeout: 15_000 })
})

test.describe('in Indonesian', () => {
  test.use({ language: 'id' })
  test('the offline page speaks the language of the last page, or of the address', async ({ page, context }) => {
    await ready(page)
    await context.setOffline(true)
    await sayOffline(page, '/home/goldPrice', 'Tidak ada koneksi')
    await sayOffline(page, '/home/goldPrice?lang=zh', '当前没有网络连接')
  })
})

test('nothing is kept but the offline pages, the files they need and the note', async ({ page }) => {
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Shop gold' }).click()
  await expect(page).toHaveURL(/\/product\/product/)
  await page.reload()
  const kept = await keptAddresses(page)
  expect(kept.filter((path) => !/^\/offline\/|^\/assets\/(root|hanken|newsreader|offline)-/.test(path))).toEqual([
    '/last-seen',
  ])
})

test('files kept for another build go when this one takes over', async ({ page }) => {
  await page.goto('/offline/en-US.html') // a page of ours that registers nothing
  await page.evaluate(async () =>
    (await caches.open('shell older')).put('/assets/root-old.css', new Response('body{color:red}')),
  )
  await ready(page)
  expect(await page.evaluate(() => caches.keys())).not.toContain('shell older')
})
