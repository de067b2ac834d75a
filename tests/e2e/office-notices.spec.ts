/** What somebody of the house is told, and how they find anything: the bell, the page of notices, and the palette. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'

test.describe.configure({ timeout: 120_000 })

test('a request for a second person rings, is read by going there, and a breach cannot be silenced', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422/)
  const [asks, gives] = [await newStaff(db, 'owner'), await newStaff(db, 'owner')]
  const reference = `TOLD-${Date.now()}`
  const { approval_id } = await askAs<{ approval_id: string }>(page, asks, '/vault/noteHedge', {
    ...{ store: 'id', side: 'buy', grams: '1000', currency: 'IDR', price: '2300000', reference },
    ...{ counterparty: 'Bank Emas Nusantara', traded_at: '2026-01-05T02:30:00.000Z', reason: 'Offsets the morning' },
  })
  await signInAs(page, gives)
  await page.goto('/admin')
  const bell = page.getByRole('link', { name: /^Notices: [1-9]/ })
  await expect(bell).toBeVisible()
  await bell.click()
  await expect(page).toHaveURL(/\/admin\/notices$/)
  await expectAccessible(page, 'notices')
  await expectToFit(page, 'notices')
  const told = page
    .getByRole('link', { name: /^A second person is needed: note hedges/i })
    .and(page.locator(`[href*="${approval_id}"]`))
  await told.click()
  await expect(page).toHaveURL(/\/admin\/approvals\?state=waiting&open=/)
  await expect(page.getByText(reference).filter({ visible: true }).nth(0)).toBeVisible()
  await page.goBack()
  await page.getByRole('checkbox', { name: 'Gold backing and cash: in the back office' }).uncheck()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Gold backing and cash: by e-mail' }).click()
  await expect(page.getByText(/a breach is told in the back office or by e-mail/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Gold backing and cash: by e-mail' })).toBeChecked()

  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  const field = palette.getByRole('combobox')
  await page.keyboard.type('log aud')
  await expect(field).toHaveValue('log aud')
  await expect(palette.getByRole('option', { name: /^Audit log/ })).toHaveAttribute('aria-selected', 'true')
  await field.pressSequentially('xyz')
  await page.keyboard.press('Enter')
  await expect(palette.getByText('Nothing found')).toBeVisible()
  await field.fill('bank accounts')
  await expect(palette.getByRole('option', { name: /^Accounts\s*Bank/ })).toHaveAttribute('aria-selected', 'true')
  await field.fill('log aud')
  await expect(palette.getByRole('option', { name: /^Audit log/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'the palette')
  await expectToFit(page, 'the palette')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/audit$/)
  await expect(palette).toBeHidden()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const { rows } = await db.query<{ id: number; code: string }>(
    'select product_id as id, code from catalogue.skus order by id limit 1',
  )
  await field.fill(rows[0]?.code ?? '')
  await palette.getByRole('group', { name: 'Products' }).getByRole('option').click()
  await expect(page).toHaveURL(new RegExp(`/admin/catalogue/product\\?id=${rows[0]?.id}$`))
})
