/** The steps of a purchase as a person takes them. */
import { createHash, randomBytes } from 'node:crypto'
import type { Locator } from '@playwright/test'
import type pg from 'pg'
import { expect, type Member, type Page, type Watch } from './shop-test.ts'

/** The 10 g bar that the tests buy; the demo shop has hundreds of it. */
export const bar = { product: 1001, name: 'Karat Mint gold bar', weight: '10' }

export const cards = {
  success: '4242 4242 4242 4242',
  challenge: '4000 0000 0000 3220',
  decline: '4000 0000 0000 0002',
  late_notice: '4000 0000 0000 0259',
  double_notice: '4000 0000 0000 3063',
} as const

export async function skuOf(db: pg.Pool, { product, weight } = bar): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `select id from catalogue.skus where product_id = $1 and attributes->>'weight' = $2`,
    [product, weight],
  )
  if (!rows[0]) throw new Error(`the demo shop has no ${weight} g sku of product ${product}`)
  return rows[0].id
}

type Router = { navigate(path: string): Promise<void> }

/** Leads on inside the web app, as a link does; the page that stands there may be the same one with another address. */
export const leadTo = (page: Page, path: string) =>
  page.evaluate(
    (to) => (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(to),
    path,
  )

/** Opens another page inside the web app: what the one before showed is gone. */
export async function moveTo(page: Page, path: string) {
  await page.evaluate(() => {
    for (const box of document.querySelectorAll('main h1')) box.setAttribute('data-left', '')
  })
  await leadTo(page, path)
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
}

/** Makes this page's browser one that a member is known in, so that a password is enough. */
export async function knowDevice(page: Page, db: pg.Pool, account: string) {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into identity.devices (token_hash, member_id, name) select $1, id, 'test' from identity.members where email = $2`,
    [createHash('sha256').update(token).digest(), account],
  )
  await page.addInitScript((device) => localStorage.setItem('device', device), token)
}

/** Ends every session of a member at the server. Their pages hear of it with any call, also one that they make by themselves. */
export async function endSessions(db: pg.Pool, memberId: string, watch: Watch) {
  watch.expect(/status of 401/)
  await db.query(
    `update identity.sessions set ended_at = now(), ended_because = 'test' where member_id = $1 and ended_at is null`,
    [memberId],
  )
}

/** Signs in on the page that an ended session led to; the browser is known. */
export async function signInAgain(page: Page, member: Member) {
  await page.getByLabel('E-mail or mobile number').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill('kopi-tubruk-pagi-hari')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeTruthy()
  member.token = (await page.evaluate(() => localStorage.getItem('token'))) ?? ''
}

/** Closes `dialog` by Escape as soon as it listens: it has taken the focus by then. */
export async function closeByEscape(page: Page, dialog: Locator) {
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** Whole minor units of an amount as English pages write it: "Rp 26,336,390". */
export const amountOf = (text: string): number => Number(text.replace(/\D/g, ''))

export const phone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** What is seen at one size is seen at the other, where the person goes on; nothing is wider than the screen. */
export async function atBothSizes(page: Page, see: () => Promise<unknown>) {
  await see()
  await page.setViewportSize(phone(page) ? { width: 1440, height: 900 } : { width: 390, height: 844 })
  await see()
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over, 'how much is wider than the screen').toBe(0)
}

/** Signs up from /signup on, with the code that the shop sent. */
export async function signUp(page: Page, email: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Open an account' })).toBeVisible()
  await page.getByLabel('E-mail or mobile number').fill(email)
  await page.getByLabel(/I agree to the member agreement/).check()
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page).toHaveURL(/\/signup2$/)
  await page.getByLabel('6-digit code').fill(await codeFor(page, email))
  await page.getByLabel('Full name').fill('Ratna Wulandari')
  await page.getByLabel('New password').fill('kopi-tubruk-pagi-hari')
  await page.getByRole('button', { name: 'Open the account' }).click()
}

/** The code as a person reads it from the mailbox. */
export async function codeFor(page: Page, email: string): Promise<string> {
  const answer = await page.request.get('/dev/mailbox.json', { params: { to: email } })
  const { messages } = await answer.json()
  return /\d{6}/.exec(messages[0].body)?.[0] ?? 'no code'
}

/** Fills the form of a new address, each region opening the next, and saves it. The order goes there afterwards. */
export async function addAddress(page: Page) {
  await page.getByLabel('Recipient').fill('Ratna Wulandari')
  await page.getByLabel('Mobile number').fill('0812 1000 4471')
  const regency = page.getByLabel('Regency or city')
  const district = page.getByLabel('District')
  await expect(regency).toBeDisabled()
  await page.getByLabel('Province or state').selectOption({ label: 'Daerah Khusus Ibukota Jakarta' })
  await expect(regency).toBeEnabled()
  await expect(district).toBeDisabled()
  await regency.selectOption({ index: 1 })
  await expect(district).toBeEnabled()
  await district.selectOption({ index: 1 })
  await page.getByLabel('Street and number').fill('Jl. Teuku Umar No. 12')
  await page.getByLabel('Postal code').fill('10310')
  await page.getByRole('button', { name: 'Save the address' }).click()
  await expect(page.getByText(/the insured courier brings it to Ratna Wulandari/)).toBeVisible()
}

/** The amount that the confirmation holds, once nothing is being worked out any more. */
export async function heldTotal(page: Page): Promise<number> {
  const panel = page.getByRole('region', { name: 'Price guarantee' })
  await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0)
  const total = panel.locator('p', { hasText: /^Total\s*Rp/ })
  return amountOf(await total.innerText())
}

/** The button that turns the guarantee into an order. */
export const payButton = (page: Page) => page.getByRole('button', { name: phone(page) ? 'Pay now' : /^Pay Rp/ })

/** Goes from the cashier to the bank's page, types a test card and pays. */
export async function payWith(page: Page, card: string) {
  await page.getByRole('link', { name: /^Pay Rp .* at the bank$/ }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, card)
}

/** The same from the bank's page on. */
export async function typeCard(page: Page, card: string) {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Valid until').fill('12/39')
  await page.getByLabel('Security code').fill('123')
  await page.getByLabel('Name on the card').fill('Ratna Wulandari')
  await page.getByRole('button', { name: /^Pay Rp/ }).click()
}

/** Puts a 10 g bar on the confirmation page of somebody who is signed in, to be collected. */
export async function confirmBuyNow(page: Page, db: pg.Pool) {
  await page.goto(`/mallOrder/create?sku_id=${await skuOf(db)}&quantity=1`)
  await page.getByRole('radio', { name: /Collect it yourself/ }).check()
  await expect(page.getByText(/and collect it at/)).toBeVisible()
}

type Paid = { state: string; total_minor: string; captured: number; posted: number }

/** The member's only order, and how often its money was taken and booked. */
export async function orderOf(db: pg.Pool, { id }: Pick<Member, 'id'>): Promise<Paid | undefined> {
  const { rows } = await db.query<Paid>(
    `select o.state, o.total_minor,
       (select count(*)::int from payments.payments p where p.subject_id = o.id and p.state = 'captured') as captured,
       (select count(*)::int from ledger.transfers t join payments.payments p on t.reference = p.id::text
        where p.subject_id = o.id) as posted
     from orders.orders o where o.member_id = $1`,
    [id],
  )
  return rows[0]
}

/** A POST of the member, past the pages: what a test needs before it begins. Answers the data. */
export async function callAs<T>(
  page: Page,
  { token }: Member,
  path: string,
  body: unknown,
  store: 'id' | 'my' = 'id',
): Promise<T> {
  const answer = await page.request.post(`/api/store${store}${path}`, {
    data: body,
    headers: {
      authorization: `Bearer ${token}`,
      currency: store === 'my' ? 'MYR' : 'IDR',
      platform: 'web',
      'idempotency-key': crypto.randomUUID(),
    },
  })
  const { status, error, data } = await answer.json()
  if (status !== 'success') throw new Error(`${path} was refused: ${error}`)
  return data
}

/** An order of the member that waits for its money; answers its id and the bank's page. */
export async function unpaidOrder(
  page: Page,
  db: pg.Pool,
  member: Member,
  quantity = 1,
): Promise<{ id: string; payUrl: string }> {
  const guarantee = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', {
    sku_id: await skuOf(db),
    quantity,
    delivery: { mode: 'pickup', pickup_point_id: 1 },
  })
  const order = await callAs<{ order_id: string }>(page, member, '/product/submit_order', {
    guarantee_id: guarantee.guarantee_id,
  })
  const opened = await callAs<{ payment_id: string }>(page, member, '/product/pay_order', {
    order_id: order.order_id,
    method: 'card',
  })
  const { pay_url } = await callAs<{ pay_url: string }>(page, member, '/payment/getPay', {
    payment_id: opened.payment_id,
  })
  return { id: order.order_id, payUrl: pay_url }
}

/** Pays at the bank's page without looking at it. */
export const payAtBank = (page: Page, payUrl: string, card: string) =>
  page.request.post(payUrl, {
    form: { card_number: card, expiry: '12/39', cvc: '123', name: 'Ratna Wulandari' },
    maxRedirects: 0,
  })

/** Waits until an order is in a state; the shop's workers bring it there. */
export const untilState = (db: pg.Pool, orderId: string, state: string) =>
  expect
    .poll(async () => (await db.query('select state from orders.orders where id = $1', [orderId])).rows[0]?.state, {
      ...{ timeout: 20_000, intervals: [100] },
    })
    .toBe(state)

/** Until the invoice of an order, or the first paper that follows it, is there. */
export const untilPaper = (db: pg.Pool, table: 'invoices' | 'later_papers', orderId: string) =>
  expect
    .poll(async () => (await db.query(`select from orders.${table} where order_id = $1`, [orderId])).rowCount, {
      ...{ timeout: 15_000, intervals: [100] },
    })
    .toBe(1)

/** Moves a paid order on, as staff would. */
export async function moveOn(db: pg.Pool, orderId: string, ...states: string[]) {
  let from = 'paid'
  for (const to of states) {
    await db.query(
      `with moved as (update orders.orders set state = $2 where id = $1 returning id)
       insert into orders.moves (order_id, from_state, to_state, actor, reason) select id, $3, $2, 'staff:test', 'test' from moved`,
      [orderId, to, from],
    )
    from = to
  }
}

/** The first day of the proof is published some seconds after the start. */
export const untilPublished = (page: Page) =>
  expect
    .poll(async () => (await page.request.get('/proof/id/days')).text(), { timeout: 90_000, intervals: [1000] })
    .toMatch(/^\d{4}-\d\d-\d\d\n/)
