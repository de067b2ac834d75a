/** Delivery zones and couriers in the back office: what is wrong is told at its field, and a new tariff waits for a second person. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test('staff add a delivery zone: what is missing is named, nothing typed is lost, and a second person is asked', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422 \(.*settings\/change/)
  await signInAs(page, await newStaff(db, 'owner'))
  await page.goto('/admin/delivery?store=my')
  const zones = page.getByRole('region', { name: 'Delivery zones' })
  await expect(zones.getByRole('region', { name: 'Semenanjung' })).toContainText('RM')
  await expect(page.getByRole('region', { name: 'Pos Laju' })).toBeVisible()
  await expectToFit(page, 'delivery zones')
  await zones.getByRole('button', { name: 'Add a zone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a zone' })
  await dialog.getByLabel('Name, for you alone').fill('Langkawi')
  await dialog.getByLabel('Postcodes that begin with').fill('070, 071')
  await dialog.getByLabel('First 100 g, in MYR').fill('18.505')
  await dialog.getByLabel('Reason').fill('The ferry goes again')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(dialog.getByText('Must have at most 2 decimals in MYR')).toBeVisible()
  await expect(dialog.getByText('Must not be empty')).toBeVisible()
  await expect(dialog.getByLabel('Postcodes that begin with')).toHaveValue('070, 071')
  await expectAccessible(page, 'a delivery zone')
  await dialog.getByLabel('First 100 g, in MYR').fill('18.50')
  await dialog.getByLabel('First 100 g, in USD').fill('4')
  await expect(dialog.getByRole('status')).toContainText('RM 18.50')
  await dialog.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(zones.getByText('Waits for a second person')).toBeVisible()
})
