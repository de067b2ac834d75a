import { expect, test } from 'vitest'
import {
  codeFor,
  deviceOf,
  get,
  goodPassword,
  newestMail,
  post,
  sendingsForgotten,
  signUpThrough,
} from '../../tests/support/account.ts'
import { beginElsewhere, countingWork, guardedMember } from '../../tests/support/guarded-member.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const sendStepCode = (id: unknown) => post(shop, '/user/sendSecondStepCode', { sign_in_id: id })
const withCode = (id: unknown, code: string, device?: string) =>
  post(shop, '/user/loginWithCode', { sign_in_id: id, code, ...(device ? { device } : {}) })
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')
const openSessions = async (memberId: string) =>
  (await shop.karat.db.rows(sql`select id from identity.sessions where member_id = ${memberId} and ended_at is null`))
    .length

test('a right password in a browser that is not known opens nothing until the code from the message', async () => {
  const { email } = await guardedMember(shop, 'newdevice')
  const begun = await beginElsewhere(shop, email)
  expect(begun).toMatchObject({ status: 200, data: { sign_in_id: expect.any(String), ways: ['code'] } })
  expect(begun.data).not.toHaveProperty('token')
  expect(await sendStepCode(begun.data.sign_in_id)).toMatchObject({ status: 200 })
  const code = await codeFor(shop, email)
  expect(await withCode(begun.data.sign_in_id, wrongOf(code))).toMatchObject({
    status: 422,
    error: 'code_wrong',
    data: { tries_left: 4 },
  })
  const opened = await withCode(begun.data.sign_in_id, code)
  expect(opened).toMatchObject({ status: 200, data: { token: expect.any(String), device_token: expect.any(String) } })
  expect((await get(shop, '/user/userInfo', { token: String(opened.data.token) })).status).toBe(200)
  expect(await withCode(begun.data.sign_in_id, code)).toMatchObject({ error: 'sign_in_expired' })

  const device = String(opened.data.device_token)
  const known = await post(shop, '/user/login', { account: email, password: goodPassword, device })
  expect(known).toMatchObject({ status: 200, data: { token: expect.any(String), device_token: expect.any(String) } })
})

test('a browser is known to who showed both steps in it, by a token of theirs alone that every sign-in renews', async () => {
  const one = await guardedMember(shop, 'shares')
  const other = await guardedMember(shop, 'sharedwith')
  const login = (account: string, device: string) =>
    post(shop, '/user/login', { account, password: goodPassword, device })
  expect((await login(other.email, one.device)).data).toHaveProperty('sign_in_id')
  expect((await login(one.email, 'x'.repeat(43))).data).toHaveProperty('sign_in_id')
  const begun = await login(other.email, one.device)
  await sendStepCode(begun.data.sign_in_id)
  const opened = await withCode(begun.data.sign_in_id, await codeFor(shop, other.email), one.device)
  expect(opened.data.device_token).not.toBe(one.device)
  expect((await login(other.email, one.device)).data, 'a planted token').toHaveProperty('sign_in_id')
  const mine = await login(one.email, one.device)
  expect(mine.data).toHaveProperty('token')
  expect((await login(one.email, one.device)).data, 'used up').toHaveProperty('sign_in_id')
  const next = String(mine.data.device_token)
  expect((await login(other.email, next)).data).toHaveProperty('sign_in_id')
  await shop.karat.db.run(sql`update identity.devices set last_used_at = now() - interval '181 days'`)
  expect((await login(one.email, next)).data).toHaveProperty('sign_in_id')
})

/** Two sign-ins with one device token, both of which have looked at it before one uses it: how many sessions they open. */
async function oneTokenTwice(name: string, plant: (text: string) => string) {
  const { email, device, id } = await guardedMember(shop, name)
  const meet = meetingAt('update identity.devices set last_used_at', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const login = () => post(shop, '/user/login', { account: email, password: goodPassword, device })
  await Promise.all([login(), login()])
  shop.intercept.current = undefined
  return (await openSessions(id)) - 1
}

test('of two sign-ins at once with one device token one is let in, the other shows the second step', async () => {
  expect(await oneTokenTwice('token-twice', (text) => text)).toBe(1)
})

test('control: if the token were not used up by the statement that asks for it, both would be', async () => {
  const unasked = (text: string) =>
    text
      .replace('ended_at = clock_timestamp()\n    where member_id', 'ended_at = null\n    where member_id')
      .replace('delete from identity.devices where', 'delete from identity.devices where false and')
  expect(await oneTokenTwice('token-twice-planted', unasked)).toBe(2)
})

test.each(['/user/logoutOthers', '/user/endSession'])(
  '%s forgets the browser of the session that it ends',
  async (call) => {
    const { email, device, id } = await guardedMember(shop, `forgets${call.length}`)
    const begun = await beginElsewhere(shop, email)
    await sendStepCode(begun.data.sign_in_id)
    const { data: here } = await withCode(begun.data.sign_in_id, await codeFor(shop, email))
    const [other] = await shop.karat.db.rows<{ id: string }>(sql`select id from identity.sessions
    where member_id = ${id} and device = 'test' and ended_at is null`)
    const body = call === '/user/endSession' ? { id: other?.id } : {}
    expect(await post(shop, call, body, { token: String(here.token) })).toMatchObject({ data: { ended: 1 } })
    const login = (token: string) =>
      post(shop, '/user/login', { account: email, password: goodPassword, device: token })
    expect((await login(device)).data).toHaveProperty('sign_in_id')
    expect((await login(String(here.device_token))).data).toHaveProperty('token')
  },
)

test('without a right password nobody is sent a code, and nobody is told more', async () => {
  const { email } = await guardedMember(shop, 'quiet')
  expect(await beginElsewhere(shop, email, 'not the password')).toMatchObject({ status: 401, error: 'sign_in_refused' })
  expect(await beginElsewhere(shop, 'nobody-at-all@example.com')).toMatchObject({
    status: 401,
    error: 'sign_in_refused',
  })
  expect(await newestMail(shop, email)).toBeUndefined()
  const begun = await post(shop, '/user/sendLoginCode', { account: email })
  await sendingsForgotten(shop)
  expect(await sendStepCode(begun.data.sign_in_id)).toMatchObject({ status: 422, error: 'sign_in_expired' })
})

test('signing in by a code alone, by e-mail and by mobile', async () => {
  const { email, mobile } = await guardedMember(shop, 'codeonly', '+6281299001122')
  for (const [account, to] of [
    [email, email],
    ['0812 9900 1122', mobile ?? ''],
  ] as const) {
    const begun = await post(shop, '/user/sendLoginCode', { account })
    expect(begun).toMatchObject({ status: 200, data: { ways: ['code'] } })
    expect(await withCode(begun.data.sign_in_id, await codeFor(shop, to))).toMatchObject({
      status: 200,
      data: { token: expect.any(String) },
    })
  }
})

const shapeOf = ({ data, message, ...answer }: Awaited<ReturnType<typeof post>>) => ({
  ...answer,
  message: message.replace(/\d+/g, 'n'),
  data: Object.entries(data).map(([name, value]) => [name, typeof value]),
})

test.each(['/user/sendLoginCode', '/user/sendUnlockCode', '/user/forgotPassword'])(
  '%s answers the same, after the same work, whether there is such an account',
  async (call) => {
    const known = await guardedMember(shop, `known-${call.slice(6).toLowerCase()}`)
    const ask = (account: string) => countingWork(shop, () => post(shop, call, { account }))
    await ask('warm-up@example.com')
    const one = await ask(known.email)
    const other = await ask(`unknown-${call.slice(6).toLowerCase()}@example.com`)
    expect(shapeOf(one.result)).toEqual(shapeOf(other.result))
    expect(one.result.status).toBe(200)
    expect(one.statements).toEqual(other.statements)
    expect(one.comparisons).toBe(other.comparisons)
    expect(await newestMail(shop, `unknown-${call.slice(6).toLowerCase()}@example.com`)).toMatchObject({
      template: 'no_account',
    })
    const again = [
      await post(shop, call, { account: known.email }),
      await post(shop, call, { account: 'warm-up@example.com' }),
    ]
    for (const answer of again) expect(answer).toMatchObject({ status: 429, error: 'code_too_soon' })
    expect(await post(shop, call, { account: 'no account' })).toMatchObject({ status: 422, error: 'invalid_input' })
  },
)

test('no code is right for an account that nobody has', async () => {
  const begun = await post(shop, '/user/sendLoginCode', { account: 'ghost@example.com' })
  const answers: unknown[] = []
  for (let n = 0; n < 6; n++) answers.push((await withCode(begun.data.sign_in_id, String(n).repeat(6))).error)
  expect(answers).toEqual([...Array(5).fill('code_wrong'), 'code_expired'])
})

test('a code works for its purpose and its sign-in alone, and dies after a newer one', async () => {
  const { email } = await guardedMember(shop, 'bound')
  const unlock = await post(shop, '/user/sendUnlockCode', { account: email })
  const unlockCode = await codeFor(shop, email)
  await sendingsForgotten(shop)
  const byCode = await post(shop, '/user/sendLoginCode', { account: email })
  const loginCode = await codeFor(shop, email)
  const unlockWith = { unlock_id: unlock.data.unlock_id, password: goodPassword }
  if (loginCode !== unlockCode)
    expect(await post(shop, '/user/unlockAccount', { ...unlockWith, code: loginCode })).toMatchObject({
      error: 'code_wrong',
    })
  const other = await beginElsewhere(shop, email)
  expect(await withCode(other.data.sign_in_id, loginCode)).toMatchObject({ error: 'code_expired' })
  await sendingsForgotten(shop)
  const newer = await post(shop, '/user/sendLoginCode', { account: email })
  expect(await withCode(byCode.data.sign_in_id, loginCode)).toMatchObject({ error: 'code_expired' })
  const newerCode = await codeFor(shop, email)
  await shop.karat.db.run(sql`update identity.codes set expires_at = now() where bound_to = ${newer.data.sign_in_id}`)
  expect(await withCode(newer.data.sign_in_id, newerCode)).toMatchObject({ error: 'code_expired' })
})

test('strangers who ask for codes do not use up those that follow a password', async () => {
  const { email } = await guardedMember(shop, 'budget')
  for (let n = 1; n <= 5; n++) {
    await post(shop, '/user/sendLoginCode', { account: email }, { address: `192.0.2.${n}` })
    await shop.karat.db.run(sql`update identity.sendings set sent_at = sent_at - interval '61 seconds'`)
  }
  expect(await post(shop, '/user/sendLoginCode', { account: email })).toMatchObject({ error: 'code_too_soon' })
  const begun = await beginElsewhere(shop, email)
  expect(await sendStepCode(begun.data.sign_in_id)).toMatchObject({ status: 200 })
})

const finishAtOnce = async (name: string) => {
  const { id, email } = await guardedMember(shop, name)
  const begun = await beginElsewhere(shop, email)
  await sendStepCode(begun.data.sign_in_id)
  const code = await codeFor(shop, email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => withCode(begun.data.sign_in_id, code)))
  return { opened: answers.filter((answer) => answer.status === 200).length, sessions: await openSessions(id) }
}

test('of one code used five times at once, one opens a session', async () => {
  expect(await finishAtOnce('at-once')).toEqual({ opened: 1, sessions: 2 })
})

test('control: if sign-in and code were not taken by one who uses them, more would open', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (/update identity\.sign_ins set ended_at = now\(\)\s+where id/.test(text)) {
      planted++
      return text.replace('set ended_at = now()', 'set ended_at = ended_at')
    }
    return text.replace('set used_at = now()', 'set used_at = used_at')
  }
  const { opened } = await finishAtOnce('control-at-once')
  shop.intercept.current = undefined
  expect(planted).toBeGreaterThan(1)
  expect(opened).toBeGreaterThan(1)
})

/** The password is reset while a sign-in with the old one stands between comparison and session. */
const resetMeanwhile = async (name: string, plant: (text: string) => string) => {
  const member = await guardedMember(shop, name)
  await post(shop, '/user/forgotPassword', { account: member.email })
  const link = /#([\w-]{43})/.exec((await newestMail(shop, member.email)).body)?.[1]
  let reset: Promise<unknown> | undefined
  let asked = 0
  shop.intercept.current = async (text) => {
    if (!/from identity.members\s+where id = \$1 and password_hash = \$2/.test(text)) return plant(text)
    asked++
    reset ??= post(shop, '/user/resetPwd', { token: link, password: 'angin-lembah-malam-hari' })
    await reset
    return plant(text)
  }
  const answer = await post(shop, '/user/login', {
    account: member.email,
    password: goodPassword,
    device: member.device,
  })
  shop.intercept.current = undefined
  expect(asked).toBe(1)
  return { error: answer.error, sessions: await openSessions(member.id) }
}

test('a password that is reset while it signs somebody in opens no session', async () => {
  expect(await resetMeanwhile('reset-meanwhile', (text) => text)).toEqual({ error: 'sign_in_refused', sessions: 0 })
})

test('control: if the password were not asked for again with the session, the old one would open it', async () => {
  const planted = (text: string) =>
    text
      .replace('and password_hash = $2', "and $2 <> ''")
      .replace('set ended_at = clock_timestamp() where ended_at is null', '$& and false')
  expect(await resetMeanwhile('control-reset-meanwhile', planted)).toEqual({ error: null, sessions: 1 })
})

/** Twenty wrong codes at once, then the right one: how many were compared, and what the right one opens. */
async function twentyGuesses(name: string) {
  const { email } = await guardedMember(shop, name)
  const begun = await beginElsewhere(shop, email)
  await sendStepCode(begun.data.sign_in_id)
  const right = await codeFor(shop, email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => withCode(begun.data.sign_in_id, wrongOf(right))))
  const after = await withCode(begun.data.sign_in_id, right)
  return { compared: answers.filter(({ error }) => error === 'code_wrong').length, after: after.error }
}

test('of twenty second steps at once five codes are compared', async () => {
  expect(await twentyGuesses('guesses')).toEqual({ compared: 5, after: 'code_expired' })
})

test('control: if tries were not taken, more than five would be compared', async () => {
  shop.intercept.current = (text) => text.replace('set tries_used = tries_used + 1', 'set tries_used = 1')
  const guesses = await twentyGuesses('control-guesses')
  shop.intercept.current = undefined
  expect(guesses.compared).toBeGreaterThan(5)
  expect(guesses.after).toBeNull()
})

test('signing up makes the browser known, so that the next password there is enough', async () => {
  await signUpThrough(shop, 'fresh@example.com')
  const device = deviceOf('fresh@example.com')
  expect(
    (await post(shop, '/user/login', { account: 'fresh@example.com', password: goodPassword, device })).data,
  ).toHaveProperty('token')
})
