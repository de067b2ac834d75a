/** Where an address leads, and how the web app keeps up with its own build (seed §2, §4, §7, §8, §9). */
import type { APIRequestContext } from '@playwright/test'
import { expect, type Page, test } from './support/shop-test.ts'
import { leadTo } from './support/steps.ts'

// A clock that was set outlasts the emptying of a context.
test.use({ reuseContext: false })

/** What the tests' shop is started with: see playwright.config.ts. */
const marketing = 'https://go.karat.example'
/** Marks the page once it has read its manifest: an answer that arrived has not been read yet. */
const markManifest = (page: Page) =>
  page.addInitScript(() => {
    const { json } = Response.prototype
    Response.prototype.json = async function () {
      const read = await json.call(this)
      if (this.url.includes('/builds/meta/')) setTimeout(() => Object.assign(window, { manifestRead: true }))
      return read
    }
  })
const manifestRead = (page: Page) => page.waitForFunction(() => 'manifestRead' in window)
const awake = (page: Page) => page.waitForFunction(() => '__reactRouterDataRouter' in window)
const latestBuild = async (request: APIRequestContext): Promise<string> =>
  (await (await request.get('/builds/latest.json')).json()).id

test.describe('a route rule', () => {
  test('leads an old path to its page with its query, as a document and inside the page', async ({ page, request }) => {
    const answer = await request.get('/shop?category=bars', { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toBe('/product/product?category=bars')
    await markManifest(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/builds/meta/*', (route) => released.then(() => route.continue()))
    const payloads: string[] = []
    page.on('request', (one) => one.url().includes('shop.data') && payloads.push(one.url()))
    await page.goto('/')
    for (const [category, asked] of [
      ['coins', 'the payload is redirected'],
      ['rings', 'the manifest knows it'],
    ]) {
      await leadTo(page, `/shop?category=${category}`)
      await expect(page).toHaveURL(`/product/product?category=${category}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(payloads.length, asked).toBe(1)
      release()
      await manifestRead(page)
    }
  })

  test('leads outside only to an address that the server allows, as a document and inside the page', async ({
    page,
    request,
  }) => {
    await page.route(`${marketing}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Outside</h1>' }),
    )
    const document = await request.get('/promo?utm_source=a', { maxRedirects: 0 })
    expect(document.status()).toBe(302)
    expect(document.headers().location).toBe(`${marketing}/promo?utm_source=a`)
    await page.goto('/')
    await awake(page)
    await Promise.all([page.waitForURL(`${marketing}/promo`), leadTo(page, '/promo').catch(() => {})])
    for (const path of ['/https://evil.example', '/promo/https://evil.example', '/redirect?to=https://evil.example'])
      expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404)
    const answer = await request.get('/promo?to=https://evil.example&//evil.example', { maxRedirects: 0 })
    expect(new URL(answer.headers().location ?? '').origin).toBe(marketing)
  })
})

test.describe('the build', () => {
  test('has a manifest that is fetched about a second after the page is idle', async ({ page, request }) => {
    const start = new Date('2026-11-21T08:00:00Z')
    await page.clock.install({ time: start })
    await page.clock.pauseAt(start.getTime() + 1000)
    const asked: string[] = []
    page.on('request', (one) => one.url().includes('/builds/') && asked.push(new URL(one.url()).pathname))
    // Parts that come later show themselves by a timer, which stands still.
    await page.goto('/', { waitUntil: 'load' })
    await page.waitForFunction(() => window.karatAlive)
    await page.clock.runFor(900)
    expect(asked).toEqual([])
    await page.clock.runFor(300)
    await expect.poll(() => asked).toEqual([`/builds/meta/${await latestBuild(request)}.json`])
  })

  test('whose manifest does not come is only logged', async ({ page, watch }) => {
    watch.expect(/ERR_FAILED.*builds\/meta/)
    watch.expect(/warning: Karat: the build manifest was not there/)
    await page.route('**/builds/meta/*', (route) => route.abort())
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('the build manifest was not there'),
    )
    await page.goto('/')
    await logged
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Shop gold' }).click()
    await expect(page).toHaveURL(/\/product\/product/)
  })

  test('is compared with the latest one every hour by a timestamp query; a newer one is said, and keeps what was typed', async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (one) => one.url().includes('/builds/latest') && asked.push(new URL(one.url()).search))
    await page.clock.install()
    await page.goto('/login')
    await awake(page)
    await page.getByLabel('E-mail or mobile number').fill('ratna@kar')
    const notice = page.getByRole('status').locator('.build-notice')
    await page.clock.fastForward(3_600_000)
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]).toMatch(/^\?\d{13}$/)
    await expect(notice).toHaveCount(0)

    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer' } }))
    await page.clock.fastForward(3_600_000)
    await expect(notice).toContainText('There is a new version of this shop.')
    await expect(notice).toBeVisible()
    expect(asked[1]).not.toBe(asked[0])
    await expect(page.getByLabel('E-mail or mobile number'), 'nothing was loaded anew').toHaveValue('ratna@kar')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)

    const opened = page.waitForRequest((one) => one.isNavigationRequest() && new URL(one.url()).pathname === '/signup')
    await page.getByRole('main').locator('a[href^="/signup"]').click()
    await opened
    await expect(page.getByRole('heading', { level: 1, name: 'Open an account' })).toBeVisible()
  })

  test('that is newer is loaded when the notice says so', async ({ page }) => {
    await page.route('**/builds/latest.json*', (route) => route.fulfill({ json: { id: 'newer' } }))
    await page.clock.install()
    await page.goto('/')
    const reload = page.getByRole('status').getByRole('button', { name: 'Reload' })
    // The hour begins when the page is alive, which is a moment after its router is there.
    await expect(async () => {
      await page.clock.fastForward(3_600_000)
      await expect(reload).toBeVisible({ timeout: 500 })
    }).toPass()
    const opened = page.waitForRequest((one) => one.isNavigationRequest())
    await reload.click()
    await opened
    await expect(reload).toHaveCount(0)
  })
})

test('a page of its own payload: a move inside the page fetches it, and pointing at a link fetches it ahead', async ({
  page,
}) => {
  const payload = /\/product\/product\.data\?/
  await page.goto('/')
  await awake(page)
  const ahead = page.waitForRequest(payload)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bars' }).hover()
  expect((await ahead).url()).toContain('category=bars')
  expect((await (await ahead).response())?.headers()['cache-control']).toBe('private, max-age=5')
  const documents: string[] = []
  page.on('request', (one) => one.isNavigationRequest() && documents.push(one.url()))
  const fetched = page.waitForResponse(/\/product\/product\.data(\?_routes|$)/)
  await leadTo(page, '/product/product')
  expect((await fetched).headers()['content-type']).toContain('text/x-script')
  await expect(page).toHaveURL('/product/product')
  expect(documents).toEqual([])
})

test.describe('a page whose own files fail', () => {
  test('on the very first load is loaded anew once, then says that it is not there', async ({ page, watch }) => {
    watch.expect(/ERR_FAILED.*assets/)
    watch.expect(/Failed to fetch dynamically imported module: .*entry.client/)
    const opened: string[] = []
    page.on('request', (one) => one.isNavigationRequest() && opened.push(new URL(one.url()).pathname))
    let asked = 0
    // Not `times: 1`: with the interception ended in the middle of the new load, that load once had no end.
    await page.route('**/assets/*/log-in-page-*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()))
    await page.goto('/login', { waitUntil: 'load' })
    await awake(page)
    expect(opened, 'the second try has the file').toEqual(['/login', '/login'])

    await page.evaluate(() => sessionStorage.clear())
    await page.route('**/assets/*/entry.client-*.js', (route) => route.abort())
    await page.goto('/login', { waitUntil: 'load' })
    await expect.poll(() => opened).toEqual(['/login', '/login', '/login', '/login'])
    await expect(page.locator('.asleep').filter({ visible: true })).toHaveText(
      'This page could not be loaded. Please try again in a moment.',
    )
  })

  test('of the member area is loaded anew once too', async ({ page, watch }) => {
    watch.expect(/ERR_FAILED.*assets/)
    watch.expect(/Error loading route module|dynamically imported module/)
    const opened: string[] = []
    page.on('request', (one) => one.isNavigationRequest() && opened.push(new URL(one.url()).pathname))
    await page.route('**/assets/*/customuser-layout-*.js', (route) => route.abort())
    await page.goto('/user', { waitUntil: 'load' })
    await expect(page.locator('.asleep, .toast').filter({ visible: true })).toHaveText(
      'This page could not be loaded. Please try again in a moment.',
    )
    expect(opened).toEqual(['/user', '/user'])
  })
})

test('a start that fails is logged and rethrown', async ({ page, watch }) => {
  watch.expect(/Karat: the page did not start|error: (Error: )?the storage is shut/)
  await page.addInitScript(() => {
    Storage.prototype.getItem = () => {
      throw new Error('the storage is shut')
    }
  })
  const thrown = page.waitForEvent('pageerror')
  await page.goto('/', { waitUntil: 'load' })
  expect((await thrown).message).toBe('the storage is shut')
  expect(watch.complaints.some((line) => line.startsWith('warning: Karat: the page did not start'))).toBe(true)
  await expect(page.getByRole('heading', { level: 1 }), 'what the server rendered can still be read').toBeVisible()
})
