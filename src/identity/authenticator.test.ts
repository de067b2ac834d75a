import { beforeEach, expect, test } from 'vitest'
import { get, goodPassword, logInKnown, newestMail, post, signUpThrough } from '../../tests/support/account.ts'
import { secretOf, setUpApp } from '../../tests/support/authenticator.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { matchSecondFactor, sealedFor } from './match-second-factor.ts'

const shop = openShop()
const STEP_MS = 30_000
// All tests guess from one network address; what it has used up is not their subject.
beforeEach(() => shop.karat.db.run(sql`delete from identity.sign_in_failures`).then(() => {}))
const begin = (token: string, password = goodPassword) =>
  post(shop, '/user/beginAuthenticator', { password }, { token })
const confirm = (token: string, code: string) => post(shop, '/user/confirmAuthenticator', { code }, { token })
const stateOf = async (token: string) => (await get(shop, '/user/security', { token })).data

/** A member with an authenticator app that is on, and what is needed to go on from there. */
async function withApp(email: string) {
  const member = await signUpThrough(shop, email)
  return { ...member, ...(await setUpApp(shop, member.token)) }
}

const attempt = (memberId: string, code: string) =>
  matchSecondFactor(shop.karat, { memberId, code, address: '203.0.113.9' }).then(
    () => 'right',
    (error: { code: string }) => error.code,
  )
/** How many of twenty tries at once with one code were right; only the comparison is raced, not the tries. */
async function twentyAtOnce(memberId: string, code: string, meetAt: string, spoil: (text: string) => string) {
  const meet = meetingAt(meetAt, 4)
  shop.intercept.current = async (text) => {
    await meet(text)
    return spoil(text)
  }
  try {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(memberId, code)))
    return answers.filter((answer) => answer === 'right').length
  } finally {
    shop.intercept.current = undefined
  }
}

test('setting up needs the password, then a code; recovery codes come once, other sessions end, the member is told', async () => {
  const { token, id } = await signUpThrough(shop, 'sets-up@example.com')
  const other = String((await logInKnown(shop, 'sets-up@example.com')).data.token)
  expect(await begin(token, 'not the password')).toMatchObject({ status: 401, error: 'sign_in_refused' })
  expect(await confirm(token, '123456')).toMatchObject({ status: 422, error: 'second_factor_wrong' })
  const begun = await begin(token)
  expect(String(begun.data.address)).toMatch(/^otpauth:\/\/totp\/Karat:sets-up%40example\.com\?/)
  const secret = secretOf(String(begun.data.secret))
  expect(await stateOf(token)).toMatchObject({ authenticator: false, recovery_codes_left: 0 })
  expect(await confirm(token, totpCode(secret, shop.karat.now() + 10 * STEP_MS))).toMatchObject({
    error: 'second_factor_wrong',
  })
  const confirmed = await confirm(token, totpCode(secret, shop.karat.now()))
  const codes = confirmed.data.recovery_codes as string[]
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
  expect(await stateOf(token)).toMatchObject({ authenticator: true, recovery_codes_left: 10, sessions: 1 })
  expect(await get(shop, '/user/security', { token: other })).toMatchObject({ status: 401, code: 4001 })
  expect(await newestMail(shop, 'sets-up@example.com')).toMatchObject({ template: 'authenticator_on' })
  expect(await begin(token)).toMatchObject({ status: 409, error: 'authenticator_on' })
  const kept = await shop.karat.db.row<{ text: string; sealed: Buffer }>(sql`
    select a::text || (select string_agg(r::text, '') from identity.recovery_codes r where r.member_id = a.member_id) as text,
      sealed_secret as sealed from identity.authenticators a where member_id = ${id}`)
  expect(kept?.text).not.toContain(secret.toString('hex'))
  for (const code of codes) expect(kept?.text).not.toContain(Buffer.from(code.replace('-', '')).toString('hex'))
  expect(shop.karat.sealing.open(kept?.sealed ?? Buffer.of(), sealedFor(id))).toEqual(secret)
  expect(() => shop.karat.sealing.open(kept?.sealed ?? Buffer.of(), sealedFor('somebody else'))).toThrow()
})

test('a secret that was asked for again or half an hour ago confirms nothing', async () => {
  const { token, id } = await signUpThrough(shop, 'again@example.com')
  const first = secretOf(String((await begin(token)).data.secret))
  const second = secretOf(String((await begin(token)).data.secret))
  expect(await confirm(token, totpCode(first, shop.karat.now()))).toMatchObject({ error: 'second_factor_wrong' })
  await shop.karat.db.run(
    sql`update identity.authenticators set created_at = now() - interval '31 minutes' where member_id = ${id}`,
  )
  expect(await confirm(token, totpCode(second, shop.karat.now()))).toMatchObject({ error: 'second_factor_wrong' })
  expect(await stateOf(token)).toMatchObject({ authenticator: false })
})

test('a code of the app works once, and none of an earlier step after it', async () => {
  const { id, code } = await withApp('once@example.com')
  expect(await attempt(id, code(1))).toBe('right')
  expect(await attempt(id, code(1))).toBe('second_factor_wrong')
  expect(await attempt(id, code())).toBe('second_factor_wrong')
})

test('of twenty at once with one code of the app one is right', async () => {
  const { id, code } = await withApp('race@example.com')
  expect(await twentyAtOnce(id, code(), 'set last_step', (text) => text)).toBe(1)
})

test('control: without the step in the statement more than one of them would be', async () => {
  const { id, code } = await withApp('race-control@example.com')
  const unasked = (text: string) => text.replace(/and last_step < (\$\d+)/, 'and $1::bigint > 0')
  expect(await twentyAtOnce(id, code(), 'set last_step', unasked)).toBeGreaterThan(1)
})

test('a recovery code works once, however it is typed, and is counted and noted', async () => {
  const { id, token, recovery } = await withApp('recovery@example.com')
  const [first = '', second = ''] = recovery
  expect(await attempt(id, first.toLowerCase().replace('-', ' '))).toBe('right')
  expect(await attempt(id, first)).toBe('second_factor_wrong')
  expect(await attempt(id, second.slice(1))).toBe('second_factor_wrong')
  expect(await stateOf(token)).toMatchObject({ recovery_codes_left: 9 })
  const { data } = await get(shop, '/user/securityEvents', { token })
  expect((data.events as { kind: string }[]).map(({ kind }) => kind)).toContain('recovery_code_used')
})

test('of twenty at once with one recovery code one is right, and without its use in the statement more would be', async () => {
  const { id, recovery } = await withApp('recovery-race@example.com')
  const at = 'update identity.recovery_codes'
  expect(await twentyAtOnce(id, recovery[0] ?? '', at, (text) => text)).toBe(1)
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  const unasked = (text: string) => text.replace('and used_at is null', '')
  expect(await twentyAtOnce(id, recovery[1] ?? '', at, unasked)).toBeGreaterThan(1)
})

test('another member’s codes are wrong', async () => {
  const [one, other] = [await withApp('mine@example.com'), await withApp('theirs@example.com')]
  expect(await attempt(one.id, other.code())).toBe('second_factor_wrong')
  expect(await attempt(one.id, other.recovery[0] ?? '')).toBe('second_factor_wrong')
  expect(await attempt(other.id, other.recovery[0] ?? '')).toBe('right')
})

test('after five wrong codes the next waits, and the twentieth in a row shuts this way in for right ones too', async () => {
  const { id, code } = await withApp('guessed@example.com')
  for (let wrong = 0; wrong < 5; wrong++) expect(await attempt(id, '000000')).toBe('second_factor_wrong')
  expect(await attempt(id, code())).toBe('sign_in_wait')
  await shop.karat.db.run(
    sql`update identity.sign_in_failures set wait_until = now(), failures = 20 where subject like 'account:%'`,
  )
  expect(await attempt(id, code())).toBe('second_factor_wrong')
})

test('of fifty wrong codes at once no more than five are compared', async () => {
  const { id } = await withApp('flood@example.com')
  let compared = 0
  shop.intercept.current = async (text) => {
    if (text.includes('sealed_secret as sealed')) compared++
    return text
  }
  try {
    await Promise.all(Array.from({ length: 50 }, () => attempt(id, '000000')))
  } finally {
    shop.intercept.current = undefined
  }
  expect(compared).toBeGreaterThan(0)
  expect(compared).toBeLessThanOrEqual(5)
})

test('turning the app off needs password and code; recovery codes die with it and the member is told', async () => {
  const { token, id, code, recovery } = await withApp('off@example.com')
  const off = (body: object) => post(shop, '/user/removeAuthenticator', body, { token })
  expect(await off({ password: 'not the password', code: code() })).toMatchObject({ error: 'sign_in_refused' })
  expect(await off({ password: goodPassword, code: '000000' })).toMatchObject({ error: 'second_factor_wrong' })
  expect(await off({ password: goodPassword })).toMatchObject({ status: 403, error: 'second_factor_required' })
  expect(await off({ password: goodPassword, code: code() })).toMatchObject({ status: 200, data: { on: false } })
  expect(await stateOf(token)).toMatchObject({ authenticator: false, recovery_codes_left: 0 })
  expect(await attempt(id, recovery[0] ?? '')).toBe('second_factor_wrong')
  expect(await newestMail(shop, 'off@example.com')).toMatchObject({ template: 'authenticator_off' })
  expect(await off({ password: goodPassword, code: code(1) })).toMatchObject({ error: 'second_factor_wrong' })
})

test('new recovery codes need password and code, and the old ones are dead', async () => {
  const { token, id, code, recovery } = await withApp('renews@example.com')
  const answer = await post(shop, '/user/newRecoveryCodes', { password: goodPassword, code: code() }, { token })
  const fresh = answer.data.recovery_codes as string[]
  expect(fresh).toHaveLength(10)
  expect(await attempt(id, recovery[0] ?? '')).toBe('second_factor_wrong')
  expect(await attempt(id, fresh[0] ?? '')).toBe('right')
})
