/** The vault's desk: what the house is bound to, and the trades that offset it; a large one takes two people. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.describe.configure({ timeout: 120_000 })

async function fillHedge(page: Page, { grams, reference }: { grams: string; reference: string }) {
  await page.getByRole('button', { name: 'Note a hedge' }).nth(0).click()
  const dialog = page.getByRole('dialog', { name: 'Note a hedge' })
  await dialog.getByLabel('Grams of fine gold').fill(grams)
  await dialog.getByLabel('Price per gram').fill('2300000')
  await dialog.getByLabel('Counterparty').fill('Bank Emas Nusantara')
  await dialog.getByLabel('Reference').fill(reference)
  await dialog.getByLabel('Agreed at').fill('2026-01-05T09:30:00')
  await dialog.getByLabel('Reason').fill('Offsets the sales of the morning')
  return dialog
}

test('a hedge moves the net position and is taken back by a row of its own; a large one waits for a second person', async ({
  page,
  db,
}) => {
  await signInAs(page, await newStaff(db, 'owner'))
  await page.goto('/admin/vault/desk')
  const open = page.getByRole('heading', { name: 'Open exposure' })
  await expect(open).toBeVisible()
  await expectAccessible(page, 'the desk of the vault')
  await expectToFit(page, 'the desk of the vault')
  await page.setViewportSize({ width: 1440, height: 900 })

  const reference = `E2E-${Date.now()}`
  const dialog = await fillHedge(page, { grams: '250.5', reference })
  await expectAccessible(page, 'noting a hedge')
  await dialog.getByRole('button', { name: 'Note a hedge' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await db.query<{ number: string }>('select number from backing.hedges where reference = $1', [
    reference,
  ])
  const number = rows[0]?.number ?? ''
  const position = page.locator('.office-panel').filter({ hasText: 'Net position' })
  await expect(position).toContainText(/Hedges\s*250\.5000\sg/)

  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await page.getByRole('button', { name: 'Take back', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: `Take back hedge ${number}` })
  await confirm.getByLabel('Reason').fill('The grams were typed wrong')
  await confirm.getByRole('button', { name: 'Take back' }).click()
  await expect(position).toContainText(/Hedges\s*0\.0000\sg/)

  await page.getByRole('button', { name: 'Close' }).filter({ visible: true }).nth(0).click()
  const large = await fillHedge(page, { grams: '1000', reference: `${reference}-L` })
  await large.getByRole('button', { name: /second/i }).click()
  await expect(large).toBeHidden()
  await expect(position).toContainText(/Hedges\s*0\.0000\sg/)
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('Note hedges of the house’s gold').filter({ visible: true }).nth(0).click()
  await expect(page.getByText('Bank Emas Nusantara').filter({ visible: true }).nth(0)).toBeVisible()
})
