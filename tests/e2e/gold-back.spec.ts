/** A bar that a member bought goes back to the house: signed, brought, inspected, offered anew, answered and paid. */
import { picture } from '../support/pictures.ts'
import { confirm, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { cards, moveOn, payAtBank, unpaidOrder, untilPaper, untilState } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 180_000 })

const main = (page: Page) => page.getByRole('main')
const reasoned = async (page: Page, action: string | RegExp) => {
  await main(page).getByRole('button', { name: action }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('a deep scratch')
  await dialog.getByRole('button', { name: action }).click()
  await expect(dialog).toBeHidden()
}

/** The second is refused once: the first is in, the second waits in the form and goes in at the next press. */
async function addsPictures(page: Page) {
  const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await picture('png') })
  const adding = '**/trade/goldBack_addPicture'
  await main(page)
    .getByLabel('Choose pictures')
    .setInputFiles([await file('front.png'), await file('back.png')])
  let calls = 0
  await page.route(adding, (route) =>
    ++calls === 2 ? route.fulfill({ status: 409, json: refused }) : route.continue(),
  )
  const add = main(page).getByRole('button', { name: 'Add as photographs of a piece' })
  await add.click()
  await expect(main(page).getByRole('alert')).toContainText('Added before that: 1')
  await expect(main(page).getByRole('figure')).toHaveCount(1)
  await page.unroute(adding)
  await add.click()
  await expect(main(page).getByRole('figure')).toHaveCount(2)
  await expect(add).toBeHidden()
}
const refused = { status: 'error', code: 4090, message: 'Not now', error: 'file_pictures_busy', data: null }

test('a bar is signed for, brought, found lighter, offered anew, accepted by its member and paid by the desk', async ({
  page,
  db,
  member,
  browser,
  watch,
}) => {
  watch.expect(/409 \(.*goldBack_addPicture/)
  await setPin(page, db, member)
  const { id, payUrl } = await unpaidOrder(page, db, member)
  await payAtBank(page, payUrl, cards.success)
  await untilState(db, id, 'paid')
  await untilPaper(db, 'invoices', id)
  await moveOn(db, id, 'preparing', 'ready_for_pickup', 'completed')
  const pieces = async () =>
    (await db.query(`select serial from catalogue.pieces where order_id = $1 and state = 'sold'`, [id])).rows
  await expect.poll(async () => (await pieces()).length, { timeout: 20_000, intervals: [200] }).toBe(1)
  await db.query(`update kyc.levels set level = 1 where member_id = $1`, [member.id])

  await page.goto('/user/trade/goldBack')
  await main(page).getByRole('checkbox').check()
  const panel = page.getByRole('region', { name: 'You receive, estimated' })
  await expect(panel).toContainText('Pieces: 1')
  const lower = 'If you accept a new offer later, that of then counts if it is lower.'
  for (const [kind, isSaid] of [
    ['Passed on to me', false],
    ['Other gold', true],
    ['Bought here', false],
  ] as const) {
    await main(page).getByRole('radio', { name: kind }).check()
    await expect(panel.getByText(lower)).toHaveCount(isSaid ? 1 : 0)
  }
  await expectAccessible(page, 'gold to sell back')
  await expectToFit(page, 'gold to sell back')
  await main(page)
    .getByRole('radio', { name: /^Gold account/ })
    .check()
  await panel.getByRole('button', { name: 'Fix the price and sign' }).click()
  await expect(panel).toContainText('in your gold account')
  await main(page)
    .getByRole('radio', { name: /^Cash balance/ })
    .check()
  await expect(panel).not.toContainText('in your gold account')
  await panel.getByRole('button', { name: 'Use this signature' }).click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await panel.getByRole('textbox').fill('Ratna Wulandari')
  await expectAccessible(page, 'a consignment to sign')
  await expectToFit(page, 'a consignment to sign')
  await panel.getByRole('button', { name: 'Use this signature' }).click()
  await confirm(page, pin, 'Sign and consign')
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Bring your gold')
  await expectToFit(page, 'a case to bring')
  const caseUrl = page.url()
  await addsPictures(page)
  const caseId = new URL(caseUrl).searchParams.get('case_id') ?? ''
  const { rows } = await db.query<{ serial: string }>('select serial from goldback.pieces where case_id = $1', [caseId])

  const clerk = await newStaff(db, 'desk')
  const office = await browser.newPage()
  await signInAs(office, clerk)
  await office.goto('/admin/goldback?tab=booked')
  await office.goto(`/admin/goldback/case?id=${caseId}`)
  await expectAccessible(office, 'a case at the desk')
  await expectToFit(office, 'a case at the desk')
  await main(office).getByLabel('Numbers on the pieces').fill('KM0000000')
  await main(office).getByLabel('Number of the sealed bag').fill('7718')
  await main(office).getByLabel('Document that was shown').selectOption('identity_card')
  await main(office).getByRole('button', { name: 'Take the pieces in' }).click()
  await expect(main(office).getByRole('alert')).toContainText('The numbers are not those of this case')
  await main(office)
    .getByLabel('Numbers on the pieces')
    .fill(rows[0]?.serial ?? '')
  await main(office).getByRole('button', { name: 'Take the pieces in' }).click()
  await main(office)
    .getByLabel(/^Weight of/)
    .fill('9.8640')
  await main(office)
    .getByLabel(/^Fineness of/)
    .fill('9999')
  await main(office).getByRole('button', { name: 'Keep what was measured' }).click()
  await office
    .locator('input[type=file]')
    .setInputFiles({ name: 'scale.png', mimeType: 'image/png', buffer: await picture('png') })
  await expect(main(office)).toContainText('Inspection')
  await reasoned(office, 'Make the offer')
  await expect(main(office)).toContainText('Waiting for the member')

  await page.goto(caseUrl)
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('A new offer for your gold')
  await expect(main(page)).toContainText('9.8640 g')
  await expectAccessible(page, 'an offer to answer')
  await expectToFit(page, 'an offer to answer')
  await main(page)
    .getByRole('button', { name: /^Accept Rp/ })
    .click()
  await confirm(page, pin, /^Accept Rp/)
  await expect(main(page)).toContainText('To be paid')

  await office.reload()
  await reasoned(office, /^Pay Rp/)
  await expect(main(office)).toContainText('Paid')
  await page.goto('/user/goldBackHistroy')
  await expect(main(page)).toContainText('Paid')
  await expectAccessible(page, 'what was sold back')
  await expectToFit(page, 'what was sold back')
  await office.close()
})
