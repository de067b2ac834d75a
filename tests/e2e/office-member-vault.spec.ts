/** What a member has, at the desk: shown with a reason, corrected by two people. */
import { fillVault, giveCash, giveGold } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.describe.configure({ timeout: 120_000 })

test('staff see what a member has with a reason, and ask a second person to correct it', async ({
  page,
  db,
  member,
}) => {
  await fillVault(db)
  await giveGold(db, member, 12_500)
  await giveCash(db, member, 250_000)
  await db.query(`insert into vault.holders (id, member_id, store) values (gen_random_uuid(), $1, 'id')`, [member.id])
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/member?id=${member.id}`)
  await page.getByRole('button', { name: 'Show what they have' }).click()
  const reveal = page.getByRole('dialog', { name: 'Show what they have' })
  await reveal.getByLabel('Reason').fill('They called about a transfer')
  await reveal.getByRole('button', { name: 'Show what they have' }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText(/Gold\s*1\.2500\sg/)
  await expect(main).toContainText(/Cash\s*Rp\s250,000/)
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
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('correct what a member has', { exact: false }).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('It was sent to you by mistake').filter({ visible: true }).nth(0)).toBeVisible()
})
