/** A member asks about their data, the house answers: both sides, wrong input included. */
import { readFile } from 'node:fs/promises'
import { hash } from '@node-rs/argon2'
import { expectAccessible } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'
import { callAs } from './support/steps.ts'

const password = 'kopi-tubruk-pagi-hari'
const cheap = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
test.use({ signedIn: true })
test.beforeEach(async ({ db, member }) => {
  await db.query('update identity.members set password_hash = $2 where id = $1', [member.id, await cheap])
})

test('a copy is a file, after the password; a wrong one is said beside the field', async ({ page, watch }) => {
  watch.expect(/401/)
  await page.goto('/user/personalData')
  await page.getByRole('main').getByRole('link', { name: 'Copy, correction, deletion: your data' }).click()
  const copy = page.getByRole('region', { name: 'A copy of everything' })
  await copy.getByRole('button', { name: 'Download the copy' }).click()
  await expect(copy.getByLabel('Your password')).toBeFocused()
  await copy.getByLabel('Your password').fill('something else')
  await copy.getByRole('button', { name: 'Download the copy' }).click()
  await expect(copy.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
  await expect(copy.getByLabel('Your password')).toHaveValue('something else')
  await copy.getByLabel('Your password').fill(password)
  const coming = page.waitForEvent('download')
  await copy.getByRole('button', { name: 'Download the copy' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^karat-\d{4}-\d\d-\d\d\.json$/)
  const held = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(held.account.account.name).toBe('Ratna Wulandari')
  await expect(copy.getByText('2 left in the next 24 hours')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your requests' }).getByText('Copy of your data')).toBeVisible()
})

test('a correction: what is missing is named, it waits with its deadline, is refused with a ground, and read', async ({
  page,
  db,
  member,
  browser,
}) => {
  await page.goto('/user/dataRequests')
  const form = page.getByRole('region', { name: 'Ask us' })
  await form.getByRole('button', { name: 'Send the request' }).click()
  await expect(form.getByText('Choose what it is about.')).toBeVisible()
  await expect(form.getByText('Say what is right, in at least 3 characters.')).toBeVisible()
  await form.getByLabel('What is it about?').selectOption({ label: 'Identity papers' })
  await form.getByLabel('What is wrong, and what is right?').fill('My birthday is 17 August 1990.')
  await form.getByLabel('Your password').fill(password)
  await form.getByRole('button', { name: 'Send the request' }).click()
  const list = page.getByRole('region', { name: 'Your requests' })
  await expect(list.getByText('Waiting')).toBeVisible()
  await expect(list.getByText(/Answer by/)).toBeVisible()
  await expectAccessible(page, 'a request that waits')

  const desk = await browser.newPage()
  await signInAs(desk, await newStaff(db, 'support'))
  const { rows } = await db.query('select id from rights.requests where member_id = $1', [member.id])
  await desk.goto(`/admin/rights?state=waiting&open=${rows[0].id}`)
  const panel = desk.getByRole('region', { name: 'Details' })
  await expect(panel.getByText('My birthday is 17 August 1990.')).toBeVisible()
  await panel.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(panel.getByText('Write an answer, in at least 3 characters.')).toBeVisible()
  await panel.getByLabel('Answer to the member').fill('Your card says 7 August.')
  await panel.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(panel.getByText('A refusal needs its ground.')).toBeVisible()
  await panel.getByLabel('Legal ground of a refusal').selectOption({ label: 'What we hold agrees with your papers.' })
  await expectAccessible(desk, 'a request beside the list')
  await panel.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(desk.getByText('Refused, the member is told')).toBeVisible()
  await desk.close()

  await page.reload()
  await expect(list.getByText('Your card says 7 August.')).toBeVisible()
  await expect(list.getByText('Refused')).toBeVisible()
})

test('a deletion: taken back, asked again, only the owner may, and then nobody can sign in', async ({
  page,
  db,
  member,
  browser,
}) => {
  await page.goto('/user/dataRequests')
  const form = page.getByRole('region', { name: 'Ask us' })
  const list = page.getByRole('region', { name: 'Your requests' })
  await form.getByText('Delete my account').click()
  await form.getByLabel('Your password').fill(password)
  await form.getByRole('button', { name: 'Send the request' }).click()
  await list.getByRole('button', { name: 'Take it back: Deletion of your account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click()
  await expect(list.getByText('Taken back', { exact: true })).toBeVisible()
  await callAs(page, member, '/user/askForData', { kind: 'deletion', words: '', password })
  const { rows } = await db.query(`select id from rights.requests where member_id = $1 and state = 'waiting'`, [
    member.id,
  ])

  const helper = await browser.newPage()
  await signInAs(helper, await newStaff(db, 'support'))
  await helper.goto(`/admin/rights?open=${rows[0].id}`)
  await expect(helper.getByText('Only the owner decides a deletion.')).toBeVisible()
  await helper.close()

  const desk = await browser.newPage()
  const owner = await newStaff(db, 'owner')
  await signInAs(desk, owner)
  await desk.goto(`/admin/rights?open=${rows[0].id}`)
  const panel = desk.getByRole('region', { name: 'Details' })
  await expect(panel.getByText('this request and its answer, as proof')).toBeVisible()
  await panel.getByLabel('Answer to the member').fill('Your account is deleted.')
  await panel.getByRole('button', { name: 'Delete the account' }).click()
  await expect(desk.getByText('Granted, the member is told')).toBeVisible()
  await desk.close()
  const gone = await askAs<{ member: { name: string } }>(page, owner, `/members/get?member_id=${member.id}`)
  expect(gone.member.name).toMatch(/^Deleted account/)
  const headers = { authorization: `Bearer ${member.token}` }
  expect((await page.request.get('/api/storeid/user/userInfo', { headers })).status()).toBe(401)
})
