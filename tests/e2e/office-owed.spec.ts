/** Money in between at the desk: owed to a member who has named no account, and in suspense. */
import { fillVault, giveGold, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { callAs, payAtBank, unpaidOrder, untilState } from './support/steps.ts'
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

test('a refund that the bank refused stands at the desk until another try is on its way', async ({
  page,
  db,
  member,
}) => {
  const { id, payUrl } = await unpaidOrder(page, db, member)
  await payAtBank(page, payUrl, '4000 0000 0000 5126')
  await untilState(db, id, 'paid')
  const { quote_id } = await callAs<{ quote_id: string }>(page, member, '/order/cancel_quote', { order_id: id })
  await callAs(page, member, '/order/cancel_order', { order_id: id, quote_id })
  const states = () => db.query(`select state from payments.refunds where subject_id = $1`, [id])
  await expect
    .poll(async () => (await states()).rows, { timeout: 20_000, intervals: [100] })
    .toEqual([{ state: 'failed' }])
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/refunds/stuck')
  const refused = page.getByRole('button', { name: /^K\d+, Ratna Wulandari$/ })
  await refused.click()
  await expectAccessible(page, 'a refund that was refused')
  await expectToFit(page, 'a refund that was refused')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Reason').fill('The bank was called')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Every refund is on its way.')).toBeVisible()
})
