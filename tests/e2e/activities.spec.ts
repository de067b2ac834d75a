/** An event from its holder's draft over the staff's approval to a visitor with a ticket, who is counted at the door. */
import { madeAgent } from '../support/made-agent.ts'
import { picture } from '../support/pictures.ts'
import { expectAccessible } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { atBothSizes, codeFor } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 180_000 })

const main = (page: Page) => page.getByRole('main')
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 16)

/** The form as a person fills it, with a promise that is not allowed. */
async function writeEvent(page: Page) {
  await page.goto('/user/activity/list')
  await expect(main(page)).toContainText('You have no campaign or event yet.')
  await main(page).getByRole('link', { name: 'New activity' }).click()
  await main(page).getByLabel('Event in a place').check()
  await main(page).getByLabel('Title').nth(0).fill('Coffee and gold')
  await main(page).getByLabel('Description').nth(0).fill('Come along: a risk-free evening about bars and coins.')
  await main(page).getByLabel('Begins').fill(inDays(9))
  await main(page).getByLabel('Ends').fill(inDays(9.1))
  await main(page).getByLabel('Place', { exact: true }).fill('Jl. Cikini Raya 48, Jakarta')
  await main(page).getByLabel('Places', { exact: true }).fill('1')
  await main(page)
    .getByLabel('Choose pictures')
    .setInputFiles([
      { name: 'cup.png', mimeType: 'image/png', buffer: await picture('png', { width: 640, height: 360 }) },
    ])
  await expect(main(page).getByText('Uploaded', { exact: true })).toBeVisible()
}

test('a member writes an event, the staff approve it, a visitor signs up with a code and is counted once at the door', async ({
  page,
  db,
  member,
  browser,
  watch,
}) => {
  watch.expect(/422 \(.*activity\/submit/)
  await db.query('update kyc.levels set level = 1 where member_id = $1', [member.id])
  await db.query(madeAgent(member.id).join(';'))
  await writeEvent(page)
  await main(page).getByRole('button', { name: 'Hand in' }).click()
  await expect(main(page).getByRole('alert')).toContainText('risk free')
  await expect(main(page).getByText('Uploaded', { exact: true }), 'what was chosen is not lost').toBeVisible()
  await main(page).getByLabel('Description').nth(0).fill('Come along: an evening about bars and coins.')
  await main(page).getByRole('button', { name: 'Hand in' }).click()
  await expect(main(page)).toContainText('We are looking at it')
  const id = new URL(page.url()).searchParams.get('activity_id')

  const office = await browser.newPage()
  await signInAs(office, await newStaff(db, 'content'))
  await office.goto('/admin/activities?tab=waiting')
  await main(office)
    .getByRole('link', { name: /Coffee and gold/ })
    .nth(0)
    .click()
  await expect(main(office)).toContainText('an evening about bars and coins')
  await expect(main(office).getByRole('img')).toHaveCount(1)
  await main(office).getByRole('button', { name: 'Approve', exact: true }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(main(office)).toContainText('On the web')
  await office.close()

  await page.goto(`/user/activity/edit?activity_id=${id}`)
  await atBothSizes(page, async () => {
    await expect(main(page)).toContainText('Your link to share')
  })
  await expectAccessible(page, 'the page of its holder')
  const { rows } = await db.query('select code from activities.activities where id = $1', [id])
  const visitor = await browser.newContext({ storageState: await cookiesOf(page) })
  const guest = await visitor.newPage()
  await guest.goto(`/activity?code=${rows[0].code}`)
  await atBothSizes(guest, async () => {
    await expect(main(guest).getByRole('heading', { level: 1 })).toHaveText('Coffee and gold')
  })
  await expectAccessible(guest, 'the public page')
  const email = `guest-${rows[0].code.toLowerCase()}@example.com`
  await main(guest).getByLabel('Your name').fill('Sari Dewi')
  await main(guest).getByLabel('Your e-mail').fill(email)
  await main(guest).getByRole('button', { name: 'Send me a code' }).click()
  const asked = main(guest).getByLabel('Code from the e-mail')
  await expect(asked).toBeVisible()
  await asked.fill(await codeFor(guest, email))
  await main(guest).getByRole('button', { name: 'Take a place' }).click()
  await main(guest).getByRole('link', { name: 'Open the ticket' }).click()
  const ticket = main(guest).getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expect(ticket).toBeVisible()
  const code = (await ticket.textContent()) ?? ''

  await page.goto(`/user/activity/attend?activity_id=${id}&ticket=${code}`)
  for (const said of ['Welcome', 'Was counted already']) {
    await main(page).getByLabel('Ticket code').fill(code)
    await main(page).getByRole('button', { name: 'Count' }).click()
    await expect(main(page)).toContainText(said)
  }
  await expect(main(page)).toContainText('1 of 1 came')
  await visitor.close()
})

/** A visitor who reads English. */
const cookiesOf = async (page: Page) => ({
  cookies: (await page.context().cookies()).filter(({ name }) => name === 'language'),
  origins: [],
})
