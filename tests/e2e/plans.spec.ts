/** Savings plans: begun with the sentence that the PIN agrees to, run, skipped, changed, paused and ended. */
import type pg from 'pg'
import { fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'

test.use({ signedIn: true })

const plans = (page: Page) =>
  page
    .getByRole('region', { name: 'Your savings plans' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
const form = (page: Page) => page.getByRole('region', { name: 'New savings plan' })

/** The run that is next is due now; the round comes by itself. */
const makeDue = (db: pg.Pool, { id }: Member) =>
  db.query(
    `update vault.plans set due_on = (now() at time zone 'Asia/Jakarta')::date, next_at = now() where member_id = $1 and state = 'active'`,
    [id],
  )

test('a plan is begun, buys, is skipped, changed, paused and ended @phone', async ({ page, db, member }) => {
  await fillVault(db)
  await giveCash(db, member, 1_000_000)
  await setPin(page, db, member)
  await db.query('update kyc.levels set level = 2 where member_id = $1', [member.id])
  await page.goto('/user/trade/plans')
  const amount = form(page).getByLabel('Amount of each purchase (Rp)')
  const begin = form(page).getByRole('button', { name: 'Begin plan' })
  await begin.click()
  await expect(amount).toBeFocused()
  await amount.fill('9.999')
  await begin.click()
  await expect(amount).toHaveAccessibleDescription(/Enter at least Rp.10,000\./)
  await form(page)
    .getByRole('button', { name: /^Rp.100,000$/ })
    .click()
  await form(page).getByLabel('Day of the month').selectOption('31')
  const sentence = form(page).getByRole('note')
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
  await expect(plans(page)).toContainText(/Rp.100,000 on day 31 of the month/)
  await expect(amount).toHaveValue('')

  await makeDue(db, member)
  await expect(async () => {
    await page.reload()
    await expect(plans(page)).toContainText(/Bought so far/, { timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await expect(plans(page)).toContainText(/0\.0\d{3}.g for Rp.100,000/)
  await page.getByText('Purchases', { exact: true }).click()
  await expect(page.getByRole('button', { name: /receipt/i })).toBeVisible()
  await expectAccessible(page, 'a savings plan that has bought')
  await expectToFit(page, 'a savings plan that has bought')

  const own = plans(page)
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

/** Says yes with the PIN to what the dialog says. */
async function agree(page: Page, action: string) {
  const dialog = page.getByRole('dialog', { name: 'Confirm your savings plan' })
  await dialog.getByLabel('PIN').fill(pin)
  await dialog.getByRole('button', { name: action }).click()
}
