/** The back office as the staff use it, wrong input included; and nothing of it in the shop's files. */
import { readdirSync, readFileSync } from 'node:fs'
import { Secret } from 'otpauth'
import { totpCode } from '../../src/credentials/totp.ts'
import { pages } from './support/places.ts'
import { expect, type Page, test } from './support/shop-test.ts'
import { confirmedInvitation, newStaff, signInAs } from './support/staff.ts'
import { moveTo } from './support/steps.ts'

const codeOf = async (page: Page, email: string, which: 'code' | 'next_code'): Promise<string> => {
  const { codes } = await (await page.request.get('/dev/authenticator.json')).json()
  return codes.find((one: { email: string }) => one.email === email)[which]
}

test('sign in by password and code, wrong ones first, and out again', async ({ page, watch }) => {
  watch.expect(/40[13]|422/)
  const email = 'siti@staff.karat.test'
  await page.goto('/admin/audit')
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /^Enter (an e-mail address|your password)/ })).toHaveCount(2)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill('not-it-at-all')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The account or the password is not right.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('Password').fill('jendela-kayu-angin-timur')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('6-digit code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This code is not right. Tries left: 4.')).toBeVisible()
  await page.getByLabel('6-digit code').fill(await codeOf(page, email, 'next_code'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/login$/)
})

test('an owner invites somebody, another confirms, and who was invited sets up password and authenticator with the link, wrong input first, and is in', async ({
  page,
  db,
  browser,
  baseURL,
}) => {
  await signInAs(page, await newStaff(db, 'owner'))
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(3)
  await dialog.getByLabel('Name').fill('Rina Hartati')
  const email = `rina-${Date.now()}@staff.karat.test`
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('checkbox', { name: /Support/ }).check()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog.getByText('Another owner has to confirm the invitation.')).toBeVisible()
  const link = await confirmedInvitation(page, db, email)
  const other = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'en-US' })).newPage()
  await other.context().addCookies([{ name: 'language', value: 'en-US', url: baseURL ?? '' }])
  await other.goto(`/admin/invitation${new URL(link).hash}`)
  await expect(other.getByText('Rina Hartati, choose a password')).toBeVisible()
  await other.getByLabel('New password').fill('short')
  await other.getByRole('button', { name: 'Finish and sign in' }).click()
  await expect(other.getByText('At least 8 characters.', { exact: true })).toBeVisible()
  await expect(other.getByRole('img', { name: 'Scan this' })).toBeVisible()
  const typed = (await other.locator('code').innerText()).replaceAll(' ', '')
  await other.getByLabel('New password').fill('lampu-kota-malam-hujan')
  await other.getByLabel('6-digit code').fill('000')
  await other.getByRole('button', { name: 'Finish and sign in' }).click()
  await expect(other.getByText('Enter the six digits.')).toBeVisible()
  await expect(other.getByLabel('New password')).toHaveValue('lampu-kota-malam-hujan')
  await other.getByLabel('6-digit code').fill(totpCode(Buffer.from(Secret.fromBase32(typed).bytes), Date.now()))
  await other.getByRole('button', { name: 'Finish and sign in' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await expect(other.getByText('Rina Hartati')).toBeVisible()
  await other.context().close()
})

test('a member is found, shown with a reason, frozen and opened; the log has it, by keys alone', async ({
  page,
  db,
  member,
}) => {
  await signInAs(page, await newStaff(db, 'owner'))
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await expect(page.getByLabel('Name, e-mail, mobile or id')).toBeVisible()
  // Rows are read by a page that hears its keys.
  await expect(page.locator('.office-open').nth(0)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(member.email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.locator('.office-rows tbody tr')).toHaveCount(1)
  await page.locator('.office-open').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ratna Wulandari' })).toBeVisible()
  await expect(page.getByText(member.email)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show contact data' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Show contact data' }).click()
  await expect(dialog.getByText('Say why, in at least 3 characters.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Called by the member')
  await dialog.getByRole('button', { name: 'Show contact data' }).click()
  await expect(page.getByText(member.email)).toBeVisible()
  for (const [act, state] of [
    ['Freeze', 'Frozen'],
    ['Unfreeze', 'Open'],
  ] as const) {
    await page.getByRole('button', { name: act, exact: true }).click()
    await dialog.getByLabel('Reason').fill('Lost their phone')
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await expect(page.locator('.tag', { hasText: state })).toBeVisible()
  }
  await moveTo(page, `/admin/audit?subject=${member.id}`)
  await expect(page.locator('.office-rows tbody tr')).toHaveCount(3)
  await page.locator('.office-open').nth(0).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Lost their phone')
  await expect(page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Details' })).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/)
})

test('one’s own account: a wrong password keeps what was typed', async ({ page, db, watch }) => {
  watch.expect(/401|500/)
  await signInAs(page, await newStaff(db, 'desk'))
  await page.goto('/admin/account')
  await expect(page.getByText('This one')).toBeVisible()
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('Enter the six digits.')).toBeVisible()
})

test('no file that a page of the shop loads holds anything of the back office', () => {
  const assets = 'build/client/assets/en-US'
  const scripts = new Map(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(`${assets}/${name}`, 'utf8')]),
  )
  const isOffices = (code: string) => /staffToken|\/api\/admin|office-side|office-table/.test(code)
  const own = [...scripts].filter(([, code]) => isOffices(code)).map(([name]) => name)
  expect(own.length, 'the marks are those that the code has').toBeGreaterThan(1)
  const reached = new Set<string>()
  // The files of the shop's own routes and layouts, by their names before the mark of the build.
  const nameOf = (path: string) => path.replace(/^.*\/|\.tsx?$/g, '')
  const shops = pages.flatMap(({ file, layouts }) => [file, ...layouts]).filter((file) => !file.startsWith('office/'))
  const begin = new Set([...shops.map(nameOf), 'root', 'entry.client'])
  const waiting = [...scripts.keys()].filter((name) => begin.has(name.replace(/-[\w-]{8}\.js$/, '')))
  expect(waiting.length, 'every route of the shop has a file').toBeGreaterThan(shops.length / 2)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    for (const [, name] of (scripts.get(next) ?? '').matchAll(/["'`]\.\/([\w.~-]+\.js)["'`]/g))
      if (name) waiting.push(name)
  }
  expect(own.filter((name) => reached.has(name))).toEqual([])
})
