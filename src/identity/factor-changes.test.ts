/** With the app on, nothing about second factors changes without one of them, and every change is told, with a way back. */
import { beforeEach, expect, test } from 'vitest'
import {
  codeFor,
  deviceOf,
  get,
  goodPassword,
  linkFor,
  newestMail,
  post,
  sendingsForgotten,
  signUpThrough,
} from '../../tests/support/account.ts'
import { setUpApp } from '../../tests/support/authenticator.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { SoftPasskey } from '../../tests/support/passkeys.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { relyingParty } from './passkey-challenge.ts'

const shop = openShop()
beforeEach(async () => {
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  await sendingsForgotten(shop)
})

type Made = Parameters<SoftPasskey['make']>[0]
const newPasskey = () => {
  const { origin, id } = relyingParty(shop.karat.config)
  return new SoftPasskey({ origin, rpId: id })
}
const begin = (token: string, proof: object = {}) =>
  post(shop, '/user/beginPasskey', { password: goodPassword, ...proof }, { token })
async function add(token: string, proof: object = {}) {
  const { data } = await begin(token, proof)
  const passkey = newPasskey()
  const body = { challenge_id: data.challenge_id, name: 'My phone', ...passkey.make(data.options as Made) }
  const added = await post(shop, '/user/addPasskey', body, { token })
  const { id = '' } = (added.data?.passkeys as { id: string }[] | undefined)?.[0] ?? {}
  return { passkey, id, error: added.error }
}
/** What a passkey of the member's says inside their session. */
async function shown(token: string, passkey: SoftPasskey) {
  const { data } = await post(shop, '/user/beginPasskeyProof', {}, { token })
  return { challenge_id: data.challenge_id, ...passkey.answer(data.options as { challenge: string }) }
}
async function withApp(email: string) {
  const member = await signUpThrough(shop, email)
  return { ...member, ...(await setUpApp(shop, member.token)), email }
}

test('with the app on, session and password alone change no factor', async () => {
  const { token, code } = await withApp('only-password@example.com')
  const { id } = await add(token, { code: code() })
  const required = { status: 403, error: 'second_factor_required' }
  expect(await begin(token)).toMatchObject(required)
  for (const [call, more] of [
    ['/user/removePasskey', { id }],
    ['/user/removeAuthenticator', {}],
    ['/user/newRecoveryCodes', {}],
  ] as const) {
    expect(await post(shop, call, { password: goodPassword, ...more }, { token }), call).toMatchObject(required)
    expect(await post(shop, call, { password: goodPassword, code: '000000', ...more }, { token }), call).toMatchObject({
      error: 'second_factor_wrong',
    })
  }
  expect(await begin(token, { code: '000000' })).toMatchObject({ error: 'second_factor_wrong' })
  expect((await get(shop, '/user/security', { token })).data).toMatchObject({ authenticator: true, passkeys: 1 })
})

test('the app, a recovery code or a passkey lets each of them change', async () => {
  const { token, code, recovery } = await withApp('each-way@example.com')
  const { passkey } = await add(token, { code: code() })
  expect(await add(token, { code: recovery[0] })).toMatchObject({ error: null })
  const { id } = await add(token, { passkey: await shown(token, passkey) })
  const remove = async (proof: object) =>
    post(shop, '/user/removePasskey', { id, password: goodPassword, ...proof }, { token })
  expect(await remove({ passkey: await shown(token, passkey) })).toMatchObject({ status: 200 })
  const off = { password: goodPassword, passkey: await shown(token, passkey) }
  expect(await post(shop, '/user/removeAuthenticator', off, { token })).toMatchObject({ data: { on: false } })
})

test('a passkey proves once, here, for its own member, and what it signed to sign in proves nothing', async () => {
  const { token, code } = await withApp('proves@example.com')
  const { passkey } = await add(token, { code: code() })
  const other = await withApp('proves-other@example.com')
  const { passkey: theirs } = await add(other.token, { code: other.code() })
  const refused = { status: 422, error: 'passkey_refused' }
  expect(await begin(token, { passkey: await shown(token, theirs) })).toMatchObject(refused)
  expect(await begin(token, { passkey: await shown(other.token, passkey) })).toMatchObject(refused)
  const { data } = await post(shop, '/user/beginPasskeyLogin', {})
  const signIn = { challenge_id: data.challenge_id, ...passkey.answer(data.options as { challenge: string }) }
  expect(await begin(token, { passkey: signIn })).toMatchObject(refused)
  const once = await shown(token, passkey)
  expect(await begin(token, { passkey: once })).toMatchObject({ status: 200 })
  expect(await begin(token, { passkey: once })).toMatchObject(refused)
  const begun = await begin(token, { code: code(1) })
  const forAnotherUse = {
    challenge_id: (await shown(token, passkey)).challenge_id,
    name: 'My phone',
    ...newPasskey().make(begun.data.options as Made),
  }
  expect(await post(shop, '/user/addPasskey', forAnotherUse, { token })).toMatchObject(refused)
})

test('every change of factors pauses what goes out, and tells every destination with a link that freezes', async () => {
  const { token, id, code, email } = await withApp('told@example.com')
  await shop.karat.db.run(sql`update identity.members set mobile = '+628121000888' where id = ${id}`)
  const pauses = async () =>
    (
      await shop.karat.db.rows(sql`select id from identity.outgoing_pauses where member_id = ${id} and reason = 'factor'
      and ends_at > now() + interval '23 hours 59 minutes'`)
    ).length
  const told = async (template: string, count: number) => {
    for (const to of [email, '+628121000888']) expect(await newestMail(shop, to)).toMatchObject({ template })
    expect(await pauses()).toBe(count)
  }
  expect(await newestMail(shop, email)).toMatchObject({ template: 'authenticator_on' })
  expect(await pauses()).toBe(1)
  const passkey = await add(token, { code: code() })
  await told('passkey_added', 2)
  const proof = { password: goodPassword, code: code(1) }
  await post(shop, '/user/removePasskey', { id: passkey.id, ...proof }, { token })
  await told('passkey_removed', 3)
  await shop.karat.db.run(sql`update identity.authenticators set last_step = 0 where member_id = ${id}`)
  await post(shop, '/user/newRecoveryCodes', { password: goodPassword, code: code(-1) }, { token })
  await told('recovery_codes_made', 4)
  await post(shop, '/user/removeAuthenticator', { password: goodPassword, code: code() }, { token })
  await told('authenticator_off', 5)
  expect(await post(shop, '/user/freezeAccount', { token: await linkFor(shop, email) })).toMatchObject({ status: 200 })
  expect(await get(shop, '/user/userInfo', { token })).toMatchObject({ code: 4001 })
})

test('a code in a message opens no session while the app is on, in no browser and by no way', async () => {
  const { email, code } = await withApp('no-message@example.com')
  await sendingsForgotten(shop)
  const ask = await post(shop, '/user/sendLoginCode', { account: email })
  const half = await post(shop, '/user/loginWithCode', {
    ...{ sign_in_id: ask.data.sign_in_id, code: await codeFor(shop, email), device: deviceOf(email) },
  })
  expect(half.data).toMatchObject({ ways: ['app'] })
  expect(half.data).not.toHaveProperty('token')
  await sendingsForgotten(shop)
  await post(shop, '/user/forgotPassword', { account: email })
  const password = 'angin-lembah-malam-hari'
  expect(await post(shop, '/user/resetPwd', { token: await linkFor(shop, email), password })).toMatchObject({
    status: 200,
  })
  const after = await post(shop, '/user/login', { account: email, password, device: deviceOf(email) })
  expect(after.data, 'the reset forgot the browser').toMatchObject({ ways: ['app'] })
  await sendingsForgotten(shop)
  const unlocking = await post(shop, '/user/sendUnlockCode', { account: email })
  const unlock = { unlock_id: unlocking.data.unlock_id, code: await codeFor(shop, email), password }
  expect((await post(shop, '/user/unlockAccount', unlock)).data).toEqual({ unlocked: true })
  const step = { sign_in_id: after.data.sign_in_id, code: code(1) }
  expect(await post(shop, '/user/loginWithApp', step)).toMatchObject({ data: { token: expect.any(String) } })
})

/** A passkey that was begun without a factor is added after the app has been turned on in the same session. */
async function addedAcross(email: string, plant: (text: string) => string) {
  const { token } = await signUpThrough(shop, email)
  const { data } = await begin(token)
  await setUpApp(shop, token)
  shop.intercept.current = plant
  const body = { challenge_id: data.challenge_id, name: 'Theirs', ...newPasskey().make(data.options as Made) }
  const added = await post(shop, '/user/addPasskey', body, { token })
  shop.intercept.current = undefined
  return added.error
}

test('a passkey that was begun before the app was on is not added after it', async () => {
  expect(await addedAcross('begun-before@example.com', (text) => text)).toBe('second_factor_required')
})

test('control: if the transaction did not ask again, it would be', async () => {
  const planted = (text: string) => text.replace('confirmed_at is not null', 'confirmed_at is null')
  expect(await addedAcross('begun-planted@example.com', planted)).toBeNull()
})

/** The app is turned on while a sign-in by code stands before its session, held by nothing but the member's row. */
async function turnedOnMeanwhile(email: string, plant: (text: string) => string) {
  const { token } = await signUpThrough(shop, email)
  await sendingsForgotten(shop)
  const { data } = await post(shop, '/user/sendLoginCode', { account: email })
  const sent = await codeFor(shop, email)
  let turning: Promise<unknown> | undefined
  shop.intercept.current = async (text) => {
    if (text.includes('insert into identity.devices') && !turning) {
      turning = setUpApp(shop, token)
      await overOrHeld(shop, turning)
    }
    return plant(text)
  }
  const answer = await post(shop, '/user/loginWithCode', { sign_in_id: data.sign_in_id, code: sent })
  await turning
  shop.intercept.current = undefined
  return (await get(shop, '/user/userInfo', { token: String(answer.data.token) })).status
}

test('a sign-in by code that meets the app being turned on leaves no session', async () => {
  expect(await turnedOnMeanwhile('meets@example.com', (text) => text)).toBe(401)
})

test('control: without the member’s row held by both, the session would stay', async () => {
  const unheld = (text: string) =>
    text
      .replace(/(from identity\.members where id = \$1) for (share|no key update)/, '$1')
      .replace(/(select 1 as one from identity\.members\s.*) for share/, '$1')
  expect(await turnedOnMeanwhile('meets-planted@example.com', unheld)).toBe(200)
})
