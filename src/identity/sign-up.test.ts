import { expect, test } from 'vitest'
import { askForCode, codeFor, get, goodPassword, newestMail, post, signUpThrough } from '../../tests/support/account.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { sharingDevice } from './shared-devices.ts'

const shop = openShop()
const rest = { name: 'Ratna Wulandari', password: goodPassword }
const members = async (email: string) =>
  (await shop.karat.db.rows(sql`select id from identity.members where email = ${email}`)).length
/** Lets the minute between two codes pass. */
const aMinuteLater = (to: string) =>
  shop.karat.db.run(
    sql`update identity.sendings set sent_at = sent_at - interval '61 seconds' where destination = ${to}`,
  )

test('a visitor becomes a signed-in member with the code from the mail', async () => {
  const sent = await post(
    shop,
    '/user/sendSignupCode',
    { email: ' Dewi@Example.com ', agreement_version: '2026-11-24', invite: 'KRT-7' },
    { store: 'my' },
  )
  expect(sent).toMatchObject({ status: 200, data: { sign_up_id: expect.any(String), expires_at: expect.any(String) } })
  const code = await codeFor(shop, 'dewi@example.com')
  const joined = await post(shop, '/user/signup', { ...rest, sign_up_id: sent.data.sign_up_id, code }, { store: 'my' })
  expect(joined).toMatchObject({ status: 200, data: { token: expect.stringMatching(/^[\w-]{43}$/) } })
  const info = await get(shop, '/user/userInfo', { token: String(joined.data.token) })
  expect(info.data).toEqual(joined.data.userInfo)
  expect(info.data).toMatchObject({
    email: 'dewi@example.com',
    mobile: null,
    store: 'my',
    has_pin: false,
    pin_locked: false,
  })
  const kept = await shop.karat.db.row<{ passwordHash: string; invitedBy: string }>(sql`
    select password_hash as "passwordHash", invited_by as "invitedBy" from identity.members where email = 'dewi@example.com'`)
  expect(kept?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(kept?.invitedBy).toBe('KRT-7')
})

test('a browser in which two accounts were opened is known as shared by them', async () => {
  const first = await signUpThrough(shop, 'first@example.com')
  const sent = await askForCode(shop, 'second@example.com')
  const code = await codeFor(shop, 'second@example.com')
  const body = { ...rest, sign_up_id: sent.data.sign_up_id, code, device: first.device }
  const { data } = await post(shop, '/user/signup', body)
  const second = (data.userInfo as { id: string }).id
  expect(await sharingDevice(shop.karat.db, second, [first.id])).toEqual([first.id])
  expect(await sharingDevice(shop.karat.db, first.id, [second])).toEqual([second])
})

test('a mobile number signs up too, however it is written', async () => {
  const sent = await post(shop, '/user/sendSignupCode', { mobile: '0812-1000 9001', agreement_version: '2026-11-24' })
  const code = await codeFor(shop, '+6281210009001')
  expect(await post(shop, '/user/signup', { ...rest, sign_up_id: sent.data.sign_up_id, code })).toMatchObject({
    status: 200,
  })
  expect(await post(shop, '/user/login', { account: '+62 812 1000 9001', password: goodPassword })).toMatchObject({
    status: 200,
  })
})

test('asking for a code answers the same whether an account exists, and tells its owner by mail', async () => {
  await signUpThrough(shop, 'known@example.com')
  await aMinuteLater('known@example.com')
  const known = await askForCode(shop, 'known@example.com')
  const unknown = await askForCode(shop, 'unknown@example.com')
  expect(shapeOf(known)).toEqual(shapeOf(unknown))
  expect(await newestMail(shop, 'known@example.com')).toMatchObject({ template: 'sign_up_existing' })
  expect((await newestMail(shop, 'known@example.com')).body).not.toMatch(/\d{6}/)
  expect(await newestMail(shop, 'unknown@example.com')).toMatchObject({ template: 'sign_up_code' })
  const again = await askForCode(shop, 'known@example.com')
  const againUnknown = await askForCode(shop, 'unknown@example.com')
  expect(shapeOf(again)).toEqual(shapeOf(againUnknown))
  expect(again.error).toBe('code_too_soon')
})

const shapeOf = ({ data, ...answer }: Awaited<ReturnType<typeof post>>) => ({
  ...answer,
  message: answer.message.replace(/\d+/, 'n'),
  data: Object.entries(data).map(([name, value]) => [name, typeof value]),
})

test('refuses an outdated agreement, no destination, two destinations and a destination that is none', async () => {
  const ask = (body: object) => post(shop, '/user/sendSignupCode', { agreement_version: '2026-11-24', ...body })
  expect(await ask({ email: 'a@example.com', agreement_version: '2019-01' })).toMatchObject({
    status: 422,
    error: 'agreement_outdated',
  })
  for (const body of [
    {},
    { email: 'a@example.com', mobile: '081210009002' },
    { email: 'a@b' },
    { mobile: '12' },
    { email: 'x'.repeat(300) },
  ])
    expect(await ask(body)).toMatchObject({ status: 422, error: 'invalid_input' })
  expect(await shop.karat.db.rows(sql`select id from identity.codes where destination like 'a@%'`)).toEqual([])
})

test('says why a password is refused, and costs the code no try', async () => {
  const sent = await askForCode(shop, 'picky@example.com')
  const code = await codeFor(shop, 'picky@example.com')
  const join = (password: string) =>
    post(shop, '/user/signup', { name: 'Picky', sign_up_id: sent.data.sign_up_id, code, password })
  for (const password of ['short', '1234567', 'áéíóú'.normalize('NFD')])
    expect(await join(password), password).toMatchObject({ status: 422, error: 'password_too_short' })
  for (const password of ['password1', 'PASSWORD123', 'iloveyou1', 'Karat-2026!', 'emasemas99', 'picky@example.com'])
    expect(await join(password), password).toMatchObject({ status: 422, error: 'password_too_common' })
  expect(await join('x'.repeat(129))).toMatchObject({ status: 422, error: 'invalid_input' })
  expect(await join(`${'🪙 é'.repeat(42)}xy`)).toMatchObject({ status: 200 })
})

test('a password is the same password however its accents are composed, and no part of it is cut off', async () => {
  const sent = await askForCode(shop, 'accent@example.com')
  const password = `${'ñandú '.repeat(20)}`.trim()
  const code = await codeFor(shop, 'accent@example.com')
  await post(shop, '/user/signup', {
    name: 'A',
    sign_up_id: sent.data.sign_up_id,
    code,
    password: password.normalize('NFD'),
  })
  const login = (tried: string) => post(shop, '/user/login', { account: 'accent@example.com', password: tried })
  expect(await login(password.normalize('NFC'))).toMatchObject({ status: 200 })
  expect(await login(password.slice(0, -1))).toMatchObject({ error: 'sign_in_refused' })
})

/** Twenty wrong codes at once; afterwards the right one. */
const guessAtOnce = async (email: string) => {
  const sent = await askForCode(shop, email)
  const code = await codeFor(shop, email)
  const wrong = code === '000000' ? '111111' : '000000'
  const join = (tried: string) => post(shop, '/user/signup', { ...rest, sign_up_id: sent.data.sign_up_id, code: tried })
  const answers = await Promise.all(Array.from({ length: 20 }, () => join(wrong)))
  return { compared: answers.filter((answer) => answer.error === 'code_wrong'), right: await join(code) }
}

test('a wrong code costs one of five tries, even when they come at once, and then the right one is dead', async () => {
  const { compared, right } = await guessAtOnce('guess@example.com')
  expect(compared.map((answer) => answer.data.tries_left).sort()).toEqual([0, 1, 2, 3, 4])
  expect(right).toMatchObject({ status: 422, error: 'code_expired' })
  expect(await members('guess@example.com')).toBe(0)
})

test('control: if tries were not taken, more than five would be compared', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!text.includes('tries_used = tries_used + 1')) return text
    planted++
    return text.replace('tries_used = tries_used + 1', 'tries_used = 1')
  }
  const { compared, right } = await guessAtOnce('control-guess@example.com')
  shop.intercept.current = undefined
  expect(planted).toBe(21)
  expect(compared).toHaveLength(20)
  expect(right.status).toBe(200)
})

test('a code is dead after ten minutes, after its use, and after a newer one', async () => {
  const sent = await askForCode(shop, 'late@example.com')
  const code = await codeFor(shop, 'late@example.com')
  const join = (id: unknown, tried: string) => post(shop, '/user/signup', { ...rest, sign_up_id: id, code: tried })
  expect(Date.parse(String(sent.data.expires_at)) - Date.now()).toBeGreaterThan(590_000)
  expect(Date.parse(String(sent.data.expires_at)) - Date.now()).toBeLessThanOrEqual(601_000)
  await shop.karat.db.run(sql`update identity.codes set expires_at = now() where id = ${sent.data.sign_up_id}`)
  expect(await join(sent.data.sign_up_id, code)).toMatchObject({ error: 'code_expired' })

  await aMinuteLater('late@example.com')
  const second = await askForCode(shop, 'late@example.com')
  const secondCode = await codeFor(shop, 'late@example.com')
  await aMinuteLater('late@example.com')
  const third = await askForCode(shop, 'late@example.com')
  expect(await join(second.data.sign_up_id, secondCode)).toMatchObject({ error: 'code_expired' })
  const thirdCode = await codeFor(shop, 'late@example.com')
  expect(await join(third.data.sign_up_id, thirdCode)).toMatchObject({ status: 200 })
  expect(await join(third.data.sign_up_id, thirdCode)).toMatchObject({ error: 'code_expired' })
  expect(await members('late@example.com')).toBe(1)
})

test('a code for one sign-up opens no other', async () => {
  const one = await askForCode(shop, 'one@example.com')
  await askForCode(shop, 'two@example.com')
  const answer = await post(shop, '/user/signup', {
    ...rest,
    sign_up_id: one.data.sign_up_id,
    code: await codeFor(shop, 'two@example.com'),
  })
  expect(answer).toMatchObject({ error: 'code_wrong' })
})

test('at most one code a minute and five a day go to one destination', async () => {
  const first = await askForCode(shop, 'eager@example.com')
  expect(first.status).toBe(200)
  const soon = await askForCode(shop, 'eager@example.com')
  expect(soon).toMatchObject({ status: 429, error: 'code_too_soon' })
  expect(soon.data.retry_after).toBeGreaterThan(30)
  expect(soon.data.retry_after).toBeLessThanOrEqual(60)
  for (let sent = 2; sent <= 5; sent++) {
    await aMinuteLater('eager@example.com')
    const from = { address: `198.51.100.${sent}` }
    expect(await askForCode(shop, 'eager@example.com', from)).toMatchObject({ status: 200 })
  }
  await aMinuteLater('eager@example.com')
  const sixth = await askForCode(shop, 'eager@example.com')
  expect(sixth).toMatchObject({ status: 429, error: 'code_too_soon' })
  expect(sixth.data.retry_after).toBeGreaterThan(80_000)
})

const askAtOnce = async (email: string) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => askForCode(shop, email)))
  return answers.filter((answer) => answer.status === 200).length
}

test('of twenty asked for at once, one code is sent', async () => {
  expect(await askAtOnce('crowd@example.com')).toBe(1)
  const mails = await shop.karat.db.rows(sql`select id from mail.messages where destination = 'crowd@example.com'`)
  expect(mails).toHaveLength(1)
})

test('control: without the lock, more than one is sent', async () => {
  let planted = 0
  const meet = meetingAt('insert into identity.sendings', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('pg_advisory_xact_lock')) return text
    planted++
    return 'select $1::text'
  }
  const sent = await askAtOnce('control-crowd@example.com')
  shop.intercept.current = undefined
  expect(planted).toBe(20)
  expect(sent).toBeGreaterThan(1)
})

const joinAtOnce = async (email: string) => {
  const sent = await askForCode(shop, email)
  const code = await codeFor(shop, email)
  const body = { ...rest, sign_up_id: sent.data.sign_up_id, code }
  return Promise.all(Array.from({ length: 5 }, () => post(shop, '/user/signup', body)))
}

test('one code used five times at once makes one member and one session', async () => {
  const answers = await joinAtOnce('twice@example.com')
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.error === 'code_expired')).toHaveLength(4)
  const sessions = await shop.karat.db.rows(sql`
    select s.id from identity.sessions s join identity.members m on m.id = s.member_id where m.email = 'twice@example.com'`)
  expect(sessions).toHaveLength(1)
})

/** Two codes for one address, both alive, used at once. */
const raceTwoCodes = async (email: string) => {
  const first = await askForCode(shop, email)
  const firstCode = await codeFor(shop, email)
  await aMinuteLater(email)
  const second = await askForCode(shop, email)
  const secondCode = await codeFor(shop, email)
  await shop.karat.db.run(
    sql`update identity.codes set expires_at = now() + interval '5 minutes' where destination = ${email}`,
  )
  const answers = await Promise.all([
    post(shop, '/user/signup', { ...rest, sign_up_id: first.data.sign_up_id, code: firstCode }),
    post(shop, '/user/signup', { ...rest, sign_up_id: second.data.sign_up_id, code: secondCode }),
  ])
  return answers.map((answer) => answer.error).sort()
}

test('two codes for one e-mail address make one member, and the slower one leaves its code unused', async () => {
  expect(await raceTwoCodes('race@example.com')).toEqual(['code_expired', null])
  expect(await members('race@example.com')).toBe(1)
  const used = await shop.karat.db.rows(sql`
    select id from identity.codes where destination = 'race@example.com' and used_at is not null`)
  expect(used).toHaveLength(1)
})

test('control: were e-mail addresses not unique, the race would make two members', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!text.includes('insert into identity.members')) return text
    planted++
    // Another spelling escapes the constraint, as its absence would let it.
    return planted === 1 ? text : text.replace('($1, $2,', "($1, $2 || '.',")
  }
  const answers = await raceTwoCodes('control-race@example.com')
  shop.intercept.current = undefined
  expect(planted).toBe(2)
  expect(answers).toEqual([null, null])
})

test('neither code nor password nor token is stored as it is', async () => {
  const email = 'canary@example.com'
  const { token } = await signUpThrough(shop, email)
  const code = await codeFor(shop, email)
  const rows = await shop.karat.db.rows<{ text: string }>(sql`
    select c::text as text from identity.codes c union all select m::text from identity.members m
    union all select s::text from identity.sessions s`)
  const all = rows.map((row) => row.text).join('\n')
  expect(all).toContain(email)
  expect(all).not.toContain(token)
  expect(all).not.toContain(goodPassword)
  expect(all).not.toMatch(new RegExp(`\\b${code}\\b`))
})
