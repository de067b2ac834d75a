/** Limit orders: placed with the sentence before the PIN, refused beside the field, cancelled, filled and listed. */
import type pg from 'pg'
import { confirm, fillVault, giveCash, giveGold, pin, setPin } from './support/gold.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'

test.use({ signedIn: true })
test.describe.configure({ timeout: 120_000 })

const form = (page: Page) => page.getByRole('region', { name: 'New limit order' })
const open = (page: Page) => page.getByRole('region', { name: 'Open' }).getByRole('listitem')
const ended = (page: Page) => page.getByRole('region', { name: 'Ended lately' }).getByRole('listitem')

/** The price has come to the limit: the limit comes to the price. What is set aside does not depend on it. */
const reach = (db: pg.Pool, { id }: Member) =>
  db.query(`set session_replication_role = replica;
    update vault.limit_orders set limit_minor = case side when 'buy' then 99999999 else 1000 end where member_id = '${id}' and state = 'open';
    set session_replication_role = origin`)

test('a member names a price, sees what is set aside, cancels, and reads what was filled', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*place_limit/)
  await setPin(page, db, member)
  await fillVault(db)
  await giveCash(db, member, 3_000_000)
  await giveGold(db, member, 50_000)
  await page.goto('/user/trade/purchase')
  await page.getByRole('link', { name: 'Name your own price' }).click()
  await expect(page).toHaveURL(/\/user\/trade\/limits$/)
  await expect(page.getByText('No limit order is open.')).toBeVisible()
  const place = form(page).getByRole('button', { name: 'Place limit order' })
  const limit = form(page).getByLabel('At this price per gram or less (Rp)')
  await place.click()
  await expect(form(page).getByLabel('Amount (Rp)')).toHaveAccessibleDescription(/Enter an amount/)
  await form(page).getByLabel('Amount (Rp)').fill('1000000')
  await limit.fill('9000000')
  await expect(form(page).getByRole('link', { name: 'Buy at the price now' })).toBeVisible()
  await place.click()
  await expect(limit).toHaveAccessibleDescription(/Gold costs Rp\s[\d,]+ a gram now, so this would buy at once/)
  await form(page).getByRole('button', { name: '−5%' }).click()
  await expect(form(page)).toContainText(
    /We set aside Rp\s1,000,000 of your cash balance\. As soon as a gram costs Rp\s[\d,]+ or less/,
  )
  await expectAccessible(page, 'a limit order')
  await expectToFit(page, 'a limit order')
  await place.click()
  const dialog = await confirm(page, pin, 'Place limit order')
  await expect(dialog).toBeHidden()
  await expect(open(page)).toHaveCount(1)
  await expect(open(page)).toContainText(/Buy gold for Rp\s1,000,000 at Rp\s[\d,]+ a gram or less/)
  await expect(open(page)).toContainText(/[45]\.\d\d% to go · Rp\s1,000,000 set aside · L\d+/)

  await form(page).getByRole('radio', { name: 'Sell' }).check({ force: true })
  await form(page).getByLabel('Weight').fill('2')
  await form(page).getByRole('button', { name: '+5%' }).click()
  await form(page).getByLabel('Good for').selectOption('7')
  await place.click()
  await expect(page.getByRole('dialog')).toContainText(/sell them for Rp\s[\d,]+ or more, into your cash balance/)
  await expect(page.getByRole('dialog')).toContainText('good for 7 days')
  await confirm(page, pin, 'Place limit order')
  await expect(open(page)).toHaveCount(2)
  await open(page)
    .filter({ hasText: 'Sell 2' })
    .getByRole('button', { name: /^Cancel: Sell/ })
    .click()
  await expect(ended(page)).toContainText('Cancelled')
  await expect(open(page)).toHaveCount(1)

  await reach(db, member)
  await expect(async () => {
    await page.reload()
    await expect(ended(page).filter({ hasText: 'Filled' })).toHaveCount(1, { timeout: 3000 })
  }).toPass({ timeout: 90_000 })
  const filled = ended(page).filter({ hasText: 'Filled' })
  await expect(filled).toContainText(/Bought [\d.]+\sg for Rp\s1,000,000, at Rp\s[\d,]+ a gram/)
  await expect(filled.getByRole('button', { name: 'PDF receipt' })).toBeVisible()
  await expectToFit(page, 'limit orders that ended')
})
