/**
 * Every page there is, in the two languages with the long words and all sizes: nothing that axe objects to, no text cut off,
 * nothing wider than the screen, and (by the watch of every browser test) nothing in the console, refused content included.
 *
 * What is readable in light is readable in dark (src/ui/styles/tokens.unit.test.ts): some pages prove that the theme arrives. No
 * Chinese text is wider than both others (src/locale/messages.unit.test.ts), and a browser without a Chinese font draws boxes.
 */
import { expectAccessible, expectToFit, isThere, type Theme } from './support/look.ts'
import { beginBuying, type Place, pages, placesFor } from './support/places.ts'
import { expect, type Page, test, type Watch } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { bar, cards, moveTo, skuOf } from './support/steps.ts'

// The longest tests of the suite, each a walk of its own.
test.describe.configure({ mode: 'parallel', timeout: 420_000 })

const nothing = {
  id: '',
  payUrl: '',
  sku: 0,
  deposit: '',
  trade: '',
  purchase: '',
  goldBack: '',
  agent: '',
  ...{ prepared: '', draft: '', complaint: '' },
  activity: { id: '', code: '' },
}
/** A sign-up that waits for its code, so that /signup2 has something to show. */
const pending = {
  sign_up_id: '01970000-0000-7000-8000-000000000000',
  ...{ expires_at: '2099-01-01T00:00:00Z', again_at: '2099-01-01T00:00:00Z', account: 'ratna@karat.test' },
  wish: { email: 'ratna@karat.test', agreement_version: '2026-11-24' },
}

const BOTH: Theme[] = ['light', 'dark']
type Walk = { places: Place[]; language: string; themes?: Theme[] }

/** Looked at in dark too: between them they have every part that is drawn on a ground of its own. */
const inDark = new Set([
  ...['', 'home/goldPrice', 'product/product', 'product/productDetail', 'product/compare', 'login'],
  ...[
    'user/cart/list',
    'user/order/list',
    'mallOrder/create',
    'user/kyc/kyc',
    'user/trade/deposit',
    'admin',
    'admin/prices',
    'admin/order',
  ],
])

/** Say the same to somebody who has nothing yet: what they are about is not what `beginBuying` makes. */
const sameForAll = new Set(
  [
    ...[
      'personalData',
      'editUser',
      'settingEmail',
      'settingPwd',
      'dataRequests',
      'messageChoices',
      'changeEmail',
      'changeMobile',
    ],
    ...['changePwd', 'security/authenticator', 'security/passkeys', 'security/sessions', 'realNameAuth', 'kyc/kyc'],
    ...['kyc/components/uploadFile', 'bindBankCard', 'bindAlipay', 'activity/add'],
  ].map((path) => `user/${path}`),
)

/** The variants of a page apart from one another: two of one page leave no sign by which a move is seen to have happened. */
const apart = (places: Place[]) =>
  [
    ...Map.groupBy(places, ({ route }, at) => places.slice(0, at).filter((one) => one.route === route).length).values(),
  ].flat()

/** Opens every place: public ones in Indonesian by their address, else by moving inside the web app. */
async function look(page: Page, watch: Watch, { places, language, themes }: Walk) {
  watch.expect(/404 \(Not Found\).*(no-such-page|\/activity[.?])/)
  let before = ''
  for (const { path, name, route, member, staff } of apart(places))
    await test.step(name, async () => {
      const byAddress = language === 'id' && !member && !staff
      const inside = !byAddress && before !== '' && before !== route
      await (inside ? moveTo(page, path) : page.goto(path))
      before = route
      await isThere(page)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      if (language === 'en-US') await expectAccessible(page, name, themes ?? (inDark.has(route) ? BOTH : ['light']))
      await expectToFit(page, name)
    })
}

test('every route of the web app is among the pages that are looked at', () => {
  expect(pages.length).toBeGreaterThan(15)
  const seen = new Set(placesFor(nothing).map(({ route }) => route))
  expect(pages.filter(({ route }) => !seen.has(route))).toEqual([])
})

for (const language of ['en-US', 'id'])
  test.describe(language, () => {
    test.use({ language })
    test('public pages: accessible, nothing cut off, nothing wider than the screen', async ({ page, watch }) => {
      await page.addInitScript((kept) => sessionStorage.setItem('signUp', kept), JSON.stringify(pending))
      const places = placesFor(nothing).filter(({ member, staff }) => !member && !staff)
      await look(page, watch, { places, language })
    })

    test.describe('signed in', () => {
      test.use({ signedIn: true })
      test("a member's pages: accessible, nothing cut off, nothing wider than the screen", async ({
        page,
        db,
        member,
        watch,
      }) => {
        const bought = await beginBuying(page, db, member)
        const places = placesFor(bought).filter((place) => place.member)
        await look(page, watch, { places, language })
      })
    })
  })

for (const language of ['en-US', 'id'])
  test.describe(`back office ${language}`, () => {
    test.use({ language })
    test('pages of the staff: accessible, nothing cut off, nothing wider than the screen', async ({
      page,
      db,
      watch,
    }) => {
      await signInAs(page, await newStaff(db, 'owner'))
      await look(page, watch, { places: placesFor(nothing).filter(({ staff }) => staff), language })
    })
  })

test.describe('in between', () => {
  test.use({ signedIn: true })

  test('pages of a member who has nothing yet, a form with all its errors', async ({ page, watch }) => {
    const places = placesFor(nothing).filter(({ path, route }) => /^\/user[\w/]*$/.test(path) && !sameForAll.has(route))
    await look(page, watch, { places, language: 'en-US', themes: ['light'] })
    await page.goto('/user/address/list')
    await page.getByRole('button', { name: 'Add an address' }).click()
    await page.getByRole('button', { name: 'Save the address' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(6) // the name is there already
    await expectAccessible(page, 'address form', BOTH)
    await expectToFit(page, 'address form')
  })

  test('the bank’s page, its challenge, and the order that is paid', async ({ page, db, member }) => {
    const { payUrl } = await beginBuying(page, db, member)
    const inspect = async (name: string) => {
      await isThere(page)
      await expectAccessible(page, name, BOTH)
      await expectToFit(page, name)
    }
    await page.goto(payUrl)
    await inspect('card page')
    await page.getByLabel('Card number').fill(cards.challenge)
    await page.getByLabel('Valid until').fill('12/39')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Ratna Wulandari')
    await page.getByRole('button', { name: /^Pay Rp/ }).click()
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await inspect('challenge')
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Confirm the payment' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
    await inspect('paid')
  })
})

test('the login guard is accessible in both themes', async ({ page, db }) => {
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${await skuOf(db)}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Tips' })).toBeVisible()
  await expectAccessible(page, 'login guard', BOTH)
})
