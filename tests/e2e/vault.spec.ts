/** Gold by the gram, as a member begins, buys, sees and sells it. */
import { confirm, fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { moveTo } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 }) // two pages are looked at in every size
const main = (page: Page) => page.getByRole('main')

test('a member begins with an amount, is asked anew when the price is over, sees the gold, and sells by grams', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/(403|409) \(.*trade\//)
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 1_500_000)
  await page.goto('/user')
  await expect(main(page).getByRole('heading', { name: 'No gold yet. Start from Rp 10,000.' })).toBeVisible()
  await main(page).getByRole('link', { name: 'Buy gold' }).filter({ visible: true }).nth(0).click()
  await expect(page).toHaveTitle('Buy gold · Karat')

  const hold = page.getByRole('button', { name: 'Hold this price for 60 seconds' })
  const amount = page.getByLabel('Amount')
  await hold.click()
  await expect(amount).toHaveAccessibleDescription('Enter an amount, such as 1,000,000.')
  await expect(amount).toBeFocused()
  await amount.fill('9999')
  await expect(amount).toHaveAccessibleDescription(/^You can buy from Rp\s10,000\.$/)
  await amount.fill('1000000')
  await expect(amount).toHaveValue('1,000,000')
  await expect(amount).toHaveAccessibleDescription(/^You get about 0\.\d{4}\sg at Rp\s[\d,]+ a gram\.$/)
  await hold.click()
  const held = page.getByRole('region', { name: 'Price held' })
  await expect(held).toContainText(/You pay\s*Rp\s1,000,000/)
  await expect(held.getByRole('timer')).toHaveText(/^(01:00|00:5\d)$/)

  await db.query('update vault.quotes set expires_at = now() where member_id = $1', [member.id])
  await held.getByRole('button', { name: 'Continue to PIN' }).click()
  const dialog = await confirm(page, '739205', /^Buy 0\.\d{4}\sg$/)
  await expect(dialog).toContainText(
    /You pay Rp\s1,000,000 from your cash balance for 0\.\d{4}\sg of gold at Rp\s[\d,]+ a gram\./,
  )
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await confirm(page, pin, /^Buy/)
  await expect(page.getByRole('alert').filter({ hasText: 'This price does not hold any more' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(amount).toHaveValue('1,000,000')
  await expectAccessible(page, 'a price that is over')
  await expectToFit(page, 'a price that is over')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await expect(held.getByRole('status').filter({ hasText: /^The price (rose|fell|is the same)/ })).toBeVisible()
  await held.getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Buy/)
  const bought = page.getByRole('heading', { level: 1, name: /^You bought 0\.\d{4}\sg$/ })
  await expect(bought).toBeFocused()
  await expect(main(page)).toContainText(/Cash balance now\s*Rp\s500,000/)
  const { rows } = await db.query<{ number: string; weight: string }>(
    'select number, weight_e4 as weight from vault.trades where member_id = $1',
    [member.id],
  )
  expect(rows).toHaveLength(1)
  await expect(main(page)).toContainText(rows[0]?.number ?? 'no trade')

  await page.getByRole('button', { name: 'Buy more' }).click()
  await page.getByLabel('Amount').fill('600000')
  await hold.click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    /^You have Rp\s500,000, which is Rp\s100,000 less than this costs\.$/,
  )

  await moveTo(page, '/user/trade/cashingIn')
  await page.getByLabel('Weight').fill('0,1')
  await hold.click()
  await expect(held).toContainText(/Gold you sell\s*0\.1000\sg/)
  await held.getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Sell 0\.1000\sg$/)
  await expect(page.getByRole('heading', { level: 1, name: /^You sold 0\.1000\sg$/ })).toBeVisible()

  await page.getByRole('link', { name: 'To my vault' }).click()
  const vault = page.getByRole('region', { name: 'Gold in your vault' })
  const grams = `0.${String(Number(rows[0]?.weight) - 1000).padStart(4, '0')}`
  await expect(vault).toContainText(`${grams}g`)
  await expect(vault).toContainText(/Rp\s[\d,]+ if sold now/)
  await expect(vault).toContainText(/Average cost\s*Rp\s[\d,]+\/g/)
  const movements = page.getByRole('region', { name: 'Last movements' }).getByRole('listitem')
  await expect(movements.nth(0)).toContainText('−0.1000 g')
  await expect(movements.nth(1)).toContainText('−Rp 1,000,000')
  await expect(movements.nth(2)).toContainText('+Rp 1,500,000')
  await expectAccessible(page, 'a home with gold')
  await expectToFit(page, 'a home with gold')
})
