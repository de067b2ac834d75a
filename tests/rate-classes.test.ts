/** Every class of calls: as many pass as the settings say, the next one gets 429 with Retry-After. A new class has to be added here. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { RateClass } from '../src/http/limits.ts'
import { settings } from '../src/settings.ts'
import { signedIn } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { openShop } from './support/shop.ts'

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
type Ask = { method: 'GET' | 'POST'; url: string; member: boolean }
/** One call of each class. */
const calls = {
  public: { method: 'GET', url: '/product/getBanner', member: false },
  member: { method: 'GET', url: '/user/userInfo', member: true },
  money: { method: 'POST', url: '/product/submit_order', member: true },
  pin: { method: 'POST', url: '/user/checkPin', member: true },
  login: { method: 'POST', url: '/user/login', member: false },
  code: { method: 'POST', url: '/user/resetPwd', member: false },
  upload: { method: 'POST', url: '/file/upload_image', member: true },
  passport: { method: 'GET', url: '/product/getPassport', member: false },
} satisfies Record<RateClass, Ask>

const send = (ask: Ask, { address, headers = {} }: Caller, on = shop) =>
  on.app.inject({
    ...{ method: ask.method, url: `/api/storeid${ask.url}`, remoteAddress: address, headers },
    ...(ask.method === 'POST' ? { payload: {} } : {}),
  })

test.each(Object.entries(calls))('%s', async (name, ask) => {
  const limit = settings.rates[name as RateClass]
  const address = `203.0.113.${Object.keys(calls).indexOf(name) + 1}`
  const caller: Caller = { address, ...(ask.member ? { headers: (await signedIn(shop)).headers } : {}) }
  const first = await Promise.all(Array.from({ length: limit }, () => send(ask, caller)))
  expect(first.filter(({ statusCode }) => statusCode === 429)).toHaveLength(0)
  const over = await send(ask, caller)
  expect(over.statusCode).toBe(429)
  expect(over.json()).toMatchObject({ error: 'too_many_requests' })
  expect(Number(over.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(over.headers['retry-after'])).toBeLessThanOrEqual(60)
  const another: Caller = {
    address: '198.51.100.9',
    ...(ask.member ? { headers: (await signedIn(shop)).headers } : {}),
  }
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
