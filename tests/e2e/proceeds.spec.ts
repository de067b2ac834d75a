/** Gold is sold and its money goes to an account: at once where a balance is kept, and when it may leave where none is. */
import { confirm, fillVault, giveGold } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { bound, pin, untilPaid, withAccount, withName } from './support/withdrawals.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

const main = (page: Page) => page.getByRole('main')
async function sell(page: Page, grams: string) {
  await main(page).getByLabel('Weight').fill(grams)
  await page.getByRole('button', { name: /^Hold this price/ }).click()
  await page.getByRole('button', { name: 'Continue to PIN' }).click()
}

test('without a balance: sold before there is an account, named on the page of the letter, and paid', async ({
  page,
  db,
  member,
}) => {
  await withName(page, db, member)
  await fillVault(db, 'my')
  await giveGold(db, member, 20_000, 'my')
  await page.goto('/user/trade/cashingIn')
  await page.getByRole('button', { name: /Language, currency and theme/ }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('menuitemradio', { name: 'Karat Malaysia' }).click()
  await loaded
  await expect(main(page)).toContainText('You have no account in your own name here yet.')
  await expectAccessible(page, 'a sale without an account')
  await expectToFit(page, 'a sale without an account')
  await page.setViewportSize({ width: 1440, height: 900 })
  await sell(page, '1.5')
  await expect(page.getByRole('dialog')).toContainText(
    /RM\s[\d,.]+ is yours and waits here until you name an account\./,
  )
  await confirm(page, pin, /^Sell/)
  await expect(page.getByRole('heading', { level: 1, name: /^You sold 1\.5000\sg/ })).toBeVisible()
  await expect(main(page)).toContainText(/Paid to\s*Not named yet/)
  await expectToFit(page, 'the receipt of a sale that waits')

  await bound(page, db, member, { bank: 'maybank', number: '123456789012' }, 'my')
  await main(page).getByRole('link', { name: 'Add an account' }).click()
  const owed = page.getByRole('region', { name: 'Waiting to be paid to you' })
  await expect(owed).toContainText('Waits until you choose an account.')
  await expectAccessible(page, 'money that waits')
  await expectToFit(page, 'money that waits')
  await owed.getByRole('button', { name: /^Pay RM/ }).click()
  await expect(page.getByRole('dialog')).toContainText(/We pay RM\s[\d,.]+ to Maybank/)
  await confirm(page, pin, /^Pay RM/)
  await untilPaid(page, db, member)
  await expect(page.getByRole('region', { name: 'Your withdrawals' }).getByRole('listitem')).toContainText('Paid')
  await expect(owed).toBeHidden()
})

test('with a balance: sold on to an account with one PIN; what may not leave is not sold, and says when it may', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*cashingIn/)
  const id = await withAccount(page, db, member, '1234560341')
  await fillVault(db)
  await giveGold(db, member, 20_000)
  await page.goto('/user/trade/cashingIn')
  await main(page).getByRole('radio', { name: /^BCA/ }).check()
  await db.query(`update payouts.destinations set usable_from = now() + interval '3 hours' where id = $1`, [id])
  await sell(page, '1')
  await confirm(page, pin, /^Sell/)
  await expect(main(page).getByRole('alert')).toContainText('The gold was not sold.')
  await db.query('update payouts.destinations set usable_from = now() where id = $1', [id])
  await page.getByRole('button', { name: 'Continue to PIN' }).click()
  const dialog = await confirm(page, pin, /^Sell/)
  await expect(dialog).toBeHidden()
  await expect(main(page)).toContainText(/Paid to\s*BCA/)
  await main(page).getByRole('link', { name: 'Your withdrawals' }).click()
  await expect(page.getByRole('region', { name: 'Your withdrawals' }).getByRole('listitem').nth(0)).toContainText(
    /Requested|Being paid|Paid/,
  )
})
