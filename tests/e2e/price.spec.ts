/** The price moves past the end of a guarantee; product.spec.ts sees it move on an open page. */
import { raisePrice } from './support/price-feed.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { amountOf, confirmBuyNow, heldTotal, orderOf, payButton } from './support/steps.ts'

// A clock that was set outlasts the emptying of a context.
test.use({ reuseContext: false })

test.describe('when a guarantee runs out', () => {
  test.use({ signedIn: true })

  test('the submit is answered with old, new and difference, and goes on at the new total', async ({
    page,
    db,
    member,
    watch,
  }) => {
    watch.expect(/409 \(Conflict\).*submit_order/)
    await confirmBuyNow(page, db)
    const old = await heldTotal(page)
    await db.query('update orders.guarantees set expires_at = now() where member_id = $1', [member.id])
    await moveTheShop(page)
    await payButton(page).click()

    await readMoved(page, old)
    await movedDialog(page).getByRole('button', { name: 'Not now' }).click()
    await expect(movedDialog(page)).toBeHidden()
    expect(await heldTotal(page), 'nothing is accepted silently').toBe(old)
    await payButton(page).click()
    const now = await readMoved(page, old)
    expect(await orderOf(db, member), 'nothing is ordered before the answer').toBeUndefined()
    await movedDialog(page)
      .getByRole('button', { name: /^Continue at Rp/ })
      .click()
    await expect(movedDialog(page)).toBeHidden()
    expect(await heldTotal(page)).toBe(now)
    await payButton(page).click()
    await expect(page).toHaveURL(/\/payProduct\?order_id=/)
    expect(await orderOf(db, member)).toMatchObject({ state: 'pending_payment', total_minor: String(now) })
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } })
    test('paying is not offered any more, the end is announced once, and the new price is shown before it stands', async ({
      page,
      db,
      member,
    }) => {
      // The page keeps its clock at the server's time; for once the server's answers do not tell it.
      await page.route('**/product/getGoldPrice', async (route) => {
        const response = await route.fetch()
        const { date: _, ...headers } = response.headers()
        await route.fulfill({ response, headers })
      })
      await page.clock.install()
      await confirmBuyNow(page, db)
      const old = await heldTotal(page)
      await page.evaluate(listenToStatus)
      await moveTheShop(page)
      await page.clock.runFor('09:00')
      await expect(page.getByRole('timer')).toHaveText(/^00:\d\d$/)
      await expect(payButton(page)).toBeVisible()
      await page.clock.runFor('01:05')
      await expect(page.getByRole('heading', { name: 'The guarantee is over' })).toBeVisible()
      await expect(payButton(page)).toHaveCount(0)
      await page.clock.runFor('00:30')
      const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
      expect(heard).toEqual(['Five minutes left.', 'One minute left.', 'Thirty seconds left.', 'Time is over.'])

      await page.getByRole('button', { name: 'Get a new price' }).filter({ visible: true }).click()
      const now = await readMoved(page, old)
      await movedDialog(page)
        .getByRole('button', { name: /^Continue at Rp/ })
        .click()
      expect(await heldTotal(page)).toBe(now)
      await payButton(page).click()
      await expect(page).toHaveURL(/\/payProduct\?order_id=/)
      expect(await orderOf(db, member)).toMatchObject({ state: 'pending_payment', total_minor: String(now) })
    })
  })
})

const movedDialog = (page: Page) => page.getByRole('alertdialog', { name: 'The price moved' })

/** Raises the price and waits until the shop knows. */
async function moveTheShop(page: Page) {
  const ask = async () => (await (await page.request.get('/api/storeid/product/getGoldPrice')).json()).data as number
  const before = await ask()
  await raisePrice(30)
  await expect.poll(ask).toBeGreaterThan(before)
}

/** Checks the dialog's three amounts and answers the new total. */
async function readMoved(page: Page, old: number): Promise<number> {
  await expect(movedDialog(page)).toBeVisible()
  const texts = await movedDialog(page).getByRole('definition').allInnerTexts()
  const [before, now = 0, difference] = texts.map(amountOf)
  expect(now).toBeGreaterThan(old)
  expect({ before, difference }).toEqual({ before: old, difference: now - old })
  return now
}

/** Runs in the page: keeps every sentence that the countdown's live region says. */
function listenToStatus() {
  const heard: string[] = []
  Object.assign(window, { heard })
  const status = document.querySelector('[role="timer"] + [role="status"]')
  if (!status) throw new Error('the countdown says nothing')
  new MutationObserver(() => {
    if (status.textContent) heard.push(status.textContent)
  }).observe(status, { childList: true, characterData: true, subtree: true })
}
