/** Withdrawals at the desk: one that its bank does not take is given back to its member. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { callAs } from './support/steps.ts'
import { pin, withAccount } from './support/withdrawals.ts'

test.describe.configure({ timeout: 120_000 })

test('the desk sees why a withdrawal is not paid, and gives its money back', async ({ page, db, member }) => {
  const destination_id = await withAccount(page, db, member, '1234560002')
  const made = { amount: '500000', destination_id, pin }
  const { number } = await callAs<{ number: string }>(page, member, '/trade/withdraw', made)
  await db.query(`update vault.payouts set next_try_at = now() where member_id = $1`, [member.id])
  const stateOf = async () =>
    (
      await db.query(
        `select p.state, t.state as tried from vault.payouts p left join vault.payout_tries t on t.payout_id = p.id where p.number = $1`,
        [number],
      )
    ).rows
  await expect.poll(stateOf, { timeout: 30_000 }).toEqual([{ state: 'paying', tried: 'failed' }])

  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/payouts?q=${number}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('account_unknown')).toBeVisible()
  await expectAccessible(page, 'a withdrawal at the desk')
  await expectToFit(page, 'a withdrawal at the desk')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Give back to the member' }).click()
  const dialog = page.getByRole('dialog', { name: `Give withdrawal ${number} back?` })
  await expect(dialog).toContainText(/Rp\s500,000 is the member’s again, in their cash balance or owed beside it/)
  await dialog.getByLabel('Reason').fill('The account is wrong')
  await dialog.getByRole('button', { name: 'Give back to the member' }).click()
  await expect.poll(stateOf).toEqual([{ state: 'failed', tried: 'failed' }])
  await expect(page.getByText('Not paid').filter({ visible: true }).nth(0)).toBeVisible()
})
