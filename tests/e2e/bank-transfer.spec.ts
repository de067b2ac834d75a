/** An order paid by a transfer to the house's own account: what its buyer is shown, and the statement that tells of the money. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { atBothSizes, bar, callAs, skuOf, untilState } from './support/steps.ts'
import { withName } from './support/withdrawals.ts'

test.use({ signedIn: true })
// Two people, three documents of the shop and a file of the bank.
test.describe.configure({ timeout: 120_000 })

/** What is opened at the cashier, in its order; nothing is answered before it is released. */
async function holdOpening(page: Page) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const asked: string[] = []
  await page.route('**/product/pay_order', async (route) => {
    asked.push(route.request().postDataJSON().method)
    await promise
    const response = await route.fetch()
    asked.push('answered')
    await route.fulfill({ response })
  })
  return { asked, release }
}

/** The orders of the page are offered these ways alone. */
const offering = (page: Page, isOffered: (method: string) => boolean) =>
  page.route('**/product/order_detail*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const methods = answer.data.methods.filter(({ method }: { method: string }) => isOffered(method))
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, methods } } })
  })

test('a transfer is written down, the statement is looked at and imported, and the order is paid', async ({
  page,
  db,
  member,
  watch,
}) => {
  await withName(page, db, member)
  const sku_id = await skuOf(db, { ...bar, weight: '1' })
  const delivery = { mode: 'pickup', pickup_point_id: 1 }
  const { guarantee_id } = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', {
    ...{ sku_id, quantity: 1, delivery },
  })
  const { order_id } = await callAs<{ order_id: string }>(page, member, '/product/submit_order', { guarantee_id })
  // Where there is no other way to pay it is asked for all the same: opening the page holds nothing for hours.
  await offering(page, (method) => method === 'bank_transfer')
  await page.goto(`/payOrder?order_id=${order_id}`)
  const way = page.getByRole('radio', { name: 'Transfer to our account' })
  await expect(way).not.toBeChecked()
  expect((await db.query('select transfer_until from orders.orders where id = $1', [order_id])).rows).toEqual([
    { transfer_until: null },
  ])
  await way.check()
  await atBothSizes(page, async () => {
    await expect(page.getByText('Account at BCA')).toBeVisible()
    await expect(page.getByText(/^KR[0-9A-Z]{9}$/)).toBeVisible()
  })
  await expectAccessible(page, 'a transfer to the house')
  await expectToFit(page, 'a transfer to the house')
  // What was chosen is paid, though its store offers it no more.
  await page.unroute('**/product/order_detail*')
  await offering(page, (method) => method !== 'bank_transfer')
  await page.reload()
  await expect(page.getByText('Account at BCA')).toBeVisible()
  await expect(way).toBeChecked()
  // A code that is open still is shown no more once its own time is over; the transfer's goes on.
  await page.unroute('**/product/order_detail*')
  const { asked, release } = await holdOpening(page)
  await page.reload()
  await page.getByRole('radio', { name: 'QRIS' }).check()
  release()
  await expect(page.getByText('Waiting for the bank')).toBeVisible()
  expect(asked, 'what the page opened by itself is over before').toEqual([
    'bank_transfer',
    'answered',
    'qris',
    'answered',
  ])
  await db.query(`update orders.orders set expires_at = now() - interval '1 second' where id = $1`, [order_id])
  await page.reload()
  await atBothSizes(page, async () => {
    await expect(page.getByText('Please do not pay this way any more.')).toBeVisible()
    await expect(page.getByText('Waiting for the bank')).toBeHidden()
  })
  await expectAccessible(page, 'a way that is over')
  await expectToFit(page, 'a way that is over')
  await page.getByRole('radio', { name: 'Transfer to our account' }).check()
  await expect(page.getByText('Account at BCA')).toBeVisible()
  await page.goto(`/mallOrder/payment?order_id=${order_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for your transfer' })).toBeVisible()

  await signInAs(page, await newStaff(db, 'owner'))
  await page.goto('/admin/bank')
  await page.getByRole('button', { name: 'Import a statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a statement' })
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Sample statement' }).click()
  const file = await (await saved).path()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  watch.expect(/422 .*\/api\/admin\/bank\/preview/)
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Line 1:')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog.getByRole('region', { name: 'Show what it does' })).toContainText('RATNA WULANDARI')
  await dialog.getByLabel('Reason').fill('The statement of this morning')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await untilState(db, order_id, 'paid')
  await expect(page.getByRole('table')).toContainText('Confirmed')
})
