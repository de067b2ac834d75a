/** What a member has and has traded, at the desk: shown with a reason, corrected by two people. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { atBothSizes } from './support/steps.ts'
import { tradeOnce } from './support/trades.ts'

test.describe.configure({ timeout: 120_000 })

/** Each trade, by what the record calls it; a transfer, a withdrawal, a sale to an account and a redemption set aside what they take. */
const traded = ['Gold bought', 'Gold sold', 'Set aside', 'Order paid', 'Money added']

test('staff see with a reason what a member has and has traded, and ask a second person once to correct it', async ({
  page,
  db,
  member,
}) => {
  await tradeOnce({ page, db, member })
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Show what they have' }).click()
  const reveal = page.getByRole('dialog', { name: 'Show what they have' })
  await reveal.getByRole('button', { name: 'Show what they have' }).click()
  await atBothSizes(page, () => expect(reveal.getByText('Say why, in at least 3 characters.')).toBeVisible())
  await reveal.getByLabel('Reason').fill('They called about a transfer')
  await reveal.getByRole('button', { name: 'Show what they have' }).click()
  const main = page.getByRole('main')
  const lines = main.getByRole('listitem')
  await atBothSizes(page, async () => {
    for (const name of traded) await expect(lines.filter({ hasText: name }).nth(0), name).toBeVisible()
  })
  await expectAccessible(page, 'what a member has')
  await expectToFit(page, 'what a member has')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Correct what/ })
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog.getByLabel('Grams, or money')).toHaveAccessibleDescription(/above zero/)
  await dialog.getByLabel('What happens').selectOption('take')
  await dialog.getByLabel('Grams, or money').fill('0.25')
  await dialog.getByLabel('Why, as the member reads it').fill('It was sent to you by mistake')
  await dialog.getByLabel('Reason', { exact: true }).fill('Case 12')
  await expectAccessible(page, 'correcting what a member has')
  await dialog.getByRole('button', { name: 'Ask a second person' }).dblclick()
  await expect(dialog).toBeHidden()
  const { rows } = await db.query('select from staff.approvals where subject_id = $1', [member.id])
  expect(rows).toHaveLength(1)
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('correct what a member has', { exact: false }).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('It was sent to you by mistake').filter({ visible: true }).nth(0)).toBeVisible()
})
