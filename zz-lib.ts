import { chromium, type Page } from '@playwright/test'
import { chromiumPath } from './scripts/chromium.ts'
export const base = 'http://localhost:3100'
export async function open(opts: { width?: number; dark?: boolean; lang?: string } = {}) {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] })
  const lang = opts.lang ?? 'en-US'
  const context = await browser.newContext({ viewport: { width: opts.width ?? 1440, height: opts.width && opts.width < 500 ? 844 : 900 }, colorScheme: opts.dark ? 'dark' : 'light', locale: lang, timezoneId: 'Asia/Jakarta', serviceWorkers: 'block' })
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  return { browser, context, page }
}
export async function mailCode(email: string) {
  const text = await (await fetch(`${base}/dev/mailbox`)).text()
  const codes = [...text.matchAll(/\b(\d{6})\b/g)].map((m) => m[1]); console.log(codes.slice(0,5).join(" "))
  return codes[0]
}
export async function staffIn(page: Page, email = 'diah@staff.karat.test', password = 'gerimis-senja-di-dermaga') {
  await page.goto(`${base}/admin`)
  await page.locator('input[type=email], input[name=email], input[autocomplete=username]').first().fill(email)
  await page.locator('input[type=password]').fill(password)
  const html = await (await fetch(`${base}/dev/authenticator`)).text()
  const plain = html.replace(/<[^>]+>/g, ' ')
  const i = plain.indexOf(email)
  const code = /\b(\d{3} ?\d{3})\b/.exec(plain.slice(i))?.[1]?.replace(' ', '')
  const inputs = page.locator('input')
  console.log('inputs', await inputs.count(), 'code', code)
  await inputs.nth(2).fill(code ?? '')
  await page.locator('form button[type=submit], form button').last().click()
  await page.waitForTimeout(2500)
}
export async function signIn(page: Page, email: string, password: string) {
  await page.goto(`${base}/login`)
  await page.waitForTimeout(1500)
  await page.locator('main input:not([type=radio]):not([type=password])').first().fill(email)
  await page.locator('main input[type=password]').fill(password)
  const answered = page.waitForResponse('**/user/login')
  await page.locator('main form button[type=submit]').last().click()
  console.log((await answered).status(), JSON.stringify(await (await answered).json()).slice(0,200))
  await page.waitForTimeout(3000)
  if (page.url().includes('/login')) {
    await page.waitForTimeout(5000)
    const code = await mailCode(email)
    console.log('code', code, page.url())
    await page.locator('main input:not([type=radio]):not([type=checkbox])').first().fill(code ?? '')
    await page.locator('main form button[type=submit]').last().click()
    await page.waitForTimeout(3000)
  }
  console.log('at', page.url())
}
export const shot = async (page: Page, name: string, full = true) => { await page.waitForTimeout(800); await page.screenshot({ path: `/tmp/kx/walk/${name}.png`, fullPage: full }) }
