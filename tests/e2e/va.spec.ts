/** Paying to a virtual account and by QRIS, from the cashier to the page that says how it ended; the bank is the acquirer's simulator. */

import type pg from 'pg'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { bar, callAs, skuOf, untilState } from './support/steps.ts'

test.use({ signedIn: true })

/** An order of one gram, which QRIS takes, at its cashier. */
async function atCashier({ page, db, member }: { page: Page; db: pg.Pool; member: Member }): Promise<string> {
  const guarantee = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', {
    ...{
      sku_id: await skuOf(db, { ...bar, weight: '1' }),
      quantity: 1,
      delivery: { mode: 'pickup', pickup_point_id: 1 },
    },
  })
  const { order_id } = await callAs<{ order_id: string }>(page, member, '/product/submit_order', {
    guarantee_id: guarantee.guarantee_id,
  })
  await page.goto(`/payOrder?order_id=${order_id}`)
  return order_id
}
const simulator = (page: Page) => page.getByRole('link', { name: 'Open the bank simulator' }).getAttribute('href')
/** The bank does it, without its page being looked at. */
const bankDoes = async (page: Page, address: string | null, how: string) =>
  expect((await page.request.post(`${address}/transfer`, { form: { how }, maxRedirects: 0 })).status()).toBe(303)
const by = (page: Page, name: string) => page.getByRole('radio', { name })

test('a transfer: the bank, its number with its steps, and the open page follows the money', {
  tag: '@phone',
}, async ({ page, db, member }) => {
  const id = await atCashier({ page, db, member })
  await by(page, 'Bank transfer').check()
  await expect(page.getByText('Choose a bank, and you get the number to pay to.')).toBeVisible()
  await page.getByRole('button', { name: 'Mandiri' }).click()
  await expect(page.getByText('Virtual account number at Mandiri')).toBeVisible()
  const shown = await page.locator('[data-number]').getAttribute('data-number')
  expect(shown).toMatch(/^89608\d{11}$/)
  await expect(page.getByText('Choose “Pay”, then “Virtual Account”.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  const bank = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Open the bank simulator' }).click()
  const app = await bank
  await expect(app.getByText(shown ?? '-')).toBeVisible()
  await app.getByRole('button', { name: 'Pay the exact amount' }).click()
  await expect(app.getByText('The money has arrived, and the shop is being told.')).toBeVisible()
  await app.close()
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
  await untilState(db, id, 'paid')
})

test('a QR code: scanned or kept as a picture; the order is paid while its page is open', { tag: '@phone' }, async ({
  page,
  db,
  member,
}) => {
  await atCashier({ page, db, member })
  await by(page, 'QRIS').check()
  await expect(page.getByRole('img', { name: /^QRIS code for Rp/ })).toBeVisible()
  const kept = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the code as a picture' }).click()
  expect((await kept).suggestedFilename()).toBe('qris.png')
  await bankDoes(page, await simulator(page), 'exact')
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
})

test('money that comes after the order has ended is kept, and its member chooses', async ({ page, db, member }) => {
  const id = await atCashier({ page, db, member })
  await by(page, 'Bank transfer').check()
  await page.getByRole('button', { name: 'BCA' }).click()
  const address = await simulator(page)
  await db.query(`update orders.orders set expires_at = now() where id = $1`, [id])
  await untilState(db, id, 'expired')
  await expect(page.getByRole('link', { name: 'Open the bank simulator' })).toBeHidden()
  await expect
    .poll(
      async () =>
        (await db.query('select state from payments.payments where subject_id = $1', [id])).rows.map(
          ({ state }) => state,
        ),
      {
        timeout: 20_000,
      },
    )
    .not.toContain('pending')
  await bankDoes(page, address, 'late')
  await untilState(db, id, 'payment_review')
  await page.goto(`/mallOrder/payment?order_id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your payment is being checked')
})

test('another method takes the place of the first; money by the first still pays, and only once', async ({
  page,
  db,
  member,
}) => {
  const id = await atCashier({ page, db, member })
  await by(page, 'QRIS').check()
  const code = await simulator(page)
  await by(page, 'Card').check()
  await expect(page.getByRole('link', { name: /^Pay Rp.* at the bank$/ })).toBeVisible()
  await expect(page.getByRole('img', { name: /^QRIS code/ })).toBeHidden()
  await bankDoes(page, code, 'exact')
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
  const { rows } = await db.query('select method from orders.orders where id = $1', [id])
  expect(rows).toEqual([{ method: 'qris' }])
})

test('a deposit by transfer is in the balance at once', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/user/trade/deposit')
  await page.getByLabel('Amount').fill('20.000.000')
  await expect(by(page, 'QRIS')).toBeDisabled()
  await expect(page.getByText(/^Up to Rp.10,000,000 only\.$/)).toBeVisible()
  await by(page, 'Bank transfer').check()
  await expect(page.getByRole('button', { name: /^Pay Rp/ })).toBeDisabled()
  await page.getByRole('button', { name: 'BNI' }).click()
  await page.getByRole('button', { name: /^Pay Rp.20,000,000$/ }).click()
  await expect(page.getByText('Virtual account number at BNI')).toBeVisible()
  await bankDoes(page, await simulator(page), 'exact')
  await expect(page.getByRole('heading', { level: 1, name: 'The money is in your cash balance' })).toBeVisible({
    timeout: 20_000,
  })
})
