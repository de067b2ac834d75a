/** Money in between at the desk: owed to a member who has named no account, and in suspense. */
import { fillVault, giveGold, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { callAs } from './support/steps.ts'
import { pin } from './support/withdrawals.ts'

test('the desk sees what is owed, to whom, and what it waits for; and what is in suspense', async ({
  page,
  db,
  member,
}) => {
  await setPin(page, db, member)
  await fillVault(db, 'my')
  await giveGold(db, member, 10_000, 'my')
  const wish = { by: 'weight', value: '1' }
  const { quote_id } = await callAs<{ quote_id: string }>(page, member, '/trade/cashingIn_quote', wish, 'my')
  await callAs(page, member, '/trade/cashingIn', { quote_id, pin }, 'my')
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/payouts')
  await page.getByRole('link', { name: 'Owed to members' }).click()
  const row = page.getByText('The member has to name an account').filter({ visible: true }).nth(0)
  await expect(row).toBeVisible()
  await expectAccessible(page, 'what is owed')
  await expectToFit(page, 'what is owed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Ratna Wulandari' }).nth(0).click()
  await expect(page.getByRole('link', { name: 'To the member' })).toBeVisible()
  await page.goto('/admin/payouts/suspense')
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  await expectAccessible(page, 'suspense')
  await expectToFit(page, 'suspense')
})
