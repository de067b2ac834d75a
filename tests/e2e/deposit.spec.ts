/** Money into the cash balance, from the amount to the page that says how it ended. */
import { setPin } from './support/gold.ts'
import { expect, test } from './support/shop-test.ts'
import { atBothSizes, cards, endSessions, knowDevice, moveTo, signInAgain, typeCard } from './support/steps.ts'

test.use({ signedIn: true })

test('a member adds money by card, as much as their level takes; signed out they lose nothing; declined, the next try is one press away', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*trade\/deposit/)
  const level = (now: number) => db.query('update kyc.levels set level = $2 where member_id = $1', [member.id, now])
  await setPin(page, db, member)
  await knowDevice(page, db, member.email)
  await level(0)
  await page.goto('/user/trade/deposit')
  await atBothSizes(page, () => expect(page.getByRole('alert')).toContainText('Verify your name first'))
  await expect(page.getByLabel('Amount')).toBeHidden()
  await level(1)
  await page.reload()
  await page.getByLabel('Amount').fill('49.999')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await atBothSizes(page, () =>
    expect(page.getByRole('alert')).toHaveText(/^Enter an amount from Rp.50,000 to Rp.100,000,000\.$/),
  )
  await page.getByLabel('Amount').fill('60.000.000')
  await page.getByRole('button', { name: /^Pay Rp.60,000,000$/ }).click()
  await atBothSizes(page, () =>
    expect(page.getByRole('alert')).toContainText('Your level does not allow this amount today'),
  )
  await expect(page.getByLabel('Amount')).toHaveValue('60.000.000')
  await endSessions(db, member.id, watch)
  await page.getByRole('button', { name: /^Pay Rp.60,000,000$/ }).click()
  await page.getByRole('alertdialog', { name: 'Tips' }).getByRole('button', { name: 'Log in' }).click()
  await signInAgain(page, member)
  await expect(page).toHaveURL(/\/user\/trade\/deposit$/)
  await expect(page.getByLabel('Amount')).toHaveValue('60.000.000')
  await page.getByRole('button', { name: /^Rp.1,000,000$/ }).click()
  await page.getByRole('button', { name: /^Pay Rp.1,000,000$/ }).dblclick()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.decline)
  await expect(page.getByRole('heading', { level: 1, name: 'The bank declined the payment' })).toBeVisible()
  await atBothSizes(page, () =>
    expect(page.getByText('The bank declined this card. Your money has not moved.')).toBeVisible(),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, cards.success)
  await expect(page.getByRole('heading', { level: 1, name: 'The money is in your cash balance' })).toBeVisible()
  await atBothSizes(page, () => expect(page.getByText('Clears on')).toBeVisible())
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
