/** The product list: filters, search as one types, the way back to one's place, and the comparison. */
import { expect, type Page, test } from './support/shop-test.ts'
import { leadTo, phone } from './support/steps.ts'

const cardsOf = (page: Page) => page.getByRole('region', { name: 'Products' }).getByRole('listitem')
const searchField = (page: Page) => page.getByRole('main').getByRole('combobox', { name: 'Bar, coin, ring, weight' })

const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** The filters: beside the list, or in the sheet of a phone. */
async function filters(page: Page) {
  if (!phone(page)) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}
const closeSheet = async (page: Page) => {
  if (phone(page)) await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
}

test('a filter says how many it would leave, and leaves as many', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/product')
  const rail = await filters(page)
  const coins = rail.getByRole('checkbox', { name: /^Gold coins/ })
  const promised = /\d+/.exec(await rail.locator('label').filter({ hasText: 'Gold coins' }).innerText())?.[0]
  await coins.check()
  await expect(page).toHaveURL(/category=coins/)
  await closeSheet(page)
  await expect(page.getByRole('status').filter({ hasText: /products$/ })).toHaveText(`${promised} products`)
  const chip = page.getByRole('link', { name: 'Gold coins, remove this filter' }).filter({ visible: true })
  await chip.click()
  await expect(page).toHaveURL(/\/product\/product$/)
  await expect(page.getByRole('status').filter({ hasText: /products$/ })).not.toHaveText(`${promised} products`)
})

test('sold out leaves with a switch; every card says the price of a gram; nothing found offers what to leave out; pages are links', async ({
  page,
}) => {
  await page.goto('/product/product?category=cast-bars')
  await expect(cardsOf(page).filter({ hasText: 'Sold out' })).not.toHaveCount(0)
  const rail = await filters(page)
  await rail.getByRole('switch', { name: /^Ready to ship/ }).check()
  await expect(page).toHaveURL(/in_stock=1/)
  await expect(cardsOf(page).filter({ hasText: 'Sold out' })).toHaveCount(0)

  await leadTo(page, '/product/product?karat=24')
  await expect(page.getByRole('link', { name: /^24K.*, remove this filter$/ }).filter({ visible: true })).toBeVisible()
  const all = await cardsOf(page).count()
  expect(all).toBeGreaterThan(10)
  await expect(cardsOf(page).filter({ hasText: /Rp\s[\d,]+\/g/ })).toHaveCount(all)
  await expect(cardsOf(page).filter({ hasText: /\+\d+\.\d{2}% over spot/ })).toHaveCount(all)
  await expect(cardsOf(page).filter({ hasText: 'Buyback' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Show buyback' }).click()
  await expect(cardsOf(page).filter({ hasText: /Buyback\sRp\s[\d,]+/ })).toHaveCount(all)

  await leadTo(page, '/product/product?karat=18&weight=100-')
  const way = page.getByRole('link', { name: /^Without 18K/ })
  const promised = /(\d+) products/.exec(await way.innerText())?.[1]
  await way.click()
  await expect(page).toHaveURL(/weight=100-$/)
  await expect(page.getByRole('status').filter({ hasText: /products$/ })).toHaveText(`${promised} products`)

  const html = await (await page.request.get('/product/product?sort=price_asc')).text()
  expect(html).toContain('href="/product/product?sort=price_asc&amp;page=2"')
  await leadTo(page, '/product/product?sort=price_asc')
  const second = page.getByRole('link', { name: 'Page 2' })
  await expect(second).toHaveAttribute('href', '/product/product?sort=price_asc&page=2')
  const cheapest = (await cardsOf(page).nth(0).getByRole('link').getAttribute('data-sku')) ?? ''
  await second.click()
  await expect(page).toHaveURL(/page=2$/)
  await expect(page.locator(`[data-sku="${cheapest}"]`)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('search by keyboard alone: suggestions, arrows, Escape, Enter, and what was searched before', async ({ page }) => {
  await page.goto('/product/product')
  const field = searchField(page)
  await field.focus()
  await page.keyboard.type('rin')
  const options = optionsOf(page)
  const chosen = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true })
  await expect(options.nth(0)).toContainText('Rings')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText(/^\d+ suggestions\. Use the arrow keys\.$/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true')
  const active = await field.getAttribute('aria-activedescendant')
  await expect(chosen).toHaveAttribute('id', active ?? 'none')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('rin')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=rin$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“rin”')

  await field.focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('rin')
  await page.keyboard.type('melati')
  await expect(options.filter({ hasText: 'Melati ring' })).not.toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/q=rin$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an answer to words that are no longer there is never shown; the suggestions move nothing on the page', async ({
    page,
  }) => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/getSuggestions\?q=coin$/, async (route) => {
      await held
      await route.continue().catch(() => {}) // the browser has given it up
    })
    await page.goto('/product/product')
    const place = () => cardsOf(page).nth(0).boundingBox()
    const before = await place()
    const options = optionsOf(page)
    const asked = page.waitForRequest(/getSuggestions\?q=coin$/)
    await searchField(page).fill('coin')
    const over = Promise.race([asked.then((one) => one.response()), page.waitForEvent('requestfailed')])
    await asked
    await searchField(page).fill('bangle')
    await expect(options.filter({ hasText: /bangle/i })).not.toHaveCount(0)
    expect(await place()).toEqual(before)
    letGo()
    await over
    await searchField(page).fill('bangles')
    await expect(options.filter({ hasText: /bangle/i })).not.toHaveCount(0)
    await expect(options.filter({ hasText: /coin/i })).toHaveCount(0)
  })

  test('the way back leads to the same place, by history, by link, and after a reload', async ({ page }) => {
    await page.goto('/product/product?sort=price_asc')
    const card = cardsOf(page).nth(13).getByRole('link')
    await card.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    const sku = (await card.getAttribute('data-sku')) ?? ''
    const top = async () => (await page.locator(`[data-sku="${sku}"]`).boundingBox())?.y ?? Number.NaN
    const stood = await top()
    const isBack = async () => {
      await expect(page).toHaveURL(/\/product\/product\?sort=price_asc$/)
      await expect.poll(async () => Math.abs((await top()) - stood)).toBeLessThan(3)
    }
    await card.click()
    await expect(page).toHaveURL(/productDetail/)
    await page.goBack()
    await isBack()
    await expect(page.locator(`[data-sku="${sku}"]`)).toBeFocused()

    // By key: a click that comes before the page is at rest makes Playwright scroll, and then the place is another.
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/productDetail/)
    await page.reload()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await isBack()

    await page.reload()
    await isBack()
  })

  test('up to four pieces are compared, and the address is the comparison', async ({ page }) => {
    await page.goto('/product/product?karat=24')
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const pick = (place: number) =>
      cardsOf(page)
        .nth(place)
        .getByRole('button', { name: /^Compare/ })
    const tray = page.getByRole('region', { name: 'Pieces to compare' })
    await pick(0).click()
    await expect(tray).toContainText('Choose one more piece')
    for (const place of [1, 2, 3]) await pick(place).click()
    await pick(4).click()
    await expect(page.getByText('You can compare up to 4 pieces. Take one away first.')).toBeVisible()
    await expect(tray.getByRole('button', { name: /^Take / })).toHaveCount(4)
    await page.reload()
    await tray.getByRole('link', { name: 'Compare 4' }).click()
    await expect(page).toHaveURL(/\/product\/compare\?skus=\d+,\d+,\d+,\d+$/)

    await page.goto(page.url())
    const table = page.getByRole('table', { name: 'Compare pieces' })
    await expect(table.getByRole('columnheader')).toHaveCount(4)
    const perGram = table.getByRole('row', { name: /^Per gram of fine gold/ }).getByRole('cell')
    const amounts = (await perGram.allInnerTexts()).map((text) =>
      Number(/Rp ([\d,]+)/.exec(text.replace(/\u00a0/g, ' '))?.[1]?.replaceAll(',', '')),
    )
    const least = amounts.indexOf(Math.min(...amounts))
    await expect(perGram.nth(least)).toContainText('Best')
    await expect(perGram.filter({ hasText: 'Best' })).toHaveCount(
      amounts.filter((one) => one === amounts[least]).length,
    )
    await table
      .getByRole('button', { name: /^Take / })
      .nth(0)
      .click()
    await expect(table.getByRole('columnheader')).toHaveCount(3)
    await expect(page).toHaveURL(/skus=\d+,\d+,\d+$/)
  })
})

/** A list that a product was opened from; its reader has gone back, scrolled on to the top, and loads the page anew. */
async function scrolledOnAndReloaded(page: Page): Promise<number> {
  await page.goto('/product/product?sort=price_asc')
  const card = cardsOf(page).nth(13).getByRole('link')
  await card.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 20))
  const sku = (await card.getAttribute('data-sku')) ?? ''
  await card.press('Enter')
  await expect(page).toHaveURL(/productDetail/)
  await page.goBack()
  await expect(page.locator(`[data-sku="${sku}"]`)).toBeFocused()
  return reloadAtTop(page)
}

async function reloadAtTop(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.reload()
  await expect(page.locator('[data-sku]:focus')).toHaveCount(1)
  return page.evaluate(() => window.scrollY)
}

test('who has scrolled on since is not taken back to the card that they opened; from however far away, they are: control', async ({
  page,
}) => {
  expect(await scrolledOnAndReloaded(page)).toBe(0)
  // The planted fault: any place counts as near enough to return to.
  await page.addInitScript(() => Object.defineProperty(window, 'innerHeight', { value: 1e6 }))
  expect(await reloadAtTop(page)).toBeGreaterThan(300)
})
