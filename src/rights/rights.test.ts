/** Requests about personal data: asked with the password, answered with a ground, and what a deletion leaves. */
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { goodPassword, newestMail, post } from '../../tests/support/account.ts'
import { type GuardedMember, guardedMember } from '../../tests/support/guarded-member.ts'
import { documentOf, payoutOf, ratna, someNik, tellName } from '../../tests/support/kyc.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { moveThrough, paidOrder, untilProcessed } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call, guaranteed, pickupPoint, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditLedger } from '../audit/ledger-audit.ts'
import { Db, raw, sql } from '../db/database.ts'
import type { DataRequestView } from './contract.ts'

const shop = openShop()
let support: TestStaff
let owner: TestStaff
let serial = 0

beforeAll(async () => {
  support = await staffSignedIn(shop, 'support')
  owner = await staffSignedIn(shop, 'owner')
})
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
})

type Person = GuardedMember & TestMember
async function somebody(): Promise<Person> {
  const member = await guardedMember(shop, `rights-${++serial}`, `+62812900${1000 + serial}`)
  await shop.karat.db.run(sql`insert into kyc.levels (member_id, level) values (${member.id}, 3)`)
  return { ...member, headers: { authorization: `Bearer ${member.token}`, currency: 'IDR', platform: 'web' } }
}

const askFor = (member: Person, kind: string, more: object = {}) =>
  post(shop, '/user/askForData', { kind, words: '', password: goodPassword, ...more }, { token: member.token })

async function asked(member: Person, kind: string, more: object = {}): Promise<string> {
  const { data } = await askFor(member, kind, more)
  return (data.requests as DataRequestView[])[0]?.id ?? ''
}

const decide = (by: TestStaff, request_id: string, more: object) =>
  askStaff(shop, by, '/rights/decide', { request_id, answer: 'We looked at it together.', ...more })
const grant = (by: TestStaff, id: string) => decide(by, id, { decision: 'grant' })

test('a correction is asked with the password, waits 72 hours, and is told to every destination with a link that freezes', async () => {
  const member = await somebody()
  const correction = { about: 'order', words: 'The street is Cikini Raya 48, not 84.' }
  expect(await askFor(member, 'correction', { ...correction, password: 'wrong' })).toMatchObject({
    error: 'sign_in_refused',
  })
  expect(await askFor(member, 'correction', { words: 'x', about: 'order' })).toMatchObject({ error: 'invalid_input' })
  expect(await askFor(member, 'correction')).toMatchObject({ error: 'invalid_input' })
  const { data } = await askFor(member, 'correction', correction)
  const [request] = data.requests as DataRequestView[]
  expect(request).toMatchObject({ kind: 'correction', state: 'waiting', ...correction })
  expect(Date.parse(request?.due_at ?? '') - Date.parse(request?.asked_at ?? '')).toBeCloseTo(72 * 3_600_000, -4)
  expect(await newestMail(shop, member.email)).toMatchObject({ template: 'data_request_received' })
  expect((await newestMail(shop, member.mobile ?? '')).body).toMatch(/\/freezeAccount#/)
  expect(await askFor(member, 'correction', correction)).toMatchObject({ error: 'data_request_waiting' })
})

test('of four of a kind at once one waits: as many as may try the password beside each other', async () => {
  const member = await somebody()
  await shop.karat.db.run(sql`delete from identity.rate_windows`)
  const answers = await Promise.all(Array.from({ length: 4 }, () => askFor(member, 'restriction')))
  expect(answers.map(({ error }) => error).sort()).toEqual([null, ...Array(3).fill('data_request_waiting')].sort())
})

test('it can be taken back once, by its member', async () => {
  const [member, stranger] = [await somebody(), await somebody()]
  const request_id = await asked(member, 'deletion')
  const take = (who: Person) => post(shop, '/user/withdrawDataRequest', { request_id }, { token: who.token })
  expect(await take(stranger)).toMatchObject({ error: 'not_found' })
  expect((await take(member)).data.requests).toMatchObject([{ state: 'withdrawn' }])
  expect(await take(member)).toMatchObject({ error: 'handled_meanwhile' })
  expect(await grant(owner, request_id)).toMatchObject({ error: 'handled_meanwhile' })
})

test('a granted correction of a name lets its member tell it anew, and staff look at it before it counts', async () => {
  const member = await somebody()
  const number = someNik()
  expect(await tellName(shop, member, { number })).toMatchObject({ data: { state: 'approved' } })
  const id = await asked(member, 'correction', { about: 'name', words: 'I am Ratna Wulandari Putri.' })
  expect(await grant(support, id)).toMatchObject({ data: { state: 'granted' } })
  const letter = await newestMail(shop, member.email)
  expect(letter.body).toContain('You can correct your name and identity now')
  const stateOf = async () =>
    (await shop.karat.db.row<{ state: string; level: number }>(sql`select r.state, l.level from kyc.reviews r
      join kyc.levels l using (member_id) where member_id = ${member.id} and subject = 'real_name'`)) ?? {}
  expect(await stateOf()).toEqual({ state: 'rejected', level: 0 })
  const again = await tellName(shop, member, { number, name: 'Ratna Wulandari Putri' })
  expect(again).toMatchObject({ data: { state: 'submitted' } })
  const kept = await shop.karat.db.row(sql`select doubts from kyc.real_names where member_id = ${member.id}`)
  expect(kept).toEqual({ doubts: ['told_before'] })
  expect(await stateOf()).toEqual({ state: 'submitted', level: 0 })
})

test('a granted correction of anything else touches no identity', async () => {
  const member = await somebody()
  await tellName(shop, member)
  const id = await asked(member, 'correction', { about: 'order', words: 'Cikini Raya 48, not 84.' })
  expect(await grant(support, id)).toMatchObject({ data: { state: 'granted' } })
  const row = await shop.karat.db.row(
    sql`select state from kyc.reviews where member_id = ${member.id} and subject = 'real_name'`,
  )
  expect(row).toEqual({ state: 'approved' })
})

test('staff see what is late first and marked; a refusal has a ground; the answer is told, and on record', async () => {
  const member = await somebody()
  const id = await asked(member, 'correction', { about: 'identity', words: 'My birthday is 17 August.' })
  await shop.karat.db.run(sql`update rights.requests set due_at = now() - interval '1 hour' where id = ${id}`)
  const late = await askStaff(shop, support, '/rights/list?state=late')
  expect(late.data).toMatchObject({ total: 1, rows: [{ id, is_late: true, member: 'Ratna Wulandari' }] })
  const figures = await askStaff(shop, support, '/overview/figures?store=id')
  expect(figures.data.rights).toMatchObject({ late: 1 })
  expect(await decide(support, id, { decision: 'refuse' })).toMatchObject({ error: 'invalid_input' })
  expect(await decide(support, id, { decision: 'grant', ground: 'unfounded' })).toMatchObject({
    error: 'invalid_input',
  })
  expect(await decide(support, id, { decision: 'refuse', ground: 'not_inaccurate' })).toMatchObject({
    data: { state: 'refused' },
  })
  expect(await decide(support, id, { decision: 'grant' })).toMatchObject({ error: 'handled_meanwhile' })
  const letter = await newestMail(shop, member.email)
  expect(letter.template).toBe('data_request_answered')
  expect(letter.body).toContain('agrees with your papers')
  expect(letter.body).toContain('We looked at it together.')
  const record = await shop.karat.db.row(sql`select action, reason, details->>'ground' as ground from staff.actions
    where subject_id = ${member.id} order by id desc limit 1`)
  expect(record).toEqual({ action: 'rights.decide', reason: 'We looked at it together.', ground: 'not_inaccurate' })
})

test('a restriction ends consents and freezes the account', async () => {
  const member = await somebody()
  await ask(shop, member, '/user/set_message_choices', { back_in_stock: true, price_alert: false, news: true })
  await grant(support, await asked(member, 'restriction'))
  const state = await shop.karat.db.row(sql`select frozen_by, closed_at,
    (select count(*)::int from mail.consents where member_id = m.id and not agreed) as ended from identity.members m where id = ${member.id}`)
  expect(state).toEqual({ frozen_by: 'staff', closed_at: null, ended: 2 })
  const letters = await shop.karat.db.rows(sql`select distinct template from mail.messages
    where member_id = ${member.id} and template like 'account_frozen%'`)
  expect(letters).toEqual([{ template: 'account_frozen_by_staff' }])
  expect(await call(shop, member, '/user/userInfo')).toMatchObject({ code: 4001 })
})

test('the copy holds what is held, no hash, no token, no whole number; it is told and noted, three times a day, stored nowhere', async () => {
  const member = await somebody()
  await tellName(shop, member)
  await payoutOf(shop, member)
  await paidOrder(shop, member, await someSku(shop))
  const copyOf = (password = goodPassword) => post(shop, '/user/copyOfData', { password }, { token: member.token })
  expect(await copyOf('wrong')).toMatchObject({ error: 'sign_in_refused' })
  const { data } = await copyOf()
  const copy = data.copy as Record<string, Record<string, unknown>>
  expect(copy.account).toMatchObject({ account: { email: member.email }, sessions: [{ device: 'test' }] })
  expect(copy.identity_papers?.real_name).toMatchObject({
    full_name: 'Ratna Wulandari',
    number: expect.stringMatching(/^•+/),
  })
  expect(copy.orders?.orders).toMatchObject([{ state: 'paid' }])
  expect(copy.payout_accounts).toMatchObject([{ provider: 'bca', number: expect.stringMatching(/7890$/) }])
  const text = JSON.stringify(copy)
  for (const secret of ['$argon2', member.token, 'sealed', 'hash', 'token'])
    expect(text.includes(secret), secret).toBe(false)
  expect(await newestMail(shop, member.email)).toMatchObject({ template: 'data_copy_made' })
  const answers = await Promise.all([copyOf(), copyOf(), copyOf(), copyOf()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429])
  const kept = await shop.karat.db.row(
    sql`select count(*)::int as n from foundation.idempotency_keys where answer like '%rights-%'`,
  )
  expect(kept).toEqual({ n: 0 })
})

const everything = (id: string) =>
  shop.karat.db.row(sql`select (select count(*)::int from identity.sessions where member_id = ${id}) as sessions,
    (select count(*)::int from identity.devices where member_id = ${id}) as devices,
    (select count(*)::int from delivery.addresses where member_id = ${id}) as addresses,
    (select count(*)::int from community.testimonials where member_id = ${id}) as testimonials,
    (select count(*)::int from payouts.destinations where member_id = ${id} and removed_at is null) as payouts,
    (select count(*)::int from wishes.wishes where member_id = ${id}) as wishes,
    (select count(*)::int from cart.lines where member_id = ${id}) as cart,
    (select count(*)::int from identity.security_events where member_id = ${id}) as events`)

test('a deletion: refused while an order is open; then what may go goes, what must stay stays, and it is said which', async () => {
  const member = await somebody()
  const sku = await someSku(shop)
  const { order } = await paidOrder(shop, member, sku)
  await tellName(shop, member)
  await documentOf(shop, member, 'selfie')
  await payoutOf(shop, member)
  await ask(shop, member, '/product/add_cart', { sku_id: sku, quantity: 1 })
  await ask(shop, member, '/product/add_wish', { sku_id: sku })
  await ask(shop, member, '/home/sendTestimonial', { rating: 5, text: 'The serial number is that of the invoice.' })
  const id = await asked(member, 'deletion')
  const plan = () => askStaff(shop, owner, `/rights/plan?request_id=${id}`)
  expect((await plan()).data).toMatchObject({ obstacles: ['open_orders'] })
  expect(await grant(support, id)).toMatchObject({ status: 403, error: 'permission_missing' })
  expect(await grant(owner, id)).toMatchObject({ error: 'account_not_closable', data: { obstacles: ['open_orders'] } })
  expect(await call(shop, member, '/user/userInfo')).toMatchObject({ http: 200 })
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  await untilProcessed(shop)
  const { data } = await grant(owner, id)
  const outcome = data.outcome as { kept: { part: string; until: string | null }[] }
  expect(outcome.kept.map(({ part }) => part)).toEqual(['books', 'invoices', 'identity', 'payouts', 'audit', 'proof'])
  expect(await everything(member.id)).toEqual({
    ...{ sessions: 0, devices: 0, addresses: 0, testimonials: 0, payouts: 0, wishes: 0, cart: 0, events: 0 },
  })
  const row = await shop.karat.db.row(sql`select name, email, mobile, pin_hash, closed_at is not null as closed,
    (select relation_ended_at is not null from kyc.levels where member_id = m.id) as ended,
    (select count(*)::int from orders.orders where member_id = m.id) as orders from identity.members m where id = ${member.id}`)
  expect(row).toMatchObject({ mobile: null, closed: true, ended: true, orders: 1 })
  expect(JSON.stringify(row)).not.toContain(member.email)
  const letter = await newestMail(shop, member.email)
  expect(letter.body).toMatch(/Deleted:\n– name/)
  expect(letter.body).toContain(`as tax law asks (until ${new Date().getUTCFullYear() + 10}-12-31)`)
  expect(letter.body).toMatch(/where money went \(until 20\d\d-/)
  expect(await call(shop, member, '/user/userInfo')).toMatchObject({ code: 4001 })
  expect(await signIn(member)()).toMatchObject({ error: 'sign_in_refused' })
  expect(
    await askStaff(shop, owner, '/members/unfreeze', { member_id: member.id, reason: 'by mistake' }),
  ).toMatchObject({
    error: 'not_found',
  })
  expect(await auditLedger(shop.karat.db)).toEqual([])
})

test('the address is free for somebody else', async () => {
  const member = await somebody()
  await grant(owner, await asked(member, 'deletion'))
  await shop.karat.db.run(sql`
    insert into identity.members (id, email, mobile, name, store, language, password_hash, agreement_version)
    values (${newId()}, ${member.email}, ${member.mobile}, 'Somebody else', 'id', 'id', 'x', '2026-11-24')`)
})

/** Deletes an account while `other` begins at the statement that has `part` in it; what that came to. */
async function deletingWhile<T>(member: Person, part: string, other: () => Promise<T>, plant = (text: string) => text) {
  const id = await asked(member, 'deletion')
  let begun: Promise<T> | undefined
  shop.intercept.current = async (text) => {
    if (text.includes(part) && !begun) {
      begun = other()
      await overOrHeld(shop, begun)
    }
    return plant(text)
  }
  const deleted = await grant(owner, id)
  shop.intercept.current = undefined
  return { deleted, other: await begun }
}

const sessionsOf = async (id: string) => ((await everything(id)) as { sessions: number }).sessions
const signIn = (member: Person) => () =>
  post(shop, '/user/login', { account: member.email, password: goodPassword, device: member.device })

test('a sign-in at the moment of the deletion finds nobody, and leaves no session', async () => {
  const member = await somebody()
  const { deleted, other } = await deletingWhile(member, 'delete from identity.links', signIn(member))
  expect(deleted.status).toBe(200)
  expect(other).toMatchObject({ error: 'sign_in_refused' })
  expect(await sessionsOf(member.id)).toBe(0)
})

test('control: if neither the member’s row nor their browser and sessions were held, a session of nobody would stand', async () => {
  const member = await somebody()
  const plant = (text: string) =>
    text
      .replace('closed_at is null for update', 'closed_at is null')
      .replace('delete from identity.devices where', 'delete from identity.devices where false and')
      .replace('set ended_at = clock_timestamp() where ended_at is null', '$& and false')
      .replace(/(update identity\.sessions set device_hash = \$1\s+where)/, '$1 false and')
  await deletingWhile(member, 'delete from identity.links', signIn(member), plant)
  expect(await sessionsOf(member.id)).toBe(1)
})

/** Does `work` while the database does not refuse rows of closed members in these tables: the bug that is planted. */
async function unguarded<T>(tables: string[], work: () => Promise<T>): Promise<T> {
  const owner = new Db(shop.connectionString, { max: 1 })
  const turn = async (way: 'disable' | 'enable') => {
    for (const table of tables) await owner.run(sql`${raw(`alter table ${table} ${way} trigger ${triggerOf(table)}`)}`)
  }
  await turn('disable')
  try {
    return await work()
  } finally {
    await turn('enable')
    await owner.close()
  }
}
const triggerOf = (table: string) => (table === 'identity.members' ? 'stays_closed' : 'member_is_open')

const home = {
  ...{
    label: 'Rumah',
    recipient: 'Ratna Wulandari',
    mobile: '0812-1000-4471',
    street: 'Jl. Teuku Umar No. 12',
    postal_code: '10350',
  },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06' },
}
const underWay: [table: string, call: string, body: (sku: number, pickup: object) => object][] = [
  ['delivery.addresses', '/address/saveAddress', () => home],
  ['wishes.wishes', '/product/add_wish', (sku_id) => ({ sku_id })],
  ['vault.alerts', '/trade/add_alert', () => ({ kind: 'change', move: '3', repeats: false, by_mail: false })],
  ['cart.lines', '/product/add_cart', (sku_id) => ({ sku_id, quantity: 1 })],
  ['community.testimonials', '/home/sendTestimonial', () => ({ rating: 5, text: 'The serial number is that of it.' })],
  ['orders.guarantees', '/product/confirm_order', (sku_id, pickup) => ({ sku_id, quantity: 1, delivery: pickup })],
  ['kyc.real_names', '/user/realNameAuth', () => ({ ...ratna, number: someNik() })],
  ['identity.members', '/user/editUser', () => ({ name: 'Ratna W.', language: 'id' })],
]
const rowsIn = async (table: string, id: string) => {
  const which = table === 'identity.members' ? sql`id = ${id} and name like 'Ratna%'` : sql`member_id = ${id}`
  return (await shop.karat.db.row<{ n: number }>(sql`select count(*)::int as n from ${raw(table)} where ${which}`))?.n
}

describe.each(underWay)('a call under way that writes into %s', (table, path, bodyOf) => {
  const writing = async (member: Person) => {
    const body = bodyOf(await someSku(shop), { mode: 'pickup', pickup_point_id: await pickupPoint(shop) })
    return deletingWhile(member, 'update payouts.destinations', () => call(shop, member, path, body))
  }
  test('is refused like one without a session, and leaves nothing of the closed account', async () => {
    const member = await somebody()
    const { deleted, other } = await writing(member)
    expect(deleted.status).toBe(200)
    expect(other).toMatchObject({ http: 401, error: 'unauthenticated' })
    expect(await rowsIn(table, member.id)).toBe(0)
  })
  test('control: it would leave a row if the database did not refuse it', async () => {
    const member = await somebody()
    await unguarded([table], () => writing(member))
    expect(await rowsIn(table, member.id)).toBe(1)
  })
})

const ordersOf = async (id: string) =>
  (await shop.karat.db.row<{ n: number }>(sql`select count(*)::int as n from orders.orders where member_id = ${id}`))?.n

async function submitting(member: Person) {
  const { guarantee_id } = await guaranteed(shop, member, await someSku(shop))
  return () => call(shop, member, '/product/submit_order', { guarantee_id })
}

test('an order at the moment of the deletion is refused: its guarantee is gone', async () => {
  const member = await somebody()
  const submit = await submitting(member)
  const { deleted, other } = await deletingWhile(member, 'delete from delivery.addresses', submit)
  expect(deleted.status).toBe(200)
  expect(other).toMatchObject({ error: 'not_found' })
  expect(await ordersOf(member.id)).toBe(0)
})

test('control: if guarantees were left, and orders not refused, an order of nobody would stand', async () => {
  const member = await somebody()
  const submit = await submitting(member)
  const plant = (text: string) =>
    text.replace('delete from orders.guarantees g where', 'delete from orders.guarantees g where false and')
  await unguarded(['orders.orders'], () => deletingWhile(member, 'delete from delivery.addresses', submit, plant))
  expect(await ordersOf(member.id)).toBe(1)
})

test('an order that came first hinders the deletion', async () => {
  const member = await somebody()
  const submit = await submitting(member)
  const { deleted } = await deletingWhile(member, 'delete from orders.guarantees', submit)
  expect(deleted).toMatchObject({ error: 'account_not_closable' })
  expect(await ordersOf(member.id)).toBe(1)
})
