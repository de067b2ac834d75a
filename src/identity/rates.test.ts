import { expect, test } from 'vitest'
import { post } from '../../tests/support/account.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { newToken } from '../credentials/session-token.ts'
import { settings } from '../settings.ts'

const shop = openShop({ RATE_LIMITS: '1' })

/** Calls until refused; a minute may end in between, so up to two windows are used. */
async function callsUntilRefused(
  call: () => Promise<{ error: string | null; data: Record<string, unknown> }>,
  most: number,
) {
  for (let calls = 1; calls <= most; calls++) {
    const { error, data } = await call()
    if (error === 'too_many_requests') return { calls, wait: data.retry_after }
  }
  return { calls: Number.POSITIVE_INFINITY, wait: undefined }
}

test('one address may try to sign in, sign up or ask for codes five times a minute, whatever it tries', async () => {
  let n = 0
  const any = () => {
    n++
    return n % 2 === 0
      ? post(shop, '/user/login', { account: `${n}@example.com`, password: 'wrong' })
      : post(shop, '/user/sendSignupCode', { email: `${n}@example.com`, agreement_version: '2026-11-24' })
  }
  const { calls, wait } = await callsUntilRefused(any, 11)
  expect(calls).toBeGreaterThan(5)
  expect(calls).toBeLessThanOrEqual(11)
  expect(wait).toBeGreaterThan(0)
  expect(
    await post(shop, '/user/login', { account: 'a@example.com', password: 'x' }, { address: '198.51.100.1' }),
  ).toMatchObject({
    error: 'sign_in_refused',
  })
})

test('a member may show a PIN ten times a minute', async () => {
  const { token } = await signedIn(shop)
  const { calls } = await callsUntilRefused(() => post(shop, '/user/checkPin', { pin: '739204' }, { token }), 21)
  expect(calls).toBeGreaterThan(10)
  expect(calls).toBeLessThanOrEqual(21)
})

test.each([
  ['/api/storeid/user/userInfo', 'identity.sessions s join'],
  ['/api/admin/staff/me', 'staff.sessions s join'],
])(
  'who tries out tokens at %s soon costs no statement, and who was let in before at that address is let in',
  async (url, look) => {
    const remoteAddress = `198.51.100.${look.length}`
    const ask = (headers: Record<string, string>) => shop.app.inject({ url, remoteAddress, headers })
    const strange = () => ask({ authorization: `Bearer ${newToken()}` })
    const { headers } = url.includes('admin') ? await staffSignedIn(shop, 'owner') : await signedIn(shop)
    expect((await ask(headers)).statusCode).toBe(200)
    const tries = await Promise.all(Array.from({ length: 700 }, strange))
    const refused = tries.filter(({ statusCode }) => statusCode === 429)
    // As many as are looked up at once may be over the limit.
    expect(refused.length).toBeGreaterThan(100 - settings.admission.sessions.perSubject)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    let asked = 0
    shop.intercept.current = (text) => {
      if (text.includes(look)) asked++
      return text
    }
    const more = await Promise.all(Array.from({ length: 50 }, strange))
    expect([more.filter(({ statusCode }) => statusCode !== 429).length, asked]).toEqual([0, 0])
    expect([(await ask(headers)).statusCode, asked]).toEqual([200, 1])
    shop.intercept.current = undefined
    const page = await shop.app.inject({ url: '/api/storeid/product/getBanner', remoteAddress })
    expect(page.statusCode, 'what visitors read there').toBe(200)
  },
)
