/** Money back as a member meets it: every sum is said before it is agreed, and is then what happens (product.md §4, §5). */
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from './support/shop-test.ts'
import { amountOf, closeByEscape, moveOn, payAtBank, unpaidOrder, untilPaper, untilState } from './support/steps.ts'

test.use({ signedIn: true })

const success = '4242 4242 4242 4242'
const afterExpiry = '4000 0000 0000 0341'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('cancel_order: what became of the order is in view, with the focus', async ({ page, db, member }) => {
    const { id } = await unpaidOrder(page, db, member)
    await page.goto(`/user/order/list?order_id=${id}`)
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the order' }).click()
    await expect(page.getByText('Cancelled. The pieces are for sale again.')).toBeInViewport()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('cancel_order: a paid order is cancelled for exactly the sum that was shown, line by line', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/status of 409/)
  const { id, payUrl } = await unpaidOrder(page, db, member)
  await payAtBank(page, payUrl, success)
  await untilState(db, id, 'paid')
  await untilPaper(db, 'invoices', id)
  await page.goto(`/user/order/list?order_id=${id}`)
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this paid order' })
  await expect(dialog.getByRole('timer')).toHaveText(/^0[01]:[0-5]\d$/)
  await expect(dialog.getByText('Price per gram when you bought')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: /^Cancel, Rp .* back$/ })
  const back = amountOf(await confirm.innerText())
  await db.query(`update orders.quotes set expires_at = now() - interval '1 second' where order_id = $1`, [id])
  await confirm.click()
  await expect(dialog.getByText('These figures have expired.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show new figures' }).click()
  await expect(confirm).toBeVisible()
  const shown = amountOf(await confirm.innerText())
  expect(Math.abs(shown - back)).toBeLessThan(back * 0.04)
  await confirm.click()
  await expect(dialog).toBeHidden()
  const progress = page.getByRole('region', { name: 'Money back' })
  await expect(progress.getByText(/has been returned to you/)).toBeVisible({ timeout: 20_000 })
  const { rows } = await db.query(
    `select amount_minor::int as amount, state from payments.refunds where subject_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ amount: shown, state: 'settled' }])
  await expect(page.getByRole('button', { name: 'Cancel the order' })).toHaveCount(0)
  await untilPaper(db, 'later_papers', id)
  await page.reload()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Credit note CN/ }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^CN-ID-\d{4}-\d{6}\.pdf$/)
  expect((await readFile(await file.path(), 'latin1')).slice(0, 5)).toBe('%PDF-')
})

test('order_refund: some pieces with a reason, a picture and the sum that comes back; what was typed is kept; withdrawn', async ({
  page,
  db,
  member,
}) => {
  const { id, payUrl } = await unpaidOrder(page, db, member, 3)
  await payAtBank(page, payUrl, success)
  await untilState(db, id, 'paid')
  await moveOn(db, id, 'preparing', 'shipped', 'completed')
  await page.goto(`/user/order/list?order_id=${id}`)
  const open = page.getByRole('button', { name: 'Ask for your money back' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Ask for your money back' })
  const send = dialog.getByRole('button', { name: /^Ask for/ })
  await send.click()
  await expect(dialog.getByText('Choose what is wrong.')).toBeVisible()
  await dialog.getByLabel('What is wrong').selectOption({ label: 'A piece is damaged' })
  const all = amountOf(await send.innerText())
  await dialog.getByRole('button', { name: 'One less' }).click()
  expect(amountOf(await send.innerText())).toBe((all / 3) * 2)
  await expect(dialog.getByText('Delivery and insurance come back with the last piece of the order.')).toBeVisible()
  await dialog.getByLabel('Tell us more').fill('The capsule of one bar is open.')
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#b8862f' } })
    .png()
    .toBuffer()
  const file = { name: 'capsule.png', mimeType: 'image/png', buffer: picture }
  await dialog.locator('input[type=file][multiple]').setInputFiles(file)
  await expect(dialog.getByRole('button', { name: /capsule\.png/ })).toBeVisible()
  await expect(dialog.locator('progress')).toHaveCount(0)
  await closeByEscape(page, dialog)
  await open.click()
  await expect(dialog.getByLabel('Tell us more')).toHaveValue('The capsule of one bar is open.')
  await send.click()
  await expect(dialog).toBeHidden()
  const progress = page.getByRole('region', { name: 'Money back' })
  await expect(progress.getByText('Being looked at')).toBeVisible()
  const { rows } = await db.query(
    `select (select count(*)::int from files.images i where i.id = any(r.pictures) and i.used_at is not null) as bound
     from orders.refund_requests r where order_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ bound: 1 }])
  await expect(progress.getByText('The capsule of one bar is open.')).toBeVisible()
  await progress.getByRole('button', { name: 'Withdraw the request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw the request' }).click()
  await expect(progress.getByText('Withdrawn')).toBeVisible()
})

test('payment_review: late money carries the order out at the price now, or goes back as the member chooses', async ({
  page,
  db,
  member,
}) => {
  const { id, payUrl } = await unpaidOrder(page, db, member)
  await payAtBank(page, payUrl, afterExpiry)
  await db.query(`update orders.orders set expires_at = now() where id = $1`, [id])
  await untilState(db, id, 'expired')
  await db.query(
    `update sandbox.charges set capture_at = now() where reference in (select id::text from payments.payments where subject_id = $1)`,
    [id],
  )
  await untilState(db, id, 'payment_review')
  await page.goto(`/user/order/list?order_id=${id}`)
  const review = page.getByRole('region', { name: 'Your payment does not fit this order' })
  await expect(review.getByText(/^We received Rp/)).toBeVisible()
  await review.getByRole('button', { name: 'See the order at the price now' }).click()
  await expect(review.getByText('At the price now')).toBeVisible()
  await review.getByRole('button', { name: 'Send my money back' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send my money back' }).click()
  await expect(review).toBeHidden()
  await expect(page.getByRole('region', { name: 'Money back' }).getByText(/has been returned/)).toBeVisible({
    timeout: 20_000,
  })
})
