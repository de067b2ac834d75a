/** Goods in the office, in a browser: found by keyboard, priced, counted, numbered, read in and out by file; wrong input first. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { makerLetters, serialOf, showSerial } from '../../src/catalogue/serial-rules.ts'
import { fromMaker } from '../support/goods.ts'
import { expectAccessible, expectToFit } from './support/look.ts'
import { expect, test } from './support/shop-test.ts'
import { askAs, newStaff, signInAs } from './support/staff.ts'
import { moveTo } from './support/steps.ts'

/** Goods that no other browser test looks at. */
async function goods(db: pg.Pool, name: string) {
  const { rows } = await db.query(
    `select p.id, p.brand, s.id as sku, s.code, s.premium_bps as premium, s.stock from catalogue.products p
     join catalogue.skus s on s.product_id = p.id where p.name->>'en-US' = $1 and p.store = 'id' order by s.position`,
    [name],
  )
  if (!rows[0]) throw new Error(`no ${name}`)
  return rows[0] as { id: number; brand: string; sku: number; code: string; premium: number; stock: number }
}

test('a product is found by keyboard, and the shop asks the new premium at once', async ({ page, db }) => {
  const coin = await goods(db, 'Nyiur coin')
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/catalogue')
  await expect(page.getByRole('link', { name: 'Karat Mint gold bar, id' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('Nyiur')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Nyiur coin' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Nyiur coin' })).toBeVisible()
  await page.getByRole('button', { name: `Change premium of ${coin.code}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Premium in percent').fill('51')
  await dialog.getByRole('button', { name: 'Set the premium' }).click()
  await expect(dialog.getByText('Between 0 and 50 percent')).toBeVisible()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await expect(dialog.getByLabel('Premium in percent')).toBeFocused()
  const premium = coin.premium + 50
  const percent = (premium / 100).toFixed(2)
  await dialog.getByLabel('Premium in percent').fill(percent.replace('.', ','))
  await dialog.getByLabel('Reason').fill('The maker asks more from today on')
  const cells = dialog.getByRole('row').nth(1).getByRole('cell')
  const [before, then] = [await cells.nth(0).innerText(), await cells.nth(1).innerText()]
  expect(then).not.toBe(before)
  await dialog.getByRole('button', { name: 'Set the premium' }).click()
  await expect(page.getByText(`Premium ${percent}%`)).toBeVisible()
  const shop = await page.request.get(`/api/storeid/product/getDetails?id=${coin.id}`, {
    headers: { currency: 'IDR', platform: 'web' },
  })
  const { skus } = (await shop.json()).data as { skus: { sku_id: number; premium_bps: number; unit_price: string }[] }
  const sold = skus.find(({ sku_id: id }) => id === coin.sku)
  expect(sold?.premium_bps).toBe(premium)
  await page.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(page.getByRole('heading', { name: 'Nyiur coin' })).toBeVisible()
})

test('what was counted is the stock, with its reason; words and what is shown change too', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/409/)
  const hoops = await goods(db, 'Large thin hoops')
  const [person, other] = [await newStaff(db, 'desk'), await newStaff(db, 'desk')]
  await signInAs(page, person)
  await page.goto(`/admin/catalogue/product?id=${hoops.id}`)
  await page.getByRole('button', { name: `Count ${hoops.code}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Counted pieces').fill('many')
  await dialog.getByRole('button', { name: 'Set the stock' }).click()
  await expect(dialog.getByText('A whole number, 0 or more.')).toBeVisible()
  await dialog.getByLabel('Counted pieces').fill(String(hoops.stock + 2))
  await expect(dialog.getByText('2 more than expected')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Two lay in the other tray')
  await dialog.getByRole('button', { name: 'Set the stock' }).click()
  await expect(page.getByText('Two lay in the other tray')).toBeVisible()
  // The page has read again after the count: from here on it knows nothing of what others save until it is told.
  await expect(page.getByText(`${hoops.stock + 2} to order`)).toBeVisible()
  await page.getByLabel('Name, English').fill('Large thin hoops, ours')
  const { revision, texts } = await askAs<{ revision: number; texts: { name: object } }>(
    page,
    other,
    `/catalogue/product?id=${hoops.id}`,
  )
  const name = { ...texts.name, 'en-US': 'Large thin hoops, theirs' }
  await askAs(page, other, '/catalogue/saveTexts', { product_id: hoops.id, revision, ...texts, name })
  await page.getByRole('button', { name: 'Save the texts' }).click()
  await expect(page.getByRole('region', { name: 'Texts' }).getByText('Large thin hoops, theirs')).toBeVisible()
  await expect(page.getByLabel('Name, English')).toHaveValue('Large thin hoops, ours')
  await page.getByRole('button', { name: 'Save mine over theirs' }).click()
  await expect(page.getByRole('heading', { name: 'Large thin hoops, ours' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide from the shop' }).click()
  await dialog.getByRole('button', { name: 'Hide from the shop' }).click()
  await expect(page.getByText('Hidden', { exact: true })).toBeVisible()
  const gone = await page.request.get(`/api/storeid/product/getDetails?id=${hoops.id}`, {
    headers: { currency: 'IDR', platform: 'web' },
  })
  expect(gone.status()).toBe(404)
  await page.getByRole('button', { name: 'Show in the shop' }).click()
  await dialog.getByRole('button', { name: 'Show in the shop' }).click()
  await expect(page.getByRole('button', { name: 'Hide from the shop' })).toBeVisible()
})

test('a maker is added after a number was tried, and changed', async ({ page, db }) => {
  const mark = Date.now().toString(36).slice(-6).toUpperCase()
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/catalogue/makers')
  await page.getByRole('button', { name: 'Add a maker' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save the maker' }).click()
  await expect(dialog.getByText('Enter the maker’s name.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Maker' }).fill(`Maker ${mark}`)
  await dialog.getByLabel('Code').fill(`X${mark}`)
  await dialog.getByLabel('Brands').fill(`Brand ${mark}`)
  await dialog.getByLabel('What a number looks like').fill('@######')
  await dialog.getByLabel('Try a number').fill('C01')
  await expect(dialog.getByText('does not look like a number of this maker: @######')).toBeVisible()
  await dialog.getByLabel('Try a number').fill('c-012345')
  await expect(dialog.getByText(`Would be kept as X${mark} C012345.`)).toBeVisible()
  await dialog.getByLabel('Try a number').press('Enter') // as a scanner ends
  await expect(dialog.getByRole('button', { name: 'Save the maker' })).toBeVisible()
  await expectToFit(page, 'a maker')
  await expectAccessible(page, 'a maker')
  await dialog.getByRole('button', { name: 'Save the maker' }).click()
  const panel = page.getByRole('region', { name: `Maker ${mark}` })
  await expect(panel.getByText('@######')).toBeVisible()
  await panel.getByRole('button', { name: `Change Maker ${mark}` }).click()
  await dialog.getByLabel('Check digits').selectOption('luhn')
  await dialog.getByRole('button', { name: 'Save the maker' }).click()
  await expect(panel.getByText('Last digit (Luhn, ISO/IEC 7812-1)')).toBeVisible()
  await expectToFit(page, 'makers')
})

test('pieces are added line by line, reported stolen and found again', async ({ page, db, watch }) => {
  watch.expect(/422/)
  const coin = await goods(db, 'Padi coin')
  const serial = (value: number) =>
    showSerial(serialOf(makerLetters(coin.brand), BigInt(Date.now()) * 8n + BigInt(value)))
  const [good, second] = [serial(1), serial(2)]
  const { rows } = await db.query('select serial from catalogue.pieces where sku_id = $1 limit 1', [coin.sku])
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto(`/admin/catalogue/product?id=${coin.id}`)
  await page.getByRole('button', { name: `Add pieces of ${coin.code}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add to stock' }).click()
  await expect(dialog.getByText('Enter at least one serial number.')).toBeVisible()
  await dialog.getByLabel('Serial numbers').fill(`${good}\nnonsense\n${good}`)
  await expect(dialog.getByText('Line 2')).toBeVisible()
  await expect(dialog.getByText('stands in line 1 already')).toBeVisible()
  await expect(dialog.getByText('Say from whom the pieces were bought.')).toBeVisible()
  await dialog.getByLabel('Bought from').fill('Logam Mulia')
  await dialog.getByLabel('Paid for one piece (IDR)').fill('25.000.000')
  await dialog.getByLabel('Serial numbers').fill(`${good}\n${rows[0].serial}`)
  await expect(dialog.getByText('An amount in digits')).toBeVisible()
  await dialog.getByLabel('Paid for one piece (IDR)').fill('25000000')
  await dialog.getByRole('button', { name: 'Add to stock' }).click()
  await expect(dialog.getByText(`is in the books already, as ${coin.code}`)).toBeVisible()
  await dialog.getByLabel('Serial numbers').fill(good)
  await dialog.getByLabel('How many numbers to make').fill('2')
  await dialog.getByLabel('How many numbers to make').press('Enter')
  await expect(dialog.getByText('Numbers that are right: 3.')).toBeVisible()
  await dialog.getByLabel('Serial numbers').fill(`${good}\n${second}`)
  await dialog.getByRole('button', { name: 'Add to stock' }).click()
  await expect(dialog.getByText('2 pieces are in stock')).toBeVisible()
  const labels = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Print labels (PDF)' }).click()
  expect((await labels).suggestedFilename()).toBe('labels.pdf')
  await page.keyboard.press('Escape')
  await moveTo(page, `/admin/stock?q=${good.toLowerCase()}`)
  await page.getByRole('button', { name: good }).click()
  const piece = page.getByRole('region', { name: 'Details' })
  await expect(piece.getByText('Logam Mulia')).toBeVisible()
  await piece.getByRole('button', { name: 'Report it stolen' }).click()
  await dialog.getByRole('button', { name: 'Report it stolen' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Missing since the fair in Bandung')
  await dialog.getByRole('button', { name: 'Report it stolen' }).click()
  await expect(piece.getByText('Missing since the fair in Bandung')).toBeVisible()
  const passport = await page.request.get(`/api/storeid/product/getPassport?serial=${good}`, {
    headers: { currency: 'IDR', platform: 'web' },
  })
  expect((await passport.json()).data.verdict).toBe('reported_stolen')
  await piece.getByRole('button', { name: 'Withdraw the report' }).click()
  await dialog.getByLabel('Reason').fill('It lay in the display')
  await dialog.getByRole('button', { name: 'Withdraw the report' }).click()
  await expect(piece.getByText('It lay in the display')).toBeVisible()
})

test('a file is shown before it is done: faults by line first, then exactly what was shown', async ({ page, db }) => {
  const bar = await goods(db, 'Newborn bar, butterfly')
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/catalogue?q=Newborn')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = readFileSync(await (await saved).path(), 'utf8')
  expect(file).toContain(bar.code)
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page.getByRole('button', { name: 'Show what it changes' }).click()
  await expect(page.getByText('Choose a file or paste its lines.')).toBeVisible()
  const choose = (text: string) =>
    page.getByLabel('Choose').setInputFiles({ name: 'premiums.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(`${file}NO-SUCH,,,,,,,,,,,,4.50\r\n`)
  await page.getByRole('button', { name: 'Show what it changes' }).click()
  await expect(page.getByText('Faults: 1.')).toBeVisible()
  await expect(page.getByText('There is no SKU with the code “NO-SUCH”.')).toBeVisible()
  const lines = page.getByLabel('Lines of the file')
  await lines.fill(`code;premium_percent\n${bar.code};${(bar.premium + 100) / 100}`)
  await page.getByRole('button', { name: 'Show what it changes' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(bar.code)
  await page.getByRole('button', { name: 'Change these lines (1)' }).click()
  await expect(page.getByText('Say why')).toBeVisible()
  await page.getByLabel('Reason').fill('New list of the maker')
  await page.getByRole('button', { name: 'Change these lines (1)' }).click()
  await expect(page.getByText('Lines changed: 1.')).toBeVisible()
  await lines.fill(`code;premium_percent\n${bar.code};${(bar.premium + 100) / 100}`)
  await page.getByRole('button', { name: 'Show what it changes' }).click()
  await expect(page.getByText('Everything is so already.')).toBeVisible()
})

test('a piece moves to another sku once it was shown what moves; wrong codes are told beside their field', async ({
  page,
  db,
  watch,
}) => {
  watch.expect(/422/)
  const [bar, other] = [await goods(db, 'Newborn bar, butterfly'), await goods(db, 'Padi coin')]
  const number = 7_950_000 + (Date.now() % 40_000)
  const code = `TWIN-${number}`
  await db.query(
    `insert into catalogue.products (id, store, category_id, kind, brand, form, name, description, certificate, gallery)
     select $1, store, category_id, kind, brand, form, name, description, certificate, gallery from catalogue.products where id = $2`,
    [number, bar.id],
  )
  await db.query(
    `insert into catalogue.skus (id, product_id, code, position, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps)
     select $1, $2, $3, 1, attributes, gross_weight_e4, fine_weight_e4, fineness, karat, premium_bps from catalogue.skus where id = $4`,
    [number * 100 + 1, number, code, bar.sku],
  )
  const serial = showSerial(serialOf(makerLetters(bar.brand), BigInt(Date.now()) * 8n + 5n))
  const person = await newStaff(db, 'desk')
  await askAs(page, person, '/stock/receive', {
    sku_id: bar.sku,
    serials: serial,
    assayed_on: '2026-11-02',
    ...fromMaker,
  })
  await signInAs(page, person)
  await page.goto(`/admin/stock?q=${serial}`)
  await page.getByRole('button', { name: serial }).click()
  await page.getByRole('button', { name: 'Move to another SKU' }).click()
  const dialog = page.getByRole('dialog')
  const look = dialog.getByRole('button', { name: 'Show what would move' })
  await look.click()
  await expect(dialog.getByText('Fill this in.')).toBeVisible()
  const field = dialog.getByLabel('Code of the right SKU')
  await field.fill('no-such')
  await field.press('Enter')
  await expect(dialog.getByText('There is no SKU with the code “no-such”.')).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill(other.code)
  await look.click()
  await expect(dialog.getByText(/The piece is no piece of .*another maker|another weight/)).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Padi coin/ })).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveCount(0)
  await field.fill(code.toLowerCase())
  await look.click()
  await expect(dialog.getByText(`One piece, ${serial}, moves from ${bar.code} to ${code}.`)).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Pieces to order \d+ → \d+ 0 → 1/ })).toBeVisible()
  await expect(dialog.getByText('Say why')).toHaveCount(0)
  const move = dialog.getByRole('button', { name: `Move it to ${code}` })
  await move.click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('It lay in the wrong carton')
  await move.click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Details' }).getByText(`Moved from ${bar.code}`)).toBeVisible()
})
