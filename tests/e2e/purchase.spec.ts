/** A sale from the first page to the order's timeline, and every way its payment can go. */

import { expect, test } from './support/shop-test.ts'
import {
  addAddress,
  amountOf,
  bar,
  cards,
  heldTotal,
  moveTo,
  orderOf,
  payButton,
  payWith,
  signUp,
  skuOf,
  typeCard,
  unpaidOrder,
} from './support/steps.ts'

test('a visitor who pressed Buy stands before their order once they have an account, with their name as recipient, and pays it', async ({
  page,
  db,
}) => {
  const sku = await skuOf(db)
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${sku}`)
  await page.getByRole('button', { name: 'Buy now' }).filter({ visible: true }).click()
  await page.getByRole('alertdialog', { name: 'Tips' }).getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  const email = `onward-${Date.now()}@karat.test`
  await signUp(page, email)
  await expect(page).toHaveURL(`/mallOrder/create?sku_id=${sku}&quantity=1`)
  await expect(page.getByRole('region', { name: 'Price guarantee' })).toContainText(bar.name)
  await expect(page.getByLabel('Recipient')).toHaveValue('Ratna Wulandari')

  await page.getByRole('radio', { name: /Collect it yourself/ }).check()
  await expect(page.getByText(/and collect it at Karat Menteng/)).toBeVisible()
  const total = await heldTotal(page)
  await payButton(page).click()
  await expect(page).toHaveURL(/\/payProduct\?order_id=/)
  await payWith(page, cards.success)
  await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
  const { rows } = await db.query<{ id: string }>('select id from identity.members where email = $1', [email])
  const order = await orderOf(db, { id: rows[0]?.id ?? '' })
  expect(order).toEqual({ state: 'paid', total_minor: String(total), captured: 1, posted: 1 })
})

test(
  'a visitor becomes a member and buys a 10 g bar with a card that asks for a code',
  { tag: '@phone' },
  async ({ page, db }, info) => {
    const email = `buyer-${info.project.name}-${Date.now()}@karat.test`
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold whose price you can check yourself.')
    await page.getByRole('main').getByRole('link', { name: 'Shop gold' }).click()
    await expect(page).toHaveURL(/\/product\/product$/)
    await page
      .getByRole('region', { name: 'Products' })
      .locator(`[data-sku="${await skuOf(db)}"]`)
      .click()
    await expect(page).toHaveURL(/\/product\/productDetail\?id=/)
    await page.getByRole('radio', { name: /^10 g/ }).check()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${bar.name} 10 g`)
    const product = page.url()

    const guard = page.getByRole('alertdialog', { name: 'Tips' })
    const add = page.getByRole('button', { name: 'Add to cart' })
    await add.click()
    await expect(guard).toContainText('The current operation requires you to log in~')
    await guard.getByRole('button', { name: 'Cancel' }).click()
    await expect(guard).toBeHidden()
    expect(page.url()).toBe(product)
    await add.click()
    await guard.getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login$/)
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
    await signUp(page, email)
    await expect(page).toHaveURL(product)

    await add.click()
    await expect(page.getByText('Added to your cart')).toBeVisible()
    await page.getByRole('link', { name: 'Cart, items: 1' }).click()
    await expect(page).toHaveURL(/\/user\/cart\/list$/)
    await expect(page.getByRole('link', { name: bar.name })).toBeVisible()
    await page.getByRole('button', { name: 'Hold the price and order' }).filter({ visible: true }).click()

    await expect(page).toHaveURL(/\/mallOrder\/create\?cart=1$/)
    const left = page.getByRole('region', { name: 'Price guarantee' }).getByRole('timer')
    await expect(left).toHaveText(/^(10:0\d|09:5\d)$/)
    await addAddress(page)
    const before = await left.innerText()
    await expect(left).not.toHaveText(before)
    const total = await heldTotal(page)
    expect(total).toBeGreaterThan(20_000_000)
    await payButton(page).click()

    await expect(page).toHaveURL(/\/payOrder\?order_id=/)
    await expect(page.getByRole('heading', { level: 1, name: 'Pay' })).toBeVisible()
    expect(amountOf(await page.getByRole('link', { name: /at the bank$/ }).innerText())).toBe(total)
    await payWith(page, cards.challenge)
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await page.getByLabel('Code').fill('123456')
    await page.getByRole('button', { name: 'Confirm the payment' }).click()

    await expect(page).toHaveURL(/\/mallOrder\/payment\?order_id=[\da-f-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
    const kept = page.getByRole('main')
    await expect(kept.getByRole('img', { name: bar.name })).toBeVisible()
    await expect(kept.getByRole('link', { name: /^Check [A-Z]{2}-/ })).toBeVisible()
    await expect(kept).toContainText(/Arrives \w{3} \d+\s\w{3} – \w{3} \d+\s\w{3}\s*Insured courier to Ratna Wulandari/)
    await expect(kept.getByRole('region', { name: 'What it is worth now' })).toContainText(
      /If you sold it to us now\s*Rp[\d,]+.*of what you paid for the pieces/,
    )
    await expect(kept.getByRole('button', { name: 'Download the invoice' })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('link', { name: 'See the order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order K\d+$/)
    const steps = page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
    await expect(steps.filter({ hasText: 'payment received' })).toContainText('The bank')
    await expect(steps.filter({ hasText: 'order placed' })).toContainText('You')
    await expect(page.getByText('Jl. Teuku Umar No. 12')).toBeVisible()

    const { rows } = await db.query<{ id: string }>('select id from identity.members where email = $1', [email])
    expect(await orderOf(db, { id: rows[0]?.id ?? '' })).toEqual({
      state: 'paid',
      total_minor: String(total),
      captured: 1,
      posted: 1,
    })
    const { rows: notices } = await db.query<{ outcome: string }>(
      `select e.outcome from payments.events e join payments.payments p on p.provider_reference = e.provider_reference
     where p.member_id = $1`,
      [rows[0]?.id],
    )
    expect(notices, 'the webhook said that it is paid').toEqual([{ outcome: 'order_paid' }])
  },
)

test.describe('a member', () => {
  test.use({ signedIn: true })

  test('whose card is declined, then whose check fails, reads why, loses nothing and pays with another card', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/422 .*\/challenge/)
    const { id, payUrl } = await unpaidOrder(page, db, member)
    const asked = await orderOf(db, member)
    const total = Number(asked?.total_minor)
    const bank = async (why: string) => {
      await expect(page, why).toHaveURL(/\/sandbox\/pay\//)
      expect(amountOf(await page.getByRole('button', { name: /^Pay Rp/ }).innerText())).toBe(total)
    }
    await page.goto(payUrl)
    await typeCard(page, cards.decline)
    await expect(page.getByRole('heading', { level: 1, name: 'The payment was declined' })).toBeVisible()
    await expect(page.getByText('The bank declined this card. Your money has not moved.')).toBeVisible()
    expect(asked).toEqual({ state: 'pending_payment', total_minor: String(total), captured: 0, posted: 0 })
    expect(await orderOf(db, member)).toEqual(asked)
    await page.getByRole('button', { name: 'Try again' }).click()
    await bank('one press from the declined card')
    await typeCard(page, cards.challenge)
    for (const answer of ['2 tries left.', '1 try left.', "The bank's security check was not passed."]) {
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Confirm the payment' }).click()
      await expect(page.getByText(answer)).toBeVisible()
    }
    await moveTo(page, `/payOrder?order_id=${id}`)
    const order = page.getByRole('region', { name: 'Your order' })
    await expect(order).toContainText(bar.name)
    await expect(order).toContainText('Karat Menteng')
    await expect(page.getByRole('timer')).toHaveText(/^(2\d|1\d):\d\d$/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await bank('one press from the cashier')
    await typeCard(page, cards.success)
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
    expect(await orderOf(db, member)).toEqual({ state: 'paid', total_minor: String(total), captured: 1, posted: 1 })
  })

  test('sees that the bank is waited for, is not asked to pay twice, and the late notice finishes the open page', async ({
    page,
    db,
    member,
  }) => {
    const { payUrl } = await unpaidOrder(page, db, member)
    await page.goto(payUrl)
    await typeCard(page, cards.late_notice)
    const waiting = page.getByRole('heading', { level: 1, name: 'Waiting for the bank' })
    await expect(waiting).toBeVisible()
    await page.getByRole('link', { name: /Back to the cashier/ }).click()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(bar.name)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.goBack()
    await expect(waiting).toBeVisible()
    // The acquirer waits 20 seconds before it tells; the tests do not.
    await db.query(
      `update sandbox.notices set next_try_at = now() where charge_id in
       (select provider_reference from payments.payments where member_id = $1)`,
      [member.id],
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 20_000 })
    expect(await orderOf(db, member)).toMatchObject({ state: 'paid', captured: 1, posted: 1 })
  })
})
