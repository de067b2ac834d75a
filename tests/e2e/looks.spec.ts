/** Every page of the flow, in light and dark: nothing that axe objects to, nothing wider than the screen, nothing in the console. */
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, callAs, cards, phone, skuOf, unpaidOrder } from './support/steps.ts'

const address = {
  label: 'Home',
  recipient: 'Ratna Wulandari',
  mobile: '0812 1000 4471',
  province_code: '31',
  regency_code: '31.71',
  district_code: '31.71.06',
  street: 'Jl. Teuku Umar No. 12',
  postal_code: '10310',
}

const publicPages: [name: string, path: string][] = [
  ['home', '/'],
  ['product list', '/product/product'],
  ['product list without a match', '/product/product?q=zzzz'],
  ['product', `/product/productDetail?id=${bar.product}`],
  ['serial number check', '/product/passport'],
  ['product of two attributes', '/product/productDetail?id=1042'],
  ['comparison', '/product/compare?skus=100106,102103,100201,104101'],
  ['comparison of nothing', '/product/compare'],
  ['search by itself', '/product/components/GoodsSearch'],
  ['agreement', '/agreement'],
  ['former agreement', '/agreement?version=2024-06'],
  ['privacy', '/privacy'],
  ['contact us', '/contactUs'],
  ['about us', '/home/aboutUs'],
  ['common problems', '/home/commonProblem#how-guarantee-works'],
  ['common problems without a match', '/home/commonProblem?q=zzzz'],
  ['news', '/home/news'],
  ['news detail', '/home/newsDetail?id=1'],
  ['partners', '/home/partner'],
  ['a testimonial to write', '/home/sendTestimonials'],
  ['testimonials', '/home/viewTestimonials'],
  ['testimonials of a rating that nobody gave', '/home/viewTestimonials?rating=1'],
  ['log in', '/login'],
  ['sign up', '/signup'],
]
for (const [name, path] of publicPages)
  test(`${name}: light, dark, narrow`, async ({ page }) => {
    await page.goto(path)
    await inspect(page, name)
  })

test('a path that is none: light, dark, narrow', async ({ page, watch }) => {
  watch.expect(/404 \(Not Found\).*no-such-page/)
  await page.goto('/no-such-page')
  await inspect(page, 'not found')
})

test.describe('a member with nothing yet', () => {
  test.use({ signedIn: true })
  for (const [name, path] of [
    ['empty account', '/user'],
    ['empty cart', '/user/cart/list'],
    ['no orders', '/user/order/list'],
    ['no order to show', '/user/order/components/OrderItem'],
    ['no guarantees', '/user/gpg/history'],
    ['no addresses', '/user/address/list'],
    ['PIN', '/user/changePaypwd'],
  ] as const)
    test(`${name}: light, dark, narrow`, async ({ page }) => {
      await page.goto(path)
      await inspect(page, name)
    })

  test('the form of a new address and its errors: light, dark, narrow', async ({ page }) => {
    await page.goto('/user/address/list')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByRole('button', { name: 'Save the address' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(7)
    await inspect(page, 'address form')
  })
})

test.describe('a member in the middle of buying', () => {
  test.use({ signedIn: true })

  test('account, cart, confirmation, cashier, outcome and order: light, dark, narrow', async ({ page, db, member }) => {
    await callAs(page, member, '/product/add_cart', { sku_id: await skuOf(db), quantity: 2 })
    await callAs(page, member, '/address/saveAddress', address)
    const { id, payUrl } = await unpaidOrder(page, db, member)
    for (const [name, path] of [
      ['account', '/user'],
      ['addresses', '/user/address/list'],
      ['cart', '/user/cart/list'],
      ['confirmation', '/mallOrder/create?cart=1'],
      ['cashier', `/payOrder?order_id=${id}`],
      ['outcome', `/mallOrder/payment?order_id=${id}`],
      ['orders', '/user/order/list'],
      ['order', `/user/order/list?order_id=${id}`],
      ['card page', payUrl],
    ] as const) {
      await page.goto(path)
      await inspect(page, name)
    }
    await page.getByLabel('Card number').fill(cards.challenge)
    await page.getByLabel('Valid until').fill('12/39')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Ratna Wulandari')
    await page.getByRole('button', { name: /^Pay Rp/ }).click()
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await inspect(page, 'challenge')
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Confirm the payment' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
    await inspect(page, 'paid')
  })
})

test.describe('a member with an order', () => {
  test.use({ signedIn: true })

  test('one order and the guarantees: light, dark, narrow', async ({ page, db, member }) => {
    const { id } = await unpaidOrder(page, db, member)
    await page.goto(`/user/order/components/OrderItem?order_id=${id}`)
    await inspect(page, 'one order')
    await page.goto('/user/gpg/history')
    await inspect(page, 'guarantees')
  })
})

test('the login guard: light, dark, narrow', async ({ page, db }) => {
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Tips' })).toBeVisible()
  await inspect(page, 'login guard')
})

for (const language of ['id', 'zh'])
  test.describe(`in ${language}`, () => {
    test.use({ signedIn: true, language })

    test('the pages of a purchase are no wider than the screen', async ({ page, db, member }) => {
      await callAs(page, member, '/product/add_cart', { sku_id: await skuOf(db), quantity: 2 })
      await callAs(page, member, '/address/saveAddress', address)
      const { id, payUrl } = await unpaidOrder(page, db, member)
      for (const path of [
        '/',
        '/product/product',
        `/product/productDetail?id=${bar.product}`,
        '/user',
        '/user/cart/list',
        '/mallOrder/create?cart=1',
        `/payOrder?order_id=${id}`,
        `/user/order/list?order_id=${id}`,
        payUrl,
      ]) {
        await page.goto(path)
        await isThere(page)
        await expect(page.locator('html')).toHaveAttribute(
          'lang',
          path === payUrl && language === 'zh' ? 'en' : language,
        )
        await expectNoSidewaysScroll(page, path)
      }
    })
  })

/** Everything that axe checks in light; what changes with the theme again in dark; then no sideways scrolling. */
async function inspect(page: Page, name: string) {
  await isThere(page)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectNoViolations(page, `${name}, dark`, ['color-contrast'])
  await expectNoSidewaysScroll(page, name)
}

async function isThere(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('main [aria-busy="true"]:not(button)')).toHaveCount(0)
}

/** At the size of the project, and on phones at the narrowest that is made. */
async function expectNoSidewaysScroll(page: Page, name: string) {
  const size = page.viewportSize()
  if (!size) throw new Error('a page without a size')
  for (const width of phone(page) ? [size.width, 320] : [size.width]) {
    await page.setViewportSize({ ...size, width })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(wider, `${name} scrolls sideways at ${width} px`).toBe(0)
  }
  await page.setViewportSize(size)
}

async function expectNoViolations(page: Page, where: string, rules?: string[]) {
  // Colours on their way from one theme to the other are not what anybody reads.
  await page.waitForFunction(() => !document.getAnimations().some((moving) => moving instanceof CSSTransition))
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)
  expect(found, where).toEqual([])
}
