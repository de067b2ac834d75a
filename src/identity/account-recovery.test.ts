import { expect, test } from 'vitest'
import {
  codeFor,
  get,
  goodPassword,
  linkFor,
  newestMail,
  post,
  sendingsForgotten,
} from '../../tests/support/account.ts'
import { anotherSession, type GuardedMember, guardedMember } from '../../tests/support/guarded-member.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { freezeAccount } from './freeze-account.ts'

const shop = openShop()
const newPassword = 'angin-lembah-malam-hari'
const info = (token: string) => get(shop, '/user/userInfo', { token })
const logIn = ({ email, device }: GuardedMember, password = goodPassword) =>
  post(shop, '/user/login', { account: email, password, device })
const forgot = async (email: string) => {
  await sendingsForgotten(shop)
  await post(shop, '/user/forgotPassword', { account: email })
  return linkFor(shop, email)
}
const reset = (token: string, password = newPassword) => post(shop, '/user/resetPwd', { token, password })
const unlockCode = async (email: string) => {
  await sendingsForgotten(shop)
  const sent = await post(shop, '/user/sendUnlockCode', { account: email })
  return { unlock_id: sent.data.unlock_id, code: await codeFor(shop, email) }
}
const unlock = async (email: string, password = goodPassword) =>
  post(shop, '/user/unlockAccount', { ...(await unlockCode(email)), password })
const pinLocked = (id: string) =>
  shop.karat.db.run(
    sql`update identity.members set pin_hash = 'x', pin_tries_used = 3, pin_locked_at = now() where id = ${id}`,
  )

test('the link of a forgotten password stands under PUBLIC_URL with its token behind the #, and is kept as a hash', async () => {
  const { email } = await guardedMember(shop, 'forgot')
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/storeid/user/forgotPassword',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { account: email },
  })
  expect(response.statusCode).toBe(200)
  const { body } = await newestMail(shop, email)
  const link = /https?:\S+/.exec(body)?.[0] ?? ''
  expect(link).toMatch(/\/resetPwd#[\w-]{43}$/)
  expect(link.startsWith(`${shop.karat.config.PUBLIC_URL}/`)).toBe(true)
  const kept = await shop.karat.db.row<{ text: string }>(
    sql`select string_agg(l::text, ' ') as text from identity.links l`,
  )
  expect(kept?.text).not.toContain(await linkFor(shop, email))
})

test('a reset by link: the new password works once, every session ends, what goes out pauses, the member is told', async () => {
  const member = await guardedMember(shop, 'resets')
  const elsewhere = await anotherSession(shop, member)
  const token = await forgot(member.email)
  expect(await reset(token, 'short')).toMatchObject({ status: 422, error: 'password_too_short' })
  expect(await reset(token, 'password123')).toMatchObject({ status: 422, error: 'password_too_common' })
  expect(await reset(token)).toMatchObject({ status: 200, data: { reset: true } })
  for (const old of [member.token, elsewhere]) expect((await info(old)).code).toBe(4001)
  expect(await logIn(member)).toMatchObject({ error: 'sign_in_refused' })
  expect(await logIn(member, newPassword)).toMatchObject({ status: 200, data: { sign_in_id: expect.any(String) } })
  expect(await newestMail(shop, member.email)).toMatchObject({ template: 'alarm' })
  expect(await reset(token, 'lain-lagi-kata-sandinya')).toMatchObject({ status: 422, error: 'link_expired' })
})

test('a reset link is dead after fifteen minutes, after a newer one, and does nothing else', async () => {
  const { email, id } = await guardedMember(shop, 'dead-links')
  const older = await forgot(email)
  const newer = await forgot(email)
  expect(await reset(older)).toMatchObject({ error: 'link_expired' })
  for (const call of ['/user/freezeAccount', '/user/cancelChange', '/user/verifyAccount'])
    expect(await post(shop, call, { token: newer }), call).toMatchObject({ status: 422, error: 'link_expired' })
  const life = await shop.karat.db.row<{
    seconds: number
  }>(sql`select extract(epoch from expires_at - created_at)::int as seconds
    from identity.links where member_id = ${id} and ended_at is null`)
  expect(life?.seconds).toBe(900)
  await shop.karat.db.run(
    sql`update identity.links set expires_at = now() where member_id = ${id} and ended_at is null`,
  )
  expect(await reset(newer)).toMatchObject({ error: 'link_expired' })
})

const resetAtOnce = async (name: string) => {
  const token = await forgot((await guardedMember(shop, name)).email)
  const answers = await Promise.all([1, 2, 3].map((n) => reset(token, `${newPassword}-${n}`)))
  return answers.filter(({ status }) => status === 200).length
}

test('of one link used three times at once, one resets', async () => {
  expect(await resetAtOnce('link-at-once')).toBe(1)
})

test('control: if a used link were not ended, all would', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!text.includes("ended_because = 'used'")) return text
    planted++
    return text.replace("set ended_at = now(), ended_because = 'used'", 'set ended_at = ended_at')
  }
  const resets = await resetAtOnce('control-link-at-once')
  shop.intercept.current = undefined
  expect(planted).toBe(3)
  expect(resets).toBe(3)
})

/** Two links asked for at once, by e-mail and by mobile; how many are alive afterwards. */
const linksAtOnce = async (name: string, mobile: string) => {
  const { email, id } = await guardedMember(shop, name, mobile)
  await sendingsForgotten(shop)
  const answers = await Promise.all([email, mobile].map((account) => post(shop, '/user/forgotPassword', { account })))
  const alive = await shop.karat.db.rows(sql`select 1 as one from identity.links
    where member_id = ${id} and purpose = 'reset_password' and ended_at is null`)
  return { statuses: answers.map(({ status }) => status).sort(), alive: alive.length }
}

test('of two links asked for at once one lives', async () => {
  expect(await linksAtOnce('two-links', '+6281200000001')).toEqual({ statuses: [200, 200], alive: 1 })
})

test('control: if the older one were not ended, the database would refuse the newer', async () => {
  shop.intercept.current = (text) =>
    text.includes('update identity.links set ended_at') ? text.replace('and ended_at is null', 'and false') : text
  const { statuses } = await linksAtOnce('control-two-links', '+6281200000002')
  shop.intercept.current = undefined
  expect(statuses).toEqual([200, 500])
})

test('unlocking opens a locked PIN, a locked sign-in and a freeze, with code and password alone, and tells the member', async () => {
  const member = await guardedMember(shop, 'unlocks')
  await pinLocked(member.id)
  await shop.karat.db.transaction((tx) => freezeAccount(tx, { memberId: member.id, by: 'member' }))
  await logIn(member, 'wrong')
  await shop.karat.db.run(
    sql`update identity.sign_in_failures set failures = 20, wait_until = now() where subject like 'account:%'`,
  )
  expect(await logIn(member)).toMatchObject({ error: 'sign_in_refused' })
  expect(await unlock(member.email, 'not the password')).toMatchObject({ status: 401, error: 'sign_in_refused' })
  expect(await logIn(member)).toMatchObject({ error: 'sign_in_refused' })
  expect(await unlock(member.email)).toMatchObject({ status: 200, data: { unlocked: true } })
  expect(await newestMail(shop, member.email)).toMatchObject({ template: 'account_unlocked' })
  expect((await logIn(member)).status).toBe(200)
  const pin = await shop.karat.db.row(
    sql`select pin_tries_used::int as used, pin_locked_at as locked from identity.members where id = ${member.id}`,
  )
  expect(pin).toEqual({ used: 0, locked: null })
})

test('no password is compared before the code was right', async () => {
  const { email } = await guardedMember(shop, 'code-first')
  const { unlock_id, code } = await unlockCode(email)
  const wrong = code === '000000' ? '111111' : '000000'
  const { hasher } = shop.karat
  const matches = hasher.matches
  let comparisons = 0
  hasher.matches = (...both) => {
    comparisons++
    return matches(...both)
  }
  expect(await post(shop, '/user/unlockAccount', { unlock_id, code: wrong, password: goodPassword })).toMatchObject({
    error: 'code_wrong',
  })
  hasher.matches = matches
  expect(comparisons).toBe(0)
})

test('what staff froze, only staff open', async () => {
  const member = await guardedMember(shop, 'by-staff')
  await shop.karat.db.transaction((tx) => freezeAccount(tx, { memberId: member.id, by: 'staff' }))
  expect((await info(member.token)).code).toBe(4001)
  const frozen = { status: 403, error: 'account_frozen_by_staff' }
  expect(await unlock(member.email, 'not-the-password')).toMatchObject({ error: 'sign_in_refused' })
  await sendingsForgotten(shop)
  expect(await unlock(member.email)).toMatchObject(frozen)
  expect(await logIn(member, 'not-the-password')).toMatchObject({ error: 'sign_in_refused' })
  expect(await logIn(member)).toMatchObject(frozen)
  await sendingsForgotten(shop)
  const begun = await post(shop, '/user/sendLoginCode', { account: member.email })
  const byCode = { sign_in_id: begun.data.sign_in_id, code: await codeFor(shop, member.email) }
  expect(await post(shop, '/user/loginWithCode', byCode)).toMatchObject(frozen)
})

/** One unlocking is left; two right codes want it at once. */
const lastUnlockAtOnce = async (name: string, mobile: string) => {
  const { id, email } = await guardedMember(shop, name, mobile)
  await shop.karat.db.run(sql`insert into identity.unlocks (member_id, address) values (${id}, 'x'), (${id}, 'x')`)
  const wishes = [await unlockCode(email), await unlockCode(mobile)]
  // Both codes live, so that nothing but the limit stands between them.
  await shop.karat.db.run(
    sql`update identity.codes set expires_at = now() + interval '5 minutes' where member_id = ${id}`,
  )
  const answers = await Promise.all(
    wishes.map((wish) => post(shop, '/user/unlockAccount', { ...wish, password: goodPassword })),
  )
  return answers.map(({ error }) => error).sort()
}

test('an account is unlocked three times in 24 hours, also when the last is wanted twice at once', async () => {
  expect(await lastUnlockAtOnce('limit', '+6281200000003')).toEqual([null, 'unlock_limit'].sort())
  await shop.karat.db.run(sql`update identity.unlocks set unlocked_at = unlocked_at - interval '24 hours'`)
  expect(await unlock('limit@example.com')).toMatchObject({ status: 200 })
})

test('control: if the member’s row were not held, both would unlock', async () => {
  let planted = 0
  const waiting: (() => void)[] = []
  shop.intercept.current = async (text) => {
    if (text.includes('insert into identity.unlocks (member_id, address) values ($1, $2)') && planted > 0) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === 2) for (const go of waiting) go()
      })
      return text
    }
    if (!/frozen_by as "frozenBy"[\s\S]*for update/.test(text)) return text
    planted++
    return text.replace('for update', '')
  }
  const errors = await lastUnlockAtOnce('control-limit', '+6281200000004')
  shop.intercept.current = undefined
  expect(planted).toBe(2)
  expect(errors).toEqual([null, null])
})

test('the link of an alarm freezes at one press, not by being opened; the account opens again by unlocking', async () => {
  const member = await guardedMember(shop, 'freezes')
  const change = { password: goodPassword, new_password: newPassword }
  expect(await post(shop, '/user/changePwd', change, { token: member.token })).toMatchObject({ status: 200 })
  const link = await linkFor(shop, member.email)
  await shop.app.inject({ url: '/freezeAccount' })
  expect((await info(member.token)).status).toBe(200)
  expect(await post(shop, '/user/freezeAccount', { token: link })).toMatchObject({
    status: 200,
    data: { frozen: true },
  })
  expect((await info(member.token)).code).toBe(4001)
  expect(await logIn(member, newPassword)).toMatchObject({ error: 'sign_in_refused' })
  expect(await newestMail(shop, member.email)).toMatchObject({ template: 'account_frozen' })
  expect(await post(shop, '/user/freezeAccount', { token: link })).toMatchObject({ error: 'link_expired' })
  const passwordLink = await forgot(member.email)
  expect(await reset(passwordLink, 'lain-lagi-kata-sandinya')).toMatchObject({ status: 200 })
  expect(await logIn(member, 'lain-lagi-kata-sandinya')).toMatchObject({ error: 'sign_in_refused' })
  expect(await unlock(member.email, 'lain-lagi-kata-sandinya')).toMatchObject({ status: 200 })
  expect((await logIn(member, 'lain-lagi-kata-sandinya')).status).toBe(200)
})
