import { beforeEach, expect, test } from 'vitest'
import {
  codeFor,
  get,
  goodPassword,
  logInKnown,
  post,
  sendingsForgotten,
  signUpThrough,
} from '../../tests/support/account.ts'
import { setUpApp } from '../../tests/support/authenticator.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { SoftPasskey } from '../../tests/support/passkeys.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { relyingParty } from './passkey-challenge.ts'

const shop = openShop()
beforeEach(async () => {
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  await sendingsForgotten(shop)
})

async function withApp(email: string) {
  const member = await signUpThrough(shop, email)
  return { ...member, ...(await setUpApp(shop, member.token)), email }
}
async function addPasskey(token: string): Promise<SoftPasskey> {
  const { origin, id } = relyingParty(shop.karat.config)
  const passkey = new SoftPasskey({ origin, rpId: id })
  const { data } = await post(shop, '/user/beginPasskey', { password: goodPassword }, { token })
  const made = passkey.make(data.options as Parameters<SoftPasskey['make']>[0])
  const body = { challenge_id: data.challenge_id, name: 'My phone', ...made }
  expect(await post(shop, '/user/addPasskey', body, { token })).toMatchObject({ status: 200 })
  return passkey
}
/** The right password in a browser that nobody knows. */
async function begin(account: string): Promise<{ id: string; ways: string[] }> {
  const { data } = await post(shop, '/user/login', { account, password: goodPassword })
  return { id: String(data.sign_in_id), ways: data.ways as string[] }
}
const finish = (sign_in_id: string, code: string, more: object = {}) =>
  post(shop, '/user/loginWithApp', { sign_in_id, code, ...more })

test('in a new browser the app is asked for after the password, and the browser is known from then on', async () => {
  const { id, email, code } = await withApp('asked@example.com')
  const begun = await begin(email)
  expect(begun.ways).toEqual(['app'])
  expect(await finish(begun.id, '000000')).toMatchObject({ status: 422, error: 'second_factor_wrong' })
  const signedIn = await finish(begun.id, code())
  expect(signedIn).toMatchObject({ status: 200, data: { userInfo: { id } } })
  const device = String(signedIn.data.device_token)
  expect(await post(shop, '/user/login', { account: email, password: goodPassword, device })).toMatchObject({
    status: 200,
    data: { userInfo: { id } },
  })
  expect(await finish(begun.id, code(1))).toMatchObject({ status: 422, error: 'sign_in_expired' })
})

test('where the app was turned on the browser stays known; any other has to show it', async () => {
  const { email } = await withApp('known@example.com')
  expect(await logInKnown(shop, email)).toMatchObject({ status: 200, data: { token: expect.any(String) } })
})

test('a code in a message is no way around the app, neither after the password nor by itself', async () => {
  const { email, code } = await withApp('no-way-around@example.com')
  const { id } = await begin(email)
  expect(await post(shop, '/user/sendSecondStepCode', { sign_in_id: id })).toMatchObject({ error: 'sign_in_expired' })
  expect(await post(shop, '/user/loginWithCode', { sign_in_id: id, code: '123456' })).toMatchObject({
    error: 'code_expired',
  })
  await sendingsForgotten(shop)
  const { data: byCode } = await post(shop, '/user/sendLoginCode', { account: email })
  const nothingYet = await finish(String(byCode.sign_in_id), code(0))
  expect(nothingYet).toMatchObject({ status: 422, error: 'sign_in_expired' })
  const half = await post(shop, '/user/loginWithCode', {
    sign_in_id: byCode.sign_in_id,
    code: await codeFor(shop, email),
  })
  expect(half).toMatchObject({ status: 200, data: { ways: ['app'] } })
  expect(half.data).not.toHaveProperty('token')
  expect(await finish(String(half.data.sign_in_id), code(1))).toMatchObject({
    status: 200,
    data: { token: expect.any(String) },
  })
})

test('a code that was sent before the app was turned on ends with it', async () => {
  const { token } = await signUpThrough(shop, 'turns-on@example.com')
  const { id, ways } = await begin('turns-on@example.com')
  expect(ways).toEqual(['code'])
  await post(shop, '/user/sendSecondStepCode', { sign_in_id: id })
  const sent = await codeFor(shop, 'turns-on@example.com')
  await setUpApp(shop, token)
  expect(await post(shop, '/user/loginWithCode', { sign_in_id: id, code: sent })).toMatchObject({
    error: 'sign_in_expired',
  })
})

test('a recovery code stands in for the app once', async () => {
  const { email, recovery } = await withApp('phone-gone@example.com')
  const { id } = await begin(email)
  expect(await finish(id, recovery[0] ?? '')).toMatchObject({ status: 200 })
  const again = await begin(email)
  expect(await finish(again.id, recovery[0] ?? '')).toMatchObject({ error: 'second_factor_wrong' })
})

test('a passkey is a way too, and for a member without an app stands before the code', async () => {
  const { token, id } = await signUpThrough(shop, 'with-passkey@example.com')
  const passkey = await addPasskey(token)
  expect((await begin('with-passkey@example.com')).ways).toEqual(['passkey', 'code'])
  await setUpApp(shop, token)
  expect((await begin('with-passkey@example.com')).ways).toEqual(['app', 'passkey'])
  const { data } = await post(shop, '/user/beginPasskeyLogin', {})
  const answer = passkey.answer(data.options as { challenge: string })
  expect(await post(shop, '/user/passkeyLogin', { challenge_id: data.challenge_id, ...answer })).toMatchObject({
    status: 200,
    data: { userInfo: { id } },
  })
})

test('a sign-in of another account cannot be finished with one’s own app', async () => {
  const mine = await withApp('mine@example.com')
  const theirs = await withApp('theirs@example.com')
  const { id } = await begin(theirs.email)
  expect(await finish(id, mine.code())).toMatchObject({ error: 'second_factor_wrong' })
  expect(await finish(id, mine.recovery[0] ?? '')).toMatchObject({ error: 'second_factor_wrong' })
  const { data } = await post(shop, '/user/login', { account: 'nobody@example.com', password: goodPassword })
  expect(data).not.toHaveProperty('sign_in_id')
  expect(await finish('019a0000-0000-7000-8000-000000000000', mine.code())).toMatchObject({ error: 'sign_in_expired' })
})

test('five wrong codes make the next wait, in whichever sign-in; unlocking gives the tries back', async () => {
  const { email, id: memberId, code } = await withApp('guessed-at@example.com')
  const [one, other] = [await begin(email), await begin(email)]
  for (let wrong = 0; wrong < 5; wrong++)
    expect(await finish(wrong % 2 ? one.id : other.id, '000000')).toMatchObject({ error: 'second_factor_wrong' })
  expect(await finish(one.id, code())).toMatchObject({ status: 429, error: 'sign_in_wait' })
  await sendingsForgotten(shop)
  const sent = await post(shop, '/user/sendUnlockCode', { account: email })
  const unlock = { unlock_id: sent.data.unlock_id, code: await codeFor(shop, email), password: goodPassword }
  expect(await post(shop, '/user/unlockAccount', unlock)).toMatchObject({ status: 200 })
  expect(await finish((await begin(email)).id, code())).toMatchObject({
    status: 200,
    data: { userInfo: { id: memberId } },
  })
})

async function sessionsOfTen(email: string, spoil: (text: string) => string): Promise<number> {
  const { id: memberId, code, recovery } = await withApp(email)
  const { id } = await begin(email)
  // Each with a code of its own, so that only the sign-in itself is raced.
  const codes = [code(0), code(1), ...recovery.slice(0, 3)]
  const meet = meetingAt('update identity.sign_ins set ended_at', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return spoil(text)
  }
  try {
    const answers = await Promise.all(codes.map((one) => finish(id, one)))
    const open = await get(shop, '/user/security', {
      token: String(answers.find(({ data }) => data.token)?.data.token),
    })
    expect(memberId).toBeTruthy()
    return Number(open.data.sessions) - 1
  } finally {
    shop.intercept.current = undefined
  }
}

test('a sign-in opens one session, however many right codes come at once', async () => {
  expect(await sessionsOfTen('one-session@example.com', (text) => text)).toBe(1)
})

test('control: without the end in its own statement it would open more', async () => {
  const unasked = (text: string) => text.replace('and ended_at is null and expires_at', 'and expires_at')
  expect(await sessionsOfTen('more-sessions@example.com', unasked)).toBeGreaterThan(1)
})
