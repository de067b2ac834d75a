/** The session of the web app (seed §3, §4, §5) and the refusals that end it (§8). */

import type { Locator } from '@playwright/test'
import type { Pool } from 'pg'
import { pages } from './support/places.ts'
import { alive, expect, type Page, test } from './support/shop-test.ts'
import { bar, endSessions, knowDevice, moveTo, skuOf } from './support/steps.ts'

type Router = { navigate(path: string): Promise<void> }

const ratna = { account: 'ratna@karat.test', password: 'kopi-tubruk-pagi-hari' }
const bagus = { account: 'bagus@karat.test', password: 'layang-layang-putus-tali' }

/** Every child path of the member area (seed §2). */
const memberPaths = [
  ...['', 'activity/add', 'activity/edit', 'activity/list', 'address/list', 'agents/purchases', 'bindAlipay'],
  ...['bindBankCard', 'cart/list', 'changeEmail', 'changeMobile', 'changePaypwd', 'changePwd', 'editUser'],
  ...['goldBackHistroy', 'gpg/history', 'kyc/kyc', 'kyc/components/uploadFile', 'order/list'],
  ...['order/components/OrderItem', 'personalData', 'realNameAuth', 'referral/Invite', 'settingEmail', 'settingPwd'],
  ...['trade/business', 'trade/cashingIn', 'trade/goldBack', 'trade/purchase', 'trade/record', 'trade/transfer'],
].map((child) => `user${child && '/'}${child}`)

/** What is kept of the session; what the pages remember of looking around, and the mark of this browser, is not of it. */
const kept = (page: Page) =>
  page.evaluate(() => {
    const { seenSkus: _, device: __, ...session } = { ...localStorage } as Record<string, string>
    return session
  })
const memberNav = (page: Page) => page.getByRole('navigation', { name: 'My account' })
const tips = (page: Page) => page.getByRole('alertdialog', { name: 'Tips' })

test('session values: a visitor has none, and calls store id in IDR', async ({ page }) => {
  const asked = page.waitForRequest(/\/api\/storeid\/product\/getGoldPriceK/)
  await page.goto('/')
  await page.getByRole('radio', { name: '1W' }).check({ force: true })
  expect((await asked).headers()).toMatchObject({ currency: 'IDR', platform: 'web' })
  expect((await asked).headers()).not.toHaveProperty('authorization')
  expect(await kept(page)).toEqual({})
})

test('session values: signing in keeps token, userInfo and isLogin; logging out takes them away', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/status of 401/)
  await logIn(page, db, ratna)
  await expect(page.getByRole('heading', { name: 'Welcome, Ratna Wulandari' })).toBeVisible()
  const { token = '', userInfo = '', isLogin, ...others } = await kept(page)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(JSON.parse(userInfo)).toMatchObject({ name: 'Ratna Wulandari', email: ratna.account })
  expect({ isLogin, others }).toEqual({ isLogin: '1', others: {} })
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect(await kept(page)).toEqual({})
})

test('who logs out while a page is still on its way is not told that the session is over', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/status of 401/)
  await logIn(page, db, ratna)
  const [held, call] = [Promise.withResolvers<void>(), '**/api/*/user/personalData']
  await page.route(call, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(call)
  await memberNav(page).getByRole('link', { name: 'Personal data' }).click()
  await asked
  // By key: as soon as the loading veil is up, the pointer reaches nothing.
  await page.getByRole('button', { name: 'Log out' }).press('Enter')
  await expect(page).toHaveURL('/')
  const late = page.waitForResponse(call)
  held.resolve()
  expect((await late).status()).toBe(401)
  await (await late).finished()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gold price' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test("session values: isLogin empty or '0' is logged out, whatever else is kept", async ({ page }) => {
  for (const isLogin of ['', '0']) {
    await page.goto('/login')
    await page.evaluate((value) => {
      localStorage.setItem('token', 'left over')
      localStorage.setItem('isLogin', value)
    }, isLogin)
    await page.goto('/user')
    await expect(page).toHaveURL(/\/login$/)
    expect(await kept(page)).toEqual({})
  }
})

test("without a choice the page speaks the store's language, id", async ({ page, context }) => {
  await context.clearCookies()
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
})

test('the language choice is a cookie for 365 days, SameSite=Lax', async ({ page, context }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Language, currency and theme/ }).click()
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Emas yang harganya bisa Anda periksa sendiri.')
  const cookie = (await context.cookies()).find(({ name }) => name === 'language')
  expect(cookie).toMatchObject({ value: 'id', sameSite: 'Lax', path: '/' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(364.9)
  expect(days).toBeLessThanOrEqual(365)
})

test('the store and its currency are kept and used by every call', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /Language, currency and theme/ }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitemradio', { name: 'Karat Malaysia' }).click()
  await loaded
  await expect(page.getByRole('region', { name: 'Live gold price' })).toContainText('RM')
  await alive(page)
  const asked = page.waitForRequest(/\/product\/getGoldPriceK/)
  await page.getByRole('radio', { name: '1W' }).check({ force: true })
  expect((await asked).url()).toContain('/api/storemy/')
  expect((await asked).headers()).toMatchObject({ currency: 'MYR' })
  expect(await kept(page)).toEqual({ store: 'my', currency: 'MYR' })
})

test('login guard: cancel does nothing and rejects the action; log in clears the session and leads to /login', async ({
  page,
  db,
}) => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  await page.evaluate(() => localStorage.setItem('token', 'left over'))
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.click()
  await expect(tips(page)).toContainText('The current operation requires you to log in~')
  await expect(tips(page).getByRole('heading').locator('svg.text-warn'), 'warning style').toBeVisible()
  await expect(tips(page).getByRole('button')).toHaveText(['Log in', 'Cancel'])
  await tips(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(tips(page)).toBeHidden()
  await expect(add).not.toHaveAttribute('aria-busy')
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await kept(page)).toEqual({ token: 'left over' })

  await page.getByRole('button', { name: 'Buy now' }).filter({ visible: true }).click()
  await tips(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await kept(page)).toEqual({})
  expect(calls).toEqual([])
})

test('auth middleware: every page of the member area sends a visitor to /login, a path that is none answers 404', async ({
  page,
}) => {
  const built = new Set(pages.map(({ route }) => route))
  for (const path of memberPaths)
    expect((await page.request.get(`/${path}`)).status(), path).toBe(built.has(path) ? 200 : 404)
  const there = memberPaths.filter((path) => built.has(path))
  await page.goto('/user/order/list')
  await expect(page, 'by its address').toHaveURL(/\/login$/)
  await alive(page)
  const ends = await page.evaluate(async (paths) => {
    const router = (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter
    const ended: string[] = []
    for (const path of paths) {
      await router.navigate('/agreement')
      if (location.pathname !== '/agreement') throw new Error(`not on the way to ${path}`)
      await router.navigate(`/${path}`)
      ended.push(`${path} leads to ${location.pathname}`)
    }
    return ended
  }, there)
  expect(ends).toEqual(there.map((path) => `${path} leads to /login`))
})

test('sign-up links: the invite and referral codes of an address reach the sign-up, wherever it led first', async ({
  page,
}) => {
  for (const landing of ['/signup?invite=RATNA-7&referral=agen_2', '/shop?invite=RATNA-7&referral=agen_2']) {
    await page.goto(landing)
    await page.waitForFunction(() => sessionStorage.getItem('linkCodes'))
    await page.goto('/login')
    await page.getByRole('main').locator('a[href^="/signup"]').click()
    await expect(page.getByText('RATNA-7')).toBeVisible()
    await page.getByLabel('E-mail or mobile number').fill(`links-${Date.now()}@karat.test`)
    await page.getByLabel(/I agree/).check()
    const sent = page.waitForRequest('**/user/sendSignupCode')
    await page.getByRole('button', { name: 'Send the code' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ invite: 'RATNA-7', referral: 'agen_2' })
    await page.evaluate(() => sessionStorage.clear())
  }
  await page.goto('/signup?invite=%3Cscript%3E&referral=a%20b')
  await page.getByLabel('E-mail or mobile number').fill(`links-${Date.now()}@karat.test`)
  await page.getByLabel(/I agree/).check()
  const sent = page.waitForRequest('**/user/sendSignupCode')
  await page.getByRole('button', { name: 'Send the code' }).click()
  expect(Object.keys((await sent).postDataJSON()).sort()).toEqual(['agreement_version', 'email'])
})

test.describe('signed in', () => {
  test.use({ signedIn: true })

  test('every call carries Authorization, currency and platform under /store{code}; a GET a query, a POST a body', async ({
    page,
    db,
    member,
  }) => {
    const calls: Record<string, string>[] = []
    page.on('request', (request) => {
      if (request.resourceType() !== 'fetch' || !request.url().includes('/api/')) return
      calls.push(request.headers())
      expect(request.url()).toMatch(/\/api\/storeid\//)
      if (request.method() === 'GET') expect(request.postData()).toBeNull()
      else expect([new URL(request.url()).search, typeof request.postDataJSON()]).toEqual(['', 'object'])
    })
    await page.goto('/')
    for (const path of ['/user', '/user/cart/list', '/user/address/list', '/user/order/list']) {
      await moveTo(page, path)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Added to your cart')).toBeVisible()
    expect(calls.length).toBeGreaterThanOrEqual(8)
    for (const headers of calls)
      expect(headers).toMatchObject({ authorization: `Bearer ${member.token}`, currency: 'IDR', platform: 'web' })
  })

  test('session expired: one dialog for many failures, no toast; then all is cleared and /login takes the place of the page', async ({
    page,
    db,
    member,
    watch,
  }) => {
    let refused = 0
    page.on('response', (response) => {
      if (response.status() === 401) refused++
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSessions(db, member.id, watch)
    await press(page.locator('header a[href="/user"]').nth(0))
    await expect.poll(() => refused, 'the account page asks for several things at once').toBeGreaterThanOrEqual(3)
    await expect(tips(page)).toBeVisible()
    await expect(tips(page)).toContainText('The current operation requires you to log in~')
    await expect(tips(page).getByRole('button')).toHaveText(['Log in'])
    expect((await kept(page)).isLogin).toBe('0')
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(page.getByRole('alertdialog')).toHaveCount(1)
    await tips(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('alertdialog'), 'later failures are ignored').toHaveCount(0)
    expect(await kept(page)).toEqual({})
    await page.goBack()
    await expect(page, 'the route was replaced').toHaveURL('/')
  })
})

test('session expired: the loading veil closes, so that the dialog is seen', async ({ page, db, watch }) => {
  await logIn(page, db, ratna)
  await page.getByRole('link', { name: /^Payment PIN/ }).click()
  await page.getByLabel('New PIN').fill('482913')
  await page.getByLabel('The same PIN again').fill('482913')
  await page.getByLabel('Password', { exact: true }).fill(ratna.password)
  const { id } = JSON.parse((await kept(page)).userInfo ?? '{}')
  await endSessions(db, id, watch)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/user/setPin', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Set this PIN' }).click()
  await expect(page.locator('.veil')).toHaveAttribute('data-open', 'true')
  answer()
  await expect(tips(page)).toBeVisible()
  await expect(page.locator('.veil')).toHaveAttribute('data-open', 'false')
})

test('session expired: the dialog comes again after the next sign-in', async ({ page, db, watch }) => {
  await knowDevice(page, db, ratna.account)
  await page.goto('/')
  for (const time of [1, 2]) {
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await fillLogIn(page, ratna)
    await expect(page).toHaveURL(/\/user/)
    const { id } = JSON.parse((await kept(page)).userInfo ?? '{}')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSessions(db, id, watch)
    await press(page.locator('nav a[href="/user/address/list"]').nth(0))
    await expect(tips(page), `time ${time}`).toBeVisible()
    await tips(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('banner').getByRole('link', { name: 'Karat' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Gold/ })).toBeVisible()
  }
})

test('code 4000: the third wrong PIN shows its dialog, the call never resolves, the session is cleared and /login comes', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/40[03] \(.*checkPin/)
  watch.expect(/status of 401/) // a page asks by itself, of a session that is over by then
  await logIn(page, db, bagus)
  await expect(page.getByRole('heading', { name: 'Welcome, Bagus Prasetyo' })).toBeVisible()
  await db.query(
    `update identity.members set pin_hash = null, pin_tries_used = 0, pin_locked_at = null where email = $1`,
    [bagus.account],
  )
  await page.getByRole('link', { name: /^Payment PIN/ }).click()
  await page.getByLabel('New PIN').fill('482913')
  await page.getByLabel('The same PIN again').fill('482913')
  await page.getByLabel('Password', { exact: true }).fill(bagus.password)
  await page.getByRole('button', { name: 'Set this PIN' }).click()
  await expect(page.getByText('Your PIN is set', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Check the PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check the PIN' })
  for (const left of [2, 1]) {
    await dialog.getByLabel('PIN').fill('000000')
    await dialog.getByRole('button', { name: 'Check the PIN' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(`This PIN is not right. Tries left: ${left}.`)
  }
  await dialog.getByLabel('PIN').fill('000000')
  await dialog.getByRole('button', { name: 'Check the PIN' }).click()
  await expect(tips(page)).toContainText(
    'PIN error has reached three times, please cancel or contact us, return to login soon!',
  )
  await expect(page.locator('.toast[data-type="error"], .field-error')).toHaveCount(0)
  await expect(page.locator('button[aria-busy="true"]'), 'the call has not come back').toHaveCount(1)
  await tips(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await kept(page)).toEqual({})
})

async function logIn(page: Page, db: Pool, who: typeof ratna) {
  await knowDevice(page, db, who.account)
  await page.goto('/login')
  await fillLogIn(page, who)
}

async function fillLogIn(page: Page, { account, password }: typeof ratna) {
  await page.getByLabel('E-mail or mobile number').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/** Also where a call of the page itself heard first that the session is over: the dialog stands before what is pressed, and hides it from roles. */
const press = (locator: Locator) => locator.evaluate((element: HTMLElement) => element.click())
