/** A stolen card, from the browser to the desk: what it bought leaves by no way, and what its bank takes back is owed (decision 0067). */
import type pg from 'pg'
import { confirm, fillVault } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { amountOf, moveTo, typeCard } from './support/steps.ts'
import { bound, pin, withName } from './support/withdrawals.ts'

// Its moments are those of the store, wherever its member is.
test.use({ signedIn: true, timezoneId: 'America/New_York' })
test.describe.configure({ timeout: 120_000 })

const stolen = '4000 0000 0000 6660'
const main = (page: Page) => page.getByRole('main')
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

async function buyByCard(page: Page) {
  await page.goto('/user/trade/purchase')
  await page.getByLabel('Amount').fill('4000000')
  await page.getByRole('button', { name: /^Hold this price/ }).click()
  await page.getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Buy/)
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  await typeCard(page, stolen)
  await expect(page.getByRole('heading', { level: 1, name: /g of gold are yours$/ })).toBeVisible({ timeout: 20_000 })
}

async function send(page: Page) {
  await moveTo(page, '/user/trade/transfer')
  await page.getByLabel('To', { exact: true }).fill('friend@example.com')
  await page.getByLabel('Weight').fill('1')
  await page.getByRole('button', { name: 'Continue' }).click()
  await confirm(page, pin, /^Send/)
}

async function redeem(page: Page) {
  await moveTo(page, '/user/trade/redeem')
  await main(page).getByRole('listitem').filter({ hasText: '1.0000 g' }).getByRole('link').nth(0).click()
}

async function sell(page: Page, grams: string) {
  await moveTo(page, '/user/trade/cashingIn')
  await page.getByLabel('Weight').fill(grams)
  await page.getByRole('button', { name: /^Hold this price/ }).click()
  await page.getByRole('button', { name: 'Continue to PIN' }).click()
  await confirm(page, pin, /^Sell/)
  await expect(page.getByRole('heading', { level: 1, name: /^You sold/ })).toBeVisible()
}

async function withdraw(page: Page) {
  await moveTo(page, '/user/trade/withdraw')
  await page.getByLabel('Amount').fill('500000')
  await page.getByRole('button', { name: /^Withdraw Rp/ }).click()
  await confirm(page, pin, /^Withdraw/)
}

const ofMember = `from payments.payments p join vault.purchases v on v.id = p.subject_id where v.member_id = $1`

/** What the bank of the card does comes at once. */
async function bankDisputes(db: pg.Pool, { id }: Member, state: 'open' | 'lost') {
  const charge = `(select c.id from sandbox.charges c where c.reference in (select p.id::text ${ofMember}))`
  await db.query(
    state === 'open'
      ? `update sandbox.charges set dispute_at = now() where id in ${charge}`
      : `update sandbox.disputes set decide_at = now() where charge_id in ${charge}`,
    [id],
  )
  const states = `select d.state from payments.disputes d where d.payment_id in (select p.id ${ofMember})`
  await expect
    .poll(async () => (await db.query(states, [id])).rows, { timeout: 20_000, intervals: [100] })
    .toEqual([{ state }])
}

test('gold by a stolen card: it leaves by no way, its dispute freezes it, and what is lost is owed at the desk', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*(trade\/|confirm_order)/)
  await page.setViewportSize({ width: 390, height: 844 })
  await withName(page, db, member)
  await bound(page, db, member, { bank: 'bca', number: '1234560340' })
  await fillVault(db)
  await buyByCard(page)
  await expect(main(page)).toContainText(/Amount paid\s*Rp\s4,000,000/)
  const day = (await main(page).getByText('Clears on').locator('xpath=following-sibling::dd').nth(0).innerText()).trim()
  const uncleared = `Paid by card and not cleared yet: this can leave from ${day} on.`
  await send(page)
  await expect(alert(page, uncleared)).toContainText('Your gold has not moved.')
  await redeem(page)
  await expect(alert(page, uncleared)).toContainText('Your money and gold have not moved.')
  await expect(main(page).getByRole('link', { name: 'Pay with money instead' })).toBeVisible()
  await sell(page, '0.3')
  await withdraw(page)
  await expect(alert(page, uncleared)).toContainText('Your money has not moved.')
  await moveTo(page, '/user')
  const note = main(page).getByRole('note')
  await expect(note).toContainText(
    /^Paid with money that a bank can still take back: 1\.\d{4}\sg and Rp\s[\d,]+\. You can sell gold at any time/,
  )
  await expect(note).toContainText(`redeemed from ${day} on.`)
  await expectAccessible(page, 'a home with value that is not cleared')

  await bankDisputes(db, member, 'open')
  const disputed = 'A payment to your account is in dispute with its bank.'
  await page.goto('/user')
  await expect(note).toContainText(/^Staying here for now: 1\.\d{4}\sg and Rp\s[\d,]+\./)
  await withdraw(page)
  await expect(alert(page, disputed)).toBeVisible()
  const { number } = (await db.query<{ number: string }>(`select v.number ${ofMember}`, [member.id])).rows[0] ?? {}
  await signInAs(page, await newStaff(db, 'desk'))
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/disputes?q=${number}`)
  const row = page.getByRole('button', { name: `${number}, Ratna Wulandari` })
  await row.click()
  const panel = page.getByRole('region', { name: 'Details' })
  await expect(panel).toContainText('Until then its payer may hold and sell what it paid for')

  await bankDisputes(db, member, 'lost')
  await page.reload()
  await expect(panel).toContainText('the rest they owe, and nothing of theirs leaves until that is settled.')
  const amounts = await panel.locator('dl').nth(0).innerText()
  const [taken, owed] = ['Taken from the payer', 'Still owed'].map((name) =>
    amountOf(new RegExp(`${name}\\s*(Rp.[\\d,]+)`).exec(amounts)?.[1] ?? ''),
  ) as [number, number]
  expect(amounts).not.toContain('Our loss')
  expect(taken, 'what the sale had brought').toBeGreaterThan(0)
  expect(taken + owed).toBe(4_000_000)
  await expect(panel.getByRole('button', { name: 'Note as paid' })).toBeVisible()
  await expectAccessible(page, 'what a lost dispute leaves owed')
  await expectToFit(page, 'what a lost dispute leaves owed')

  await page.goto('/user')
  await expect(main(page)).toContainText('Payment taken back by its bank')
  await send(page)
  await expect(alert(page, disputed)).toContainText('Your gold has not moved.')
})
