/** Money that is paid at the house's own bank: noted by one person, approved by another, and noted as come back. */
import type pg from 'pg'
import { giveCash } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff, type StaffPerson, signInAs, signInInstead } from './support/staff.ts'
import { callAs } from './support/steps.ts'
import { pin, withAccount } from './support/withdrawals.ts'

test.describe.configure({ timeout: 120_000 })

/** A withdrawal that its bank sent back after its member had closed their account; its number. */
async function cameBack(page: Page, db: pg.Pool, member: Member): Promise<string> {
  const destination_id = await withAccount(page, db, member, '1234560341')
  const wish = { amount: '500000', destination_id, pin }
  const { number } = await callAs<{ number: string }>(page, member, '/trade/withdraw', wish)
  await db.query('update vault.payouts set next_try_at = now() where number = $1', [number])
  const stateOf = async () => (await db.query('select state from vault.payouts where number = $1', [number])).rows
  await expect.poll(stateOf, { timeout: 60_000 }).toEqual([{ state: 'paid' }])
  await db.query(
    `update identity.members set frozen_at = now(), frozen_by = 'staff', closed_at = now() where id = $1`,
    [member.id],
  )
  await db.query('update sandbox.payouts set return_at = now() where return_at is not null')
  await expect.poll(stateOf, { timeout: 60_000 }).toEqual([{ state: 'returned' }])
  return number
}

/** What two people carried out of a legal hold is owed to an authority; its number. */
async function owedByOrder(
  page: Page,
  db: pg.Pool,
  member: Member,
  people: [StaffPerson, StaffPerson],
): Promise<string> {
  await giveCash(db, member, 400_000)
  const hold = { member_id: member.id, kind: 'authority', reason: 'A letter' }
  const { case_id } = await askAs<{ case_id: string }>(page, people[0], '/cases/openHold', hold)
  const order = { kind: 'court_order', asset: 'cash', amount: '400000', authority: 'Kejaksaan Negeri Jakarta Pusat' }
  const asked = await askAs<object>(page, people[0], '/cases/carryOut', { case_id, ...order, reason: 'The judgment' })
  await askAs(page, people[1], '/approvals/approve', asked)
  const { rows } = await db.query('select number from vault.legal_transfers where case_id = $1', [case_id])
  return rows[0].number
}

test('the desk notes what was paid at the bank, a second person approves it, and it may come back', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/422 \(.*payouts\/remit/)
  const people: [StaffPerson, StaffPerson] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  const number = await cameBack(page, db, member)
  await signInAs(page, people[0])
  await page.goto(`/admin/payouts?q=${number}`)
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await page.getByRole('link', { name: 'Pay it at the bank' }).click()
  await expect(page).toHaveURL(/payouts\/bank$/) // the list before it shows the same number
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('BCA •••• 0341')
  await expectAccessible(page, 'what is paid at the bank')
  await expectToFit(page, 'what is paid at the bank')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Note the payment' }).click()
  const dialog = page.getByRole('dialog', { name: /^Was Rp\s500,000 paid\?$/ })
  const ask = dialog.getByRole('button', { name: 'Ask a second person' })
  await ask.click()
  await expect(dialog.getByLabel('Bank', { exact: true })).toHaveAccessibleDescription('Enter the bank')
  await dialog.getByLabel('Bank', { exact: true }).fill('Bank Mega')
  await dialog.getByLabel('Account number').fill('0100 2000 30')
  await dialog.getByLabel('Account holder').fill('Budi Santoso')
  await dialog.getByLabel('Bank reference').fill('MEGA 4711')
  await dialog.getByLabel('Reason', { exact: true }).fill('Her letter of 3 March')
  await ask.click()
  await expect(dialog.getByLabel('Account holder')).toHaveAccessibleDescription(
    /^Must be the former member’s verified name\.$/,
  )
  await expect(dialog.getByLabel('Bank reference')).toHaveValue('MEGA 4711')
  await expectAccessible(page, 'noting a payment at the bank')
  await expectToFit(page, 'noting a payment at the bank')
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByLabel('Account holder').fill('Ratna Wulandari')
  await ask.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Waits for a second person').filter({ visible: true }).nth(0)).toBeVisible()

  await signInInstead(page, people[1])
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('note money as paid at the bank').filter({ visible: true }).nth(0).click()
  const facts = page.getByRole('region', { name: 'Details' })
  for (const fact of [number, 'Bank Mega •••• 0030', 'MEGA 4711', 'the former member’s verified name'])
    await expect(facts).toContainText(fact)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed').filter({ visible: true }).nth(0)).toBeVisible()
  const booked = async (kind: string) =>
    (await db.query(`select count(*)::int as n from ledger.transfers where kind = $1`, [kind])).rows[0].n
  expect(await booked('remitted')).toBeGreaterThan(0)

  await page.goto('/admin/payouts/bank?state=paid')
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  for (const name of [...people.map((one) => one.name), 'Bank Mega •••• 0030', 'MEGA 4711'])
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(name)
  await page.getByRole('button', { name: 'It came back' }).click()
  const back = page.getByRole('dialog', { name: /^Did payment B\d+ come back\?$/ })
  await back.getByLabel('Reason').fill('The account was closed as well')
  await back.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(back).toBeHidden()
  const { rows } = await db.query(
    `select id from staff.approvals where action = 'payouts.remit_returned' and requested_by = $1`,
    [people[1].id],
  )
  await askAs(page, people[0], '/approvals/approve', { approval_id: rows[0].id })
  await page.goto('/admin/payouts/bank?state=waiting')
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(/B\d+\s*Came back/)
  await expect(page.getByRole('button', { name: 'Note the payment' })).toBeVisible()
})

test('what a court awarded to an authority is noted without an account', async ({ page, db, member }) => {
  const people: [StaffPerson, StaffPerson] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await withAccount(page, db, member, '1234567890')
  const number = await owedByOrder(page, db, member, people)
  await signInAs(page, people[0])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/payouts/bank?state=waiting')
  await expect(page.getByRole('link', { name: 'At the bank' }), 'the last tab is in sight').toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: `${number}, Ratna Wulandari` }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Kejaksaan Negeri Jakarta Pusat')
  await page.getByRole('button', { name: 'Note the payment' }).click()
  const dialog = page.getByRole('dialog', { name: /^Was Rp\s400,000 paid\?$/ })
  await expect(dialog.getByLabel('Account number')).toHaveCount(0)
  await dialog.getByLabel('Bank reference').fill('BCA 815')
  await dialog.getByLabel('Reason', { exact: true }).fill('The judgment')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Waits for a second person').filter({ visible: true }).nth(0)).toBeVisible()
})
