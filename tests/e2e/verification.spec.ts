/** Who a member is: name and number, documents, signature, the staff's answer, and the way from a purchase and back. */
import { picture } from '../support/pictures.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff } from './support/staff.ts'
import { callAs, payButton, skuOf } from './support/steps.ts'

test.use({ signedIn: true })
const main = (page: Page) => page.getByRole('main')

/** A NIK of Jakarta Pusat, of a woman born in August 1990 on a day that only one test of this file uses. */
const nikOf = (day: number, serial = 1001) => `317106${day + 40}0890${serial}`
const person = (day: number) => ({
  ...{ name: 'Ratna Wulandari', id_type: 'nik', number: nikOf(day), sex: 'female' },
  birth_date: `1990-08-${day}`,
})

async function fillName(page: Page, { number, birth_date }: { number: string; birth_date: string }) {
  await page.getByLabel('Full name').fill('Ratna Wulandari')
  await page.getByLabel('NIK (16 digits)').fill(number)
  await page.getByLabel('Date of birth').fill(birth_date)
  await page.getByLabel('Sex').selectOption('Female')
}

test('real name: what is wrong stands beside its field and stays typed; what fits is confirmed at once', async ({
  page,
}) => {
  await page.goto('/user/realNameAuth')
  const send = page.getByRole('button', { name: 'Confirm my name' })
  await send.click()
  await expect(page.getByLabel('Full name')).toBeFocused()
  await fillName(page, { number: '1234', birth_date: '2020-01-01' })
  await send.click()
  const number = page.getByLabel('NIK (16 digits)')
  await expect(number).toHaveAccessibleDescription('Must have exactly 16 digits.')
  await expect(number).toBeFocused()
  await expect(page.getByLabel('Date of birth')).toHaveAttribute('aria-invalid', 'true')
  await number.fill(nikOf(11).replace('317106', '997106'))
  await expect(number).toHaveAccessibleDescription(/region code of a card/)
  await expect(page.getByLabel('Full name')).toHaveValue('Ratna Wulandari')
  await number.fill(nikOf(11))
  await page.getByLabel('Date of birth').fill('1990-08-11')
  await send.click()
  await expect(main(page).getByText('Verified', { exact: true })).toBeVisible()
  await expect(main(page).getByText(nikOf(11).slice(-4))).toBeVisible()
  await expect(main(page).getByText(nikOf(11))).toHaveCount(0)
  await page.getByRole('link', { name: 'Continue to the documents' }).click()
  await expect(page).toHaveURL(/\/user\/kyc\/kyc$/)
})

test('real name: a number that does not fit waits for a person; rejected with words, it is corrected', async ({
  page,
  db,
  member,
}) => {
  await page.goto('/user/realNameAuth')
  await fillName(page, { number: nikOf(12), birth_date: '1990-08-13' })
  await page.getByRole('button', { name: 'Confirm my name' }).click()
  await expect(main(page).getByText('We are looking at it')).toBeVisible()
  await page.goto('/user')
  const home = page.getByRole('region', { name: 'Verification' })
  await expect(home).toContainText('We are looking at your name')

  await reject(page, await newStaff(db, 'desk'), member.id, 'real_name', 'birth_differs')
  await page.reload()
  await expect(home).toContainText('The digits are right, the day is not.')
  await home.getByRole('link', { name: 'Correct it' }).click()
  await expect(main(page).getByText('The digits are right, the day is not.')).toBeVisible()
  await page.getByLabel('NIK (16 digits)').fill(nikOf(12))
  await page.getByLabel('Date of birth').fill('1990-08-12')
  await page.getByLabel('Sex').selectOption('Female')
  await page.getByRole('button', { name: 'Confirm my name' }).click()
  await expect(main(page).getByText('Verified', { exact: true })).toBeVisible()
})

type Decided = { seen: string }
type Person = Parameters<typeof askAs>[1]

async function reject(page: Page, staff: Person, memberId: string, kind: string, fault: string) {
  const { seen } = await askAs<Decided>(page, staff, `/kyc/review?member_id=${memberId}&kind=${kind}`)
  const words = 'The digits are right, the day is not.'
  await askAs(page, staff, '/kyc/reject', { member_id: memberId, kind, seen, fault, words, reason: 'compared' })
}

const slotOf = (page: Page, kind: string) => page.locator(`[data-document="${kind}"]`)
const choose = async (page: Page, kind: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
  slotOf(page, kind).locator('input[type=file]:not([capture])').setInputFiles(file)
const photo = async () => ({ name: 'ktp.jpg', mimeType: 'image/jpeg', buffer: await picture() })

test('a document: no picture is refused, one on its way shows itself and is called back, a failed one goes again', async ({
  page,
  watch,
}) => {
  watch.expect(/kyc\/uploadFile/)
  await page.goto('/user/kyc/components/uploadFile?kind=id_document')
  const slot = slotOf(page, 'id_document')
  await choose(page, 'id_document', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(slot.getByRole('alert')).toContainText('This is not a JPEG, PNG or WebP picture.')
  await choose(page, 'id_document', { name: 'ktp.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await expect(slot.getByRole('alert')).toContainText('This is not a JPEG, PNG or WebP picture.')

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/kyc/uploadFile', async (route) => {
    await held
    await route.abort().catch(() => {})
  })
  await choose(page, 'id_document', await photo())
  const progress = slot.getByRole('progressbar', { name: 'Identity document' })
  await expect(progress).toBeVisible()
  await expect(slot.locator('img[src^="blob:"]')).toBeVisible()
  await slot.getByRole('button', { name: 'Cancel Identity document' }).click()
  await expect(progress).toBeHidden()

  release()
  await choose(page, 'id_document', await photo())
  const again = slot.getByRole('button', { name: 'Try Identity document again' })
  await expect(again).toBeVisible()
  await page.unroute('**/kyc/uploadFile')
  await again.click()
  await expect(slot.getByText(/Kept encrypted · \d+ kB/)).toBeVisible()
  await page.reload()
  await slot.getByRole('button', { name: 'Show: Identity document' }).click()
  await expect(slot.getByRole('img', { name: 'The picture you sent: Identity document' })).toBeVisible()
})

/** Draws a line over the pad, some of it down. */
async function sign(page: Page, from: number) {
  const pad = page.getByRole('img', { name: /^Field to sign in/ })
  const box = await pad.boundingBox()
  if (!box) throw new Error('the pad is not to be seen')
  await page.mouse.move(box.x + 40, box.y + from)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + from + 30, { steps: 4 })
  await page.mouse.move(box.x + 200, box.y + from, { steps: 4 })
  await page.mouse.up()
}

test('the signature: an empty field is refused, undo and clear empty it, it is saved as an image and used', async ({
  page,
}) => {
  await page.goto('/user/kyc/components/uploadFile?kind=signature')
  const slot = slotOf(page, 'signature')
  const use = slot.getByRole('button', { name: 'Use this signature' })
  const empty = slot.getByText('Please sign in the field first.')
  await use.click()
  await expect(empty).toBeVisible()
  for (const takenBack of ['Undo', 'Clear']) {
    await sign(page, 60)
    await expect(empty).toBeHidden()
    await slot.getByRole('button', { name: takenBack }).click()
    await use.click()
    await expect(empty).toBeVisible()
  }
  await sign(page, 60)
  await sign(page, 90)
  await slot.getByRole('button', { name: 'Undo' }).click()
  const saved = page.waitForEvent('download')
  await slot.getByRole('button', { name: 'Save as image' }).click()
  expect((await saved).suggestedFilename()).toBe('karat-signature.png')
  await use.click()
  await expect(slot.getByText(/Kept encrypted · \d+ kB/)).toBeVisible()
})

test('documents: what is missing is named; sent, rejected with words, replaced and sent again', async ({
  page,
  db,
  member,
}) => {
  await callAs(page, member, '/user/realNameAuth', person(14))
  await page.goto('/user/kyc/kyc')
  const send = page.getByRole('button', { name: 'Send the documents' })
  await choose(page, 'id_document', await photo())
  await expect(slotOf(page, 'id_document').getByText(/Kept encrypted/)).toBeVisible()
  await send.click()
  await expect(page.getByText('Still missing: You with the document, Proof of address, Signature')).toBeVisible()
  await expect(slotOf(page, 'selfie')).toBeFocused()
  for (const kind of ['selfie', 'address_proof']) {
    await choose(page, kind, await photo())
    await expect(slotOf(page, kind).getByText(/Kept encrypted/)).toBeVisible()
  }
  await slotOf(page, 'signature').getByLabel('Or type your name').fill('Ratna Wulandari')
  await slotOf(page, 'signature').getByRole('button', { name: 'Use this signature' }).click()
  await expect(slotOf(page, 'signature').getByText(/Kept encrypted/)).toBeVisible()
  await send.click()
  const step = main(page).getByRole('listitem').filter({ hasText: '2. Documents' })
  await expect(step.getByText('We are looking at it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace: Identity document' })).toHaveCount(0)

  await reject(page, await newStaff(db, 'desk'), member.id, 'documents', 'unreadable')
  await page.reload()
  await expect(step.getByText('Needs another look')).toBeVisible()
  await expect(step.getByText('The digits are right, the day is not.')).toBeVisible()
  await expect(send).toBeHidden()
  await choose(page, 'id_document', await photo())
  await expect(send).toBeVisible()
  await send.click()
  await expect(step.getByText('We are looking at it')).toBeVisible()
})

test('source of funds opens after the documents; what is missing is said and nothing typed is lost; then it waits', async ({
  page,
  db,
  member,
}) => {
  await callAs(page, member, '/user/realNameAuth', person(16))
  await page.goto('/user/kyc/kyc')
  await expect(page.getByText('Opens once your documents are verified.')).toBeVisible()
  await db.query(`insert into kyc.reviews (member_id, subject, state) values ($1, 'documents', 'approved')`, [
    member.id,
  ])
  await page.reload()
  const step = main(page).getByRole('listitem').filter({ hasText: '3. Tax number' })
  const [tax, words] = [step.getByLabel('NPWP (15 or 16 digits)'), step.getByLabel('In your own words')]
  const send = step.getByRole('button', { name: 'Send to our staff' })
  await tax.fill('12345')
  await words.fill('My salary.')
  await send.click()
  await expect(tax).toBeFocused()
  await expect(tax).toHaveAccessibleDescription('Must be a tax number of this country.')
  await expect(step.getByText('Please choose where the money comes from.')).toBeVisible()
  await expect(words).toHaveAccessibleDescription(/Please write at least 20 characters\.$/)
  await expect(words).toHaveValue('My salary.')
  await tax.fill('09.254.294.3-407.000')
  await step.getByLabel('Where the money comes from').selectOption('Salary')
  await words.fill('My salary as a teacher since 2014, about Rp 60 million a year.')
  await send.click()
  await expect(step.getByText('We are looking at it')).toBeVisible()
})

test('a purchase beyond the level leads to verification and back to itself', async ({ page, db, member, watch }) => {
  watch.expect(/409 \(.*submit_order/)
  await db.query('update kyc.levels set level = 0 where member_id = $1', [member.id])
  await page.goto(`/mallOrder/create?sku_id=${await skuOf(db)}&quantity=3`)
  const collect = page.getByRole('radio', { name: /Collect it yourself/ })
  await collect.check()
  await expect(page.getByText(/and collect it at/)).toBeVisible()
  await payButton(page).click()
  await expect(main(page).getByText('This purchase needs level T2')).toBeVisible()
  await page.getByRole('link', { name: 'Verify now' }).click()
  await expect(page).toHaveURL(/\/user\/realNameAuth\?return=/)
  await fillName(page, person(15))
  await page.getByRole('button', { name: 'Confirm my name' }).click()
  await page.getByRole('link', { name: 'Continue to the documents' }).click()
  await expect(page.getByText('You were in the middle of a purchase.')).toBeVisible()
  await db.query('update kyc.levels set level = 3 where member_id = $1', [member.id])
  await page.getByRole('link', { name: 'Back to the purchase' }).click()
  await expect(page).toHaveURL(/\/mallOrder\/create\?sku_id=\d+&quantity=3$/)
  await expect(collect).toBeChecked()
  await expect(payButton(page)).toBeVisible()
})

test('a member reads that staff have set their level, and that what they told before was destroyed', async ({
  page,
  db,
  member,
}) => {
  await db.query(`update kyc.levels set override = 1, destroyed_at = now() - interval '1 day' where member_id = $1`, [
    member.id,
  ])
  await page.goto('/user/kyc/kyc')
  await expect(page.getByText(/^Our staff have set your level to T1 on /)).toBeVisible()
  await expect(page.getByText(/^What you told us before was destroyed on /)).toBeVisible()
})
