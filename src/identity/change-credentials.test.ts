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
import { anotherSession, countingWork, type GuardedMember, guardedMember } from '../../tests/support/guarded-member.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { pauseOutgoing, requireNoPause } from './outgoing-pause.ts'

const shop = openShop()
const newPassword = 'angin-lembah-malam-hari'
const info = (token: string) => get(shop, '/user/userInfo', { token })
const askEmail = (member: GuardedMember, email: string, password = goodPassword) =>
  post(shop, '/user/changeEmail', { email, password }, { token: member.token })
const verify = (token: string) => post(shop, '/user/verifyAccount', { token })
const emailOf = async (id: string) =>
  (await shop.karat.db.row<{ email: string }>(sql`select email from identity.members where id = ${id}`))?.email
const letOut = (id: string) => shop.karat.db.transaction((tx) => requireNoPause(tx, id))
const templatesTo = async (to: string) =>
  (await shop.app.inject({ url: '/dev/mailbox.json', query: { to } }))
    .json()
    .messages.map((one: { template: string }) => one.template)

test('another e-mail address: password, link to the new, notice to the old; then sessions end, a pause begins, the old is alarmed', async () => {
  const member = await guardedMember(shop, 'moves', '+6281300000001')
  const elsewhere = await anotherSession(shop, member)
  expect(await askEmail(member, 'moved@example.com', 'not this one')).toMatchObject({
    status: 401,
    code: 401,
    error: 'sign_in_refused',
  })
  expect(await askEmail(member, 'no address')).toMatchObject({
    status: 422,
    error: 'invalid_input',
    data: { fields: { email: expect.any(String) } },
  })
  expect(await askEmail(member, 'MOVES@example.com')).toMatchObject({ status: 409, error: 'destination_same' })
  expect(await askEmail(member, ' Moved@Example.com')).toMatchObject({ status: 200, data: { sent: true } })
  for (const old of [member.email, '+6281300000001'])
    expect(await newestMail(shop, old)).toMatchObject({ template: 'change_asked' })
  expect(await emailOf(member.id)).toBe(member.email)
  const link = await linkFor(shop, 'moved@example.com')
  expect(await verify(link)).toMatchObject({ status: 200, data: { verified: true } })
  expect(await emailOf(member.id)).toBe('moved@example.com')
  expect((await info(elsewhere)).code).toBe(4001)
  expect((await info(member.token)).data).toMatchObject({
    email: 'moved@example.com',
    outgoing_paused_until: expect.any(String),
  })
  for (const old of [member.email, '+6281300000001'])
    expect(await newestMail(shop, old)).toMatchObject({ template: 'alarm' })
  expect(await templatesTo('moved@example.com')).toEqual(['verify_email'])
  expect(await verify(link)).toMatchObject({ error: 'link_expired' })
})

test('an address that somebody has is told so, with the same answer, and nothing can come of it', async () => {
  const member = await guardedMember(shop, 'wants')
  const owner = await guardedMember(shop, 'has-it')
  const free = await askEmail(member, 'is-free@example.com')
  const taken = await askEmail(member, owner.email)
  expect({ ...taken, data: 0 }).toEqual({ ...free, data: 0 })
  expect(await templatesTo(owner.email)).toEqual(['destination_taken'])
  expect((await newestMail(shop, owner.email)).body).not.toContain('#')
})

test('the link to a new address is dead after a newer one, after a cancelled change, and after fifteen minutes', async () => {
  const member = await guardedMember(shop, 'dead-verify')
  await askEmail(member, 'first-wish@example.com')
  const first = await linkFor(shop, 'first-wish@example.com')
  await askEmail(member, 'second-wish@example.com')
  const second = await linkFor(shop, 'second-wish@example.com')
  expect(await verify(first)).toMatchObject({ error: 'link_expired' })
  await shop.karat.db.run(
    sql`update identity.links set expires_at = now() where member_id = ${member.id} and purpose = 'verify_email'`,
  )
  expect(await verify(second)).toMatchObject({ error: 'link_expired' })
  await sendingsForgotten(shop)
  await askEmail(member, 'third-wish@example.com')
  const third = await linkFor(shop, 'third-wish@example.com')
  expect(await post(shop, '/user/cancelChange', { token: await linkFor(shop, member.email) })).toMatchObject({
    status: 200,
  })
  expect(await verify(third)).toMatchObject({ error: 'link_expired' })
  expect((await info(member.token)).code).toBe(4001)
})

test('the old address takes a change back that was made, and the one that came later cannot undo that', async () => {
  const member = await guardedMember(shop, 'robbed')
  await askEmail(member, 'thief@example.com')
  const cancel = await linkFor(shop, member.email)
  await verify(await linkFor(shop, 'thief@example.com'))
  await sendingsForgotten(shop)
  await askEmail(member, 'thief-two@example.com')
  const thiefsCancel = await linkFor(shop, 'thief@example.com')
  await verify(await linkFor(shop, 'thief-two@example.com'))
  const thiefsFreeze = await linkFor(shop, 'thief@example.com')
  expect(await post(shop, '/user/cancelChange', { token: cancel })).toMatchObject({
    status: 200,
    data: { cancelled: true },
  })
  expect(await emailOf(member.id)).toBe(member.email)
  expect((await info(member.token)).code).toBe(4001)
  expect(await post(shop, '/user/cancelChange', { token: thiefsCancel })).toMatchObject({ error: 'link_expired' })
  expect(await post(shop, '/user/freezeAccount', { token: thiefsFreeze })).toMatchObject({ error: 'link_expired' })
})

test.each(['/user/freezeAccount', '/user/cancelChange'])(
  '%s works although the thief has opened an account with the old address, and leaves them no way in by the new one',
  async (call) => {
    const name = `squatted-${call.slice(6, 12)}`.toLowerCase()
    const member = await guardedMember(shop, name, `+62813000008${call.length}`)
    await askEmail(member, `thief-of-${name}@example.com`)
    const cancel = await linkFor(shop, member.email)
    await verify(await linkFor(shop, `thief-of-${name}@example.com`))
    const freeze = await linkFor(shop, member.email)
    const thief = await guardedMember(shop, name)
    expect(await post(shop, call, { token: call.includes('freeze') ? freeze : cancel })).toMatchObject({ status: 200 })
    expect((await info(member.token)).code).toBe(4001)
    expect([await emailOf(member.id), await emailOf(thief.id)]).toEqual([null, thief.email])
  },
)

test('freezing by the alarm of a changed address gives the old one back, so that unlocking leads to its owner', async () => {
  const member = await guardedMember(shop, 'robbed-two')
  await askEmail(member, 'thief-three@example.com')
  await verify(await linkFor(shop, 'thief-three@example.com'))
  expect(await post(shop, '/user/freezeAccount', { token: await linkFor(shop, member.email) })).toMatchObject({
    status: 200,
  })
  expect(await emailOf(member.id)).toBe(member.email)
})

/** Two members confirm one address at once; the second asks for the constraint's name. */
const verifyAtOnce = async (name: string) => {
  const [one, other] = [await guardedMember(shop, `${name}-one`), await guardedMember(shop, `${name}-other`)]
  const wanted = `${name}-wanted@example.com`
  await askEmail(one, wanted)
  const first = await linkFor(shop, wanted)
  await sendingsForgotten(shop)
  await askEmail(other, wanted)
  const second = await linkFor(shop, wanted)
  const answers = await Promise.all([verify(first), verify(second)])
  return answers.map(({ error }) => error).sort()
}

test('of two members who confirm one address at once, one has it', async () => {
  expect(await verifyAtOnce('race')).toEqual(['link_expired', null].sort())
})

test('control: were e-mail addresses not unique, both would have it', async () => {
  let planted = 0
  shop.intercept.current = (text) => {
    if (!/update identity.members set email = \$1\s+where/.test(text)) return text
    planted++
    return planted === 1 ? text : text.replace('set email = $1', "set email = $1 || '.x'")
  }
  const errors = await verifyAtOnce('control-race')
  shop.intercept.current = undefined
  expect(planted).toBe(2)
  expect(errors).toEqual([null, null])
})

test('another mobile number: code to the new, bound to this session; the old is alarmed', async () => {
  const member = await guardedMember(shop, 'mobile', '+6281300000002')
  const elsewhere = await anotherSession(shop, member)
  const ask = (mobile: string) =>
    post(shop, '/user/changeMobile', { mobile, password: goodPassword }, { token: member.token })
  const confirm = (code: string, token = member.token) => post(shop, '/user/confirmMobile', { code }, { token })
  expect(await ask('0813 0000 0002')).toMatchObject({ error: 'destination_same' })
  expect(await ask('12')).toMatchObject({
    status: 422,
    error: 'invalid_input',
    data: { fields: { mobile: expect.any(String) } },
  })
  expect(await ask('0813 0000 0003')).toMatchObject({ status: 200, data: { expires_at: expect.any(String) } })
  const code = await codeFor(shop, '+6281300000003')
  expect(await confirm(code, elsewhere)).toMatchObject({ status: 422, error: 'code_expired' })
  expect(await confirm(code === '000000' ? '111111' : '000000')).toMatchObject({
    error: 'code_wrong',
    data: { tries_left: 4 },
  })
  expect(await confirm(code)).toMatchObject({ status: 200, data: { verified: true } })
  expect((await info(member.token)).data).toMatchObject({ mobile: '+6281300000003' })
  expect((await info(elsewhere)).code).toBe(4001)
  expect(await newestMail(shop, '+6281300000002')).toMatchObject({ template: 'alarm' })
  expect(await confirm(code)).toMatchObject({ error: 'code_expired' })
  const owner = await guardedMember(shop, 'has-number', '+6281300000004')
  expect(await ask('0813 0000 0004')).toMatchObject({ status: 200 })
  expect(await templatesTo(owner.mobile ?? '')).toEqual(['destination_taken'])
})

test('a changed password ends the other sessions and known browsers, keeps this one, and needs the old', async () => {
  const member = await guardedMember(shop, 'password')
  const elsewhere = await anotherSession(shop, member)
  const change = (password: string, new_password = newPassword) =>
    post(shop, '/user/changePwd', { password, new_password }, { token: member.token })
  expect(await change('not the old one')).toMatchObject({ status: 401, code: 401, error: 'sign_in_refused' })
  expect(await change(goodPassword, 'password123')).toMatchObject({ status: 422, error: 'password_too_common' })
  expect(await change(goodPassword, member.email)).toMatchObject({ status: 422, error: 'password_too_common' })
  expect(await change(goodPassword)).toMatchObject({ status: 200, data: { changed: true } })
  expect((await info(elsewhere)).code).toBe(4001)
  expect((await info(member.token)).status).toBe(200)
  const here = { account: member.email, password: newPassword, device: member.device }
  expect((await post(shop, '/user/login', here)).data).toHaveProperty('token')
  expect(await change(goodPassword, 'lain-lagi-kata-sandinya')).toMatchObject({ error: 'sign_in_refused' })
})

test('a PIN is changed by the old one and the password, or by code and password; weak ones and the same are refused', async () => {
  const member = await guardedMember(shop, 'pin')
  const from = { token: member.token }
  await post(shop, '/user/setPin', { pin: '739204', password: goodPassword }, from)
  await expect(letOut(member.id), 'a first PIN is no change').resolves.toBeUndefined()
  const change = (pin: string, new_pin: string, password = goodPassword) =>
    post(shop, '/user/changePaypwd', { pin, new_pin, password }, from)
  for (const weak of ['111111', '123456', '170845'])
    expect(await change('739204', weak)).toMatchObject({ error: 'pin_too_weak' })
  expect(await change('739204', '739204')).toMatchObject({ status: 422, error: 'pin_same' })
  expect(await change('739204', '518305', 'not the password')).toMatchObject({ status: 401, error: 'sign_in_refused' })
  expect(await change('739205', '518305')).toMatchObject({ status: 403, error: 'pin_wrong', data: { tries_left: 2 } })
  expect(await change('739204', '518305')).toMatchObject({ status: 200, data: { has_pin: true } })
  expect(await post(shop, '/user/checkPin', { pin: '518305' }, from)).toMatchObject({ status: 200 })
  await expect(letOut(member.id)).rejects.toMatchObject({ code: 'outgoing_paused' })
  expect(await post(shop, '/user/sendPinCode', {}, from)).toMatchObject({ status: 200 })
  const code = await codeFor(shop, member.email)
  const resetPin = (body: object) =>
    post(shop, '/user/resetPaypwd', { code, new_pin: '829463', password: goodPassword, ...body }, from)
  expect(await resetPin({ new_pin: '222222' })).toMatchObject({ error: 'pin_too_weak' })
  expect(await resetPin({ password: 'not this' })).toMatchObject({ error: 'sign_in_refused' })
  expect(await resetPin({})).toMatchObject({ status: 200 })
  expect(await resetPin({})).toMatchObject({ error: 'code_expired' })
  expect(await post(shop, '/user/checkPin', { pin: '829463' }, from)).toMatchObject({ status: 200 })
})

test('for 24 hours nothing goes out: at 23:59 refused with the release time, at 24:00 not', async () => {
  const { id } = await guardedMember(shop, 'pauses')
  await shop.karat.db.transaction((tx) => pauseOutgoing(tx, id, 'payout_account'))
  const shift = (by: string) =>
    shop.karat.db.run(sql`update identity.outgoing_pauses set began_at = began_at - ${by}::interval, ends_at = ends_at - ${by}::interval
      where member_id = ${id}`)
  await shift('23 hours 59 minutes')
  const until = await shop.karat.db.row<{ at: Date }>(
    sql`select ends_at as at from identity.outgoing_pauses where member_id = ${id}`,
  )
  await expect(letOut(id)).rejects.toMatchObject({
    code: 'outgoing_paused',
    rule: { code: 6000 },
    data: { release_at: until?.at.toISOString(), hours: 1 },
  })
  await shift('1 minute')
  await expect(letOut(id)).resolves.toBeUndefined()
})

/** Something goes out while a credential changes: whether the change, once it stands, sees what was let out before it. */
const outMeanwhile = async (name: string, meanwhile: (change: Promise<unknown>) => Promise<unknown>) => {
  const [{ id }, { id: receiver }] = [await guardedMember(shop, name), await guardedMember(shop, `${name}-receives`)]
  let change: Promise<unknown> = Promise.resolve()
  await shop.karat.db.transaction(async (tx) => {
    await requireNoPause(tx, id)
    change = shop.karat.db.transaction(async (other) => {
      await pauseOutgoing(other, id, 'password')
      return (await other.row<{ name: string }>(sql`select name from identity.members where id = ${receiver}`))?.name
    })
    await meanwhile(change)
    await tx.run(sql`update identity.members set name = 'went out' where id = ${receiver}`)
  })
  return (await change) === 'went out' ? 'after what went out' : 'before it'
}
test('a change waits for what is going out, so that nothing leaves after it', async () => {
  expect(await outMeanwhile('waits', (change) => overOrHeld(shop, change))).toBe('after what went out')
})

test('control: if what goes out did not hold the member’s row, the change would come first', async () => {
  shop.intercept.current = (text) => (text.includes('for share') ? text.replace('for share', '') : text)
  expect(await outMeanwhile('control-waits', (change) => change)).toBe('before it')
  shop.intercept.current = undefined
})

test('asking for another e-mail address takes the same work whether somebody has it or not', async () => {
  const taken = await guardedMember(shop, 'has-the-address')
  const [warm, one, other] = [
    await guardedMember(shop, 'asks-warm'),
    await guardedMember(shop, 'asks-free'),
    await guardedMember(shop, 'asks-taken'),
  ]
  const ask = (token: string, email: string) =>
    countingWork(shop, () => post(shop, '/user/changeEmail', { email, password: goodPassword }, { token }))
  await ask(warm.token, 'warm-up-address@example.com')
  const free = await ask(one.token, 'nobody-has-it@example.com')
  const has = await ask(other.token, taken.email)
  expect(free.result.status).toBe(200)
  expect(has.result.status).toBe(200)
  expect(has.statements).toEqual(free.statements)
  expect(has.comparisons).toBe(free.comparisons)
})
