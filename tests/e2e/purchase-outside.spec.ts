/** Gold by the gram, paid by card, transfer or QRIS: from the amount to the page that says how it ended. */
import { confirm, fillVault, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { cards, typeCard } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

const held = (page: Page) => page.getByRole('region', { name: 'Price held' })
const lock = (page: Page) => page.getByRole('button', { name: 'Hold this price for 10 minutes' })
const by = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

test('by card: who has no cash pays from outside, is asked anew when the price is over, tries again after a no, and has the gold @phone', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/(403|409) \(.*trade\//)
  await setPin(page, db, member)
  await fillVault(db)
  await page.goto('/user/trade/purchase')
  await expect(by(page, 'Card')).toBeChecked()
  await page.getByLabel('Amount').fill('1000000')
  await lock(page).click()
  await expect(held(page).getByRole('timer')).toHaveText(/^(10:00|09:5\d)$/)
  await db.query('update vault.quotes set expires_at = now() where member_id = $1', [member.id])
  await held(page).getByRole('button', { name: 'Continue to PIN' }).click()
  const dialog = await confirm(page, '739205', /^Buy 0\.\d{4}/)
  await expect(dialog).toContainText(
    /You pay Rp.1,000,000 by card on the bank’s page for 0\.\d{4}.g of gold at Rp.[\d,]+ a gram\./,
  )
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await confirm(page, pin, /^Buy/)
  await expect(page.getByRole('alert').filter({ hasText: 'This price does not hold any more' })).toBeVisible()
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await expect(
    held(page)
      .getByRole('status')
      .filter({ hasText: /^The price (rose|fell|is the same)/ }),
  ).toBeVisible()
  await held(page).getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Buy/)

  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.decline)
  await expect(page.getByRole('heading', { level: 1, name: 'The bank declined the payment' })).toBeVisible()
  await expectAccessible(page, 'a declined purchase')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.challenge)
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Confirm the payment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^0\.\d{4}.g of gold are yours$/ })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText('Clears on')).toBeVisible()
  await expect(page.getByRole('button', { name: /receipt/i })).toBeVisible()
  await expectAccessible(page, 'a purchase that is paid')
  await expectToFit(page, 'a purchase that is paid')
  const { rows } = await db.query(
    `select p.state, t.amount_minor as amount, (select count(*)::int from payments.payments where subject_id = p.id) as tries
     from vault.purchases p join vault.trades t on t.purchase_id = p.id where p.member_id = $1`,
    [member.id],
  )
  expect(rows).toEqual([{ state: 'paid', amount: '1000000', tries: 2 }])
})

test('by transfer: the number is shown, another way takes its place, and the open page follows the money', async ({
  page,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await page.goto('/user/trade/purchase')
  await page.getByLabel('Amount').fill('500000')
  await by(page, 'Bank transfer').check()
  await lock(page).click()
  await expect(held(page).getByRole('button', { name: 'Continue to PIN' })).toBeDisabled()
  await page.getByRole('button', { name: 'Mandiri' }).click()
  await held(page).getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Buy/)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your payment' })).toBeVisible()
  await expect(page.locator('[data-number]')).toBeVisible()
  await expectToFit(page, 'a purchase that waits')
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await by(page, 'QRIS').check()
  await page.getByRole('button', { name: /^Pay Rp.500,000$/ }).click()
  await expect(page.getByRole('img', { name: /^QRIS code for Rp/ })).toBeVisible()
  const simulator = await page.getByRole('link', { name: 'Open the bank simulator' }).getAttribute('href')
  const told = await page.request.post(`${simulator}/transfer`, { form: { how: 'exact' }, maxRedirects: 0 })
  expect(told.status()).toBe(303)
  await expect(page.getByRole('heading', { level: 1, name: /^0\.\d{4}.g of gold are yours$/ })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByText('Clears on')).toBeHidden()
})

test('given up, it is over: nothing was bought, and the way to another price is there', async ({
  page,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await page.goto('/user/trade/purchase')
  await page.getByLabel('Amount').fill('500000')
  await by(page, 'QRIS').check()
  await lock(page).click()
  await held(page).getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Buy/)
  await page.getByRole('button', { name: 'Cancel the purchase' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The purchase is cancelled' })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Buy at the price now' }).click()
  await expect(page).toHaveURL(/\/user\/trade\/purchase$/)
})
