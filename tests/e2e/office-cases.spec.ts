/** Cases at the desk: a legal hold from a member's page to its end, what the member sees of it, and a list that cannot be read in. */
import { picture } from '../support/pictures.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { closeByEscape, moveTo } from './support/steps.ts'

test.describe.configure({ timeout: 120_000 })
test.use({ signedIn: true })

test('the desk stops a member from their page, and asks for the second person who ends it', {
  tag: '@phone',
}, async ({ page, db, member }) => {
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/member?id=${member.id}`)
  await page.getByRole('link', { name: 'Legal hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'New legal hold' })
  await expect(dialog.getByLabel('Id of the member')).toHaveValue(member.id)
  await dialog.getByLabel('Ground').selectOption('Court')
  await dialog.getByRole('button', { name: 'Stop everything' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Decision 14 of the court in Jakarta')
  await dialog.getByRole('button', { name: 'Stop everything' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await db.query('select number from cases.cases where member_id = $1', [member.id])
  const number: string = rows[0].number
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(page.getByText('Nothing of this member moves')).toBeVisible()
  await page.getByLabel('Note').fill('The letter is in folder 3')
  await page.getByRole('button', { name: 'Keep note' }).click()
  await expect(page.getByText('The letter is in folder 3').filter({ visible: true })).toBeVisible()
  await expect(page.getByLabel('Note'), 'after what was kept the field is empty').toHaveValue('')
  await expect(page.getByLabel('Note'), 'and not wrong for it').not.toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Add a picture').setInputFiles({
    name: 'decision.png',
    mimeType: 'image/png',
    buffer: await picture('png', { width: 600, height: 800 }),
  })
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const paper = page.getByRole('dialog', { name: 'Paper of the case' })
  await expect(paper.getByRole('img', { name: 'Paper of the case' })).toBeVisible()
  await closeByEscape(page, paper)
  await expectAccessible(page, 'a case at the desk')
  await expectToFit(page, 'a case at the desk')
  await page.getByRole('button', { name: 'Ask to end the hold' }).click()
  const ending = page.getByRole('dialog', { name: /^End the legal hold of/ })
  await ending.getByLabel('Reason').fill('Lifted by the court')
  await ending.getByRole('button', { name: 'Ask to end the hold' }).click()
  await expect(page.getByText('A second person is asked').filter({ visible: true }).nth(0)).toBeVisible()
})

test('a member who is stopped is told to contact the house, and nothing else', {
  tag: '@phone',
}, async ({ page, db, member, watch }) => {
  watch.expect(/status of 409/)
  await db.query(
    `insert into cases.cases (id, number, kind, member_id, store, hold_kind)
     values (gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'legal_hold', $1, 'id', 'authority')`,
    [member.id],
  )
  await page.goto('/user')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Movements of your account are paused')).toHaveCount(0)
  await moveTo(page, '/user/trade/deposit')
  await page.getByRole('button', { name: /^Rp.1,000,000$/ }).click()
  await page.getByRole('button', { name: /^Pay Rp.1,000,000$/ }).click()
  await expect(page.getByText('This cannot be done at the moment. Please contact us.')).toBeVisible()
  await db.query(`update cases.cases set state = 'ended', ended_at = now() where member_id = $1`, [member.id])
  await db.query(
    `insert into cases.cases (id, number, kind, member_id, store, hold_kind)
     values (gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'legal_hold', $1, 'id', 'court')`,
    [member.id],
  )
  await page.goto('/user')
  await expect(page.getByText('Movements of your account are paused')).toBeVisible()
})

test('a list with a fault is read in not at all, and each fault is said by its line', async ({ page, db, watch }) => {
  watch.expect(/status of 422/)
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/cases/lists')
  await page.getByLabel('Name of the list').fill('DTTOT')
  await page.getByLabel('Lines of the file').fill('reference,name,birth_dates\n1,Somebody,1980-13-01\n2,,')
  await page.getByLabel('Reason').fill('The list of this month')
  await page.getByRole('button', { name: 'Read in' }).click()
  await expect(page.getByText('Line 2: no day or year of birth')).toBeVisible()
  await expect(page.getByText('Line 3: no name, or too long a one')).toBeVisible()
  await expect(page.getByLabel('Name of the list')).toHaveValue('DTTOT')
  const { rows } = await db.query(`select 1 from cases.lists where source = 'DTTOT'`)
  expect(rows).toEqual([])
})

test('what a member left goes to an heir: asked for at the desk, kept until a second person approves', async ({
  page,
  db,
  member,
}) => {
  const { rows: heirs } = await db.query(
    `select email from identity.members where email is not null and id <> $1 limit 1`,
    [member.id],
  )
  const made = await db.query(
    `insert into cases.cases (id, number, kind, member_id, store, hold_kind)
     values (gen_random_uuid(), 'C' || nextval('cases.case_numbers'), 'legal_hold', $1, 'id', 'death') returning id, number`,
    [member.id],
  )
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/cases?q=${made.rows[0].number}`)
  await page.getByText(made.rows[0].number).filter({ visible: true }).nth(0).click()
  await page.getByRole('button', { name: 'Ask to carry out' }).click()
  const dialog = page.getByRole('dialog', { name: 'What goes to whom' })
  await dialog.getByLabel('Amount').fill('1.5')
  await dialog.getByLabel('Reason').fill('Certificate of heirs no. 9')
  await dialog.getByRole('button', { name: 'Ask to carry out' }).click()
  await expect(dialog.getByText('Enter whom it goes to.')).toBeVisible()
  await dialog.getByLabel(/^E-mail or mobile number/).fill(heirs[0].email)
  await expectAccessible(page, 'carrying out a legal hold')
  await dialog.getByRole('button', { name: 'Ask to carry out' }).click()
  await expect(page.getByText('A second person is asked').filter({ visible: true }).nth(0)).toBeVisible()
  const { rows } = await db.query(`select params from staff.approvals where subject_id = $1`, [made.rows[0].id])
  expect(rows[0].params).toMatchObject({ kind: 'succession', asset: 'gold', units: '15000' })
})
