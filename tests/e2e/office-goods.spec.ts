/** What staff write, in a browser: what is missing is named, what was typed is kept, and what another saved stands beside it. */
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
