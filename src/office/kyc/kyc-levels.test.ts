/** Levels that two people set, numbers that no key opens, and the store of what the office decides. */
import { randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { approve, sendAll, tellName } from '../../../tests/support/kyc.ts'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { ask, call } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { VerificationView } from '../../kyc/contract.ts'
import type { OfficeReviewView } from '../../kyc/office-contract.ts'

const shop = openShop()
const broken = openShop()
afterEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

const fresh = (where = shop) => signedIn(where, 'Ratna Wulandari', 'id', 0)
const review = async (by: TestStaff, { id }: TestMember, kind: string, where = shop) =>
  (await askStaff(where, by, `/kyc/review?member_id=${id}&kind=${kind}`)).data as unknown as OfficeReviewView
const verification = (member: TestMember) => ask<VerificationView>(shop, member, '/user/getVerification')
const lettersTo = ({ id }: TestMember) =>
  shop.karat.db.rows<{ template: string; subject: string; body: string }>(sql`
    select template, subject, body from mail.messages where destination = ${`${id}@karat.test`} order by created_at, id`)

/** One asks for a level, or with null for the proven one; another approves it. */
async function setLevel(member: TestMember, level: string | null) {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const wish = { member_id: member.id, level, reason: 'Asked by the bank' }
  const { approval_id } = (await askStaff(shop, one, '/kyc/override', wish)).data
  expect((await askStaff(shop, two, '/approvals/approve', { approval_id })).status).toBe(200)
}

test.each([
  ['en-US', 'Your level is now T0', 'What you own stays yours'],
  ['id', 'Tingkat Anda kini T0', 'Milik Anda tetap milik Anda'],
  ['zh', '您的级别已调整为 T0', '您持有的资产不受影响'],
])('a level set lower is told to the member in %s, and stands on their page', async (language, subject, words) => {
  const member = await fresh()
  await shop.karat.db.run(sql`update identity.members set language = ${language} where id = ${member.id}`)
  await tellName(shop, member)
  expect((await verification(member)).set_level).toBe(null)
  await setLevel(member, 'T0')
  expect(await verification(member)).toMatchObject({
    ...{ level: 'T0', set_level: { level: 'T0', at: expect.stringMatching(/^\d{4}-/) } },
    real_name: { state: 'approved' },
  })
  const letters = await lettersTo(member)
  expect(letters.map(({ template }) => template)).toEqual(['level_reached', 'level_lowered'])
  expect(letters[1]).toMatchObject({ subject, body: expect.stringContaining(words) })
})

test('a level taken back to what is proven is told as well when it falls, and only then', async () => {
  const member = await fresh()
  await setLevel(member, 'T0')
  expect(await lettersTo(member)).toEqual([])
  await setLevel(member, 'T3')
  await setLevel(member, null)
  expect((await lettersTo(member)).map(({ template }) => template)).toEqual(['level_reached', 'level_lowered'])
  expect(await verification(member)).toMatchObject({ level: 'T0', set_level: null })
})

test('a number that no key opens is said so: nothing is approved by it, all else is read, and it can be rejected', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  expect(await review(desk, member, 'documents')).toMatchObject({ lost: [], number_says: { sex: 'female' } })
  await shop.karat.db.run(
    sql`update kyc.real_names set number_sealed = ${randomBytes(80)} where member_id = ${member.id}`,
  )
  const seen = await review(desk, member, 'documents')
  expect(seen).toMatchObject({
    ...{ lost: ['number'], number_says: null, state: 'submitted', documents: { length: 4 } },
    told: { name: 'Ratna Wulandari', birth_date: '1990-08-17' },
  })
  const decide = (kind: string, path: string, more: object = {}) =>
    askStaff(shop, desk, path, { member_id: member.id, kind, seen: seen.seen, reason: 'Looked at', ...more })
  expect(await decide('documents', '/kyc/approve')).toMatchObject({ status: 409, error: 'number_lost' })
  expect(await decide('real_name', '/kyc/reject', { fault: 'number_differs' })).toMatchObject({ status: 200 })
  expect(await tellName(shop, member)).toMatchObject({ http: 200 })
  expect((await review(desk, member, 'real_name')).lost).toEqual([])
})

test('a tax number that no key opens holds up the source of funds alone', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  const explanation = 'Savings of fourteen years as a notary in Jakarta.'
  const funds = { tax_number: '01.234.567.8-071.000', source: 'salary', explanation }
  await call(shop, member, '/kyc/sendFunds', funds)
  const lose = sql`update kyc.funds set tax_number_sealed = ${randomBytes(80)} where member_id = ${member.id}`
  await shop.karat.db.run(lose)
  expect(await approve(shop, member, 'documents')).toEqual({ level: 2 })
  const { lost, seen } = await review(desk, member, 'funds')
  expect(lost).toEqual(['tax_number'])
  const body = { member_id: member.id, kind: 'funds', seen, reason: 'Looked at' }
  expect((await askStaff(shop, desk, '/kyc/approve', body)).error).toBe('number_lost')
})

test('what the office does to a member stands in the audit log with their store', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await shop.karat.db.run(sql`update identity.members set store = 'my' where id = ${member.id}`)
  const [document] = await sendAll(shop, member)
  const { headers } = desk
  const payload = { document_id: document }
  await shop.app.inject({ method: 'POST', url: '/api/admin/kyc/openDocument', headers, payload })
  const decide = async (path: string, more: object = {}) => {
    const { seen } = await review(desk, member, 'documents')
    const body = { member_id: member.id, kind: 'documents', seen, reason: 'Looked at', ...more }
    expect((await askStaff(shop, desk, path, body)).status).toBe(200)
  }
  await decide('/kyc/approve')
  await decide('/kyc/reject', { fault: 'cut_off' })
  await shop.karat.db.run(sql`insert into kyc.reports (member_id, day) values (${member.id}, '2026-11-20')`)
  const report = { member_id: member.id, day: '2026-11-20', reason: 'Looked at' }
  expect((await askStaff(shop, desk, '/kyc/fileReport', report)).status).toBe(200)
  const log = await shop.karat.db.rows<{ action: string; store: string }>(sql`
    select distinct action, store from staff.actions where subject_id = ${member.id} order by action`)
  expect(log).toEqual(
    ['kyc.decide', 'kyc.file_report', 'kyc.see', 'kyc.view_document'].map((action) => ({ action, store: 'my' })),
  )
})

/** A rejection arrives in the moment in which a level is set that a second person approved; what was written first, and last. */
async function rejectedMeanwhile(where: Shop, plant = (text: string) => text) {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => staffSignedIn(where, 'desk')))
  if (!one || !two || !three) throw new Error('nobody')
  const member = await fresh(where)
  await tellName(where, member)
  const wish = { member_id: member.id, level: 'T2', reason: 'Known in the branch' }
  const { approval_id } = (await askStaff(where, one, '/kyc/override', wish)).data
  const { seen } = await review(three, member, 'real_name', where)
  const body = { member_id: member.id, kind: 'real_name', seen, reason: 'Stolen', fault: 'somebody_else' }
  const other: { done?: Promise<unknown> } = {}
  where.intercept.current = async (text) => {
    if (other.done || !text.includes('insert into kyc.levels (member_id, level, override)')) return plant(text)
    other.done = askStaff(where, three, '/kyc/reject', body)
    await overOrHeld(where, other.done)
    return plant(text)
  }
  const { status } = await askStaff(where, two, '/approvals/approve', { approval_id })
  await other.done
  const moves = await where.karat.db.rows<{ to: string }>(
    sql`select to_state as "to" from kyc.moves where member_id = ${member.id} order by id`,
  )
  return { status, moves: moves.map(({ to }) => to) }
}

test('a level is set on what the second person saw, or not at all: a rejection waits, and is told that things have moved on', async () => {
  expect(await rejectedMeanwhile(shop)).toEqual({ status: 200, moves: ['approved', 'T2'] })
})

test('control: without holding the reviews a level is set on a name that is rejected already', async () => {
  let planted = 0
  const free = (text: string) => {
    if (!text.includes('pg_advisory_xact_lock(hashtextextended($1, 10))')) return text
    planted++
    return 'select $1::text as free'
  }
  const { moves } = await rejectedMeanwhile(broken, free)
  expect(planted).toBeGreaterThan(0)
  expect(moves).toEqual(['approved', 'rejected', 'T2'])
})
