/** Money of the cash balance to an account of one's own, as a member asks for it, takes it back and sees it paid. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { moveTo } from './support/steps.ts'
import { pin, untilPaid, withAccount } from './support/withdrawals.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

async function confirm(page: Page, digits: string) {
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(dialog).toContainText(/We pay Rp\s500,000 from your cash balance to BCA •••• \d{4}\./)
  await dialog.getByLabel('PIN').fill(digits)
  await dialog.getByRole('button', { name: /^Withdraw Rp\s500,000$/ }).click()
  return dialog
}

test('a member withdraws, is told what is wrong, takes it back, and sees the next one paid and returned', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/403 \(.*trade\/withdraw/)
  await withAccount(page, db, member, '1234560341')
  await page.goto('/user/trade/withdraw')
  await expect(page).toHaveTitle('Withdraw money · Karat')
  const amount = page.getByLabel('Amount')
  const send = page.getByRole('button', { name: /^Withdraw/ })
  await amount.fill('9999')
  await send.click()
  await expect(amount).toHaveAccessibleDescription(/You can withdraw from Rp\s10,000\.$/)
  await amount.fill('2000000')
  await expect(amount).toHaveAccessibleDescription(/You have Rp\s1,500,000\./)
  await amount.fill('500000')
  await send.click()
  const dialog = await confirm(page, '739205')
  await expect(dialog.getByRole('alert')).toHaveText('This PIN is not right. Tries left: 2.')
  await confirm(page, pin)
  const list = page.getByRole('region', { name: 'Your withdrawals' }).getByRole('listitem')
  await expect(list.nth(0)).toContainText('Requested')
  await expect(list.nth(0)).toContainText(/BCA •••• 0341/)
  await page.getByRole('button', { name: /^Take back/ }).click()
  await expect(list.nth(0)).toContainText('Taken back')
  await expect(amount).toHaveValue('')
  await expect(amount).toHaveAccessibleDescription(/^From Rp\s10,000\. You can withdraw Rp\s100,000,000 more today\.$/)
  await expectAccessible(page, 'withdrawals')
  await expectToFit(page, 'withdrawals')

  await amount.fill('500000')
  await send.click()
  await confirm(page, pin)
  await expect(list.nth(0)).toContainText('Requested')
  await db.query(`update vault.payouts set next_try_at = now() where member_id = $1 and state = 'pending'`, [member.id])
  await untilPaid(page, db, member)
  await expect(list.nth(0)).toContainText('Paid')
  await db.query('update sandbox.payouts set return_at = now() where return_at is not null')
  await expect
    .poll(
      async () =>
        (await db.query('select state from vault.payouts where member_id = $1 order by number', [member.id])).rows,
      { timeout: 60_000, intervals: [100] },
    )
    .toEqual([{ state: 'cancelled' }, { state: 'returned' }])
  await moveTo(page, '/user')
  await moveTo(page, '/user/trade/withdraw')
  await expect(list.nth(0)).toContainText('The account is closed. The money is yours again.')
})

test('without an account of one’s own the page leads to one; while withdrawals are paused it says until when', async ({
  page,
  db,
  member,
}) => {
  await page.goto('/user/trade/withdraw')
  await expect(page.getByText('Add an account in your own name first.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add an account' })).toBeVisible()
  await db.query(
    `insert into identity.outgoing_pauses (member_id, reason, ends_at) values ($1, 'pin', now() + interval '3 hours')`,
    [member.id],
  )
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: 'Withdrawals are paused' })).toBeVisible()
})
