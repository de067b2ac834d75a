/** What a buyer has in hand after buying: the invoice, the numbered piece, the code for the counter. */
import { readFileSync } from 'node:fs'
import { expect, test } from './support/shop-test.ts'
import { bar, cards, moveTo, payAtBank, unpaidOrder, untilPaper, untilState } from './support/steps.ts'

test.describe('a member', () => {
  test.use({ signedIn: true })

  test('keeps invoice, serial number and pickup code of a paid order, and anybody can check the piece', async ({
    page,
    db,
    member,
  }) => {
    const { id, payUrl } = await unpaidOrder(page, db, member)
    await payAtBank(page, payUrl, cards.success)
    await untilState(db, id, 'paid')
    await untilPaper(db, 'invoices', id)

    await page.goto('/user/order/list?tab=on_the_way')
    await page.getByRole('article').getByRole('link', { name: bar.name }).click()
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

    await moveTo(page, `/product/passport?serial=${number}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Genuine' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/Ratna|K\d{6}|Rp\s/)
    await moveTo(page, `/user/order/components/OrderItem?order_id=${id}`)
    await expect(page.getByRole('article')).toContainText(bar.name)
    await moveTo(page, '/user/gpg/history?state=used')
    const held = page.getByRole('main').getByRole('listitem')
    await expect(held.filter({ hasText: 'Known when it ends.' })).toHaveCount(1)
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
  await field.fill('no number')
  await check.click()
  await expect(page.getByText('A serial number of ours has two letters and eight characters')).toBeVisible()
  await field.fill(rows[0]?.serial.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '')
  await check.click()
  await expect(page.getByText('One character is wrong.')).toBeVisible()
  await field.fill(rows[0]?.serial.toLowerCase() ?? '')
  await check.click()
  await expect(page.getByRole('heading', { level: 2, name: 'Reported stolen' })).toBeVisible()
})
