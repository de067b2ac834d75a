/**
 * Issue 16: a dealer goes by docs/opening-a-shop.md, from an empty database under DEMO=0 to a bar that was sold, paid by an imported
 * statement, sent with its scanned number and booked. Everything is done on pages, by two people of the house and one member.
 */
import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { chromiumPath } from '../../scripts/chromium.ts'
import { asOwner } from '../support/owner.ts'
import { picture } from './support/manual.ts'
import { addFirstGoods, becomeOwner, makeStore, missing, setDelivery, setTerms, takeSeat } from './support/opening.ts'
import { type OwnShop, openOwnShop, ownAddress, ownNames } from './support/own-shop.ts'
import { alive, expect, type Page, test, type Watch } from './support/shop-test.ts'
import { addAddress } from './support/steps.ts'

test.use({ baseURL: ownAddress, ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } })
test.use({
  launchOptions: { executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu', ownNames] },
})
// Nobody of the shop of the other tests.
test.use({ member: { id: '', email: '', token: '' } })
test.describe.configure({ timeout: 300_000 })

let shop: OwnShop
test.beforeAll(async () => {
  shop = await openOwnShop()
})
test.afterAll(() => shop?.close())

/** Another person at a browser of their own. */
async function another(browser: Browser, watch: Watch): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: ownAddress, ignoreHTTPSErrors: true, viewport: { width: 1280, height: 900 } },
    ...{ locale: 'en-US', timezoneId: 'Asia/Jakarta', serviceWorkers: 'block' },
  })
  const page = await context.newPage()
  watch.follow(page)
  return page
}

async function goAlive(page: Page, path: string) {
  await page.goto(path)
  await alive(page)
}

/** The buyer: an account, the order, and the transfer that is asked for. Answers its reference and amount. */
async function buy(page: Page) {
  const email = 'ratna@buyer.example'
  await goAlive(page, '/product/product')
  await page.getByRole('link', { name: /Antam gold bar/ }).click()
  await page.getByRole('button', { name: 'Buy now' }).filter({ visible: true }).click()
  await page.getByRole('alertdialog', { name: 'Tips' }).getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Open an account' })).toBeVisible()
  await page.getByLabel('E-mail or mobile number').fill(email)
  await page.getByLabel(/I agree to the member agreement, version 2026.12/).check()
  await page.getByRole('button', { name: 'Send the code' }).click()
  const letter = await shop.letter(email, /Your code is/)
  expect(letter).toContain('PT Toko Emas')
  expect(letter).toContain('asked Toko Emas Siti for a code')
  await page.getByLabel('6-digit code').fill(/\d{6}/.exec(letter)?.[0] ?? '')
  await page.getByLabel('Full name').fill('Ratna Wulandari')
  await page.getByLabel('New password').fill('kopi-tubruk-pagi-hari')
  await page.getByRole('button', { name: 'Open the account' }).click()
  await expect(page.getByText('There is no counter to collect from right now.')).toBeVisible()
  // The shop says its own name, and nowhere that of its software.
  await expect(page).toHaveTitle('Check your order · Toko Emas Siti')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Toko Emas Siti' })).toBeVisible()
  await expect(page.getByText(/karat/i)).toHaveCount(0)
  await addAddress(page)
  await page.getByRole('button', { name: /^Pay Rp/ }).click()
  await page.getByRole('radio', { name: 'Transfer to our account' }).check()
  const reference = await page.getByText(/^KR[0-9A-Z]{9}$/).innerText()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // Hours to transfer it, and not the minutes that it had before.
  await expect(page.getByText(/^0[12]:\d\d:\d\d$/)).toBeVisible()
  await picture(page, 'transfer', 1000)
  const amount = /Transfer exactly Rp\s([\d,]+)\./.exec(await page.getByRole('main').innerText())?.[1] ?? ''
  return { reference, amount: amount.replaceAll(',', '') }
}

/** What the bank's page gives: the transfer, and what it keeps for itself. */
function statement({ reference, amount }: { reference: string; amount: string }): string {
  const [year, month, date] = jakarta(0).split('-')
  const day = `${date}/${month}/${year}`
  const said = (sum: number) => `${sum.toLocaleString('en-US')}.00`
  const [before, came, fee] = [100_000_000, Number(amount), 17_000]
  return [
    'Informasi Rekening - Mutasi Rekening',
    ...['No. Rekening : 1234567890', 'Nama : PT TOKO EMAS', `Periode : ${day} - ${day}`, 'Kode Mata Uang : IDR'],
    'Tanggal Transaksi,Keterangan,Cabang,Jumlah,Jenis,Saldo',
    `${day},"TRSF E-BANKING CR ${reference} RATNA WULANDARI",0000,"${said(came)}",CR,"${said(before + came)}"`,
    `${day},"BIAYA ADM",0000,"${said(fee)}",DB,"${said(before + came - fee)}"`,
    ...[`Saldo Awal : ${said(before)}`, `Mutasi Kredit : ${said(came)}`, `Mutasi Debet : ${said(fee)}`],
    `Saldo Akhir : ${said(before + came - fee)}`,
    '',
  ].join('\n')
}

/** The day there, so many days ago. */
const jakarta = (back: number) => new Date(Date.now() + 7 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10)

async function importStatement(page: Page, text: string) {
  await goAlive(page, '/admin/bank')
  await page.getByRole('button', { name: 'Import a statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a statement' })
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog.getByText('Choose the file of your bank first.')).toBeVisible()
  const file = { name: 'mutasi.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Show what it does' }).click()
  await expect(dialog).toContainText('To be confirmed: 1 · Not booked here: 1')
  await picture(page, 'statement')
  await dialog.getByLabel('Reason').fill('The statement of today')
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /RATNA WULANDARI Rp/ }).click()
  await expect(page.getByText('You proposed it: another person confirms it.')).toBeVisible()
}

/** What names no payer of its own waits for the second person, who is told of it. */
async function confirmMoney(page: Page) {
  await goAlive(page, '/admin')
  await page.getByRole('link', { name: 'Bank lines to decide' }).click()
  await page.getByRole('button', { name: /RATNA WULANDARI Rp/ }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Reference and amount are those of the order')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('row', { name: /RATNA WULANDARI/ })).toContainText('Confirmed')
}

async function send(page: Page) {
  await goAlive(page, '/admin/orders')
  await page
    .getByRole('row', { name: /Ratna Wulandari/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Begin to prepare' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Begin to prepare' }).click()
  const scanned = page.getByLabel('Scan a piece, or type its number')
  await scanned.fill('ABC003')
  await scanned.press('Enter') // as a scanner ends
  await expect(page.getByText('ANTAM ABC003 is on the shelf and not reserved for this order.')).toBeVisible()
  await picture(page, 'packing')
  await page.getByRole('button', { name: 'Pack it in place of ANTAM ABC001' }).click()
  await page.getByLabel('Courier').selectOption('JNE')
  await page.getByLabel('Tracking number').fill('JNE0012345678')
  await page.getByRole('button', { name: 'Hand to the courier' }).click()
  expect(await shop.letter('ratna@buyer.example', /JNE0012345678/)).toContain('insured for its whole value')
  await page.getByRole('button', { name: 'Delivered' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('The courier says: handed to Ratna')
  await page.getByRole('dialog').getByRole('button', { name: 'Delivered' }).click()
  await expect(page.getByText('Nothing is to be done with this order.')).toBeVisible()
  await expect(page.getByText('Serial numbers: ANTAM ABC003')).toBeVisible()
}

/** A day can be saved once it is over: what was booked today was booked the day before yesterday. */
async function saveJournal(page: Page, sale: string) {
  await expect(async () => {
    await goAlive(page, '/admin/books?store=id')
    await page.getByRole('row').nth(1).getByRole('button').click()
    await expect(page.getByText('Not over yet')).not.toHaveCount(0)
    await expect(page.getByText('Cost of sales')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await asOwner(shop.connectionString, [
    'alter table ledger.transfers disable trigger user',
    `update ledger.transfers set created_at = created_at - interval '2 days'`,
    'alter table ledger.transfers enable trigger user',
  ])
  await goAlive(page, `/admin/books?store=id&month=${jakarta(2).slice(0, 7)}`)
  await page.getByRole('row').nth(1).getByRole('button').click()
  await expect(page.getByText('Sales, gold')).toBeVisible()
  await picture(page, 'journal', 900)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Xero', exact: true }).click()
  const lines: Record<string, string>[] = parse(readFileSync(await (await saved).path(), 'utf8'), {
    ...{ columns: true, bom: true, skip_empty_lines: true },
  })
  const sums = (fits: (code: string) => boolean) =>
    lines.filter((line) => fits(line['*AccountCode'] ?? '')).reduce((sum, line) => sum + Number(line['*Amount']), 0)
  expect(
    sums(() => true),
    'debits are credits',
  ).toBe(0)
  // Gold, premium, making charge, delivery and insurance are what was paid; the bar had cost what was typed.
  expect(sums((code) => code.startsWith('4'))).toBe(-Number(sale))
  expect(sums((code) => code === '5110')).toBe(23_500_000)
  expect(sums((code) => code === '1110')).toBe(Number(sale))
}

test('from an empty database to a bar that is sold, paid by statement, sent by its number and in the journal', async ({
  page: owner,
  browser,
  watch,
}) => {
  const [partner, buyer] = [await another(browser, watch), await another(browser, watch)]
  await test.step('the first owner', () => becomeOwner(owner, shop.ownerLink))
  await test.step('the store', () => makeStore(owner))
  await test.step('terms', () => setTerms(owner))
  await test.step('delivery', () => setDelivery(owner))
  await test.step('goods', () => addFirstGoods(owner))
  await test.step('a second person', async () => {
    await owner.goto('/admin/staff')
    await owner.getByRole('button', { name: 'Invite' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Budi Hartono')
    await dialog.getByLabel('E-mail').fill('budi@toko.example')
    await dialog.getByLabel('Owner').check()
    await dialog.getByRole('button', { name: 'Send the invitation' }).click()
    const letter = await shop.letter('budi@toko.example', /\/admin\/invitation#/)
    await goAlive(partner, /https:\S+\/admin\/invitation#\S+/.exec(letter)?.[0] ?? '')
    await takeSeat(partner, 'perahu-langit-sore-teduh')
    await expect(partner.getByRole('heading', { name: 'Overview' })).toBeVisible()
  })
  await test.step('opening', async () => {
    await owner.goto('/admin/setup')
    await expect(owner.getByText('Ready to open')).toBeVisible()
    await expect(missing(owner)).toHaveCount(0)
    await owner.getByRole('button', { name: 'Open the store' }).click()
    await owner.getByRole('dialog').getByLabel('Reason').fill('Everything is there')
    await picture(owner, 'open')
    await owner.getByRole('dialog').getByRole('button', { name: 'Open the store' }).click()
    await expect(owner.getByRole('link', { name: 'See the shop as members do' })).toBeVisible()
  })
  const transfer = await test.step('a member buys', () => buy(buyer))
  await test.step('the statement', () => importStatement(owner, statement(transfer)))
  await test.step('the money', () => confirmMoney(partner))
  await expect(buyer.getByRole('heading', { level: 1, name: 'Paid' })).toBeVisible({ timeout: 30_000 })
  await test.step('the parcel', () => send(partner))
  await test.step('the books', () => saveJournal(owner, transfer.amount))
})
