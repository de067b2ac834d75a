import { expect, test } from 'vitest'
import { post } from '../../tests/support/account.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'

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
      : post(shop, '/user/sendSignupCode', { email: `${n}@example.com`, agreement_version: '2026-11' })
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

test('who tries out tokens is stopped like any other visitor, and the member at that address is not', async () => {
  const address = '198.51.100.77'
  const tries = await Promise.all(
    Array.from({ length: 1300 }, (_, n) =>
      post(shop, '/user/checkPin', {}, { token: String(n).padEnd(43, 'x'), address }),
    ),
  )
  expect(tries.filter(({ error }) => error === 'too_many_requests').length).toBeGreaterThan(0)
  expect(tries.filter(({ error }) => error === 'unauthenticated').length).toBeLessThanOrEqual(1200)
  const { token } = await signedIn(shop)
  expect((await post(shop, '/user/checkPin', { pin: '739204' }, { token, address })).error).toBe('pin_not_set')
})
