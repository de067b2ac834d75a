/** What a person keeps: wishlist, "tell me when back", recently viewed, share. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, type Page, test } from './support/shop-test.ts'
import { bar, callAs, skuOf } from './support/steps.ts'

const pathOf = (sku: number, product = bar.product) => `/product/productDetail?id=${product}&sku=${sku}`
const heart = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: `Save ${bar.name} 10 g to the wishlist` })

test('the heart asks a visitor to sign in, and keeps nothing', async ({ page, db }) => {
  await page.goto(pathOf(await skuOf(db)))
  await heart(page).click()
  const guard = page.getByRole('alertdialog', { name: 'Tips' })
  await guard.getByRole('button', { name: 'Cancel' }).click()
  await expect(guard).toBeHidden()
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false')
})

test.describe('a member', () => {
  test.use({ signedIn: true })

  test('saves a piece, sees what moved since, and moves it to the cart', async ({ page, db, member }) => {
    await page.goto(pathOf(await skuOf(db)))
    await heart(page).click()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('link', { name: 'Wishlist, 1 pieces' }).click()
    await expect(page).toHaveURL(/\/user\/wishlist$/)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: bar.name })
    await expect(row).toContainText(/Rp\s[\d,]+/)
    await db.query(
      'update wishes.wishes set price_when_added_minor = price_when_added_minor / 2 where member_id = $1',
      [member.id],
    )
    await page.reload()
    await expect(row).toContainText(/up \d.*since saved/)
    await row.getByRole('button', { name: 'Move to cart' }).click()
    await expect(page.getByText('Nothing saved yet')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, items: 1' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Wishlist, 0 pieces' })).toBeVisible()
  })

  test('asks to be told, sees it wait, takes it back', async ({ page, db, member }) => {
    const { sku, product, name } = await soldOut(db)
    await page.goto(pathOf(sku, product))
    await page.getByRole('button', { name: /^Tell me when .* is back$/ }).click()
    await expect(page.getByRole('button', { name: 'You will be told' })).toHaveAttribute('aria-pressed', 'true')
    await page.goto('/user/wishlist')
    await expect(page.getByRole('heading', { name: 'Waiting for stock' })).toBeVisible()
    await page.getByRole('button', { name: `Withdraw the request for ${name}` }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for stock' })).toBeHidden()
    const { rows } = await db.query('select 1 from wishes.back_notices where member_id = $1', [member.id])
    expect(rows).toHaveLength(0)
  })

  test('is told by one message when the piece is back', async ({ page, db, member }) => {
    const { sku } = await soldOut(db)
    await callAs(page, member, '/product/add_notice', { sku_id: sku })
    await moveStock(db, sku, 1)
    const letters = async () => {
      const answer = await page.request.get('/dev/mailbox.json', { params: { to: member.email } })
      return ((await answer.json()).messages as { template: string }[]).filter(
        (one) => one.template === 'back_in_stock',
      )
    }
    await expect.poll(async () => (await letters()).length, { timeout: 20_000 }).toBe(1)
    await moveStock(db, sku, -1)
  })

  test('leaves nothing behind that another person on this browser could see', async ({ page, db, watch }) => {
    watch.expect(/status of 401/)
    await page.goto(pathOf(await skuOf(db)))
    await expect.poll(() => page.evaluate(() => localStorage.getItem('seenSkus'))).not.toBeNull()
    await page.goto('/user')
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).not.toHaveURL(/\/user$/)
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  })
})

test('what was looked at is remembered in this browser only, and can be cleared', async ({ page, db }) => {
  const sent: string[] = []
  page.on(
    'request',
    (request) => /\/api\//.test(request.url()) && sent.push(request.method() + new URL(request.url()).search),
  )
  const sku = await skuOf(db)
  await page.goto(pathOf(sku))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('seenSkus'))).toBe(String(sku))
  await page.goto('/')
  const seen = page.getByRole('region', { name: 'Looked at recently' })
  await expect(seen.getByRole('link', { name: new RegExp(bar.name) })).toBeVisible()
  expect(sent.filter((each) => !each.startsWith('GET'))).toEqual([])
  expect(sent).toContain(`GET?sku_ids=${sku}`)
  await seen.getByRole('button', { name: 'Clear the list' }).click()
  await expect(seen).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('seenSkus'))).toBeNull()
})

test('share: the device’s own sheet where there is one', async ({ page, db }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shared: [] })
    Object.defineProperty(navigator, 'share', {
      value: async (what: unknown) => void (window as unknown as { shared: unknown[] }).shared.push(what),
    })
  })
  const path = pathOf(await skuOf(db))
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
  const shared = await page.evaluate(() => (window as unknown as { shared: { url: string }[] }).shared)
  expect(shared.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([path])
})

test('share: else a link to copy, WhatsApp and e-mail, with nothing but the page in them', async ({
  page,
  db,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
  })
  const path = pathOf(await skuOf(db))
  await page.goto(path)
  await page.getByRole('main').getByRole('button', { name: 'Share' }).click()
  const whatsApp = page.getByRole('menuitem', { name: 'WhatsApp' })
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=/)
  await expect(whatsApp).toHaveAttribute('rel', /noreferrer/)
  expect(decodeURIComponent((await whatsApp.getAttribute('href')) ?? '')).not.toMatch(/utm_|ref=|fbclid/)
  await expect(page.getByRole('menuitem', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:\?subject=/)
  await page.getByRole('menuitem', { name: 'Copy the link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(path, page.url()).href)
})

/** A sku without stock that nobody else's test touches. */
async function soldOut(db: pg.Pool): Promise<{ sku: number; product: number; name: string }> {
  const { rows } = await db.query<{ sku: number; product: number; name: string }>(
    `select s.id as sku, p.id as product, p.name->>'en-US' as name from catalogue.skus s
     join catalogue.products p on p.id = s.product_id where p.store = 'id' and s.stock = 0 order by s.id limit 1`,
  )
  if (!rows[0]) throw new Error('the demo shop has no sold-out sku')
  return rows[0]
}

async function moveStock(db: pg.Pool, sku: number, pieces: number) {
  await db.query('update catalogue.skus set stock = stock + $2, received = received + $2 where id = $1', [sku, pieces])
  await db.query(
    `insert into catalogue.stock_moves (sku_id, quantity, reason, reference) values ($1, $2, case when $2 > 0 then 'received' else 'counted' end, $3)`,
    [sku, pieces, randomUUID()],
  )
}
