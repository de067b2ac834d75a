/** A large trade, from the company's details to what the desk says. */
import { company, wish } from '../support/company.ts'
import { confirm, fillVault, giveCash, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { callAs } from './support/steps.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

test('a company asks the desk, is told what is wrong beside the field, and reads why it declines', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422 \(.*trade\/business/)
  await page.goto('/user/trade/business')
  await expect(page).toHaveTitle('Large trades · Karat')
  const name = page.getByLabel('Name of the company')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Enter the name of the company as it is registered.')
  await name.fill(company.name)
  await page.getByLabel('Registration number').fill(company.registration)
  await page.getByLabel('Tax number').fill(company.tax_number)
  await page.getByLabel('Registered address').fill(company.address)
  await page.getByLabel('Buys as').selectOption('small_business')
  await page.getByLabel('Number of the letter or certificate').fill('SK-0042/2026')
  await page.getByLabel('Valid until').fill('2020-01-31')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByLabel('Valid until')).toHaveAccessibleDescription('Must not be a day that is past.')
  await page.getByLabel('Valid until').fill('2099-12-31')
  await expectAccessible(page, 'the form of a company')
  await page.getByRole('button', { name: 'Save company' }).click()
  await expect(page.getByText('SK-0042/2026, valid until 2099-12-31')).toBeVisible()

  const weight = page.getByLabel('Fine weight')
  await weight.fill('99')
  await page.getByLabel('What the desk should know').fill('Before Friday')
  await page.getByRole('button', { name: 'Send to the desk' }).click()
  await expect(weight).toHaveAccessibleDescription(/Enter a weight from 100\sg to 50,000\sg\.$/)
  await weight.fill('250')
  await expectAccessible(page, 'a request to the desk')
  await expectToFit(page, 'a request to the desk')
  await page.getByRole('button', { name: 'Send to the desk' }).click()
  const head = page.getByRole('heading', { level: 1, name: /^Large trade B\d+$/ })
  await expect(head).toBeVisible()
  const number = /B\d+/.exec((await head.textContent()) ?? '')?.[0] ?? ''
  await expect(page.getByRole('listitem').filter({ hasText: 'With the desk' })).toBeVisible()
  await expectAccessible(page, 'a large trade')
  await expectToFit(page, 'a large trade')
  const address = page.url()

  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/business?q=${number}`)
  await page.getByText(number).filter({ visible: true }).nth(0).click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page.getByText('Before Friday')).toBeVisible()
  await expectAccessible(page, 'a large trade at the desk')
  await expectToFit(page, 'a large trade at the desk')
  await page.getByRole('button', { name: 'Decline' }).click()
  const dialog = page.getByRole('dialog', { name: `Decline ${number}` })
  await dialog.getByLabel('Reason').fill('We have no bars of that size')
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`${number} is declined.`)).toBeVisible()

  await page.goto(address)
  await expect(page.getByText('Trading desk: We have no bars of that size')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Large trades' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: number })).toContainText('Declined')
})

test('the desk quotes, the company opens the price, and its PIN settles gold, money and tax', async ({
  page,
  browser,
  db,
  member,
}) => {
  await setPin(page, db, member)
  for (let bars = 0; bars < 11; bars++) await fillVault(db)
  await giveCash(db, member, 270_000_000) // most of it is spent: the float of the shop has room for others
  await db.query(
    `insert into kyc.levels (member_id, level) values ($1, 3) on conflict (member_id) do update set level = 3`,
    [member.id],
  )
  await callAs(page, member, '/trade/business_company', { ...company, buyer_kind: 'gold_business' })
  const { request_id: id } = await callAs<{ request_id: string }>(page, member, '/trade/business_request', {
    ...{ ...wish, weight: '100' },
  })
  await page.goto(`/user/trade/business/request?id=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Large trade B/ })).toBeVisible()
  const office = await browser.newPage()
  await signInAs(office, await newStaff(db, 'desk'))
  await office.goto(`/admin/business/request?id=${id}`)
  const spread = office.getByLabel('Over spot, in hundredths of a percent')
  await spread.fill('5000')
  await office.getByRole('button', { name: 'Send firm quote' }).click()
  await expect(spread).toHaveAccessibleDescription(/Enter a whole number from 0 to 1000\.$/)
  await spread.fill('40')
  await office.getByLabel('To the member (optional)').fill('For today')
  await expectAccessible(office, 'the form of a firm quote')
  await office.getByRole('button', { name: 'Send firm quote' }).click()
  await expect(office.getByText(/has a firm quote\.$/)).toBeVisible()
  await expectToFit(office, 'a quoted trade at the desk')

  await office.context().close()
  await expect(page.getByText('You buy at 0.40% over spot.')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'a firm quote')
  await page.getByRole('button', { name: 'Open the quote' }).click()
  await expect(page.getByRole('heading', { name: 'Your price is held' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(2:00|1:\d\d|02:00|01:\d\d)$/)
  await expect(page.getByText('0.25 % income tax is collected from gold businesses')).toBeVisible()
  await expectAccessible(page, 'an open price')
  await expectToFit(page, 'an open price')
  await page.getByLabel('Or type your name').fill('Ratna Wulandari')
  await page.getByRole('button', { name: 'Use this signature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(dialog).toContainText('is taken from your cash balance, and 100.0000')
  await confirm(page, pin, /^Buy 100\.0000/)
  await expect(page.getByRole('heading', { name: /^Trade V\d+$/ })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download contract' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^CTR-ID-\d{4}-\d{6}\.pdf$/)
  await expectAccessible(page, 'a settled trade')
  await expectToFit(page, 'a settled trade')
  await page.goto('/user/trade/record')
  await expect(page.getByText('Income tax collected').filter({ visible: true }).nth(0)).toBeVisible()
})

/** The desk has quoted for the request; its price is open on the member's page, to be taken with a deposit. */
async function openedLater(page: Page, member: Member, desk: Page) {
  const { request_id: id } = await callAs<{ request_id: string }>(page, member, '/trade/business_request', {
    ...{ ...wish, weight: '100' },
  })
  await desk.goto(`/admin/business/request?id=${id}`)
  await desk.getByLabel('Over spot, in hundredths of a percent').fill('40')
  await desk.getByRole('button', { name: 'Send firm quote' }).click()
  await expect(desk.getByText(/has a firm quote\.$/)).toBeVisible()
  await page.goto(`/user/trade/business/request?id=${id}`)
  await page.getByRole('button', { name: 'Open the quote' }).click()
  await page.getByLabel('Pay later, with a deposit').check()
  return id
}
async function agreesWithDeposit(page: Page) {
  await page.getByLabel('Or type your name').fill('Ratna Wulandari')
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByRole('dialog', { name: 'Enter your PIN' })).toContainText(
    /is set aside, and you owe .* within 2/,
  )
  await confirm(page, pin, /^Agree and set .* aside$/)
  await expect(page.getByRole('heading', { name: 'Waits for your payment' })).toBeVisible()
}

test('a company agrees with a deposit and pays the rest in time; of another that is late the desk keeps the difference', async ({
  page,
  browser,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*trade\/business_pay/)
  await setPin(page, db, member)
  for (let bars = 0; bars < 11; bars++) await fillVault(db)
  await giveCash(db, member, 30_000_000)
  await db.query(
    `insert into kyc.levels (member_id, level) values ($1, 3) on conflict (member_id) do update set level = 3`,
    [member.id],
  )
  await callAs(page, member, '/trade/business_company', company)
  const desk = await browser.newPage()
  await signInAs(desk, await newStaff(db, 'desk'))
  await openedLater(page, member, desk)
  await expectAccessible(page, 'an open price that may be paid later')
  await expectToFit(page, 'an open price that may be paid later')
  await agreesWithDeposit(page)
  await expectAccessible(page, 'a trade that waits for its payment')
  await expectToFit(page, 'a trade that waits for its payment')
  const pay = page.getByRole('button', { name: 'Pay the rest' })
  await pay.click()
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect(dialog).toContainText('is taken from your cash balance beside the deposit')
  await confirm(page, pin, 'Pay the rest')
  await expect(page.getByText('Neither gold nor money moved.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add money by transfer' })).toBeVisible()
  await page.goto('/user/trade/business')
  await expect(page.getByRole('listitem').filter({ hasText: 'Waits for payment' })).toContainText('Pay by')
  await giveCash(db, member, 250_000_000)
  await page.getByRole('listitem').filter({ hasText: 'Waits for payment' }).getByRole('link').click()
  await pay.click()
  await confirm(page, pin, 'Pay the rest')
  await expect(page.getByRole('heading', { name: /^Trade V\d+$/ })).toBeVisible()

  const id = await openedLater(page, member, desk)
  await agreesWithDeposit(page)
  await db.query(`set session_replication_role = replica;
    update business.agreements set pay_by = now() - interval '1 minute' where request_id = '${id}';
    set session_replication_role = origin`)
  await page.reload()
  await expect(page.getByText('The time to pay is over.')).toBeVisible()
  await desk.reload()
  await expect(desk.getByText(/^The time to pay is over\. Close it out/)).toBeVisible()
  await expectAccessible(desk, 'a trade that was not paid, at the desk')
  await expectToFit(desk, 'a trade that was not paid, at the desk')
  await desk.getByRole('button', { name: 'Close out at the price now' }).click()
  const closing = desk.getByRole('dialog', { name: /^Close out B/ })
  await closing.getByLabel('Reason').fill('Not paid by its day')
  await closing.getByRole('button', { name: 'Close out at the price now' }).click()
  await expect(desk.getByText(/is closed out\.$/)).toBeVisible()
  await desk.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Closed out by the desk' })).toBeVisible()
  await expect(page.getByText('Kept from the deposit')).toBeVisible()
  await expectAccessible(page, 'a trade that was closed out')
  await expectToFit(page, 'a trade that was closed out')
})
