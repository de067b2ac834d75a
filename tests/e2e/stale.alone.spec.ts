/** The price of gold stops coming, or is halted. Runs alone and last: it stops for everybody. */
import { confirm, fillVault, giveCash, giveGold, pin } from './support/gold.ts'
import { letFeedSpeak, silenceFeed } from './support/price-feed.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff } from './support/staff.ts'
import {
  amountOf,
  atBothSizes,
  bar,
  callAs,
  confirmBuyNow,
  heldTotal,
  moveTo,
  payButton,
  skuOf,
} from './support/steps.ts'
import { type Trade, trades } from './support/trades.ts'
import { withAccount } from './support/withdrawals.ts'

test.use({ signedIn: true })
test.afterEach(letFeedSpeak)

test('a stale price is struck through with its time, and buying is refused with the reason', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/\(.*product\/confirm_order/)
  const sku = await skuOf(db)
  await page.goto(`/product/productDetail?id=${bar.product}&sku=${sku}`)
  const price = page.locator('main .fig-l')
  const known = amountOf(await price.innerText())

  await silenceFeed()
  const { rows } = await db.query<{ at: Date }>(
    `with aged as (update pricing.ticks set source_at = source_at - interval '181 seconds'
       where id = (select max(id) from pricing.ticks where verdict = 'accepted') returning source_at)
     select source_at as at, pg_notify('karat_price', '') from aged`,
  )
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })
  const why =
    'The gold price is not live at the moment, so nothing can be bought right now. You can still fill your cart.'
  await atBothSizes(page, async () => {
    await expect(price.locator('xpath=..')).toHaveCSS('text-decoration-line', 'line-through')
    expect(amountOf(await price.innerText()), 'the last number stays').toBe(known)
    await expect(page.getByRole('main').getByText(/^Last price/)).toContainText(clock.format(rows[0]?.at))
    const buy = page.getByRole('button', { name: 'Buy now' }).filter({ visible: true })
    await expect(buy).toHaveAttribute('aria-disabled', 'true')
    await expect(buy).toHaveAccessibleDescription(why)
    await expect(page.locator('#why-not')).toBeVisible()
    await buy.click({ force: true })
    await expect(page).toHaveURL(/productDetail/)
  })

  await page.goto(`/mallOrder/create?sku_id=${sku}&quantity=1`)
  await atBothSizes(page, () => expect(page.getByText('No live gold price right now')).toBeVisible())
  await letFeedSpeak()
  await expect(async () => {
    await page.getByRole('button', { name: 'Get a new price' }).click()
    await expect(payButton(page)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await confirmBuyNow(page, db)
  expect(await heldTotal(page)).toBeGreaterThan(0)
})

test('halted: a price that was held waits, none is held, what was typed stands; what has no price goes on', async ({
  page,
  db,
  member,
  watch,
}) => {
  watch.expect(/409 \(.*(trade\/|confirm_order|pay_order)/)
  const stage = { page, db, member }
  const desk = await newStaff(db, 'desk')
  const { purchase, sale, transfer, withdrawal, redemption } = Object.fromEntries(
    trades.map((one) => [one.name, one]),
  ) as Record<'purchase' | 'sale' | 'transfer' | 'withdrawal' | 'redemption', Trade>
  await withAccount(page, db, member, '1234560340')
  await fillVault(db)
  await giveGold(db, member, 40_000)
  await giveCash(db, member, 1_000_000)
  const cashier = await redemption.at(stage)
  await page.goto(await purchase.at(stage))
  await purchase.fill(page)
  await purchase.ask(page)
  const halt = { store: 'id', reason: 'The feed looks wrong', guarantees: 'held' }
  await askAs(page, desk, '/prices/halt', halt)
  try {
    await confirm(page, pin, purchase.action)
    const checking = page.getByRole('alert').filter({ hasText: 'We are checking our prices' })
    await atBothSizes(page, () => expect(checking).toContainText('Your money and gold have not moved.'))
    await purchase.typed(page)
    const noPrice = page.getByRole('alert').filter({ hasText: 'No live gold price right now' })
    await moveTo(page, await sale.at(stage))
    await sale.fill(page)
    await page.getByRole('button', { name: /^Hold this price/ }).click()
    await atBothSizes(page, () => expect(noPrice).toContainText('What you typed stays here. Try again in a minute.'))
    await sale.typed(page)
    await moveTo(page, cashier)
    await redemption.fill(page)
    await redemption.ask(page)
    await confirm(page, pin, redemption.action)
    await atBothSizes(page, () => expect(checking).toContainText('Your money and gold have not moved.'))
    for (const free of [transfer, withdrawal]) {
      await moveTo(page, await free.at(stage))
      await free.fill(page)
      await free.ask(page)
      await confirm(page, pin, free.action)
      await atBothSizes(page, () => expect(free.made(page)).toBeVisible())
    }
    await callAs(page, member, '/trade/deposit', { amount: '100000' })
  } finally {
    await askAs(page, desk, '/prices/resume', { store: 'id', reason: 'It was right' })
  }
  await moveTo(page, await sale.at(stage))
  await sale.typed(page)
  await sale.ask(page)
  await confirm(page, pin, sale.action)
  await expect(sale.made(page)).toBeVisible()
})
