/** Price alerts: set, changed, paused, deleted; told on whatever page is open and by letter. */
import type pg from 'pg'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, type Member, type Page, test } from './support/shop-test.ts'
import { atBothSizes, callAs } from './support/steps.ts'

test.use({ signedIn: true })

const alerts = (page: Page) => page.getByRole('region', { name: 'Your alerts' }).getByRole('listitem')
const form = (page: Page) => page.getByRole('region', { name: 'New alert' })
const card = (page: Page) => page.getByRole('status', { name: 'Price alerts' })

/** The price has come to the level of the member's alert: the level comes to the price. */
const reach = (db: pg.Pool, { id }: Member) =>
  db.query('update vault.alerts set level_minor = 1000, rearm_minor = 995 where member_id = $1', [id])

async function priceNow(page: Page): Promise<number> {
  const headers = { currency: 'IDR', platform: 'web' }
  const answer = await page.request.get('/api/storeid/product/goldPriceNow', { headers })
  return Number((await answer.json()).data.ask)
}

test('an alert is set, refused beside its field, changed, paused and deleted', async ({ page }) => {
  await page.goto('/user/trade/alerts')
  await expect(page.getByText('No alert is set yet.')).toBeVisible()
  const level = form(page).getByLabel('Price per gram (Rp)')
  const set = form(page).getByRole('button', { name: 'Set alert' })
  await set.click()
  await expect(level).toBeFocused()
  await expect(level).toHaveAccessibleDescription(/Enter an amount/)
  const ask = await priceNow(page)
  await level.fill(String(Math.floor(ask * 0.9)))
  await set.click()
  await expect(level).toHaveAccessibleDescription(/Enter a price above Rp\s[\d,]+, where it is now/)
  await form(page).getByRole('button', { name: '+5%' }).click()
  await form(page).getByLabel('Keep watching afterwards').check()
  await set.click()
  await expect(alerts(page)).toContainText(/Buy price rises to Rp\s[\d,]+/)
  await expect(alerts(page)).toContainText(/[45]\.\d\d% to go · repeats · e-mail/)
  await expect(level).toHaveValue('')

  await form(page).getByRole('radio', { name: 'Moves in a day' }).check({ force: true })
  await form(page).getByLabel('Change in percent').fill('30')
  await set.click()
  await expect(form(page).getByLabel('Change in percent')).toHaveAccessibleDescription(/from 0\.5 to 20 percent/)
  await form(page).getByRole('button', { name: '2%' }).click()
  await set.click()
  await expect(alerts(page)).toHaveCount(2)
  await expectAccessible(page, 'price alerts')
  await expectToFit(page, 'price alerts')

  const rise = alerts(page).filter({ hasText: 'Buy price rises' })
  await rise.getByRole('button', { name: /^Edit: Buy price rises/ }).click()
  const edited = page.getByRole('listitem', { name: 'Edit alert' })
  await edited.getByRole('radio', { name: 'Falls to' }).check({ force: true })
  await edited.getByRole('button', { name: '−2%' }).click()
  await edited.getByRole('button', { name: 'Save changes' }).click()
  const fall = alerts(page).filter({ hasText: 'Buy price falls' })
  await fall.getByRole('button', { name: /^Pause/ }).click()
  await expect(fall).toContainText('Paused')
  await fall.getByRole('button', { name: /^Watch again/ }).click()
  await expect(fall).toContainText('Watching')
  await fall.getByRole('button', { name: /^Delete/ }).click()
  await expect(alerts(page)).toHaveCount(1)
})

test('what was reached is told on another page until it is seen, and by letter', async ({ page, db, member }) => {
  const level = String((await priceNow(page)) * 2)
  await callAs(page, member, '/trade/add_alert', { kind: 'above', level, repeats: false, by_mail: true })
  await page.goto('/user/wishlist')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await reach(db, member)
  await expect(card(page)).toContainText('The buy price rose to Rp 1,000', { timeout: 90_000 })
  await expectAccessible(page, 'a price alert')
  await page.goto('/')
  await atBothSizes(page, () => expect(card(page), 'on a public page too').toContainText('The buy price rose to'))
  await card(page).getByRole('link', { name: 'See alerts' }).click()
  await expect(page).toHaveURL(/\/user\/trade\/alerts$/)
  await expect(alerts(page)).toContainText('Reached')
  await expect(page.getByRole('region', { name: 'Reached lately' })).toContainText('The buy price rose to')
  await expect(card(page)).toBeEmpty()
  await page.reload()
  await expect(alerts(page)).toContainText('Once · e-mail')
  await expect(card(page)).toBeEmpty()
  const answer = await page.request.get('/dev/mailbox.json', { params: { to: member.email } })
  const letters = ((await answer.json()).messages as { template: string; subject: string }[]).filter(({ template }) =>
    template.startsWith('price_'),
  )
  expect(letters.map(({ subject }) => subject)).toEqual(['The gold buy price rose to Rp\u00a01,000'])
})
