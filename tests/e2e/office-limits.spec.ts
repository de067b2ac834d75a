/** Limit orders in the back office: what a member has set aside and how far the price is, and the end of one. */
import { confirm, fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

test('staff end a limit order for a reason; its member reads that it is over', async ({
  page,
  db,
  member,
  browser,
}) => {
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 3_000_000)
  await page.goto('/user/trade/limits')
  const form = page.getByRole('region', { name: 'New limit order' })
  await form.getByLabel('Amount (Rp)').fill('1000000')
  await form.getByRole('button', { name: '−5%' }).click()
  await form.getByRole('button', { name: 'Place limit order' }).click()
  await confirm(page, pin, 'Place limit order')
  const open = page.getByRole('region', { name: 'Open' }).getByRole('listitem')
  await expect(open).toHaveCount(1)
  const number = /L\d+/.exec(await open.innerText())?.[0] ?? 'a number'

  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInAs(office, await newStaff(db, 'desk'))
  await office.goto(`/admin/vault/limits?q=${number}`)
  await expect(office.getByText(number).filter({ visible: true }).nth(0)).toBeVisible()
  await expectToFit(office, 'limit orders in the office')
  await office.getByText(number).filter({ visible: true }).nth(0).click()
  const panel = office.getByRole('region', { name: 'Details' })
  await expect(panel).toContainText(/To the price\s*[45]\.\d\d%/)
  await expect(panel).toContainText(/Set aside\s*Rp\s1,000,000/)
  await expectAccessible(office, 'a limit order in the office')
  await expectToFit(office, 'a limit order in the office')
  await panel.getByRole('button', { name: 'End limit order' }).click()
  const dialog = office.getByRole('dialog', { name: `End limit order ${number}?` })
  await dialog.getByLabel('Reason').fill('The member asked for it on the telephone')
  await dialog.getByRole('button', { name: 'End limit order' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('Ended by the house')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Ended lately' }).getByRole('listitem')).toContainText(number)
})
