/** An order that staff put together on the phone, and its member orders. */
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { newStaff, signInAs } from './support/staff.ts'

test.use({ signedIn: true })

test('staff put an order together for a member, who reads it and goes on to the checkout at the price that is held', async ({
  page,
  db,
  member,
}) => {
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
})
