/** Every class of calls: as many pass as the settings say, the next one gets 429 with Retry-After. A new class has to be added here. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { totpCode } from '../src/credentials/totp.ts'
import { sql } from '../src/db/database.ts'
import type { RateClass } from '../src/http/limits.ts'
import { settings } from '../src/settings.ts'
import { demoStaff, demoTotpSecret } from '../src/staff/seed-staff.ts'
import { signUpThrough } from './support/account.ts'
import { signedIn } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { openShop } from './support/shop.ts'
import { askStaff, staffSignedIn } from './support/staff.ts'

const shop = openShop({ RATE_LIMITS: '1' })
const second = openShop({ RATE_LIMITS: '1' })
beforeAll(async () => {
  await freshTick(shop)
})
/** All counting happens in one minute of the database; that of the process stands still by itself. */
beforeEach(() => {
  for (const one of [shop, second])
    one.intercept.current = (text) =>
      text.replace("date_trunc('minute', clock_timestamp())", "timestamptz '2026-01-01 00:00:00+00'")
})

type Caller = { address: string; headers?: Record<string, string> }
type Ask = { method: 'GET' | 'POST'; url: string; who: 'nobody' | 'member' | 'staff' | 'stranger' }
/** One call of each class. */
const calls = {
  public: { method: 'GET', url: '/api/storeid/product/getBanner', who: 'nobody' },
  token: { method: 'GET', url: '/api/storeid/user/userInfo', who: 'stranger' },
  member: { method: 'GET', url: '/api/storeid/user/userInfo', who: 'member' },
  money: { method: 'POST', url: '/api/storeid/product/submit_order', who: 'member' },
  pin: { method: 'POST', url: '/api/storeid/user/checkPin', who: 'member' },
  login: { method: 'POST', url: '/api/storeid/user/login', who: 'nobody' },
  code: { method: 'POST', url: '/api/storeid/user/resetPwd', who: 'nobody' },
  visit: { method: 'POST', url: '/api/storeid/referral/visit', who: 'nobody' },
  upload: { method: 'POST', url: '/api/storeid/file/upload_image', who: 'member' },
  staff: { method: 'GET', url: '/api/admin/staff/me', who: 'staff' },
  find: { method: 'GET', url: '/api/admin/find?q=ab', who: 'staff' },
  staff_login: { method: 'POST', url: '/api/admin/staff/signIn', who: 'nobody' },
  passport: { method: 'GET', url: '/api/storeid/product/getPassport', who: 'nobody' },
  picture: { method: 'GET', url: '/img/nothing.webp', who: 'nobody' },
  proof: { method: 'GET', url: '/proof/id/days', who: 'nobody' },
} satisfies Record<RateClass, Ask>

const send = (ask: Ask, { address, headers = {} }: Caller, on = shop) =>
  on.app.inject({
    ...{ method: ask.method, url: ask.url, remoteAddress: address, headers },
    ...(ask.method === 'POST' ? { payload: {} } : {}),
  })

const headersOf = async ({ who }: Ask) =>
  who === 'nobody'
    ? {}
    : who === 'stranger'
      ? { authorization: `Bearer ${'x'.repeat(43)}` }
      : (await (who === 'staff' ? staffSignedIn(shop, 'owner') : signedIn(shop))).headers

test.each(Object.entries(calls))('%s', async (name, ask) => {
  const limit = settings.rates[name as RateClass]
  const address = `203.0.113.${Object.keys(calls).indexOf(name) + 1}`
  const caller: Caller = { address, headers: await headersOf(ask) }
  const first = await Promise.all(Array.from({ length: limit }, () => send(ask, caller)))
  expect(first.filter(({ statusCode }) => statusCode === 429)).toHaveLength(0)
  const over = await send(ask, caller)
  expect(over.statusCode).toBe(429)
  expect(over.json()).toMatchObject({ error: 'too_many_requests' })
  expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
  const another: Caller = { address: '198.51.100.9', headers: await headersOf(ask) }
  expect((await send(ask, another)).statusCode, 'somebody else').not.toBe(429)
})

test('an IPv6 caller is its /64, however many addresses it has', async () => {
  const from = (n: number) => send(calls.login, { address: `2001:db8:1:1::${n.toString(16)}` })
  const all = []
  for (let n = 1; n <= settings.rates.login + 1; n++) all.push((await from(n)).statusCode)
  expect(all.at(-1)).toBe(429)
  expect(all.slice(0, -1)).not.toContain(429)
  expect((await send(calls.login, { address: '2001:db8:1:2::1' })).statusCode).not.toBe(429)
})

test('the pictures of a page use up neither its own limit nor that of the pages', async () => {
  const name = `own-${'7'.repeat(24)}`
  await shop.karat.db.run(sql`
    insert into catalogue.pictures (name, product_id, width, height, blur, made_by) values (${name}, 1001, 600, 600, '', 'test')`)
  await shop.karat.db.run(sql`
    insert into catalogue.picture_files (picture, kind, width, content) values (${name}, 'webp', 480, ${Buffer.from('bytes')})`)
  await shop.karat.catalogue.refresh()
  const remoteAddress = '203.0.113.200'
  const ask = () => shop.app.inject({ url: `/img/${name}-480.webp`, remoteAddress })
  let read = 0
  const planted = shop.intercept.current
  shop.intercept.current = (text) => {
    if (text.includes('catalogue.picture_files')) read += 1
    return planted?.(text) ?? text
  }
  await ask()
  const answers = await Promise.all(Array.from({ length: settings.rates.picture + 1 }, ask))
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([])
  expect(read).toBe(1)
  const page = await send(calls.public, { address: remoteAddress })
  expect(page.statusCode).not.toBe(429)
})

test('who signs in beside a flood of wrong tokens of their own network address is let in with the new one', async () => {
  const wrong = { authorization: `Bearer ${'w'.repeat(43)}` }
  const ask = (headers: Record<string, string>) =>
    shop.app.inject({ method: 'GET', url: '/api/storeid/user/userInfo', headers })
  await Promise.all(Array.from({ length: settings.rates.token }, () => ask(wrong)))
  expect((await ask(wrong)).statusCode).toBe(429)
  const { token } = await signUpThrough(shop, 'beside-a-flood@example.com')
  expect((await ask({ authorization: `Bearer ${token}` })).statusCode).toBe(200)
  const [{ email, password }] = demoStaff as [(typeof demoStaff)[number]]
  const { challenge } = (await askStaff(shop, null, '/staff/signIn', { email, password })).data
  const code = totpCode(demoTotpSecret(email), shop.clock.ms)
  const { data } = await askStaff(shop, null, '/staff/confirmCode', { challenge, code })
  expect((await askStaff(shop, { headers: { authorization: `Bearer ${data.token}` } }, '/staff/me')).status).toBe(200)
})
