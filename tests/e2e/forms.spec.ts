/** A form that is not right names the field, says what to do, and keeps what was typed. */
import { pages } from './support/places.ts'
import { alive, expect, type Page, test } from './support/shop-test.ts'
import { atBothSizes, codeFor, untilPublished } from './support/steps.ts'

/** The error beside a field, tied to it. */
async function expectError(page: Page, label: string, words: string | RegExp) {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(words)
}

test('sign-up: an address that is none, a wrong code, a short password', async ({ page, watch }, info) => {
  watch.expect(/4\d\d \(.*signup/)
  await page.goto('/signup')
  const account = page.getByLabel('E-mail or mobile number')
  await account.fill('ratna@nowhere')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expectError(page, 'E-mail or mobile number', /Enter an e-mail address such as name@mail.com/)
  await expect(account).toBeFocused()
  await expect(account).toHaveValue('ratna@nowhere')
  await expect(page.getByText('Tick the box to go on.')).toBeVisible()

  const email = `forms-${info.project.name}-${Date.now()}@karat.test`
  await account.fill(email)
  await page.getByLabel(/I agree/).check()
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page).toHaveURL(/\/signup2$/)
  const [code, name, password] = [
    page.getByLabel('6-digit code'),
    page.getByLabel('Full name'),
    page.getByLabel('New password'),
  ]
  const join = page.getByRole('button', { name: 'Open the account' })
  await join.click()
  await expectError(page, '6-digit code', /Enter the six digits of the code\./)
  await expectError(page, 'Full name', /Enter your name\./)
  await expectError(page, 'New password', /At least 8 characters\./)
  await expect(code).toBeFocused()

  const right = await codeFor(page, email)
  await code.fill(right === '000000' ? '111111' : '000000')
  await name.fill('Ratna Wulandari')
  await password.fill('pendek')
  await join.click()
  await expectError(page, 'New password', /At least 8 characters\./)
  await expect(password).toBeFocused()
  await password.fill('kopi-tubruk-pagi-hari')
  await join.click()
  await expectError(page, '6-digit code', 'This code is not right. Tries left: 4.')
  await expect(code).toBeFocused()
  await expect(name).toHaveValue('Ratna Wulandari')
  await expect(password).toHaveValue('kopi-tubruk-pagi-hari')
  await code.fill(right)
  await join.click()
  await expect(page).toHaveURL(/\/user$/)
})

test.describe('a new address', () => {
  test.use({ signedIn: true })

  test('names every empty field, goes to the first, and keeps what was typed', async ({ page }) => {
    await page.goto('/user/address/list')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const save = page.getByRole('button', { name: 'Save the address' })
    await expect(page.getByLabel('Recipient'), 'who orders').toHaveValue('Ratna Wulandari')
    await page.getByLabel('Recipient').fill('')
    await page.getByLabel('Street and number').fill('Jl. Teuku Umar No. 12')
    await page.getByLabel('Mobile number').fill('12')
    await save.click()
    await expect(page.getByLabel('Recipient')).toBeFocused()
    await expectError(page, 'Recipient', /Enter the name of the person who receives it\./)
    await expectError(page, 'Mobile number', /Enter a mobile number such as 0812 3456 7890\./)
    await expectError(page, 'Province or state', /Choose the province\./)
    await expectError(page, 'Regency or city', /Choose the regency or city\./)
    await expectError(page, 'District', /Choose the district\./)
    await atBothSizes(page, () => expectError(page, 'Postal code', /Enter the five digits of the postal code\./))
    await expect(page.getByLabel('Street and number')).not.toHaveAttribute('aria-invalid')
    await expect(page.getByLabel('Street and number')).toHaveValue('Jl. Teuku Umar No. 12')
    await expect(page.getByLabel('Mobile number')).toHaveValue('12')

    await page.getByLabel('Recipient').fill('Ratna Wulandari')
    await expect(page.getByLabel('Recipient')).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Mobile number').fill('0812 1000 4471')
    await page.getByLabel('Province or state').selectOption({ label: 'Bali' })
    await page.getByLabel('Regency or city').selectOption({ index: 1 })
    await page.getByLabel('District').selectOption({ index: 1 })
    await page.getByLabel('Postal code').fill('80117')
    await save.click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Jl. Teuku Umar No. 12' })).toContainText('Default')
  })
})

/** Every form that the server writes: where it is, and what is put into it before its scripts are here. */
const early: [path: string, fields: Record<string, string | true>][] = [
  ['/login', { 'E-mail or mobile number': 'ratna@karat.test', Password: 'kopi-tubruk' }],
  ['/signup?invite=RATNA-7', { 'I agree': true, 'E-mail or mobile number': 'ratna@karat.test' }],
  ['/forgotpassword', { 'E-mail or mobile number': 'ratna@karat.test' }],
  ['/unlockAccount', { 'E-mail or mobile number': 'ratna@karat.test' }],
  ['/home/commonProblem', { 'Search the answers': 'pin' }],
  [
    '/home/proof',
    {
      'Serial number or maker': 'KM-2041',
      'Your e-mail or mobile number': 'ratna@karat.test',
      'Audit key': 'abcd efgh',
    },
  ],
  ['/product/product', { 'Bar, coin, ring, weight': 'antam' }],
  ['/product/components/GoodsSearch', { 'Bar, coin, ring, weight': 'antam' }],
  ['/product/passport', { 'Serial number': 'KM-097V' }],
  ['/admin/login', { 'E-mail': 'diah@staff.karat.test', Password: 'gerimis-senja' }],
]
/** And those that greet a member with what is known of them. */
const earlyToo: typeof early = [
  ['/contactUs', { Name: 'Ratna', 'E-mail': 'r@karat.test', 'What is it about?': 'order', 'Your message': 'Halo' }],
  ['/home/sendTestimonials', { 'Your words': 'Emas saya datang esok hari.', 'Town (optional)': 'Bandung' }],
]

test('every page that the server writes a field into is among them', async ({ page }) => {
  test.setTimeout(120_000)
  await untilPublished(page)
  const written: string[] = []
  for (const { route } of pages.filter(({ route: path }) => path !== '*')) {
    const html = await (await page.request.get(`/${route}`)).text()
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
    // A list that has nothing to choose yet cannot lose what was chosen.
    const lists = main.match(/<select\b[\s\S]*?<\/select>/g) ?? []
    const typed = /<textarea\b|<input\b[^>]* type="(text|search|email|tel|password|number)"/.test(main)
    if (typed || lists.some((list) => list.split('<option').length > 2)) written.push(`/${route}`)
  }
  const known = [...early, ...earlyToo].map(([path]) => path.split('?')[0])
  expect(written.toSorted()).toEqual(known.toSorted())
})

for (const signedIn of [false, true])
  test.describe(signedIn ? 'by a member,' : 'by a visitor,', () => {
    test.use({ signedIn })
    test('what was put into a form before its scripts came is what the form holds when they have', async ({ page }) => {
      test.setTimeout(120_000)
      await untilPublished(page)
      for (const [path, fields] of signedIn ? earlyToo : [...early, ...earlyToo]) await fillEarly(page, path, fields)
    })
  })

async function fillEarly(page: Page, path: string, fields: Record<string, string | true>) {
  const come = Promise.withResolvers<void>()
  await page.route('**/assets/**/*.js', async (route) => {
    await come.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const boxes = Object.entries(fields).map(([label, value]) => {
    const box = page
      .getByRole('main')
      .getByLabel(label, { exact: value !== true })
      .filter({ visible: true })
    return { value, box, put: () => (value === true ? box.isChecked() : box.inputValue()) }
  })
  for (const { box, value } of boxes)
    if (value === true) await box.check()
    else if (await box.evaluate((one) => one instanceof HTMLSelectElement)) await box.selectOption(value)
    else await box.fill(value)
  const held = () => Promise.all(boxes.map(({ put }) => put()))
  expect(await page.evaluate(() => window.karatAlive), `${path}: before its scripts`).toBeUndefined()
  come.resolve()
  await alive(page)
  expect(await held(), path).toEqual(boxes.map(({ value }) => value))
  // One more letter has React write every field anew, by what the form holds.
  await boxes.at(-1)?.box.press('End')
  await boxes.at(-1)?.box.press('x')
  const [last, ...others] = boxes.map(({ value }) => value).reverse()
  expect(await held(), path).toEqual([...others.reverse(), `${last}x`])
}
