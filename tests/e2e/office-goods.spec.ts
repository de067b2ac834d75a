/** What staff write, in a browser: what is missing is named, what was typed is kept, and what another saved stands beside it. */
import { expectAccessible } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'

test('what somebody else saved meanwhile stands beside what was typed', async ({ page, db, watch }) => {
  watch.expect(/409/)
  const [writer, other] = [await newStaff(db, 'content'), await newStaff(db, 'content')]
  await signInAs(page, writer)
  const { rows } = await askAs<{ rows: { id: number }[] }>(page, other, '/content/list?kind=partner&store=my')
  const id = rows[0]?.id
  await page.goto(`/admin/content/entry?kind=partner&id=${id}`)
  await page.getByLabel('Place', { exact: true }).fill('Sentul')
  await page.getByLabel('Text, English').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Write it in all three languages.')).toBeVisible()
  await page.getByLabel('Text, English').fill('Ours')
  const entry = await askAs<{ fields: object; revision: number }>(page, other, `/content/entry?kind=partner&id=${id}`)
  const { store, from, until } = entry as unknown as Record<string, string>
  const fields = { ...entry.fields, place: 'Kuala Lumpur, theirs' }
  await askAs(page, other, '/content/save', {
    kind: 'partner',
    id,
    revision: entry.revision,
    store,
    from,
    until,
    fields,
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kuala Lumpur, theirs')).toBeVisible()
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue('Sentul')
  await page.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

test('the first agreement of a second store begins with its own house’s text, from the step of setting up', async ({
  page,
  db,
}) => {
  await signInAs(page, await newStaff(db, 'owner'))
  const answers = (path: string, data: object) =>
    page.route(`**/api/admin${path}*`, async (route) => {
      const whole = await (await route.fetch()).json()
      await route.fulfill({ json: { ...whole, data } })
    })
  const step = { step: 'agreement', done: false }
  await answers('/setup/list', { stores: [{ code: 'my', name: 'Malaysia', open: false, steps: [step] }] })
  await answers('/content/agreements', { total: 0, rows: [] })
  await page.goto('/admin/setup')
  await page.getByRole('link', { name: 'Do it now' }).click()
  await expect(page).toHaveURL(/\/admin\/content\/agreement\?store=my$/)
  const text = page.getByLabel('Text, English')
  await expect(text).toHaveValue(/between you and Karat Bullion Sdn\. Bhd\./)
  await page.getByLabel('Store', { exact: true }).selectOption('id')
  await expect(page).toHaveURL(/\?store=id$/)
  await expect(text).toHaveValue(/between you and PT Karat Logam Mulia\./)
})

test('a category is added below another, hidden from visitors, and removed while it is empty', async ({ page, db }) => {
  await signInAs(page, await newStaff(db, 'content'))
  await page.goto('/admin/catalogue/categories')
  await page.getByRole('button', { name: 'Add a category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save the category' }).click()
  await expect(dialog.getByText('Write a name in at least one language.')).toBeVisible()
  await dialog.getByLabel('Code').fill('wedding-bars')
  await dialog.getByLabel('Below').selectOption({ label: 'Gold bars' })
  await dialog.getByLabel('Name, English').fill('Wedding bars')
  await dialog.getByLabel('Visitors').selectOption('hidden')
  await expectAccessible(page, 'a category that is added')
  await dialog.getByRole('button', { name: 'Save the category' }).click()
  const added = page.getByRole('listitem').filter({ hasText: 'Wedding bars' }).nth(1)
  await expect(added.getByText('Hidden')).toBeVisible()
  await added.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Remove this category' }).click()
  await expect(page.getByText('The category is removed.')).toBeVisible()
  await expect(page.getByText('Wedding bars')).toHaveCount(0)
})
