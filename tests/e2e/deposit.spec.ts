/** Money into the cash balance, from the amount to the page that says how it ended. */
import { expect, test } from './support/shop-test.ts'
import { cards, moveTo, typeCard } from './support/steps.ts'

test.use({ signedIn: true })

test('a member adds money by card: one is declined, the next try is one press away, and the money is there', {
  tag: '@phone',
}, async ({ page, db, member }) => {
  await page.goto('/user/trade/deposit')
  await page.getByLabel('Amount').fill('49.999')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Enter an amount from Rp.50,000 to Rp.100,000,000\.$/)
  await page.getByRole('button', { name: /^Rp.1,000,000$/ }).click()
  await page.getByRole('button', { name: /^Pay Rp.1,000,000$/ }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.decline)
  await expect(page.getByRole('heading', { level: 1, name: 'The bank declined the payment' })).toBeVisible()
  await expect(page.getByText('The bank declined this card. Your money has not moved.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.success)
  await expect(page.getByRole('heading', { level: 1, name: 'The money is in your cash balance' })).toBeVisible()
  await expect(page.getByText('Clears on')).toBeVisible()
  await moveTo(page, '/user/trade/deposit')
  await expect(page.getByText('In your cash balance').locator('xpath=..')).toContainText('1,000,000')
  const { rows } = await db.query('select state from vault.deposits where member_id = $1 order by made_at', [member.id])
  expect(rows).toEqual([{ state: 'expired' }, { state: 'paid' }])
})

test('a store without cash balances says so, and leads on', async ({ page }) => {
  await page.goto('/user/trade/deposit')
  await expect(page.getByLabel('Amount')).toBeVisible()
  await page.getByRole('button', { name: /Language, currency and theme/ }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitemradio', { name: 'Karat Malaysia' }).click()
  await loaded
  await expect(page.getByText('This store keeps no cash balances. You pay for gold directly.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'To the shop' })).toBeVisible()
})
