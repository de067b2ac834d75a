/** Savings plans: begun with the sentence that the PIN agrees to, run, skipped, changed, paused and ended. */
import { fillVault, giveCash, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { agree, makeDue, newPlan, ownPlans } from './support/plans.ts'
import { expect, test } from './support/shop-test.ts'

test.use({ signedIn: true })

test('a plan is begun, buys, is skipped, changed, paused and ended', async ({ page, db, member }) => {
  await fillVault(db)
  await giveCash(db, member, 1_000_000)
  await setPin(page, db, member)
  await db.query('update kyc.levels set level = 2 where member_id = $1', [member.id])
  await page.goto('/user/trade/plans')
  const amount = newPlan(page).getByLabel('Amount of each purchase (Rp)')
  const begin = newPlan(page).getByRole('button', { name: 'Begin plan' })
  await begin.click()
  await expect(amount).toBeFocused()
  await amount.fill('9.999')
  await begin.click()
  await expect(amount).toHaveAccessibleDescription(/Enter at least Rp.10,000\./)
  await newPlan(page)
    .getByRole('button', { name: /^Rp.100,000$/ })
    .click()
  await newPlan(page).getByLabel('Day of the month').selectOption('31')
  const sentence = newPlan(page).getByRole('note')
  await expect(sentence).toContainText(
    /^On day 31 of every month, gold for Rp.100,000 is bought from your cash balance at the buy price of that moment\. The first time on \w+ /,
  )
  await expect(sentence).toContainText('In months without day 31, the plan buys on the last day.')
  const said = (await sentence.textContent()) ?? ''
  await expectAccessible(page, 'a savings plan that is typed')
  await expectToFit(page, 'a savings plan that is typed')
  await begin.click()
  await expect(page.getByRole('dialog', { name: 'Confirm your savings plan' })).toContainText(said)
  await agree(page, 'Begin plan')
  await expect(ownPlans(page)).toContainText(/Rp.100,000 on day 31 of the month/)
  await expect(amount).toHaveValue('')

  await makeDue(db, member)
  await expect(async () => {
    await page.reload()
    await expect(ownPlans(page)).toContainText(/Bought so far/, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(ownPlans(page)).toContainText(/0\.0\d{3}.g for Rp.100,000/)
  await page.getByText('Purchases', { exact: true }).click()
  await expect(page.getByRole('button', { name: /receipt/i })).toBeVisible()
  await expectAccessible(page, 'a savings plan that has bought')
  await expectToFit(page, 'a savings plan that has bought')

  const own = ownPlans(page)
  await own.getByRole('button', { name: /^Skip next/ }).click()
  await page
    .getByRole('alertdialog', { name: /^Skip the purchase on/ })
    .getByRole('button', { name: 'Skip next' })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'That purchase is skipped.' })).toBeVisible()
  await own.getByRole('button', { name: /^Change/ }).click()
  const edited = page.getByRole('listitem', { name: 'Change savings plan' })
  await edited.getByText('Every week', { exact: true }).click()
  await edited.getByLabel('Day of the week').selectOption({ label: 'Monday' })
  await expect(edited.getByRole('note')).toContainText(/^Every Monday, gold for Rp.100,000/)
  await edited.getByRole('button', { name: 'Save changes' }).click()
  await agree(page, 'Save changes')
  await expect(own).toContainText(/Rp.100,000 every Monday/)
  await own.getByRole('button', { name: /^Pause/ }).click()
  await expect(own).toContainText('You paused this plan.')
  await own.getByRole('button', { name: /^Resume/ }).click()
  await expect(own).toContainText('Active')
  await own.getByRole('button', { name: /^End/ }).click()
  await page.getByRole('alertdialog', { name: 'End this savings plan?' }).getByRole('button', { name: 'End' }).click()
  await expect(own).toContainText('Ended')
  const answer = await page.request.get('/dev/mailbox.json', { params: { to: member.email } })
  const subjects = ((await answer.json()).messages as { template: string }[]).map(({ template }) => template)
  expect(subjects.filter((name) => name.startsWith('plan_')).sort()).toEqual(['plan_begun', 'plan_bought'])
})
