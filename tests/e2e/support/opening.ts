/** The steps of docs/opening-a-shop.md, as the manual says them: from the printed link to a store that is ready. */
import { Secret } from 'otpauth'
import { totpCode } from '../../../src/credentials/totp.ts'
import { picture } from './manual.ts'
import { expect, type Page } from './shop-test.ts'

const languages = ['Bahasa Indonesia', 'English', '中文'] as const
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Fills the fields of a dialog by their labels, says why, and does it. */
async function say(page: Page, done: string, fields: Record<string, string>) {
  const dialog = dialogOf(page)
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: done, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** A password and an authenticator, by a link of the shop. */
export async function takeSeat(page: Page, password: string) {
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('6-digit code').fill(totpCode(Buffer.from(Secret.fromBase32(key).bytes), Date.now()))
  await page.getByRole('button', { name: 'Finish and sign in' }).click()
}

export async function becomeOwner(page: Page, link: string) {
  await page.goto(link)
  await picture(page, 'owner', 560)
  await page.getByLabel('Your name').fill('Siti Rahma')
  await page.getByLabel('Your e-mail address').fill('siti@toko.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await takeSeat(page, 'lampu-kapal-pulang-pagi')
  // A shop without a store begins where one is made.
  await expect(page).toHaveURL(/\/admin\/setup$/)
}

export async function makeStore(page: Page) {
  await page.getByLabel('Name of the store').fill('Toko Emas Siti')
  await page.getByRole('button', { name: 'Make the store' }).click()
  await expect(page.getByText('8 steps left')).toBeVisible()
  await picture(page, 'steps', 1180)
  await page.getByRole('button', { name: 'Send a test message' }).click()
  await expect(page.getByText('The mail server took the message for siti@toko.example.')).toBeVisible()
}

/** Which steps are still missing. */
export const missing = (page: Page) =>
  page.getByRole('region', { name: 'Toko Emas Siti' }).getByRole('listitem').filter({ hasText: '(missing)' })

/** To the page of a step, as the check-list leads there. */
async function goTo(page: Page, step: string) {
  await page.goto('/admin/setup')
  await missing(page).filter({ hasText: step }).getByRole('link', { name: 'Do it now' }).click()
}

export async function setTerms(page: Page) {
  await goTo(page, 'Company and contact')
  await page
    .getByRole('region', { name: 'Company and contact' })
    .getByRole('button', { name: /^Change/ })
    .click()
  await say(page, 'Set', {
    ...{ 'Legal name': 'PT Toko Emas', Street: 'Jl. Sudirman 1', 'City and postcode': 'Jakarta 10220' },
    ...{ 'Tax number': 'NPWP 01.234.567.8-901.000', Telephone: '+62 21 1234 567', 'E-mail': 'halo@toko.example' },
    ...{ 'Hours, in Indonesian': 'Senin–Jumat 09.00–17.00', 'Hours, in English': 'Monday–Friday 09:00–17:00' },
    ...{ 'Hours, in Chinese': '周一至周五 09:00–17:00', Reason: 'As our deed says' },
  })
  await page
    .getByRole('region', { name: 'Taxes' })
    .getByRole('button', { name: /^Change/ })
    .click()
  await dialogOf(page).getByLabel('Jewellery').fill('165')
  await dialogOf(page).getByLabel('Rule of what is sold').fill('PMK 1/2027')
  await expect(dialogOf(page)).toContainText('enter PMK 1/2027, 2026-11-G')
  await expect(
    dialogOf(page).getByText(/^Jewellery for Rp.*tax Rp.165,000 instead of Rp.110,000, at once$/),
  ).toBeVisible()
  await say(page, 'Set', { 'Confirmed rules': 'PMK 1/2027, 2026-11-G', Reason: 'Our tax adviser agrees' })

  await goTo(page, 'The spread')
  await page.getByRole('button', { name: 'Ask now' }).click()
  await expect(page.getByRole('region', { name: 'Test the feed' })).toContainText('Rp')
  await page.getByRole('button', { name: 'Change spread' }).click()
  await dialogOf(page).getByLabel('Ask above spot').fill('180')
  await dialogOf(page).getByLabel('Bid below spot').fill('180')
  await expect(dialogOf(page).getByText('A bar of 10 g without premium, IDR')).toBeVisible()
  await picture(page, 'spread', 960)
  await say(page, 'Set the spread', { Reason: 'Our first spread' })

  await goTo(page, 'A way to be paid')
  await page.getByRole('button', { name: 'Set the account' }).click()
  await dialogOf(page).getByLabel('Its statements come as').selectOption('BCA (CSV)')
  await say(page, 'Set', {
    ...{ Bank: 'BCA', 'Account number': '1234567890', 'Account holder': 'PT TOKO EMAS' },
    Reason: 'The account of our company',
  })

  await goTo(page, 'Member agreement')
  await expect(page.getByLabel('Text, English')).toHaveValue(/PT Toko Emas/)
  await page.getByRole('textbox', { name: 'Version' }).fill('2026-12')
  await page.getByLabel('Reason').fill('Our first agreement')
  await page.getByRole('button', { name: 'Publish this version' }).click()
  await expect(page.getByRole('row', { name: /2026-12/ })).toContainText('In force')
}

export async function setDelivery(page: Page) {
  await goTo(page, 'Delivery')
  await page.getByRole('button', { name: 'Add a courier' }).click()
  await say(page, 'Set', {
    ...{ Name: 'JNE', 'Tracking address': 'https://courier.example/track?awb={number}' },
    Reason: 'They fetch at our door',
  })
  await page.getByRole('button', { name: 'Add a zone' }).click()
  await dialogOf(page).getByLabel('Every province that no other zone names').check()
  await say(page, 'Set', {
    ...{ 'Name, for you alone': 'Indonesia', 'First 100 g, in IDR': '35000', 'Each further 100 g, in IDR': '5000' },
    ...{ 'First 100 g, in USD': '2.50', 'Each further 100 g, in USD': '0.35', Reason: 'One tariff to begin with' },
  })
}

/** A bar of a maker with the maker's own numbers, and five pieces of it. */
export async function addFirstGoods(page: Page) {
  await page.goto('/admin/catalogue/makers')
  await page.getByRole('button', { name: 'Add a maker' }).click()
  await dialogOf(page).getByRole('textbox', { name: 'Maker' }).fill('Antam')
  await dialogOf(page).getByLabel('Try a number').fill('abc-001')
  await say(page, 'Save the maker', { Code: 'ANTAM', Brands: 'Antam', 'What a number looks like': '@@@###' })

  await goTo(page, 'Goods in stock')
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByLabel('Form').selectOption('Minted bar')
  await page.getByLabel('Category').selectOption('Gold bars')
  await page.getByLabel('Maker').fill('Antam')
  const texts = {
    Name: ['Emas batangan Antam', 'Antam gold bar', 'Antam 金条'],
    Description: ['Dicetak di Jakarta.', 'Minted in Jakarta.', '雅加达铸造。'],
    Certificate: ['Kartu CertiEye', 'CertiEye card', 'CertiEye 卡装'],
  }
  for (const [field, words] of Object.entries(texts))
    for (const [at, language] of languages.entries())
      await page.getByLabel(`${field}, ${language}`).fill(words[at] ?? '')
  await page.getByRole('button', { name: 'Add the product' }).click()

  await page.getByRole('button', { name: 'Add a SKU' }).click()
  await dialogOf(page).getByLabel('Packaging').selectOption('Sealed assay card')
  await say(page, 'Add a SKU', {
    ...{ Code: 'ANTAM-10', 'Fine weight in grams': '10', 'Making charge in IDR': '50000' },
    ...{ 'Fine gold in 10,000 parts': '9999', 'Premium in percent': '2.5' },
  })
  await page.locator('input[type=file]').setInputFiles('public/img/karat-10g-1600.webp')
  for (const [at, language] of languages.entries())
    await page.getByLabel(`Picture 1 shows, ${language}`).fill(['Tampak depan', 'Front', '正面'][at] ?? '')
  await page.getByRole('button', { name: 'Save order and words' }).click()
  await expect(page.getByText('Missing before visitors can see it')).toBeHidden()
  await receive(page)
  await page.getByRole('button', { name: 'Show in the shop' }).click()
  await say(page, 'Show in the shop', {})
  await picture(page, 'product', 900)
}

/** A row of numbers typed, one more read by a scanner. */
async function receive(page: Page) {
  await page.getByRole('button', { name: 'Add pieces of ANTAM-10' }).click()
  const numbers = dialogOf(page).getByLabel('Serial numbers')
  await numbers.fill('ABC001..ABC004\n')
  await numbers.press('Control+End')
  await page.keyboard.type('abc-005\n')
  await dialogOf(page).getByLabel('Bought from').fill('PT Antam Tbk')
  await dialogOf(page).getByLabel('Paid for one piece (IDR)').fill('23500000')
  await expect(dialogOf(page).getByText('Numbers that are right: 5.')).toBeVisible()
  await picture(page, 'pieces', 960)
  await dialogOf(page).getByRole('button', { name: 'Add to stock' }).click()
  await expect(dialogOf(page).getByText('5 pieces are in stock')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
}
