/** The register of bars: a vault's own list comes in, a slip of it is named by its line, and a bar is pledged by two people. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs, signInInstead } from './support/staff.ts'

test.describe.configure({ timeout: 120_000 })

/** A place of bars is opened, and what is typed wrong is said beside it. The code of it. */
async function openPlace(page: Page): Promise<string> {
  const code = `E2E-${String(Date.now()).slice(-6)}`
  await page.goto('/admin/vault/places')
  await page.getByRole('button', { name: 'Open a place' }).filter({ visible: true }).nth(0).click()
  const dialog = page.getByRole('dialog', { name: 'Open a place' })
  await dialog.getByLabel('Code').fill('Jl. Merdeka')
  await dialog.getByLabel('Keeper').fill('PT Brankas Nusantara')
  await dialog.getByLabel('Insured up to').fill('60000000000')
  await dialog.getByLabel('Reason').fill('Contract of November')
  await dialog.getByRole('button', { name: 'Open a place' }).click()
  await expect(dialog.getByText('capital letters')).toBeVisible()
  await expectAccessible(page, 'opening a place')
  await expectToFit(page, 'opening a place')
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Open a place' }).click()
  await expect(dialog).toBeHidden()
  await page.getByText(code).filter({ visible: true }).nth(0).click()
  await expect(page.getByRole('button', { name: 'Close this place' })).toBeVisible()
  await expectAccessible(page, 'a place of bars')
  return code
}

test('a list of the vault is read with its slip named, its bars come in, and two people pledge one of them', async ({
  page,
  db,
}) => {
  const maker = `Refinery ${Date.now()}`
  const desk = await newStaff(db, 'desk')
  await signInAs(page, desk)
  const place = await openPlace(page)
  const other = `${place}B`
  await askAs(page, desk, '/vault/openPlace', {
    ...{ store: 'id', code: other, keeper: 'PT Brankas Lain', address: '', insured: '', reason: 'For a test' },
  })
  await page.goto('/admin/vault')
  await page.getByRole('button', { name: 'Add bars' }).filter({ visible: true }).click()
  const adding = page.getByRole('dialog', { name: 'Add bars to the vault' })
  const head = 'Bar Number,Refiner,Year,Gross Weight (oz),Assay,Fine Weight (oz)'
  await adding.locator('input[type=file]').setInputFiles({
    ...{ name: 'list.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`${head}\nE2E-1,${maker},2019,400.025,.9958,399.345\nE2E-2,${maker},2020,32.15,.9999,\n`),
  })
  await expect(adding.getByText('that would be 398.345')).toBeVisible()
  await adding.getByLabel('Place').selectOption(place)
  await adding.getByLabel('Reason').fill('Delivered by the vault, receipt 7')
  await expectAccessible(page, 'adding bars')
  await expectToFit(page, 'adding bars')
  await page.setViewportSize({ width: 1440, height: 900 })
  const list = adding.getByLabel('Bars', { exact: true })
  await list.fill((await list.inputValue()).replace('399.345', '398.345'))
  await expect(adding.getByText('Bars read: 2, 13,389.7878 g fine')).toBeVisible()
  await adding.getByRole('button', { name: 'Add to the register' }).click()
  await expect(adding).toBeHidden()

  await page.goto(`/admin/vault?q=E2E-2`)
  await page.getByText(maker).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('2020', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pledge', exact: true }).click()
  const pledging = page.getByRole('dialog', { name: 'Pledge E2E-2' })
  await pledging.getByRole('button', { name: 'Pledge', exact: true }).click()
  await expect(pledging.getByText('Enter whom it secures')).toBeVisible()
  await pledging.getByLabel('Whom it secures').fill('Bank Pelabuhan')
  await pledging.getByLabel('Reason').fill('Loan of November')
  await expectAccessible(page, 'pledging a bar')
  await pledging.getByRole('button', { name: 'Pledge', exact: true }).click()
  await expect(page.getByText('A second person has been asked to pledge this bar.')).toBeVisible()

  await signInInstead(page, await newStaff(db, 'desk'))
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('Pledge a bar').filter({ visible: true }).nth(0).click()
  await expect(page.getByText('E2E-2').filter({ visible: true }).nth(0)).toBeVisible()
  await expect(page.getByText('Bank Pelabuhan').filter({ visible: true }).nth(0)).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed').filter({ visible: true }).nth(0)).toBeVisible()
  await page.goto(`/admin/vault?q=E2E-2&state=pledged`)
  await page.getByText(maker).filter({ visible: true }).nth(0).click()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  const releasing = page.getByRole('dialog', { name: 'Release E2E-2' })
  await releasing.getByLabel('Reason').fill('Paid back')
  await releasing.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(page.getByText('The bar is free again')).toBeVisible()

  await page.goto(`/admin/vault?q=E2E-2`)
  await page.getByText(maker).filter({ visible: true }).nth(0).click()
  await page.getByRole('button', { name: 'Report missing' }).click()
  const losing = page.getByRole('dialog', { name: 'Report E2E-2 missing' })
  await losing.getByLabel('Reason').fill('Not on its shelf')
  await losing.getByRole('button', { name: 'Report missing' }).click()
  await page.getByRole('button', { name: 'Report found' }).click()
  const finding = page.getByRole('dialog', { name: 'Report E2E-2 found' })
  await expect(finding.getByLabel('Place')).toHaveValue(place)
  await finding.getByLabel('Place').selectOption(other)
  await finding.getByLabel('Reason').fill('In the other vault')
  await expectAccessible(page, 'bringing a bar back')
  await expectToFit(page, 'bringing a bar back')
  await finding.getByRole('button', { name: 'Report found' }).click()
  await expect(page.getByText(`Found again · ${other}`)).toBeVisible()
})
