/** What a buyer has in hand after buying: the invoice, the numbered piece, the code for the counter; and a payment that failed loses nothing. */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from './support/shop-test.ts'
import {
  amountOf,
  bar,
  cards,
  confirmBuyNow,
  heldTotal,
  orderOf,
  payButton,
  payWith,
  typeCard,
  unpaidOrder,
} from './support/steps.ts'

/** The cashier shows the very order that failed to be paid, and a way to go on. */
async function everythingIsKept(page: Page, total: number) {
  await page.goto(page.url().replace('/mallOrder/payment', '/payOrder'))
  const order = page.getByRole('region', { name: 'Your order' })
  await expect(order).toContainText(bar.name)
  await expect(order).toContainText('Karat Menteng')
  await expect(page.getByRole('timer')).toHaveText(/^(2\d|1\d):\d\d$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page, "one press to the bank's page").toHaveURL(/\/sandbox\/pay\//)
  expect(amountOf(await page.getByRole('button', { name: /^Pay Rp/ }).innerText())).toBe(total)
}

test.describe('a member', () => {
  test.use({ signedIn: true })

  test('whose card is declined, then whose check fails, comes back to the same order and pays it', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/422 .*\/challenge/)
    await confirmBuyNow(page, db)
    const total = await heldTotal(page)
    await payButton(page).click()
    await payWith(page, cards.decline)
    await expect(page.getByRole('heading', { level: 1, name: 'The payment was declined' })).toBeVisible()
    await everythingIsKept(page, total)
    await typeCard(page, cards.challenge)
    for (let wrong = 0; wrong < 3; wrong++) {
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Confirm the payment' }).click()
    }
    await expect(page.getByText("The bank's security check was not passed.")).toBeVisible()
    await everythingIsKept(page, total)
    await typeCard(page, cards.success)
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()
    expect(await orderOf(db, member)).toEqual({ state: 'paid', total_minor: String(total), captured: 1, posted: 1 })
  })

  test('whose bank does not answer is told to wait, finds the order kept, and is not asked to pay twice', async ({
    page,
    db,
  }) => {
    await confirmBuyNow(page, db)
    await payButton(page).click()
    await payWith(page, '4000 0000 0000 6975')
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for the bank' })).toBeVisible()
    await page.getByRole('link', { name: /Back to the cashier/ }).click()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(bar.name)
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

  test('keeps invoice, serial number and pickup code of a paid order, and anybody can check the piece', async ({
    page,
    db,
    member,
  }) => {
    const { id, payUrl } = await unpaidOrder(page, db, member)
    await page.goto(payUrl)
    await page.getByLabel('Card number').fill(cards.success)
    await page.getByLabel('Valid until').fill('12/39')
    await page.getByLabel('Security code').fill('123')
    await page.getByLabel('Name on the card').fill('Ratna Wulandari')
    await page.getByRole('button', { name: /^Pay Rp/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible()

    await page.goto('/user/order/list?tab=on_the_way')
    await page.getByRole('article').getByRole('link').first().click()
    await expect(page).toHaveURL(`/user/order/list?order_id=${id}`)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the invoice' }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^INV-ID-\d{4}-\d{6}\.pdf$/)
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const code = page.getByRole('region', { name: 'Pickup code' })
    await expect(code.getByRole('img', { name: /to scan$/ })).toBeVisible()
    await expect(code).toContainText('Not ready yet at Karat Menteng')

    const serial = page.getByRole('link', { name: /^Check KM-/ })
    const number = await serial.innerText()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL(/tab=on_the_way$/)
    await page.getByRole('searchbox').fill(number)
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)

    await page.goto(`/product/passport?serial=${number}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Genuine' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/Ratna|K\d{6}|Rp\s/)
    await page.goto(`/user/order/components/OrderItem?order_id=${id}`)
    await expect(page.getByRole('article')).toContainText(bar.name)
    await page.goto('/user/gpg/history?state=used')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Known when it ends.')
  })

  test('takes what is left of a piece with one tap', async ({ page, db, member }) => {
    const { rows } = await db.query<{ id: number; stock: number }>(
      `select s.id, s.stock from catalogue.skus s join catalogue.products p on p.id = s.product_id
       where p.store = 'id' and s.stock between 1 and 20 and not s.scarce and s.published_at is not null order by s.stock desc limit 1`,
    )
    await db.query(
      `insert into cart.lines (member_id, store, sku_id, quantity, price_when_added_minor, currency) values ($1, 'id', $2, 60, 1000, 'IDR')`,
      [member.id, rows[0]?.id],
    )
    await page.goto('/user/cart/list')
    await expect(page.getByText(/since added$/)).toBeVisible()
    await page.getByRole('button', { name: `Take ${rows[0]?.stock} of` }).click()
    await expect(page.getByRole('heading', { name: 'Cannot be ordered now' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Hold the price and order' }).filter({ visible: true })).toBeEnabled()
  })
})

test('somebody who checks a number reads what is wrong with it, and that an unknown one may be a copy', async ({
  page,
  db,
}) => {
  const { rows } = await db.query<{ serial: string }>(
    `select serial from catalogue.pieces where state = 'reported_stolen' limit 1`,
  )
  await page.goto('/product/passport')
  const field = page.getByRole('textbox', { name: 'Serial number' })
  const check = page.getByRole('main').getByRole('button', { name: 'Check' })
  await field.fill('KM 1234')
  await check.click()
  await expect(page.getByText('A serial number has two letters and eight characters.')).toBeVisible()
  await field.fill(rows[0]?.serial.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '')
  await check.click()
  await expect(page.getByText('One character is wrong.')).toBeVisible()
  await field.fill(rows[0]?.serial.toLowerCase() ?? '')
  await check.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Reported stolen' })).toBeVisible()
})
