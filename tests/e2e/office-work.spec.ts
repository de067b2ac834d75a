/** The office's work in a browser: prices, orders to the counter and to the courier, money back by two people. */
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import { expectAccessible } from './support/look.ts'
import { address } from './support/places.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { askAs, newStaff, type StaffPerson, signInAs, signInInstead } from './support/staff.ts'
import { callAs, moveOn, moveTo, payAtBank, skuOf, unpaidOrder, untilPaper, untilState } from './support/steps.ts'

const success = '4242 4242 4242 4242'

/** What somebody waits for a second person with; others ask at the same time. */
async function askedBy(db: pg.Pool, { id }: StaffPerson): Promise<string> {
  const { rows } = await db.query('select id from staff.approvals where requested_by = $1', [id])
  expect(rows).toHaveLength(1)
  return rows[0].id
}

test('the price is halted for a reason and resumed; a wide spread takes a second person, a wrong one stays', async ({
  page,
  db,
}) => {
  const [one, two] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, one)
  await page.goto('/admin/prices')
  await expect(page.getByText(/^Feed 127\.0\.0\.1/)).toBeVisible()
  const store = page.getByRole('region', { name: 'Karat Malaysia' })
  const dialog = page.getByRole('dialog')
  await store.getByRole('button', { name: 'Halt' }).click()
  await dialog.getByRole('button', { name: 'Halt the price' }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The feed looks wrong')
  await dialog.getByRole('button', { name: 'Halt the price' }).click()
  await expect(store.getByText('Halted', { exact: true })).toBeVisible()
  await store.getByRole('button', { name: 'Resume' }).click()
  await dialog.getByLabel('Reason').fill('It was right')
  await dialog.getByRole('button', { name: 'Resume the price' }).click()
  await expect(store.getByText('Halted', { exact: true })).toHaveCount(0)
  await store.getByRole('button', { name: 'Change spread' }).click()
  await dialog.getByLabel('Ask above spot').fill('2500')
  await dialog.getByRole('button', { name: 'Set the spread' }).click()
  await expect(dialog.getByText('Give basis points')).toBeVisible()
  await dialog.getByLabel('Ask above spot').fill('400')
  await expect(dialog.getByText('This takes a second person.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The market is thin today')
  await dialog.getByRole('button', { name: 'Ask a second person' }).click()
  await expect(page.getByText('Waits for a second person.')).toBeVisible()
  const asked = `/admin/approvals?state=waiting&open=${await askedBy(db, one)}`
  const panel = page.getByRole('region', { name: 'Details' })
  await moveTo(page, asked)
  await expect(panel.getByText('You asked for this. Another person has to decide.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await signInInstead(page, two)
  await page.goto(asked)
  await expect(panel.getByText('The market is thin today')).toBeVisible()
  await panel.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByLabel('Reason').fill('Too wide')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel).toHaveCount(0)
})

async function paidOrder(page: Page, db: pg.Pool, member: Member, mode: 'pickup' | 'courier'): Promise<string> {
  if (mode === 'pickup') {
    const { id, payUrl } = await unpaidOrder(page, db, member)
    await payAtBank(page, payUrl, success)
    await untilState(db, id, 'paid')
    return id
  }
  const { id: addressId } = await callAs<{ id: string }>(page, member, '/address/saveAddress', address)
  const { guarantee_id } = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_order', {
    sku_id: await skuOf(db),
    quantity: 1,
    delivery: { mode, address_id: addressId },
  })
  const { order_id } = await callAs<{ order_id: string }>(page, member, '/product/submit_order', { guarantee_id })
  const { payment_id } = await callAs<{ payment_id: string }>(page, member, '/product/pay_order', {
    order_id,
    method: 'card',
  })
  const { pay_url } = await callAs<{ pay_url: string }>(page, member, '/payment/getPay', { payment_id })
  await payAtBank(page, pay_url, success)
  await untilState(db, order_id, 'paid')
  return order_id
}

/** Nothing leaves before: a wrong number first, then a piece from the shelf in place of the reserved one. */
async function packs(page: Page, db: pg.Pool, id: string) {
  await expect(page.getByRole('button', { name: /Hand to the courier|Ready for pickup/ })).toHaveCount(0)
  const free = await db.query(
    `select serial from catalogue.pieces where state = 'in_stock' and sku_id = (select sku_id from orders.lines where order_id = $1)
     order by serial desc limit 1`,
    [id],
  )
  const field = page.getByLabel('Scan a piece, or type its number')
  await field.fill('KM-0000-0000')
  await field.press('Enter')
  await expect(page.getByText('No piece has the number KM-0000-0000.')).toBeVisible()
  await field.fill(free.rows[0].serial)
  await field.press('Enter')
  await expect(page.getByText('is on the shelf and not reserved for this order.')).toBeVisible()
  await expectAccessible(page, 'an order that is being packed')
  await page.getByRole('button', { name: /^Pack it in place of/ }).click()
  await expect(page.getByText('All pieces are there: 1.')).toBeVisible()
}

test('an order is found, prepared, shipped, reported lost, sent again by two people, and completed, wrong input first', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/422/)
  const id = await paidOrder(page, db, member, 'courier')
  await untilPaper(db, 'invoices', id)
  const { number } = (await db.query('select number from orders.orders where id = $1', [id])).rows[0]
  const [mine, other] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, mine)
  await page.goto('/admin/orders?tab=to_prepare')
  await page.getByLabel('Number, serial or member').fill(number)
  await expect(page).toHaveURL(new RegExp(`q=${number}`))
  await page.reload()
  await expect(page.getByLabel('Number, serial or member')).toHaveValue(number)
  await page.locator('.office-open').click()
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change the delivery' }).click()
  await dialog.getByRole('button', { name: 'Change the delivery' }).click()
  await expect(dialog.getByText('Choose where it goes.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Begin to prepare' }).click()
  await dialog.getByRole('button', { name: 'Begin to prepare' }).click()
  await packs(page, db, id)
  await page.getByRole('button', { name: 'Hand to the courier' }).click()
  await expect(page.getByText('Choose who takes the parcel.')).toBeVisible()
  await page.getByLabel('Courier', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Tracking number').fill('12')
  await page.getByRole('button', { name: 'Hand to the courier' }).click()
  await expect(page.getByText('6 to 40 letters, digits or hyphens, as on the label.')).toBeVisible()
  await page.getByLabel('Tracking number').fill('JNE-00418-2026')
  await page.getByRole('button', { name: 'Hand to the courier' }).click()
  await expect(page.getByText(/JNE-00418-2026/)).toBeVisible()
  await page.getByRole('button', { name: 'Correct the tracking number' }).click()
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('JNE-00418-2026')
  await dialog.getByLabel('Tracking number').fill('JNE-00419-2026')
  await dialog.getByLabel('Reason').fill('Read from the label')
  await dialog.getByRole('button', { name: 'Correct the tracking number' }).click()
  await expect(page.getByText(/^Was .* JNE-00418-2026, until Diah/)).toBeVisible()
  await page.getByRole('button', { name: 'Report it lost' }).click()
  await dialog.getByRole('button', { name: 'Report it lost' }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('JNE wrote that the van was robbed')
  await dialog.getByRole('button', { name: 'Report it lost' }).click()
  await expect(page.getByText(/Reported lost by/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delivered' })).toHaveCount(0)
  const again = page.getByRole('region', { name: 'Send the same pieces again' })
  await again.getByRole('button', { name: 'Send again' }).click()
  await expect(again.getByText('Choose who takes the parcel.')).toBeVisible()
  await expect(again.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await expectAccessible(page, 'an order whose parcel is lost')
  await again.getByLabel('Courier', { exact: true }).selectOption({ index: 1 })
  await again.getByLabel('Tracking number').fill('BRK-00420-2026')
  await again.getByLabel('Reason').fill('The buyer wants the pieces')
  await again.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('A second person is asked to approve it')).toBeVisible()
  const asked = await db.query('select id from staff.approvals where subject_id = $1', [id])
  await askAs(page, other, '/approvals/approve', { approval_id: asked.rows[0].id })
  await page.reload()
  await expect(page.getByText(/BRK-00420-2026/)).toBeVisible()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await dialog.getByLabel('Reason').fill('Signed for by the buyer')
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(page.locator('.tag', { hasText: 'Done' })).toBeVisible()
})

async function pickupCode(page: Page, { token }: Member, id: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' }
  const answer = await page.request.get(`/api/storeid/product/order_detail?order_id=${id}`, { headers })
  return (await answer.json()).data.pickup.code
}

test('orders are chosen in the list, what will happen to each is said first, and what became of each afterwards', async ({
  page,
  db,
  member,
}) => {
  const ids = [await paidOrder(page, db, member, 'pickup'), (await unpaidOrder(page, db, member)).id]
  const { rows } = await db.query('select number from orders.orders where id = any($1) order by created_at', [ids])
  const [paid = '', unpaid = ''] = rows.map((row) => String(row.number))
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/orders?tab=all&q=${encodeURIComponent(member.email)}`)
  const bar = page.getByRole('region', { name: 'Bulk action' })
  await page.getByRole('checkbox', { name: `Choose ${paid}` }).check()
  await expect(bar.getByText('1 chosen')).toBeVisible()
  await bar.getByRole('button', { name: 'All that the filters find' }).click()
  await expect(bar.getByText('2 chosen')).toBeVisible()
  await expectAccessible(page, 'orders that are chosen')
  await bar.getByRole('button', { name: 'Bulk action' }).click()
  await page.getByLabel('What to do with them').selectOption('Begin to prepare')
  await expect(page.getByText('Will be done 1')).toBeVisible()
  await expect(page.getByText('Left out 1')).toBeVisible()
  await expect(page.getByRole('row', { name: unpaid })).toContainText('Left out')
  await expectAccessible(page, 'what a bulk action will do')
  await page.getByRole('button', { name: 'Begin (1)' }).click()
  await expect(page.getByRole('row', { name: paid })).toContainText('Done', { timeout: 30_000 })
  await expectAccessible(page, 'what a bulk action has done')
  await untilState(db, ids[0] ?? '', 'preparing')
  await moveTo(page, '/admin/orders/runs')
  await expect(page.getByRole('row', { name: /Begin to prepare/ }).filter({ hasText: 'Done 1' })).toHaveCount(1)
  await page.goto(`/admin/order?id=${ids[1]}`)
  await page.getByRole('button', { name: 'Take this sale back' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Nobody answers the telephone')
  await dialog.getByRole('button', { name: 'Take this sale back' }).click()
  await expect(dialog.getByText('Choose why.')).toBeVisible()
  await dialog.getByLabel('Why').selectOption('An evident error of ours')
  await dialog.getByRole('button', { name: 'Take this sale back' }).click()
  await expect(dialog).toHaveCount(0)
  await untilState(db, ids[1] ?? '', 'cancelled')
})

test('an order waits at the counter and is handed over against its code, a wrong one first', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/422/)
  const id = await paidOrder(page, db, member, 'pickup')
  await untilPaper(db, 'invoices', id)
  await signInAs(page, await newStaff(db, 'fulfilment'))
  await page.goto(`/admin/order?id=${id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Begin to prepare' }).click()
  await dialog.getByRole('button', { name: 'Begin to prepare' }).click()
  await packs(page, db, id)
  await page.getByRole('button', { name: 'Ready for pickup' }).click()
  await dialog.getByRole('button', { name: 'Ready for pickup' }).click()
  const code = page.getByLabel('Pickup code')
  await code.fill('0000')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText('Eight letters and digits.')).toBeVisible()
  await expect(page.getByText('Check who stands there, then choose what you saw.')).toBeVisible()
  const right = await pickupCode(page, member, id)
  await page.getByLabel('What the buyer showed').selectOption({ label: 'Passport' })
  await code.fill(`${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.getByText(/The pickup code is wrong. Tries left: \d/)).toBeVisible()
  await code.fill(right)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await expect(page.locator('.tag', { hasText: 'Done' })).toBeVisible()
})

/** The number of the only piece of an order, once it is so far. */
async function pieceOf(db: pg.Pool, id: string, state: string): Promise<string> {
  let serial = ''
  await expect
    .poll(
      async () => {
        const { rows } = await db.query('select serial from catalogue.pieces where order_id = $1 and state = $2', [
          id,
          state,
        ])
        serial = rows[0]?.serial ?? ''
        return serial
      },
      { timeout: 60_000 },
    )
    .not.toBe('')
  return serial
}

test('money back above the limit is granted, its piece comes back, and two of the office return the money', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409/)
  const id = await paidOrder(page, db, member, 'pickup')
  await pieceOf(db, id, 'allocated')
  await moveOn(db, id, 'preparing', 'shipped', 'completed')
  const serial = await pieceOf(db, id, 'sold')
  const { request_id } = await callAs<{ request_id: string }>(page, member, '/product/order_refund', {
    ...{ order_id: id, reason: 'damaged', note: 'The seal is broken', lines: [{ position: 0, quantity: 1 }] },
  })
  const [one, two] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, one)
  await page.goto(`/admin/refunds?open=${request_id}`)
  const panel = page.getByRole('region', { name: 'Details' })
  const dialog = page.getByRole('dialog')
  const pieces = panel.getByLabel(/^Pieces to grant/)
  await pieces.fill('7')
  await panel.getByRole('button', { name: 'Grant' }).click()
  await expect(panel.getByText('A whole number from 0 to 1.')).toBeVisible()
  await pieces.fill('1')
  await panel.getByRole('button', { name: 'Grant' }).click()
  await dialog.getByLabel('Reason').fill('Seen at the counter')
  await dialog.getByRole('button', { name: 'Grant' }).click()
  await expect(panel.getByText('Takes two people:')).toBeVisible()
  await panel.getByRole('link', { name: 'Returns desk' }).click()
  await page.goto(`/admin/orders/returns?open=${request_id}`)
  await panel.getByLabel('Scan a piece, or type its number').fill('KR-0000-0000')
  await panel.getByRole('button', { name: 'Note the arrival' }).click()
  await expect(panel.getByText('No piece has this number.')).toBeVisible()
  await panel.getByLabel('Scan a piece, or type its number').fill(serial)
  await panel.getByRole('button', { name: 'Note the arrival' }).click()
  await panel.getByRole('button', { name: 'Look at it' }).click()
  await dialog.getByLabel('What you found').fill('The seal is broken, the bar is sound')
  await dialog.getByRole('button', { name: 'Keep this' }).click()
  await expect(dialog.getByText('Choose the condition that you see.')).toBeVisible()
  await dialog.getByLabel('Condition').selectOption({ index: 2 })
  await expectAccessible(page, 'what was found of a piece')
  await dialog.getByRole('button', { name: 'Keep this' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/admin/refunds?open=${request_id}`)
  await panel.getByRole('button', { name: 'Ask for a second person' }).click()
  await dialog.getByLabel('Reason').fill('As granted')
  await dialog.getByRole('button', { name: 'Ask for a second person' }).click()
  await expect(page.getByText('A second person has to approve')).toBeVisible()
  await signInInstead(page, two)
  await page.goto(`/admin/approvals?state=waiting&open=${await askedBy(db, one)}`)
  await panel.getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Approved and executed')).toBeVisible()
  const { rows: refunds } = await db.query('select 1 from payments.refunds where subject_id = $1', [id])
  expect(refunds).toHaveLength(1)
})

test('what somebody asked for who was disabled since says so, and can only be rejected', async ({ page, db }) => {
  const [asker, mine] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  const id = newId()
  await db.query(
    `insert into staff.approvals (id, action, subject_kind, subject_id, params, reason, requested_by, expires_at)
     values ($1, 'kyc.override', 'member', $3, '{"level":"T3"}', 'Seen in the branch', $2, now() + interval '1 day')`,
    [id, asker.id, id],
  )
  await db.query('update staff.people set disabled_at = now() where id = $1', [asker.id])
  await signInAs(page, mine)
  await page.goto(`/admin/approvals?state=waiting&open=${id}`)
  const panel = page.getByRole('region', { name: 'Details' })
  await expect(panel.getByText(`${asker.name} has been disabled since.`)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectAccessible(page, 'a request of somebody who is disabled')
  await panel.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Has left the house')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panel).toHaveCount(0)
  const { rows } = await db.query('select state from staff.approvals where id = $1', [id])
  expect(rows).toEqual([{ state: 'rejected' }])
})
