import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { totpCode } from '../credentials/totp.ts'
import { sql } from '../db/database.ts'
import { demoStaff, demoTotpSecret } from './seed-staff.ts'

const shop = openShop()
const [diah] = demoStaff as [(typeof demoStaff)[number]]
const secret = demoTotpSecret(diah.email)
const caller = { device: 'test', address: '203.0.113.9', requestId: 'test' }
let step = 0
/** A code that was not used yet: the clock goes on by a step. */
const freshCode = () => {
  shop.clock.ms += 30_000 * ++step
  step = 1
  return totpCode(secret, shop.clock.ms)
}

beforeAll(() => {
  shop.clock.ms += 3_600_000
})
beforeEach(async () => {
  shop.intercept.current = undefined
  await shop.karat.db.run(sql`delete from staff.sign_in_failures`)
})

const signIn = (body: object = { email: diah.email, password: diah.password }) =>
  askStaff(shop, null, '/staff/signIn', body)

async function challenge(): Promise<string> {
  const { data } = await signIn()
  return String(data.challenge)
}

test('password, then code: a session that the house knows, and a record of it', async () => {
  const answer = await askStaff(shop, null, '/staff/confirmCode', { challenge: await challenge(), code: freshCode() })
  expect(answer).toMatchObject({ status: 200, data: { staff: { email: diah.email, roles: ['owner'] } } })
  const headers = { authorization: `Bearer ${answer.data.token}` }
  expect((await askStaff(shop, { headers }, '/staff/me')).data).toMatchObject({ name: diah.name })
  const record = await shop.karat.db.row(sql`select action, details from staff.actions order by id desc limit 1`)
  expect(record).toMatchObject({ action: 'account.own', details: { did: 'sign_in' } })
  expect(await askStaff(shop, { headers }, '/staff/signOut', {})).toMatchObject({ data: { done: true } })
  expect(await askStaff(shop, { headers }, '/staff/me')).toMatchObject({ code: 4001 })
})

test('a wrong password, an unknown address, a disabled person and an invited one are answered alike', async () => {
  const out = await staffSignedIn(shop, 'desk')
  await shop.karat.db.run(sql`update staff.people set disabled_at = now() where id = ${out.id}`)
  await shop.karat.db.run(sql`insert into staff.people (id, email, name, roles, language)
    values (gen_random_uuid(), 'invited@staff.karat.test', 'Invited', '{desk}', 'id')`)
  const answers = []
  for (const email of [diah.email, 'nobody@staff.karat.test', out.staff.email, 'invited@staff.karat.test']) {
    const { data: _, ...rest } = await signIn({ email, password: 'wrong' })
    answers.push(rest)
  }
  expect(answers[0]).toMatchObject({ code: 401, error: 'sign_in_refused' })
  expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1)
})

test('after five wrong passwords the next has to wait, the right one too', async () => {
  for (let n = 0; n < 5; n++) await signIn({ email: 'nobody@staff.karat.test', password: 'wrong' })
  expect(await signIn({ email: 'nobody@staff.karat.test', password: 'x' })).toMatchObject({ error: 'sign_in_wait' })
})

test('five wrong codes end the challenge; the account waits over challenges', async () => {
  const token = await challenge()
  const left = []
  for (let n = 0; n < 5; n++) {
    const answer = await askStaff(shop, null, '/staff/confirmCode', { challenge: token, code: '000000' })
    left.push(answer.data.tries_left)
  }
  expect(left).toEqual([4, 3, 2, 1, 0])
  const closed = await askStaff(shop, null, '/staff/confirmCode', { challenge: token, code: freshCode() })
  expect(closed).toMatchObject({ error: 'code_expired' })
  const again = await askStaff(shop, null, '/staff/confirmCode', { challenge: await challenge(), code: freshCode() })
  expect(again).toMatchObject({ error: 'sign_in_wait' })
})

test('an expired challenge is worth nothing', async () => {
  const token = await challenge()
  await shop.karat.db.run(sql`update staff.challenges set expires_at = now() - interval '1 second'`)
  const answer = await askStaff(shop, null, '/staff/confirmCode', { challenge: token, code: freshCode() })
  expect(answer).toMatchObject({ error: 'code_expired' })
})

const enterTwice = async (code: string) => {
  const { confirmCode } = await import('./sign-in.ts')
  const tokens = [await challenge(), await challenge()]
  const tried = await Promise.allSettled(
    tokens.map((token) => confirmCode(shop.karat, { challenge: token, code, caller })),
  )
  return tried.filter((one) => one.status === 'fulfilled').length
}

test('a code works once, also in two sign-ins at the same moment', async () => {
  const meeting = meetingAt('update staff.people set totp_step', 2)
  shop.intercept.current = async (text) => {
    await meeting(text)
    return text
  }
  expect(await enterTwice(freshCode())).toBe(1)
})

test('planted: without looking at the step that was used, one code opens two sessions', async () => {
  shop.intercept.current = (text) => text.replace(/totp_step < (\$\d+)/, '$1::bigint > 0')
  expect(await enterTwice(freshCode())).toBe(2)
})

test('idle and absolute ends, and a role taken away counts from the next call', async () => {
  const person = await staffSignedIn(shop, 'owner')
  const me = () => askStaff(shop, person, '/staff/me')
  expect((await me()).status).toBe(200)
  await shop.karat.db.run(sql`update staff.people set roles = '{content}' where id = ${person.id}`)
  expect((await askStaff(shop, person, '/staff/people')).error).toBe('permission_missing')
  await shop.karat.db.run(
    sql`update staff.sessions set last_used_at = now() - interval '31 minutes' where person_id = ${person.id}`,
  )
  expect((await me()).code).toBe(4001)
  await shop.karat.db.run(
    sql`update staff.sessions set last_used_at = now(), expires_at = now() where person_id = ${person.id}`,
  )
  expect((await me()).code).toBe(4001)
})

test('the demo’s authenticator shows codes that the sign-in takes', async () => {
  shop.clock.ms += 120_000
  const { codes } = (await shop.app.inject({ url: '/dev/authenticator.json' })).json()
  const own = codes.find(({ email }: { email: string }) => email === diah.email)
  const answer = await askStaff(shop, null, '/staff/confirmCode', { challenge: await challenge(), code: own.code })
  expect(answer).toMatchObject({ status: 200 })
  expect((await shop.app.inject({ url: '/dev/authenticator' })).body).toContain('Diah Kusumawati')
})
