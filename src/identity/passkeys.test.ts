import { beforeEach, expect, test } from 'vitest'
import { get, goodPassword, newestMail, post, signUpThrough } from '../../tests/support/account.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { SoftPasskey, type Twist } from '../../tests/support/passkeys.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { forgetOldRows } from './forget-old-rows.ts'
import { freezeAccount } from './freeze-account.ts'
import { relyingParty } from './passkey-challenge.ts'

const shop = openShop()
beforeEach(() => shop.karat.db.run(sql`delete from identity.sign_in_failures`).then(() => {}))

type Options = { challenge: string; user: { id: string } }
const site = () => {
  const { origin, id } = relyingParty(shop.karat.config)
  return { origin, rpId: id }
}
const newPasskey = (counter = 0) => new SoftPasskey(site(), counter)

async function begin(token: string) {
  const { data } = await post(shop, '/user/beginPasskey', { password: goodPassword }, { token })
  return { challenge_id: String(data.challenge_id), options: data.options as Options }
}
async function add(token: string, passkey: SoftPasskey, twist: Twist = {}) {
  const { challenge_id, options } = await begin(token)
  return post(shop, '/user/addPasskey', { challenge_id, name: 'My phone', ...passkey.make(options, twist) }, { token })
}
async function beginLogIn() {
  const { data } = await post(shop, '/user/beginPasskeyLogin', {})
  return { challenge_id: String(data.challenge_id), options: data.options as Options }
}
async function logIn(passkey: SoftPasskey, twist: Twist = {}, more: object = {}) {
  const { challenge_id, options } = await beginLogIn()
  return post(shop, '/user/passkeyLogin', { challenge_id, ...passkey.answer(options, twist), ...more })
}
async function memberWithPasskey(email: string, counter = 0) {
  const member = await signUpThrough(shop, email)
  const passkey = newPasskey(counter)
  expect(await add(member.token, passkey)).toMatchObject({ status: 200 })
  return { ...member, passkey }
}

test('a passkey is added with the password, listed, and told of; other sessions end', async () => {
  const { token, id } = await signUpThrough(shop, 'adds@example.com')
  const other = await signUpThrough(shop, 'adds-too@example.com')
  await shop.karat.db.run(sql`update identity.sessions set member_id = ${id} where member_id = ${other.id}`)
  expect(await post(shop, '/user/beginPasskey', { password: 'not the password' }, { token })).toMatchObject({
    error: 'sign_in_refused',
  })
  const added = await add(token, newPasskey())
  expect(added).toMatchObject({ status: 200, data: { passkeys: [{ name: 'My phone', last_used_at: null }] } })
  expect(await get(shop, '/user/passkeys', { token })).toMatchObject({ data: added.data })
  expect(await get(shop, '/user/passkeys', { token: other.token })).toMatchObject({ status: 401, code: 4001 })
  expect(await newestMail(shop, 'adds@example.com')).toMatchObject({ template: 'passkey_added' })
  expect((await get(shop, '/user/security', { token })).data).toMatchObject({ passkeys: 1, sessions: 1 })
})

test('what is made for another site, another challenge or without the person is refused', async () => {
  const { token } = await signUpThrough(shop, 'wrong-adds@example.com')
  const refused = { status: 422, error: 'passkey_refused' }
  for (const twist of [
    { origin: 'https://karat.example.evil' },
    { rpId: 'evil.example' },
    { verified: false },
    { type: 'webauthn.get' },
    { challenge: 'AAAA' },
  ])
    expect(await add(token, newPasskey(), twist), JSON.stringify(twist)).toMatchObject(refused)
  expect((await get(shop, '/user/passkeys', { token })).data).toMatchObject({ passkeys: [] })
})

test('a challenge adds one passkey, of the member it was made for, within five minutes', async () => {
  const { token } = await signUpThrough(shop, 'challenges@example.com')
  const stranger = await signUpThrough(shop, 'stranger@example.com')
  const { challenge_id, options } = await begin(token)
  const body = () => ({ challenge_id, name: 'Key', ...newPasskey().make(options) })
  const refused = { status: 422, error: 'passkey_refused' }
  expect(await post(shop, '/user/addPasskey', body(), { token: stranger.token })).toMatchObject(refused)
  expect(await post(shop, '/user/addPasskey', body(), { token })).toMatchObject({ status: 200 })
  expect(await post(shop, '/user/addPasskey', body(), { token })).toMatchObject(refused)
  const late = await begin(token)
  await shop.karat.db.run(
    sql`update identity.passkey_challenges set expires_at = now() where id = ${late.challenge_id}`,
  )
  const lateBody = { challenge_id: late.challenge_id, name: 'Key', ...newPasskey().make(late.options) }
  expect(await post(shop, '/user/addPasskey', lateBody, { token })).toMatchObject(refused)
  await shop.karat.db.run(sql`update identity.passkey_challenges set expires_at = now() - interval '2 hours'`)
  await forgetOldRows(shop.karat.db)
  expect(await shop.karat.db.row(sql`select 1 as one from identity.passkey_challenges`)).toBeUndefined()
})

test('one passkey belongs to one account, and an account has at most ten', async () => {
  const { token, id, passkey } = await memberWithPasskey('single@example.com')
  const other = await signUpThrough(shop, 'wants-it-too@example.com')
  expect(await add(other.token, passkey)).toMatchObject({ status: 422, error: 'passkey_refused' })
  const waiting = await begin(token)
  await shop.karat.db.run(sql`insert into identity.passkeys (id, member_id, credential_id, public_key, counter, transports, synced, name)
    select gen_random_uuid(), ${id}, 'k' || n, '', 0, '{}', false, 'Key' from generate_series(1, 9) n`)
  const tenth = { challenge_id: waiting.challenge_id, name: 'Key', ...newPasskey().make(waiting.options) }
  expect(await post(shop, '/user/addPasskey', tenth, { token })).toMatchObject({ status: 409, error: 'passkey_limit' })
  expect(await post(shop, '/user/beginPasskey', { password: goodPassword }, { token })).toMatchObject({
    error: 'passkey_limit',
  })
})

test('a passkey signs its member in without a name or password, in any browser', async () => {
  const { id, passkey } = await memberWithPasskey('signs-in@example.com')
  const answer = await logIn(passkey)
  expect(answer).toMatchObject({ status: 200, data: { userInfo: { id, email: 'signs-in@example.com' } } })
  const token = String(answer.data.token)
  expect((await get(shop, '/user/userInfo', { token })).data).toMatchObject({ id })
  expect((await get(shop, '/user/passkeys', { token })).data).toMatchObject({
    passkeys: [{ last_used_at: expect.any(String) }],
  })
})

test('a wrong site, a wrong challenge, an unverified person, a foreign signature or handle signs nobody in', async () => {
  const { passkey } = await memberWithPasskey('wrong-sign-in@example.com')
  const { passkey: others } = await memberWithPasskey('others@example.com')
  const refused = { status: 422, error: 'passkey_refused' }
  for (const twist of [
    { origin: 'https://karat.example.evil' },
    { rpId: 'evil.example' },
    { verified: false },
    { type: 'webauthn.create' },
    { challenge: 'AAAA' },
  ])
    expect(await logIn(passkey, twist), JSON.stringify(twist)).toMatchObject(refused)
  expect(await logIn(passkey, {}, { user_handle: others.userHandle })).toMatchObject(refused)
  const { challenge_id, options } = await beginLogIn()
  const mixed = { ...passkey.answer(options), signature: others.answer(options).signature }
  expect(await post(shop, '/user/passkeyLogin', { challenge_id, ...mixed })).toMatchObject(refused)
  const unknown = newPasskey()
  unknown.userHandle = passkey.userHandle
  expect(await logIn(unknown)).toMatchObject(refused)
  expect(await logIn(passkey)).toMatchObject({ status: 200 })
})

test('a counter that did not move is a copied device and is refused', async () => {
  const { passkey } = await memberWithPasskey('counts@example.com', 5)
  expect(await logIn(passkey)).toMatchObject({ status: 200 })
  passkey.counter -= 3
  expect(await logIn(passkey)).toMatchObject({ status: 422, error: 'passkey_refused' })
  passkey.counter += 10
  expect(await logIn(passkey)).toMatchObject({ status: 200 })
})

async function answersOfTen(email: string, spoil: (text: string) => string) {
  const { passkey } = await memberWithPasskey(email)
  const { challenge_id, options } = await beginLogIn()
  const body = { challenge_id, ...passkey.answer(options) }
  const meet = meetingAt('update identity.passkey_challenges', 4)
  shop.intercept.current = async (text) => {
    await meet(text)
    return spoil(text)
  }
  try {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(shop, '/user/passkeyLogin', body)))
    return answers.filter(({ status }) => status === 200).length
  } finally {
    shop.intercept.current = undefined
  }
}

test('of ten at once with one answer one signs in', async () => {
  expect(await answersOfTen('replayed@example.com', (text) => text)).toBe(1)
})

test('control: without the use in the statement that takes the challenge more would', async () => {
  const unasked = (text: string) => text.replace('and used_at is null and expires_at', 'and expires_at')
  expect(await answersOfTen('replayed-control@example.com', unasked)).toBeGreaterThan(1)
})

test('that staff froze the account is told to the right passkey alone: not to a copied device, nor to another passkey', async () => {
  const { id, passkey } = await memberWithPasskey('frozen-by-staff@example.com', 5)
  expect(await logIn(passkey)).toMatchObject({ status: 200 })
  await shop.karat.db.transaction((tx) => freezeAccount(tx, { memberId: id, by: 'staff' }))
  expect(await logIn(passkey)).toMatchObject({ status: 403, error: 'account_frozen_by_staff' })
  const refused = { status: 422, error: 'passkey_refused' }
  const unknown = newPasskey(9)
  unknown.userHandle = passkey.userHandle
  expect(await logIn(unknown)).toMatchObject(refused)
  passkey.counter -= 3
  expect(await logIn(passkey)).toMatchObject(refused)
})

test('removing needs the password; a removed passkey and that of a frozen account sign nobody in', async () => {
  const { token, id, passkey } = await memberWithPasskey('removes@example.com')
  const [kept] = (await get(shop, '/user/passkeys', { token })).data.passkeys as { id: string }[]
  const remove = (password: string) => post(shop, '/user/removePasskey', { id: kept?.id, password }, { token })
  expect(await remove('not the password')).toMatchObject({ error: 'sign_in_refused' })
  await shop.karat.db.run(sql`update identity.members set frozen_at = now(), frozen_by = 'member' where id = ${id}`)
  expect(await logIn(passkey)).toMatchObject({ status: 422, error: 'passkey_refused' })
  await shop.karat.db.run(sql`update identity.members set frozen_at = null, frozen_by = null where id = ${id}`)
  expect(await remove(goodPassword)).toMatchObject({ status: 200, data: { passkeys: [] } })
  expect(await newestMail(shop, 'removes@example.com')).toMatchObject({ template: 'passkey_removed' })
  expect(await logIn(passkey)).toMatchObject({ status: 422, error: 'passkey_refused' })
  expect(await remove(goodPassword)).toMatchObject({ status: 404, error: 'not_found' })
})
