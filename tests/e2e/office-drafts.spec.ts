/** An order that staff put together on the phone, and its member orders. */
import type { Page } from '@playwright/test'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'
import { callAs } from './support/steps.ts'

test.use({ signedIn: true })

test('staff put an order together for a member, who reads it and goes on to the checkout at the price that is held', async ({
  page,
  db,
  member,
}) => {
  // Two bars are more than one person takes alone where a store says nothing.
  await db.query(`insert into stores.settings (store, name, value, from_at, set_by, reason)
    values ('id', 'approvals', '{"counter_from": 900000000}', now(), 'test', 'test')`)
  await db.query('update identity.members set name = $2 where id = $1', [member.id, `Wayan ${member.id.slice(-6)}`])
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/orders/drafts')
  await page.getByRole('link', { name: 'Put an order together' }).click()
  const price = page.getByRole('region', { name: 'What it costs now' })
  await price.getByRole('button', { name: 'Hold the price and send the link' }).click()
  await expect(page.getByText('Choose a member first.')).toBeVisible()
  await expect(page.getByText('Add goods first.')).toBeVisible()
  await page.getByLabel('Name, e-mail or mobile number').fill(`Wayan ${member.id.slice(-6)}`)
  await page.getByRole('button', { name: /^Choose: Wayan/ }).click()
  await page.getByLabel('Find goods').fill('10 g')
  const goods = page.getByRole('region', { name: 'Goods' })
  await goods.getByRole('listitem').filter({ hasText: '10 g' }).getByRole('button', { name: /^Add / }).nth(0).click()
  await goods.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption({ index: 1 })
  await page.getByLabel('Note to the member').fill('Two bars, as we said on the phone')
  await expect(price.getByText('The price is held for 10 minutes from when you send it.')).toBeVisible()
  await expectAccessible(page, 'an order that is put together')
  await expectToFit(page, 'an order that is put together')
  await price.getByRole('button', { name: 'Hold the price and send the link' }).click()
  await expect(page.getByText(/was sent. The price is held/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expectToFit(page, 'a draft order')
  const { rows } = await db.query<{ id: string }>('select id from orders.drafts where member_id = $1', [member.id])
  await page.goto('/user/order/list')
  await page.getByRole('region', { name: 'Put together for you' }).getByRole('link', { name: 'Read and pay' }).click()
  await expect(page).toHaveURL(`/user/order/draft?id=${rows[0]?.id}`)
  await expect(page.getByText('“Two bars, as we said on the phone”')).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expectAccessible(page, 'an order that the shop put together')
  await expectToFit(page, 'an order that the shop put together')
  await page.getByRole('link', { name: 'Go to the checkout' }).click()
  await expect(page.getByRole('region', { name: 'Price guarantee' })).toBeVisible()
  await expect(page.getByText('2 ×')).toBeVisible()

  // They come to the counter with what they have ordered.
  const draft = { draft_id: rows[0]?.id }
  const { guarantee_id } = await callAs<{ guarantee_id: string }>(page, member, '/product/confirm_draft', draft)
  const { order_id } = await callAs<{ order_id: string }>(page, member, '/product/submit_order', { guarantee_id })
  await takesAtCounter(page, order_id)
  await page.goto(`/user/order/list?order_id=${order_id}`)
  await expect(page.getByText(/paid by card at the counter/)).toBeVisible()
})

async function takesAtCounter(page: Page, orderId: string) {
  await page.goto(`/admin/order?id=${orderId}`)
  await page.getByRole('button', { name: 'Take payment at the counter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card at the counter').check()
  await dialog.getByLabel('Received, in IDR').fill('1')
  await dialog.getByRole('button', { name: 'The money is here' }).click()
  await expect(dialog.getByText(/^Type exactly Rp/)).toBeVisible()
  await expect(dialog.getByText('Type the 4 to 24 letters and digits on the slip.')).toHaveCount(2)
  await expectAccessible(page, 'a payment at the counter')
  await expectToFit(page, 'a payment at the counter')
  const [, exact = ''] = /, as (\d+)\./.exec(await dialog.getByText(/^Type exactly Rp/).innerText()) ?? []
  await dialog.getByLabel('Received, in IDR').fill(exact)
  await dialog.getByLabel('Number of the terminal (TID)').fill('63310042')
  await dialog
    .getByLabel('Reference number of the slip (RRN)')
    .fill(crypto.randomUUID().replaceAll('-', '').slice(0, 12))
  await dialog.getByLabel('Reason').fill('The member stands at the counter')
  await dialog.getByRole('button', { name: 'The money is here' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('paid by card at the counter')).toBeVisible()
}
