/** A savings plan from a card: agreed to at the bank, charged, and ended there and here. */
import { fillVault, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { agree, makeDue, newPlan, ownPlans } from './support/plans.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ signedIn: true })

test('a card is charged for a plan, until its permission is ended at the bank and given anew', async ({
  page,
  db,
  member,
}) => {
  await fillVault(db)
  await setPin(page, db, member)
  await db.query('update kyc.levels set level = 2 where member_id = $1', [member.id])
  await page.goto('/user/trade/plans')
  await newPlan(page)
    .getByRole('button', { name: /^Rp.100,000$/ })
    .click()
  await newPlan(page).getByText('Every day', { exact: true }).click()
  await newPlan(page).getByText('Card', { exact: true }).click()
  await expect(newPlan(page).getByRole('note')).toContainText(
    /^Every day, gold for Rp.100,000 is bought at the buy price of that moment and charged to your card\. The first time on /,
  )
  await expectAccessible(page, 'a savings plan from a card')
  await expectToFit(page, 'a savings plan from a card')
  await newPlan(page).getByRole('button', { name: 'Begin plan' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm your savings plan' })).toContainText(
    'You allow the charges on the next page',
  )
  await agree(page, 'Begin plan')

  await expect(page).toHaveURL(/\/sandbox\/mandates\//)
  await expect(page.getByText(/^Savings plan begun on \d/)).toBeVisible()
  await expectToFit(page, 'the bank page of a permission')
  await page.getByRole('link', { name: /Every charge succeeds/ }).click()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page).toHaveURL(/\/user\/trade\/plans\?mandate=/)
  await expect(ownPlans(page)).toContainText(/Card •••• 4242, at most Rp.100,000 each time/)
  await expect(ownPlans(page)).toContainText('Active')

  await makeDue(db, member)
  await expect(async () => {
    await page.reload()
    await expect(ownPlans(page)).toContainText(/0\.0\d{3}.g for Rp.100,000/, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expectAccessible(page, 'a savings plan that charged a card')
  await expectToFit(page, 'a savings plan that charged a card')

  await ownPlans(page).getByRole('link', { name: 'See the permission at your bank' }).click()
  await page.getByRole('button', { name: 'End this permission' }).click()
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await expect(async () => {
    await page.reload()
    await expect(ownPlans(page)).toContainText('Your bank ended the permission to charge you.', { timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await ownPlans(page)
    .getByRole('button', { name: /^Allow charges/ })
    .click()
  await expect(page).toHaveURL(/\/sandbox\/mandates\//)
  const answer = await page.request.get('/dev/mailbox.json', { params: { to: member.email } })
  const subjects = ((await answer.json()).messages as { template: string }[]).map(({ template }) => template)
  expect(subjects.filter((name) => name.startsWith('plan_')).sort()).toEqual(['plan_charges', 'plan_uncharged'])
})
