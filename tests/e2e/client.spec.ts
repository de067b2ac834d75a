/** What the web app does with answers, errors, waiting and time (seed §4, §8, §9). */
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, confirmBuyNow, payButton, skuOf } from './support/steps.ts'

// A clock that was set outlasts the emptying of a context.
test.use({ reuseContext: false })

type Router = { navigate(path: string): Promise<void> }
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
    // Its caller holds the same price anew, and says so; where another test has moved it, it asks.
    const anew = 'The price is the same. It is held again.'
    const moved = page.getByRole('alertdialog', { name: 'The price moved' })
    await expect(toast(page).filter({ hasText: anew }).or(moved)).toBeVisible()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(seen.filter((text) => text !== anew)).toEqual([])
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

test.describe('the error page', () => {
  test("an unknown path answers 404 with 'Page not found: {path}', the path as text", async ({ page, watch }) => {
    watch.expect(/404 \(Not Found\)/)
    const tried = '/home/<img src=x onerror=alert(1)>/</title><script>alert(2)</script>'
    const asked: string[] = []
    page.on('dialog', (dialog) => asked.push(dialog.message()))
    for (const [path, shown] of [
      ['/home/no-such/page?x=1', '/home/no-such/page'],
      ['/user/no-such-page', '/user/no-such-page'],
      [encodeURI(tried), encodeURI(tried)],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('main')).toContainText('404')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
      await expect(page.getByRole('main')).toContainText(`Page not found: ${shown}`)
    }
    expect(await page.locator('main img, main script').count()).toBe(0)
    expect(asked).toEqual([])
  })

  test("a fatal error: 500 and 'Internal Server Error'; one that carries its own status message keeps it, with its message as description", async ({
    page,
    watch,
  }) => {
    watch.expect(/50[03] \(/)
    watch.expect(/Internal Server Error|Service Unavailable/)
    for (const [status, title, description] of [
      [500, 'Internal Server Error', ''],
      [503, 'Service Unavailable', 'The vault is being counted.'],
    ] as const) {
      await page.goto('/')
      await page.route('**/product/product.data*', (route) => route.fulfill({ status, body: description }))
      await page.evaluate(() => {
        const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: Router }
        void router.navigate('/product/product') // whether it is ever over is not the question
      })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('main')).toContainText(String(status))
      await expect(page.getByRole('main')).toContainText(description)
      await page.unroute('**/product/product.data*')
    }
  })

  test.describe('while a page is rendered', () => {
    test.use({ signedIn: true })
    test('in the browser: an error that nobody caught switches to it, and a way on is offered', async ({
      page,
      watch,
    }) => {
      watch.expect(/TypeError|undefined|error occurred/i)
      await page.route('**/product/cartList*', (route) =>
        route.fulfill({ json: { status: 'success', code: 200, message: '', error: null, data: { count: 1 } } }),
      )
      await page.goto('/user/cart/list')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Internal Server Error')
      await expect(page.getByRole('main'), 'in the place of the layout').toContainText('500')
      await expect(page.getByRole('banner')).toHaveCount(1)
      await expect(page.locator('#karat-letters'), 'the name in its head').toHaveAttribute('d', /^M/)
      await expect(page.getByRole('navigation', { name: 'Account' })).toHaveCount(0)
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Internal Server Error')
    })
  })
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
  const stream = page.waitForResponse(/goldPriceStream/)
  await page.goto('/')
  await stream // before it is open the rest of the price would be asked for too
  expect(asked).toEqual(['goldPriceStream'])
  await page.clock.pauseAt(Date.now() + 30_000)
  await page.clock.runFor(25_000)
  expect(asked).toEqual(['goldPriceStream'])
  await page.clock.runFor(20_000)
  await expect.poll(() => asked).toEqual(['goldPriceStream', 'getGoldPrice'])
  await page.clock.runFor(60_000)
  await expect.poll(() => asked).toEqual(['goldPriceStream', 'getGoldPrice', 'getGoldPrice'])
})

test('the gold price is asked for every 60 seconds also when the stream has closed for good', async ({
  page,
  watch,
}) => {
  watch.expect(/goldPriceStream/)
  const asked: string[] = []
  page.on('request', (request) => {
    const call = new URL(request.url()).pathname.split('/').at(-1) ?? ''
    if (/^getGoldPrice$|^goldPriceNow$/.test(call)) asked.push(call)
  })
  await page.route('**/product/goldPriceStream*', (route) => route.fulfill({ status: 204 }))
  let ask = 2_000_001
  await page.route('**/product/goldPriceNow', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    await route.fulfill({ json: { ...body, data: { ...body.data, ask: String(++ask) } } })
  })
  await page.clock.install()
  await page.goto('/')
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.clock.pauseAt(Date.now() + 30_000)
  for (const round of [1, 2]) {
    await page.clock.runFor(60_000)
    await expect.poll(() => asked.filter((call) => call === 'getGoldPrice').length).toBe(round)
    await expect.poll(() => asked.filter((call) => call === 'goldPriceNow').length).toBe(round)
    await expect(page.getByRole('region', { name: 'Live gold price' })).toContainText(`2,000,00${round + 1}`)
  }
})
