/** A complaint: made with what is missing named, decided in the back office, read with the outside body, looked at again. */
import { expectAccessible } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { atBothSizes } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

test('a complaint is made, decided in the office, and looked at again', async ({ page, db, member, browser }) => {
  await page.goto('/user/complaints')
  const form = page.getByRole('region', { name: 'New complaint' })
  await form.getByRole('button', { name: 'Send complaint' }).click()
  await expect(form.getByText('Choose what it is about.')).toBeVisible()
  await form.getByLabel('What is it about?').selectOption({ label: 'Our service' })
  await form.getByLabel('What happened?').fill('Nobody answered the telephone for a week.')
  await form.getByLabel('What should we do? (optional)').fill('Call me back, please.')
  await form.getByRole('button', { name: 'Send complaint' }).click()
  const list = page.getByRole('region', { name: 'Your complaints' })
  await expect(list.getByText(/^CMP\/ID\/\d{4}\/\d{6}$/)).toBeVisible()
  await expect(form.getByLabel('What happened?')).toHaveValue('')

  const desk = await browser.newPage()
  await signInAs(desk, await newStaff(db, 'desk'))
  const { rows } = await db.query('select id from complaints.complaints where member_id = $1', [member.id])
  await desk.goto(`/admin/complaints/complaint?id=${rows[0].id}`)
  await expect(desk.getByText('Call me back, please.')).toBeVisible()
  await desk.getByLabel('Outcome').selectOption({ label: 'Upheld' })
  await desk.getByLabel('Why, in words to the member').fill('The telephone was out of order for six days.')
  await desk.getByRole('button', { name: 'Decide and tell the member' }).click()
  await expect(desk.getByText('Say what is done.')).toBeVisible()
  await atBothSizes(desk, () => expectAccessible(desk, 'a complaint in the office'))
  await desk.getByLabel('What we do about it').fill('It is mended, and you were called.')
  await desk.getByRole('button', { name: 'Decide and tell the member' }).click()
  await expect(desk.getByText('Decided, the member is told')).toBeVisible()
  await desk.close()

  await page.reload()
  await expect(list.getByText('What we do: It is mended, and you were called.')).toBeVisible()
  await expect(page.getByText('Badan Penyelesaian Sengketa Konsumen')).toBeVisible()
  await list.getByRole('button', { name: /^Have it looked at again/ }).click()
  await list.getByLabel('Have it looked at again').fill('It is out of order again since this morning.')
  await atBothSizes(page, () => expectAccessible(page, 'a decided complaint'))
  await list.getByRole('button', { name: 'Have it looked at again' }).click()
  await expect(list.getByText('To be looked at again')).toBeVisible()
})
