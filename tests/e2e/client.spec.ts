/** What the web app does with answers, errors, waiting and time (seed §4, §8, §9). */
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, confirmBuyNow, payButton, skuOf } from './support/steps.ts'

const toast = (page: Page) => page.locator('.toast')

test.describe('an answer that is no success', () => {
  test.use({ signedIn: true })

  const answers: [title: string, body: unknown, said: string][] = [
    ['the message', { status: 'error', code: 409, message: 'the message', error: 'the error' }, 'the message'],
    ['else the error', { status: 'error', code: 409, message: '', error: 'the error' }, 'the error'],
    ["else the HTTP error's message", { data: { message: 'inner message', error: 'inner error' } }, 'inner message'],
    ["else the HTTP error's error", { data: { error: 'inner error' } }, 'inner error'],
    ["else 'System Error'", {}, 'System Error'],
  ]
  test('is said in an error toast: the message, else the error, else the HTTP error, else System Error; and is rejected', async ({
    page,
    db,
    watch,
  }) => {
    watch.expect(/409 \(Conflict\).*add_cart/)
    await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
    for (const [title, body, said] of answers) {
      await page.route('**/product/add_cart', (route) => route.fulfill({ status: 409, json: body }), { times: 1 })
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await expect(toast(page).filter({ hasText: new RegExp(`^${said}$`) }), title).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Cart, items: 0' })).toBeVisible()
    await expect(page.getByText('Added to your cart')).toHaveCount(0)
  })

  test("that never came is said as 'System Error'", async ({ page, db, watch }) => {
    watch.expect(/ERR_FAILED.*add_cart/)
    await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
    await page.route('**/product/add_cart', (route) => route.abort())
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(toast(page)).toHaveText('System Error')
    await expect(page.getByRole('button', { name: 'Add to cart' })).not.toHaveAttribute('aria-busy')
  })

  test('code 6000 is passed to the caller without a message', async ({ page, db, member, watch }) => {
    watch.expect(/409 \(Conflict\).*submit_order/)
    await confirmBuyNow(page, db)
    await db.query('update orders.guarantees set expires_at = now() where member_id = $1', [member.id])
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('.toast')) seen.push(one.textContent ?? '')
      }).observe(document.body, { childList: true, subtree: true })
    })
    const answered = page.waitForResponse('**/product/submit_order')
    await payButton(page).click()
    expect(await (await answered).json()).toMatchObject({ status: 'error', code: 6000 })
    await expect(page.getByRole('alertdialog', { name: 'The price moved' })).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  })

  test('its toast stands 16 px from the top for 3000 ms', async ({ page, db, watch }) => {
    watch.expect(/409 \(Conflict\).*add_cart/)
    await page.clock.install()
    await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
    await page.route('**/product/add_cart', (route) => route.fulfill({ status: 409, json: { message: 'No' } }))
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(toast(page)).toHaveText('No', { timeout: 50 })
    }).toPass()
    await expect.poll(async () => (await toast(page).boundingBox())?.y).toBe(16)
    await page.clock.runFor(2800)
    await expect(toast(page)).toHaveText('No')
    await page.clock.runFor(400)
    await expect(toast(page)).toHaveCount(0)
  })
})

test('the loading veil comes while a call lasts and fades in 400 ms', async ({ page }) => {
  await page.goto('/login')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/user/login', async (route) => {
    await held
    await route.continue()
  })
  const veil = page.locator('.veil')
  await expect(veil).toHaveCSS('opacity', '0')
  await page.getByLabel('E-mail or mobile number').fill('ratna@karat.test')
  await page.getByLabel('Password', { exact: true }).fill('kopi-tubruk-pagi-hari')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(veil).toHaveAttribute('data-open', 'true')
  await expect(veil).toHaveCSS('transition-duration', '0.4s')
  await expect(veil).toHaveCSS('opacity', '1')
  await expect(veil).toHaveText('Loading')
  answer()
  await expect(veil).toHaveAttribute('data-open', 'false')
  expect((await veil.evaluate((one) => getComputedStyle(one).transitionDuration)).split(',')[0]).toBe('0.4s')
  await expect(veil).toHaveCSS('opacity', '0')
})

test("an unknown path answers 404 with 'Page not found: {path}' on the error page", async ({ page, watch }) => {
  watch.expect(/404 \(Not Found\)/)
  const answer = await page.goto('/home/no-such/page?x=1')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('main')).toContainText('404')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.getByRole('main')).toContainText('Page not found: /home/no-such/page')
})

test('a fatal error shows the error page with 500 and Internal Server Error', async ({ page, watch }) => {
  watch.expect(/500 \(Internal Server Error\)/)
  watch.expect(/Internal Server Error/)
  await page.goto('/')
  await page.route('**/product/product.data*', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByRole('link', { name: 'Shop gold' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Server Error')
  await expect(page.getByRole('main')).toContainText('500')
})

test('a page whose file cannot be loaded is loaded anew, once per path within 10 seconds', async ({ page, watch }) => {
  watch.expect(/log-in-page/)
  watch.expect(/dynamically imported module/)
  const opened: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname))
  await page.route('**/assets/*/log-in-page-*.js', (route) => route.abort())
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log in' })

  await page.goto('/')
  await logIn.click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  expect(opened).toEqual(['/', '/login'])

  await page.goto('/')
  await logIn.click()
  await expect(toast(page)).toHaveText('This page could not be loaded. Please try again in a moment.')
  expect(opened, 'not again so soon').toEqual(['/', '/login', '/'])

  await page.evaluate(() => {
    const seen: Record<string, number> = JSON.parse(sessionStorage.getItem('reloaded') ?? '{}')
    sessionStorage.setItem('reloaded', JSON.stringify({ '/login': (seen['/login'] ?? 0) - 10_000 }))
  })
  await page.goto('/')
  await logIn.click()
  await expect(page).toHaveURL(/\/login$/)
  expect(opened, 'ten seconds later').toEqual(['/', '/login', '/', '/', '/login'])
})

test('the gold price is asked for every 60 seconds, beside the live stream', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/goldPrice|getGoldPrice$/i.test(pathname)) asked.push(pathname.split('/').at(-1) ?? '')
  })
  await page.clock.install()
  await page.goto('/')
  await expect.poll(() => asked).toEqual(['goldPriceStream'])
  await page.clock.pauseAt(Date.now() + 30_000)
  await page.clock.runFor(25_000)
  expect(asked).toEqual(['goldPriceStream'])
  await page.clock.runFor(20_000)
  await expect.poll(() => asked).toEqual(['goldPriceStream', 'getGoldPrice'])
  await page.clock.runFor(60_000)
  await expect.poll(() => asked).toEqual(['goldPriceStream', 'getGoldPrice', 'getGoldPrice'])
})
