/** A vault is counted blind by two people and a third settles what differs; bars go to another place and somebody else receives them. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff, type StaffPerson, signInAs, signInInstead } from './support/staff.ts'

test.describe.configure({ timeout: 180_000 })

/** Two places of one store, and kilobars in the first. */
async function fillPlace(page: Page, who: StaffPerson, serials: string[]) {
  const mark = String(Date.now()).slice(-6)
  const [from, to] = [`C${mark}-1`, `C${mark}-2`]
  const reason = 'For a test'
  for (const code of [from, to])
    await askAs(page, who, '/vault/openPlace', {
      ...{ store: 'id', code, keeper: 'PT Brankas Nusantara', address: '', insured: '', reason },
    })
  const bars = serials.map((serial) => `${from}-${serial} 1000`).join('\n')
  const wish = { store: 'id', maker: 'Karat Mint', kind: 'bar', fineness: '999.9', place: from, reason, bars }
  await askAs(page, who, '/vault/receive', wish)
  return { from, to }
}

async function addBar(page: Page, serial: string, grams: string) {
  await page.getByLabel('Number', { exact: true }).fill(serial)
  await page.getByLabel('Gross weight in grams').fill(grams)
  await page.getByRole('button', { name: 'Add this bar' }).click()
  await expect(page.getByRole('button', { name: `Remove ${serial}` })).toBeVisible()
}

async function seenAll(page: Page) {
  await page.getByRole('button', { name: 'I have seen all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'I have seen all' }).click()
}

/** What is typed wrong is named beside its field, and by its line in a list; an entry that was removed elsewhere goes from the sheet. */
async function slips(page: Page, who: StaffPerson, address: string) {
  await page.getByLabel('Number', { exact: true }).fill('GONE-1')
  await page.getByLabel('Gross weight in grams').fill('1')
  await page.getByLabel('Maker, if you can read it').fill('K')
  await page.getByRole('button', { name: 'Add this bar' }).click()
  await expect(page.getByText('Two letters at least, or nothing')).toBeVisible()
  await page.getByLabel('Maker, if you can read it').fill('')
  await addBar(page, 'GONE-1', '1')
  const wrong = { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from('serial,gross_g\nA-1,0\n') }
  await page.locator('input[type=file]').setInputFiles(wrong)
  await expect(page.getByText('“A-1,0” has no weight')).toBeVisible()
  const { sheet } = await askAs<{ sheet: { id: string; serial: string }[] }>(
    page,
    who,
    `/vault/count?count_id=${new URL(address).searchParams.get('id')}`,
  )
  await askAs(page, who, '/vault/countRemove', { entry_id: sheet.find(({ serial }) => serial === 'GONE-1')?.id })
  await page.getByRole('button', { name: 'Remove GONE-1' }).click()
  await expect(page.getByRole('button', { name: 'Remove GONE-1' })).toHaveCount(0)
}

test('two people count a place without seeing each other’s sheet, and a third settles what differs', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/status of 409/)
  const [first, second, third] = [
    await newStaff(db, 'desk'),
    await newStaff(db, 'fulfilment'),
    await newStaff(db, 'owner'),
  ]
  const { from } = await fillPlace(page, third, ['A', 'B'])
  await signInAs(page, first)
  await page.goto('/admin/counts')
  await page.getByRole('button', { name: 'Begin a count' }).filter({ visible: true }).nth(0).click()
  const opening = page.getByRole('dialog', { name: 'Begin a count' })
  await opening.getByLabel('Place').selectOption(from)
  await opening.getByLabel('Reason').fill('Count of the month')
  await opening.getByRole('button', { name: 'Begin a count' }).click()
  await expect(page).toHaveURL(/\/admin\/counts\/count\?id=/)
  const address = page.url()
  await addBar(page, `${from}-A`, '1000')
  await expect(page.getByText(`${from}-B`)).toHaveCount(0)
  await expectAccessible(page, 'a sheet of a count')
  await expectToFit(page, 'a sheet of a count')
  await addBar(page, `${from}-X`, '1')
  await page.getByLabel('Number', { exact: true }).fill('Half typed')
  watch.expect(/Failed to load resource/)
  await page.route('**/api/admin/vault/count?*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: `Remove ${from}-X` }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: `Remove ${from}-X` })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByLabel('Number', { exact: true }), 'what was typed stays').toHaveValue('Half typed')
  await page.getByLabel('Number', { exact: true }).fill('')
  await slips(page, first, address)
  await seenAll(page)
  await expect(page.getByText('Your sheet is done. The other person is still counting.')).toBeVisible()

  await signInInstead(page, second)
  await page.goto(address)
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'mine.csv', mimeType: 'text/csv' },
    buffer: Buffer.from(`serial,gross_g\n${from}-A,1000\n${from}-B,999\n`),
  })
  await expect(page.getByRole('button', { name: `Remove ${from}-B` })).toBeVisible()
  await seenAll(page)
  await expect(page.getByText('Seen by one only').filter({ visible: true }).nth(0)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settle' })).toHaveCount(0)

  await signInInstead(page, third)
  await page.goto(address)
  await expectAccessible(page, 'what a count found')
  await expectToFit(page, 'what a count found')
  await page.getByRole('button', { name: 'Settle' }).click()
  const settling = page.getByRole('dialog', { name: `Settle ${from}-B` })
  await expectAccessible(page, 'settling a difference')
  await settling.getByLabel('Gross weight in grams').fill('999')
  await settling.getByLabel('Reason').fill('On the upper shelf')
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(settling.getByText('not its weight in the register')).toBeVisible()
  await settling.getByLabel('Gross weight in grams').fill('1000.02')
  await settling.getByRole('button', { name: 'Settle' }).click()
  await expect(page.getByText('Finished').filter({ visible: true }).nth(0)).toBeVisible()
})

test('bars go to another place: two people send them, and another receives what arrives', async ({ page, db }) => {
  const [desk, other] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  const more = Array.from({ length: 100 }, (_, n) => `N${n}`)
  const { from, to } = await fillPlace(page, desk, ['A', 'B', ...more])
  await signInAs(page, desk)
  await page.goto('/admin/vault/transports')
  await page.getByRole('button', { name: 'Send bars' }).filter({ visible: true }).nth(0).click()
  const sending = page.getByRole('dialog', { name: 'Send bars to another place' })
  await sending.getByLabel('From').selectOption(from)
  await sending.getByLabel('To', { exact: true }).selectOption(to)
  await sending.getByLabel('Carrier').fill('Brinks')
  await sending.getByLabel('Expected by').fill('2030-01-01')
  await sending.getByLabel('Reason').fill('Closer to the airport')
  await sending.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(sending.getByText('Choose at least one bar')).toBeVisible()
  await expect(sending.getByText('Shown: 100 of 102')).toBeVisible()
  for (const serial of ['A', 'B']) {
    await sending.getByLabel('Number or maker').fill(`${from}-${serial}`)
    await sending.getByLabel('Number or maker').press('Enter')
    await expect(sending.getByLabel(new RegExp(`${from}-N`))).toHaveCount(0)
    await sending.getByLabel(`${from}-${serial}`).check()
  }
  await expect(sending.getByLabel(`${from}-A`), 'what is ticked stays').toBeChecked()
  await expectAccessible(page, 'sending bars')
  await expectToFit(page, 'sending bars')
  await sending.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(sending).toBeHidden()

  await signInInstead(page, other)
  await page.goto('/admin/approvals?state=waiting')
  await page.getByText('Send bars to another place').filter({ visible: true }).nth(0).click()
  await expect(page.getByText(`${from}-A (Karat Mint)`).filter({ visible: true }).nth(0)).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed').filter({ visible: true }).nth(0)).toBeVisible()

  await page.goto(`/admin/vault/transports?q=${from}-A`)
  await page.getByText(to).filter({ visible: true }).nth(0).click()
  await expectAccessible(page, 'a transport')
  await page.getByRole('button', { name: 'Note arrival' }).click()
  const arriving = page.getByRole('dialog', { name: /^Arrival of T/ })
  await arriving.getByLabel(`${from}-A`).check()
  await arriving.getByLabel('Reason').fill('Seal whole')
  await expectAccessible(page, 'noting an arrival')
  await arriving.getByRole('button', { name: 'Note arrival' }).click()
  await expect(arriving).toBeHidden()
  await expect(page.getByText('Arrived', { exact: true }).filter({ visible: true }).nth(0)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Note arrival' }), 'one is on its way still').toBeVisible()
})
