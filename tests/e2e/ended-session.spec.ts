/** A session that is over is over in every form, page and tab, and is told once (seed §4, §8). The rules: src/ui/session-end.unit.test.ts. */
import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { v7 as newId } from 'uuid'
import { alive, expect, type Member, type Page, test } from './support/shop-test.ts'
import { callAs, unpaidOrder } from './support/steps.ts'

test.use({ signedIn: true })

const expired = 'The current operation requires you to log in~'
const locked = 'PIN error has reached three times, please cancel or contact us, return to login soon!'
const over = {
  status: 401,
  json: { status: 'error', code: 4001, message: 'Unauthenticated.', error: 'unauthenticated' },
}
const lock = { status: 403, json: { status: 'error', code: 4000, message: 'locked', error: 'pin_locked' } }
const [password, pin] = ['kopi-tubruk-pagi-hari', '739204']
const tips = (page: Page) => page.getByRole('alertdialog', { name: 'Tips' })
const kept = (page: Page) =>
  page.evaluate(() => ['token', 'userInfo', 'isLogin'].map((key) => localStorage.getItem(key)))

test.beforeEach(async ({ watch, db, member }) => {
  watch.expect(/status of 40[13]/)
  const cheap = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, cheap])
})

/** Signs this browser in, past the page that does. */
const keep = (page: Page, { id, token }: Member) =>
  page.evaluate((values) => Object.assign(localStorage, values), {
    ...{ userInfo: JSON.stringify({ id, name: 'Ratna Wulandari' }), token, isLogin: '1' },
  })

async function send(page: Page, fields: Record<string, string>, button: string) {
  const main = page.getByRole('main')
  for (const [label, value] of Object.entries(fields)) await main.getByLabel(label, { exact: true }).fill(value)
  await main.getByRole('button', { name: button, exact: true }).click()
}

async function enterPin(page: Page, title: string, action: string) {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: action }).click()
}

async function checkPin(page: Page) {
  await page.getByRole('button', { name: 'Check the PIN' }).click()
  await enterPin(page, 'Check the PIN', 'Check the PIN')
}

type Quiet = [call: string, path: string, act: (page: Page) => Promise<unknown>]

/** The calls that say their refusals where the person looks, and those that nobody asks for. */
const quietOnes = (orderId: string): Quiet[] => [
  [
    'changePwd',
    '/user/changePwd',
    (page) => send(page, { 'Current password': password, 'New password': 'layang-layang' }, 'Change the password'),
  ],
  [
    'changeEmail',
    '/user/changeEmail',
    (page) => send(page, { 'New e-mail address': 'r@karat.test', Password: password }, 'Send the link'),
  ],
  [
    'changeMobile',
    '/user/changeMobile',
    (page) => send(page, { 'New mobile number': '0812 1000 4471', Password: password }, 'Send the code'),
  ],
  [
    'askForData',
    '/user/dataRequests',
    async (page) => {
      const form = page.getByRole('region', { name: 'Ask us' })
      await form.getByLabel('What is it about?').selectOption({ label: 'Identity papers' })
      await form.getByLabel('What is wrong, and what is right?').fill('Born in 1990.')
      await form.getByLabel('Your password').fill(password)
      await form.getByRole('button', { name: 'Send the request' }).click()
    },
  ],
  [
    'copyOfData',
    '/user/dataRequests',
    async (page) => {
      const copy = page.getByRole('region', { name: 'A copy of everything' })
      await copy.getByLabel('Your password').fill(password)
      await copy.getByRole('button', { name: 'Download the copy' }).click()
    },
  ],
  [
    'beginPasskey',
    '/user/security/passkeys',
    (page) => send(page, { 'Name of the passkey': 'Laptop', Password: password }, 'Add a passkey'),
  ],
  ['checkPin', '/user/changePaypwd', checkPin],
  [
    'removePayoutAccount',
    '/user/bindBankCard',
    async (page) => {
      await page.getByRole('button', { name: 'Remove: BCA •••• 7890' }).click()
      await enterPin(page, 'Remove this account?', 'Remove BCA •••• 7890')
    },
  ],
  ['order_info', `/payOrder?order_id=${orderId}`, () => Promise.resolve()], // the cashier asks again by itself
  ['cartList*', '/home/aboutUs', (page) => page.reload()],
]

test('every form and every call that is made quietly: one dialog, no word of it beside a field, nothing kept, /login', async ({
  page,
  db,
  member,
}) => {
  await callAs(page, member, '/user/realNameAuth', {
    ...{ name: 'Ratna Wulandari', id_type: 'nik', number: '3171066008902003', sex: 'female', birth_date: '1990-08-20' },
  })
  await callAs(page, member, '/user/setPin', { pin, password })
  const account = { bank: 'bca', number: '1234567890', holder: 'Ratna Wulandari', pin }
  await callAs(page, member, '/user/bindBankCard', account)
  const { id } = await unpaidOrder(page, db, member)
  await page.goto('/agreement')
  for (const [call, path, act] of quietOnes(id)) {
    await keep(page, member)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await page.route(`**/api/storeid/**/${call}`, (route) => route.fulfill(over))
    await act(page)
    await expect(tips(page), call).toContainText(expired)
    await expect(page.getByRole('alertdialog'), call).toHaveCount(1)
    await expect(page.locator('.field-error, .toast'), call).toHaveCount(0)
    expect(await kept(page), call).toEqual([null, null, '0'])
    await page.unrouteAll()
    await tips(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page, call).toHaveURL(/\/login$/)
    expect(await kept(page), call).toEqual([null, null, null])
  }
})

test('code 4000 while other calls are on their way: its dialog alone, and a reload while it stands keeps nothing', async ({
  page,
  member,
}) => {
  await callAs(page, member, '/user/setPin', { pin, password })
  const late = Promise.withResolvers<void>()
  await page.route('**/product/cartList*', async (route) => {
    await late.promise
    await route.fulfill(over)
  })
  await page.route('**/api/**/user/checkPin', (route) => route.fulfill(lock))
  await page.goto('/user/changePaypwd')
  await checkPin(page)
  await expect(tips(page)).toContainText(locked)
  expect(await kept(page)).toEqual([null, null, null])
  const answered = page.waitForResponse('**/product/cartList*')
  late.resolve()
  await (await answered).finished()
  await expect(page.getByRole('alertdialog')).toHaveText(new RegExp(locked.slice(0, 30)))
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await kept(page)).toEqual([null, null, null])
})

/** Another session of the member, as a sign-in opens it. */
async function signInAgain(db: { query(text: string, values: unknown[]): Promise<unknown> }, member: Member) {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into identity.sessions (token_hash, id, member_id, expires_at, device, address)
     values ($1, $2, $3, now() + interval '1 day', 'test', '127.0.0.1')`,
    [createHash('sha256').update(token).digest(), newId(), member.id],
  )
  return { ...member, token }
}

test('two tabs: what one leaves the other leaves, where one signs in the other goes on, and is told of the next end', async ({
  page,
  context,
  db,
  member,
}) => {
  await page.goto('/user/changePwd')
  const other = await context.newPage()
  await other.goto('/user')
  await alive(other)
  await other.getByRole('button', { name: 'Log out' }).click()
  await expect(page, 'the page of a member who has left').toHaveURL(/\/login$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  for (const time of [1, 2]) {
    await keep(other, await signInAgain(db, member))
    await expect(page, `signed in elsewhere, time ${time}`).toHaveURL(/\/user\/changePwd$/)
    await page.route('**/api/**/user/changePwd', (route) => route.fulfill(over))
    await send(page, { 'Current password': password, 'New password': 'layang-layang' }, 'Change the password')
    await expect(tips(page), `time ${time}`).toContainText(expired)
    await page.unrouteAll()
    await tips(page).getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login$/)
  }
})

test('an old answer that the session is over leaves the new session alone', async ({ page, context, db, member }) => {
  const late = Promise.withResolvers<void>()
  await page.route('**/api/**/user/changePwd', async (route) => {
    await late.promise
    await route.fulfill(over)
  })
  await page.goto('/user/changePwd')
  await send(page, { 'Current password': password, 'New password': 'layang-layang' }, 'Change the password')
  const other = await context.newPage()
  await other.goto('/agreement')
  const again = await signInAgain(db, member)
  await keep(other, again)
  await expect.poll(async () => (await kept(page))[0]).toBe(again.token)
  late.resolve()
  await expect(page.locator('.field-error')).toHaveText(
    'You have signed in again in the meantime. Please try once more.',
  )
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect((await kept(page))[0]).toBe(again.token)
})
