/** A second factor that somebody else added goes with the alarm that told of it, so that freezing does not lock its member out. */
import { beforeEach, expect, test } from 'vitest'
import { codeFor, goodPassword, linkFor, newestMail, post, sendingsForgotten } from '../../tests/support/account.ts'
import { secretOf, setUpApp } from '../../tests/support/authenticator.ts'
import { type GuardedMember, guardedMember } from '../../tests/support/guarded-member.ts'
import { SoftPasskey } from '../../tests/support/passkeys.ts'
import { openShop } from '../../tests/support/shop.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { relyingParty } from './passkey-challenge.ts'

const shop = openShop()
const newPassword = 'angin-lembah-malam-hari'
beforeEach(async () => {
  shop.intercept.current = undefined
  await shop.karat.db.run(sql`delete from identity.sign_in_failures`)
  await sendingsForgotten(shop)
})

type Made = Parameters<SoftPasskey['make']>[0]
async function addPasskey(token: string, password = goodPassword) {
  const { data } = await post(shop, '/user/beginPasskey', { password }, { token })
  const { origin, id } = relyingParty(shop.karat.config)
  const made = new SoftPasskey({ origin, rpId: id }).make(data.options as Made)
  return post(shop, '/user/addPasskey', { challenge_id: data.challenge_id, name: 'Theirs', ...made }, { token })
}
const freeze = (token: string) => post(shop, '/user/freezeAccount', { token })
const logIn = (account: string, password: string, device?: string) =>
  post(shop, '/user/login', { account, password, ...(device ? { device } : {}) })
const factorsOf = (id: string) =>
  shop.karat.db.row<{ apps: number; passkeys: number; codes: number }>(sql`select
    (select count(*)::int from identity.authenticators where member_id = ${id} and confirmed_at is not null) as apps,
    (select count(*)::int from identity.passkeys where member_id = ${id}) as passkeys,
    (select count(*)::int from identity.recovery_codes where member_id = ${id}) as codes`)
const none = { apps: 0, passkeys: 0, codes: 0 }
/** As if everything about factors and alarms had been so much earlier. */
async function passes(id: string, hours: number) {
  for (const change of [
    sql`update identity.authenticators set confirmed_at = confirmed_at - make_interval(hours => ${hours}) where member_id = ${id}`,
    sql`update identity.passkeys set created_at = created_at - make_interval(hours => ${hours}) where member_id = ${id}`,
    sql`update identity.recovery_codes set created_at = created_at - make_interval(hours => ${hours}) where member_id = ${id}`,
    sql`update identity.links set created_at = created_at - make_interval(hours => ${hours}), details = details ||
      jsonb_build_object('began', (details->>'began')::timestamptz - make_interval(hours => ${hours})) where member_id = ${id}`,
  ])
    await shop.karat.db.run(change)
}
async function unlockAndReset(email: string) {
  await sendingsForgotten(shop)
  const asked = await post(shop, '/user/sendUnlockCode', { account: email })
  const unlock = { unlock_id: asked.data.unlock_id, code: await codeFor(shop, email), password: goodPassword }
  expect((await post(shop, '/user/unlockAccount', unlock)).status).toBe(200)
  await sendingsForgotten(shop)
  await post(shop, '/user/forgotPassword', { account: email })
  const reset = { token: await linkFor(shop, email), password: newPassword }
  expect((await post(shop, '/user/resetPwd', reset)).status).toBe(200)
}

test('whoever froze the account after a thief turned an app on can come in again', async () => {
  const { email, id, token, device } = await guardedMember(shop, 'app-of-a-thief')
  await setUpApp(shop, token)
  expect(await newestMail(shop, email)).toMatchObject({ template: 'authenticator_on' })
  expect((await freeze(await linkFor(shop, email))).status).toBe(200)
  expect(await factorsOf(id)).toEqual(none)
  await unlockAndReset(email)
  const signIn = await logIn(email, newPassword, device)
  expect(signIn.data, 'the browser of the thief is a stranger’s').not.toHaveProperty('token')
  expect(signIn.data.ways).toEqual(['code'])
})

test('a passkey of a thief goes too; its member is told, and what goes out pauses anew', async () => {
  const { email, id, token } = await guardedMember(shop, 'passkey-of-a-thief')
  expect(await addPasskey(token)).toMatchObject({ status: 200 })
  await shop.karat.db.run(sql`delete from identity.outgoing_pauses where member_id = ${id}`)
  await freeze(await linkFor(shop, email))
  expect(await factorsOf(id)).toEqual(none)
  const told = await shop.karat.db.rows<{ template: string }>(
    sql`select template from mail.messages where destination = ${email} order by id desc limit 2`,
  )
  expect(told.map(({ template }) => template)).toEqual(['account_frozen', 'factors_taken_back'])
  const pauses = await shop.karat.db.rows(sql`select reason from identity.outgoing_pauses where member_id = ${id}`)
  expect(pauses).toEqual([{ reason: 'factor' }])
})

type Alarm = [string, (member: GuardedMember) => Promise<{ status: number }>]
const inSession = (call: string, body: object): Alarm => [
  call,
  ({ token }) => post(shop, call, { password: goodPassword, ...body }, { token }),
]
const alarms: Alarm[] = [
  inSession('/user/changePwd', { new_password: newPassword }),
  inSession('/user/changeEmail', { email: 'thief@example.com' }),
  inSession('/user/askForData', { kind: 'restriction', words: '' }),
  inSession('/user/copyOfData', {}),
]
const endOf = (call: string) => (call === '/user/changeEmail' ? '/user/cancelChange' : '/user/freezeAccount')

test.each(alarms)('the link that %s sent takes back what came before and after it', async (call, alarm) => {
  const name = call.replaceAll('/', '-').toLowerCase()
  const before = await guardedMember(shop, `before${name}`)
  await setUpApp(shop, before.token)
  expect((await alarm(before)).status).toBe(200)
  expect((await post(shop, endOf(call), { token: await linkFor(shop, before.email) })).status).toBe(200)
  expect(await factorsOf(before.id), 'the app came first').toEqual(none)
  await sendingsForgotten(shop)
  const after = await guardedMember(shop, `after${name}`)
  expect((await alarm(after)).status).toBe(200)
  const link = await linkFor(shop, after.email)
  const password = call === '/user/changePwd' ? newPassword : goodPassword
  expect(await addPasskey(after.token, password)).toMatchObject({ status: 200 })
  expect((await post(shop, endOf(call), { token: link })).status).toBe(200)
  expect(await factorsOf(after.id), 'the passkey came later').toEqual(none)
})

test('an app that has stood for a day stays, so that a mailbox alone does not undo it; codes made since go', async () => {
  const { email, id, token } = await guardedMember(shop, 'stands-for-a-day')
  const { code } = await setUpApp(shop, token)
  await passes(id, 25)
  const proof = { password: goodPassword, code: code(1) }
  expect((await post(shop, '/user/newRecoveryCodes', proof, { token })).status).toBe(200)
  await freeze(await linkFor(shop, email))
  expect(await factorsOf(id)).toEqual({ apps: 1, passkeys: 0, codes: 0 })
})

test('a destination that came after the app does not undo it', async () => {
  const { email, id, token } = await guardedMember(shop, 'came-later')
  await setUpApp(shop, token)
  const theirs = 'came-later-thief@example.com'
  await shop.karat.db.run(sql`update identity.members set email = ${theirs} where id = ${id}`)
  const change = { password: goodPassword, new_password: newPassword }
  expect((await post(shop, '/user/changePwd', change, { token })).status).toBe(200)
  const own = await linkFor(shop, email)
  expect((await freeze(await linkFor(shop, theirs))).status).toBe(200)
  expect(await factorsOf(id)).toMatchObject({ apps: 1 })
  expect((await freeze(own)).status).toBe(200)
  expect(await factorsOf(id)).toEqual(none)
})

const adding = {
  passkey: (token: string) => addPasskey(token),
  app: async (token: string) => {
    const { secret } = (await post(shop, '/user/beginAuthenticator', { password: goodPassword }, { token })).data
    const code = totpCode(secretOf(String(secret)), shop.karat.now())
    return post(shop, '/user/confirmAuthenticator', { code }, { token })
  },
}
const kinds = ['passkey', 'app'] as const

/** The owner freezes while what a thief adds stands before its transaction. */
async function frozenMeanwhile(kind: (typeof kinds)[number], name: string, plant: (text: string) => string) {
  const { email, id, token } = await guardedMember(shop, `${name}-${kind}`)
  await post(shop, '/user/copyOfData', { password: goodPassword }, { token })
  const link = await linkFor(shop, email)
  let frozen: Promise<{ status: number }> | undefined
  shop.intercept.current = async (text) => {
    if (text.includes('select id from identity.members where id = $1 for no key update') && !frozen) {
      frozen = freeze(link)
      expect(await frozen).toMatchObject({ status: 200 })
    }
    return plant(text)
  }
  const { status } = await adding[kind](token)
  shop.intercept.current = undefined
  const { apps = 0, passkeys = 0 } = (await factorsOf(id)) ?? {}
  return { status, factors: apps + passkeys }
}

test.each(kinds)('a new %s that is being added while its account is frozen is not added', async (kind) => {
  expect(await frozenMeanwhile(kind, 'meets-freeze', (text) => text)).toEqual({ status: 401, factors: 0 })
})

test.each(kinds)('control: if nobody asked whether the session lives, the %s would be', async (kind) => {
  const planted = (text: string) => text.replace('where id = $1 and ended_at is null', 'where id = $1')
  expect(await frozenMeanwhile(kind, 'meets-planted', planted)).toEqual({ status: 200, factors: 1 })
})
