/** The price of gold stops coming. Runs alone and last: it stops for everybody. */
import { letFeedSpeak, silenceFeed } from './support/price-feed.ts'
import { expect, test } from './support/shop-test.ts'
import { amountOf, bar, confirmBuyNow, heldTotal, payButton, skuOf } from './support/steps.ts'

test.use({ signedIn: true })
test.afterEach(letFeedSpeak)

for (const [size, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`${size}: a stale price is struck through with its time, and buying is refused with the reason`, async ({
    page,
    db,
    watch,
  }) => {
    watch.expect(/\(.*product\/confirm_order/)
    await page.setViewportSize(viewport)
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
    await expect(price.locator('xpath=..')).toHaveCSS('text-decoration-line', 'line-through')
    expect(amountOf(await price.innerText()), 'the last number stays').toBe(known)
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jakarta', hour: '2-digit', minute: '2-digit' })
    await expect(page.getByRole('main').getByText(/^Last price/)).toContainText(clock.format(rows[0]?.at))
    const why =
      'The gold price is not live at the moment, so nothing can be bought right now. You can still fill your cart.'
    const buy = page.getByRole('button', { name: 'Buy now' }).filter({ visible: true })
    await expect(buy).toHaveAttribute('aria-disabled', 'true')
    await expect(buy).toHaveAccessibleDescription(why)
    await expect(page.locator('#why-not')).toBeVisible()
    await buy.click({ force: true })
    await expect(page).toHaveURL(/productDetail/)

    await page.goto(`/mallOrder/create?sku_id=${sku}&quantity=1`)
    await expect(page.getByText('No live gold price right now')).toBeVisible()
    await letFeedSpeak()
    await expect(async () => {
      await page.getByRole('button', { name: 'Get a new price' }).click()
      await expect(payButton(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await confirmBuyNow(page, db)
    expect(await heldTotal(page)).toBeGreaterThan(0)
  })
