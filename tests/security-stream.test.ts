/** Every event of the security stream is written once by what causes it, with actor, address and request; what is only read writes none. */
import { v7 as newId } from 'uuid'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { eventOfCall, pathsOfEvents, type SecurityEvent, securityEvents } from '../src/http/security-event-rules.ts'
import { openSecurityStream } from '../src/http/security-stream.ts'
import { askForCode, codeFor, get, goodPassword, linkFor, post, sendingsForgotten } from './support/account.ts'
import { hearRoutes } from './support/all-routes.ts'
import { anotherSession, guardedMember } from './support/guarded-member.ts'
import { documentOf } from './support/kyc.ts'
import { signedIn } from './support/members.ts'
import { call, notify, payable, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'
import { askStaff, staffSignedIn } from './support/staff.ts'

type Line = { stream?: string; event: SecurityEvent; actor: string; request_id: string } & Record<string, string>
let lines: Line[] = []
const routes = hearRoutes()
// The level of the log is the quietest there is: the stream is written all the same.
const shop = openShop({ LOG_LEVEL: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) })
const seen = new Set<string>()
const stream = () => lines.filter((line) => line.stream === 'security')

beforeEach(() => {
  lines = []
})

/** What is in the stream since the test began: exactly these, each with all its fields. */
function expectStream(...expected: { event: SecurityEvent; actor: string; [more: string]: unknown }[]) {
  const written = stream()
  expect(written.map(({ event }) => event)).toEqual(expected.map(({ event }) => event))
  for (const [i, want] of expected.entries()) {
    const line = written[i]
    expect(line).toMatchObject(want)
    expect(line?.at, 'UTC').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(line?.ip).toMatch(/^(127\.0\.0\.1|203\.0\.113\.\d+)$/)
    expect(line?.request_id).toMatch(/\S/)
    expect(line?.call).toMatch(/^(GET|POST) \/api\//)
    seen.add(want.event)
  }
  lines = []
}

test('signing up, in and out, and what is refused on the way', async () => {
  const email = 'stream@example.com'
  await askForCode(shop, email)
  const { data: sent } = await newest(email)
  const { data } = await post(shop, '/user/signup', sent)
  const { id } = data.userInfo as { id: string }
  const actor = `member ${id}`
  expectStream({ event: 'signed_up', actor, ip: '203.0.113.7', call: 'POST /api/store:code/user/signup' })
  await post(shop, '/user/login', { account: email, password: goodPassword, device: data.device_token })
  expectStream({ event: 'signed_in', actor })
  await post(shop, '/user/login', { account: email, password: goodPassword })
  expectStream({ event: 'sign_in_begun', actor: 'none' })
  await post(shop, '/user/login', { account: email, password: 'something else' })
  expectStream({ event: 'sign_in_refused', actor: 'none', refusal: 'sign_in_refused' })
  const token = String(data.token)
  await post(shop, '/user/setPin', { pin: '739204', password: goodPassword }, { token })
  await post(shop, '/user/checkPin', { pin: '739204' }, { token })
  for (let n = 0; n < 3; n++) await post(shop, '/user/checkPin', { pin: '518305' }, { token })
  expectStream(
    ...([{ event: 'account_changed' }, { event: 'pin_right' }, { event: 'pin_refused' }] as const).map((one) => ({
      ...one,
      actor,
    })),
    { event: 'pin_refused', actor },
    { event: 'pin_locked', actor },
  )
  await get(shop, '/user/userInfo', { token })
  expectStream({ event: 'unauthenticated', actor: 'none' })
})

const newest = async (email: string) => {
  const { sql } = await import('../src/db/database.ts')
  const row = await shop.karat.db.row<{ id: string }>(sql`select id from identity.codes where destination = ${email}`)
  return {
    data: { sign_up_id: row?.id, code: await codeFor(shop, email), name: 'Ratna Wulandari', password: goodPassword },
  }
}

test('an account that is frozen by a link, unlocked by a code, and signed out of: the lines know whose it is', async () => {
  const one = await guardedMember(shop, 'stream-frozen')
  const actor = `member ${one.id}`
  const other = await anotherSession(shop, one)
  await post(shop, '/user/logout', {}, { token: other })
  await post(shop, '/user/changePwd', { password: goodPassword, new_password: 'hujan-di-bulan-juni' }, one)
  expectStream({ event: 'signed_out', actor }, { event: 'account_changed', actor })
  await post(shop, '/user/freezeAccount', { token: await linkFor(shop, one.email) })
  await post(shop, '/user/freezeAccount', { token: 'x'.repeat(43) })
  expectStream({ event: 'account_frozen', actor }, { event: 'factor_refused', actor: 'none' })
  await sendingsForgotten(shop)
  const { data } = await post(shop, '/user/sendUnlockCode', { account: one.email })
  const password = 'hujan-di-bulan-juni'
  const body = { unlock_id: data.unlock_id, code: await codeFor(shop, one.email), password }
  await post(shop, '/user/unlockAccount', body)
  expectStream({ event: 'account_unlocked', actor })
})

test('money, a strange order, a strange notice, and documents', async () => {
  const member = await signedIn(shop)
  const actor = `member ${member.id}`
  const { order, payment } = await payable(shop, member, await someSku(shop))
  const subject = `order_id ${order.order_id}`
  expectStream({ event: 'money', actor }, { event: 'money', actor, subject })
  await notify(shop, { reference: payment.payment_id, amount: '1' })
  await notify(shop, { reference: payment.payment_id }, 'another secret')
  expectStream({ event: 'provider_notice', actor: 'none' }, { event: 'notice_refused', actor: 'none' })
  await call(shop, member, `/product/order_detail?order_id=${newId()}`)
  expectStream({ event: 'unknown_id', actor, refusal: 'not_found' })
  const id = await documentOf(shop, member, 'selfie')
  await shop.app.inject({ url: `/api/storeid/kyc/document?id=${id}`, headers: member.headers })
  expectStream({ event: 'kyc_sent', actor }, { event: 'kyc_viewed', actor, subject: `id ${id}` })
})

test('staff: what they did, what they may not, and who signed in', async () => {
  const member = await signedIn(shop)
  const support = await staffSignedIn(shop, 'support')
  const actor = `staff ${support.id}`
  const about = { member_id: member.id, reason: 'asked by telephone' }
  await askStaff(shop, support, '/members/endSessions', about)
  await askStaff(shop, support, '/members/unfreeze', about)
  expectStream(
    { event: 'staff_action', actor, permission: 'members.end_sessions', subject: `member_id ${member.id}` },
    { event: 'permission_refused', actor, permission: 'members.unfreeze' },
  )
  await askStaff(shop, support, '/members/list')
  expectStream()
  const { codes } = (await shop.app.inject({ url: '/dev/authenticator.json' })).json()
  const { email, code } = codes[0]
  const { demoStaff } = await import('../src/staff/seed-staff.ts')
  const password = demoStaff.find((one) => one.email === email)?.password
  const { data } = await askStaff(shop, null, '/staff/signIn', { email, password })
  const answer = await askStaff(shop, null, '/staff/confirmCode', { challenge: data.challenge, code })
  expectStream({ event: 'staff_signed_in', actor: `staff ${(answer.data.staff as { id: string }).id}` })
})

test('a limit is one line for each call, and never more than sixty a minute from one address', async () => {
  const { karat } = shop
  const written: Line[] = []
  const log = { level: 'info', child: () => ({ info: (line: Line) => written.push(line) }) } as never
  const security = openSecurityStream({ log, now: () => 0 })
  const { Refusal } = await import('../src/refusals.ts')
  const from = (ip: string) => {
    const request = { ip, id: 'r', method: 'GET', routeOptions: { url: '/api/x', config: {} } } as never
    security.refused(request, new Refusal('too_many_requests'))
  }
  for (let n = 0; n < 200; n++) from('203.0.113.9')
  expect(written).toHaveLength(60)
  expect(written.filter((line) => line.left_out)).toHaveLength(1)
  for (let n = 0; n < 200; n++) from(`2001:db8:0:1::${n.toString(16)}`)
  expect(written, 'one home has a /64').toHaveLength(120)
  for (let n = 0; n < 20_000; n++) from(`198.${n >> 8}.${n & 255}.1`)
  expect(written.length, 'no more than are counted').toBeLessThanOrEqual(120 + 10_000 + 60)
  expect(karat.config.RATE_LIMITS).toBeDefined()
  const count = shop.karat.limits.count
  shop.karat.limits.count = () => {
    throw new Refusal('too_many_requests', { retry_after: 1 })
  }
  await get(shop, '/product/goldPriceNow')
  shop.karat.limits.count = count
  expectStream({ event: 'limit_reached', actor: 'none' })
})

test('what is only read, public or by its owner, writes nothing', async () => {
  const member = await signedIn(shop)
  for (const path of ['/product/goldPriceNow', '/home/getNewsList', '/product/getPassport?serial=nothing-of-ours'])
    await get(shop, path)
  for (const path of ['/user/userInfo', '/user/sessions', '/product/order_list', '/user/personalData'])
    await call(shop, member, path)
  expectStream()
})

test('the table names calls that exist, and no public read is an event', () => {
  const urls = new Set(routes.map(({ url }) => url))
  for (const path of pathsOfEvents) expect(urls, path).toContain(`/api/store:code${path}`)
  const reads = routes.filter(({ method, access }) => method === 'GET' && access === 'public')
  expect(reads.length).toBeGreaterThan(15)
  for (const { method, url, access } of reads) expect(eventOfCall({ method, url, access }), url).toBeNull()
})

afterAll(() => {
  // A 403 of a name of its own, and requests about data, are shown beside what they belong to.
  const elsewhere = ['forbidden', 'data_rights']
  expect(Object.keys(securityEvents).filter((event) => !seen.has(event) && !elsewhere.includes(event))).toEqual([])
})
