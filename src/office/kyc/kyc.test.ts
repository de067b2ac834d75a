/** The identity desk through its doors: who sees what, what is written about it, and who decides. */
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { approve, reject, sendAll, tellName } from '../../../tests/support/kyc.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { VerificationView } from '../../kyc/contract.ts'
import type { OfficeReportView, OfficeReviewRowView, OfficeReviewView } from '../../kyc/office-contract.ts'

const shop = openShop()
const broken = openShop()
afterEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

const fresh = (where = shop, name = 'Ratna Wulandari') => signedIn(where, name, 'id', 0)
const levelOf = async (member: TestMember) => (await ask<VerificationView>(shop, member, '/user/getVerification')).level
const readAs = (where: Shop, by: TestStaff, member: { id: string }, kind = 'documents') =>
  askStaff(where, by, `/kyc/review?member_id=${member.id}&kind=${kind}`)
const review = async (by: TestStaff, member: { id: string }, kind = 'documents', where = shop) =>
  (await readAs(where, by, member, kind)).data as unknown as OfficeReviewView
const open = (where: Shop, by: TestStaff, document_id: string, reason?: string) =>
  where.app.inject({
    method: 'POST',
    url: '/api/admin/kyc/openDocument',
    headers: by.headers,
    payload: { document_id, ...(reason ? { reason } : {}) },
  })
const decision = async (by: TestStaff, member: TestMember, kind = 'documents') => ({
  member_id: member.id,
  kind,
  seen: (await review(by, member, kind)).seen,
  reason: 'Card and face agree',
})

test('what waits is listed, filtered, counted and saved as a file; the other states by theirs', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const [one, two] = [await fresh(shop, 'Melati Queue One'), await fresh(shop, 'Melati Queue Two')]
  await sendAll(shop, one)
  await tellName(shop, two, { sex: 'male' })
  const list = async (query: string) => {
    const { data } = await askStaff(shop, desk, `/kyc/list?q=Melati%20Queue${query}`)
    const { total, rows } = data as { total: number; rows: OfficeReviewRowView[] }
    return { total, who: rows.map(({ name, kind }) => `${name.slice(-3)} ${kind}`), rows }
  }
  expect(await list('')).toMatchObject({ total: 2, who: ['One documents', 'Two real_name'] })
  expect((await list('')).rows[1]).toMatchObject({ doubts: ['sex'], level: 'T0', store: 'id', moved_by: null })
  expect((await list('&sort=-since')).who).toEqual(['Two real_name', 'One documents'])
  expect((await list('&kind=real_name')).who).toEqual(['Two real_name'])
  expect((await list('&store=my')).total).toBe(0)
  expect((await list('&older=24')).total).toBe(0)
  await shop.karat.db.run(
    sql`update kyc.reviews set moved_at = now() - interval '25 hours' where member_id = ${two.id}`,
  )
  expect((await list('&older=24')).who).toEqual(['Two real_name'])
  expect((await list('&state=approved')).who).toEqual(['One real_name'])
  const { reviews } = (await askStaff(shop, desk, '/kyc/counts')).data as { reviews: number }
  expect(reviews).toBeGreaterThanOrEqual(2)
  const { headers } = desk
  const file = await shop.app.inject({ url: '/api/admin/kyc/export?q=Melati%20Queue', headers })
  expect(file.headers['content-disposition']).toMatch(/attachment; filename="identity-.*\.csv"/)
  expect(file.body.split('\r\n')).toHaveLength(4)
  expect(file.body).toContain('Melati Queue Two,id,real_name,submitted,sex,T0')
  expect((await askStaff(shop, desk, '/kyc/list?state=draft')).error).toBe('invalid_input')
})

test('one review has what was told beside what the number says, and no number; the look is on record', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await tellName(shop, member, { number: '3171065808910421', birth_date: '1990-08-17' })
  const seen = await readAs(shop, desk, member, 'real_name')
  expect(seen.data).toMatchObject({
    state: 'submitted',
    level: 'T0',
    told: { name: 'Ratna Wulandari', number: '•••• 0421', birth_date: '1990-08-17', doubts: ['birth_date'] },
    number_says: {
      birth: '18-08-91',
      sex: 'female',
      region: expect.stringMatching(/^Menteng, .*Jakarta Pusat.*, .*Jakarta/i),
    },
    documents: [],
    opens_freely: true,
    moves: [{ kind: 'real_name', to: 'submitted', by: null, reason: 'to be looked at: birth_date' }],
  })
  expect(JSON.stringify(seen.data)).not.toMatch(/317106|5808910/)
  const log = await shop.karat.db.rows(
    sql`select action, subject_id, details from staff.actions where person_id = ${desk.id}`,
  )
  expect(log).toEqual([{ action: 'kyc.see', subject_id: member.id, details: { did: 'look', kind: 'real_name' } }])
  const nobody = { id: '0198c0de-0000-7000-8000-000000000000' }
  expect(await readAs(shop, desk, nobody)).toMatchObject({ status: 404, error: 'not_found' })
})

test('a document opens as a picture that nothing keeps or runs; both logs have the look', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  const { documents } = await review(desk, member)
  expect(documents.map(({ kind }) => kind)).toEqual(['address_proof', 'id_document', 'selfie', 'signature'])
  const id = documents[1]?.id ?? ''
  const answer = await open(shop, desk, id)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-disposition': 'attachment; filename="document.webp"',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
  const views = await shop.karat.db.rows(sql`select viewer, reason, address from kyc.views where document_id = ${id}`)
  expect(views).toEqual([{ viewer: `staff:${desk.id}`, reason: 'waits for a decision', address: '127.0.0.1' }])
  const log = await shop.karat.db.rows(sql`
    select subject_id, reason, details from staff.actions where person_id = ${desk.id} and action = 'kyc.view_document'`)
  const details = { did: 'view', document: id, kind: 'id_document' }
  expect(log).toEqual([{ subject_id: member.id, reason: 'waits for a decision', details }])
})

test('once nothing waits, a look needs a reason of its own; what was not sent or is destroyed is not there', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  const [id = '', draft = ''] = await sendAll(shop, member)
  await approve(shop, member, 'documents')
  expect((await open(shop, desk, id)).json()).toMatchObject({
    error: 'invalid_input',
    data: { fields: { reason: expect.any(String) } },
  })
  expect((await open(shop, desk, id, '   ')).statusCode).toBe(422)
  expect((await open(shop, desk, id, 'A question of the police, ticket 12')).statusCode).toBe(200)
  await shop.karat.db.run(sql`update kyc.documents set sent_at = null where id = ${draft}`)
  expect((await review(desk, member)).documents).toHaveLength(3)
  expect((await open(shop, desk, draft, 'A question')).statusCode).toBe(404)
  await shop.karat.db.run(
    sql`update kyc.documents set destroyed_at = now(), wrapped_key = null, content = null where id = ${id}`,
  )
  expect((await open(shop, desk, id, 'A question')).statusCode).toBe(404)
  const support = await staffSignedIn(shop, 'support')
  expect((await open(shop, support, id)).json()).toMatchObject({ error: 'permission_missing' })
  expect(await readAs(shop, support, member)).toMatchObject({ status: 403 })
})

/** Opens all documents of a member; what came out, and what both logs have of it. */
async function lookAtAll(where: Shop) {
  const desk = await staffSignedIn(where, 'desk')
  const member = await fresh(where)
  const ids = await sendAll(where, member)
  const answers = await Promise.all(ids.map((id) => open(where, desk, id)))
  const row = await where.karat.db.row<{ views: number; actions: number }>(sql`
    select (select count(*)::int from kyc.views where viewer = ${`staff:${desk.id}`}) as views,
      (select count(*)::int from staff.actions where person_id = ${desk.id} and action = 'kyc.view_document') as actions`)
  return { opened: answers.filter(({ statusCode }) => statusCode === 200).length, ...row }
}

test('every look is written in both logs, and where one cannot be written nothing is opened', async () => {
  expect(await lookAtAll(shop)).toEqual({ opened: 4, views: 4, actions: 4 })
  for (const log of ['insert into kyc.views', 'insert into staff.actions']) {
    shop.intercept.current = (text) => (text.includes(log) ? text.replace(log, 'insert into nowhere.at_all') : text)
    expect(await lookAtAll(shop), log).toEqual({ opened: 0, views: 0, actions: 0 })
  }
})

test('control: a look that is not written is seen', async () => {
  broken.intercept.current = (text) => text.replace(/(\$\d+, \$\d+, \$\d+) from found/, '$1 from found where false')
  expect(await lookAtAll(broken)).toEqual({ opened: 4, views: 0, actions: 4 })
})

test('approved with a reason the member climbs; without one, or by somebody who may not, nothing happens', async () => {
  const [desk, support] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'support')]
  const member = await fresh()
  await sendAll(shop, member)
  const { reason, ...bare } = await decision(desk, member)
  expect(await askStaff(shop, desk, '/kyc/approve', bare)).toMatchObject({
    data: { fields: { reason: 'is required' } },
  })
  expect((await askStaff(shop, desk, '/kyc/approve', { ...bare, reason: '   ' })).status).toBe(422)
  expect((await askStaff(shop, support, '/kyc/approve', { ...bare, reason })).error).toBe('permission_missing')
  expect(await levelOf(member)).toBe('T1')
  expect((await askStaff(shop, desk, '/kyc/approve', { ...bare, reason })).data).toEqual({ level: 'T2' })
  expect(await levelOf(member)).toBe('T2')
  const again = await decision(desk, member)
  expect((await askStaff(shop, desk, '/kyc/approve', again)).error).toBe('review_state')
})

test('rejected with a fault, the member reads it in their language, and the file says so afterwards', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  const bare = await decision(desk, member)
  const send = (more: object) => askStaff(shop, desk, '/kyc/reject', { ...bare, ...more })
  expect((await send({})).data).toMatchObject({ fields: { fault: expect.any(String) } })
  expect((await send({ fault: 'source_unclear' })).data).toMatchObject({ fields: { fault: 'must say what is wrong' } })
  expect((await send({ fault: 'other' })).data).toMatchObject({ fields: { words: 'must not be empty' } })
  expect((await send({ fault: 'cut_off', words: 'The electricity bill.' })).data).toEqual({ level: 'T1' })
  const answer = 'One of the pictures is cut off. All four corners must be visible. The electricity bill.'
  const seen = await ask<VerificationView>(shop, member, '/user/getVerification')
  expect(seen.documents).toMatchObject({ state: 'rejected', answer })
  const after = await review(desk, member)
  expect(after.moves[0]).toMatchObject({
    to: 'rejected',
    by: desk.staff.name,
    fault: 'cut_off',
    answer,
    reason: bare.reason,
  })
  const mail = await shop.karat.db.row<{ body: string }>(
    sql`select body from mail.messages where destination = ${`${member.id}@karat.test`} and template = 'documents_rejected'`,
  )
  expect(mail?.body).toContain(answer)
})

test('what has moved on since it was seen is not decided by what was seen', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  const old = await decision(desk, member)
  await reject(shop, member, 'documents', 'Blurred.')
  expect((await askStaff(shop, desk, '/kyc/approve', old)).error).toBe('review_moved')
  expect((await askStaff(shop, desk, '/kyc/reject', { ...old, fault: 'unreadable' })).error).toBe('review_moved')
})

test('what nobody has sent is not approved, whoever says so; that takes two people', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  const body = { member_id: member.id, kind: 'real_name', seen: '0', reason: 'They said so on the telephone' }
  expect((await askStaff(shop, desk, '/kyc/approve', body)).error).toBe('review_state')
  await tellName(shop, member)
  await reject(shop, member, 'real_name', 'Not this name.')
  const { seen } = await review(desk, member, 'real_name')
  expect((await askStaff(shop, desk, '/kyc/approve', { ...body, seen })).error).toBe('review_state')
  const nobody = { ...body, member_id: newId() }
  expect((await askStaff(shop, desk, '/kyc/approve', nobody)).error).toBe('not_found')
})

test('a name that is taken back takes what it proved with it: another name starts from the beginning', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  await sendAll(shop, member)
  await approve(shop, member, 'documents')
  const body = { member_id: member.id, kind: 'real_name', fault: 'somebody_else', reason: 'Another person' }
  const { seen } = await review(desk, member, 'real_name')
  expect((await askStaff(shop, desk, '/kyc/reject', { ...body, seen })).data).toEqual({ level: 'T0' })
  await tellName(shop, member, { name: 'Dewi Lestari' })
  const now = () => ask<VerificationView>(shop, member, '/user/getVerification')
  expect(await now()).toMatchObject({
    level: 'T0',
    documents: { state: 'rejected' },
    real_name: { state: 'submitted' },
  })
  await approve(shop, member, 'real_name')
  expect(await now()).toMatchObject({ level: 'T1', documents: { state: 'rejected' } })
})

/** One approves and one rejects what both have seen; what came of it. */
async function twoAtOnce(where: Shop, plant: () => void = () => {}) {
  const [one, two] = [await staffSignedIn(where, 'desk'), await staffSignedIn(where, 'desk')]
  const member = await fresh(where)
  await sendAll(where, member)
  const { seen } = await review(one, member, 'documents', where)
  const body = { member_id: member.id, kind: 'documents', seen, reason: 'At once' }
  plant()
  const answers = await Promise.all([
    askStaff(where, one, '/kyc/approve', body),
    askStaff(where, two, '/kyc/reject', { ...body, fault: 'unreadable' }),
  ])
  const row = await where.karat.db.row<{ decided: number }>(sql`
    select count(*)::int as decided from kyc.moves where member_id = ${member.id} and subject = 'documents' and actor like 'staff:%'`)
  return { errors: answers.map(({ error }) => error).filter(Boolean), decided: row?.decided }
}

test('of two who decide at once one does, and the other is told so', async () => {
  for (let round = 0; round < 3; round++)
    expect(await twoAtOnce(shop)).toEqual({ errors: ['review_moved'], decided: 1 })
})

test('control: without one decision after another both decide', async () => {
  const meet = meetingAt('insert into kyc.reviews', 2)
  let planted = false
  const decided = await twoAtOnce(broken, () => {
    broken.intercept.current = async (text) => {
      await meet(text)
      if (!text.includes('pg_advisory_xact_lock(hashtextextended($1, 10))')) return text
      planted = true
      return 'select $1::text as free'
    }
  })
  expect(planted).toBe(true)
  expect(decided).toEqual({ errors: [], decided: 2 })
})

test('a level is overridden by two people, counts at once, and is taken back the same way', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const member = await fresh()
  const wish = (level: string | null) =>
    askStaff(shop, one, '/kyc/override', { member_id: member.id, level, reason: 'Known in the branch' })
  const approveIt = async ({ data }: { data: Record<string, unknown> }, by = two) =>
    askStaff(shop, by, '/approvals/approve', { approval_id: data.approval_id })
  expect((await wish(null)).data).toMatchObject({ fields: { level: 'must differ from what counts now' } })
  const asked = await wish('T3')
  expect(await levelOf(member)).toBe('T0')
  expect((await wish('T2')).error).toBe('approval_waiting')
  expect((await approveIt(asked, one)).error).toBe('second_person_required')
  expect((await approveIt(asked)).status).toBe(200)
  expect(await levelOf(member)).toBe('T3')
  expect(await review(one, member)).toMatchObject({
    level: 'T3',
    override: 'T3',
    moves: [{ kind: 'level', to: 'T3', by: `${one.staff.name} + ${two.staff.name}` }],
  })
  expect((await wish('T3')).error).toBe('invalid_input')
  expect((await approveIt(await wish(null))).status).toBe(200)
  expect(await levelOf(member)).toBe('T0')
  const missing = { member_id: '0198c0de-0000-7000-8000-000000000000', level: 'T3', reason: 'Nobody' }
  expect((await askStaff(shop, one, '/kyc/override', missing)).error).toBe('not_found')
})

test('what the second person saw has changed: the override is not executed', async () => {
  const [one, two] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const member = await fresh()
  const body = { member_id: member.id, level: 'T3', reason: 'Known in the branch' }
  const { approval_id } = (await askStaff(shop, one, '/kyc/override', body)).data
  await tellName(shop, member)
  expect((await askStaff(shop, two, '/approvals/approve', { approval_id })).error).toBe('review_state')
  expect(await levelOf(member)).toBe('T1')
})

async function largeDay(where: Shop) {
  const member = await fresh(where, 'Surya Large Day')
  await where.karat.db.run(sql`insert into kyc.reports (member_id, day) values (${member.id}, '2026-11-20')`)
  await where.karat.db.run(sql`
    insert into kyc.takings (reference, member_id, day, kind, currency, amount_minor, used, returned_at) values
      (${`${member.id} 1`}, ${member.id}, '2026-11-20', 'order', 'IDR', 400000000, 1, null),
      (${`${member.id} 2`}, ${member.id}, '2026-11-20', 'order', 'IDR', 125000000, 1, null),
      (${`${member.id} 3`}, ${member.id}, '2026-11-20', 'order', 'IDR', 9000000, 1, now())`)
  return { member, body: { member_id: member.id, day: '2026-11-20', reason: 'Pension paid out, papers seen' } }
}

test('a large day is listed with its purchases and filed once, with a note', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const { member, body } = await largeDay(shop)
  const find = async (query = '') => {
    const { rows } = (await askStaff(shop, desk, `/kyc/reports${query}`)).data as { rows: OfficeReportView[] }
    return rows.find((row) => row.member_id === member.id)
  }
  expect(await find()).toMatchObject({
    name: 'Surya Large Day',
    day: '2026-11-20',
    amounts: [{ currency: 'IDR', amount: '525000000' }],
    purchases: [{ came_to_nothing: false }, { came_to_nothing: false }, { came_to_nothing: true, amount: '9000000' }],
    note: null,
  })
  expect((await askStaff(shop, desk, '/kyc/fileReport', { ...body, reason: ' ' })).status).toBe(422)
  expect((await askStaff(shop, desk, '/kyc/fileReport', { ...body, day: '2026-11-19' })).error).toBe('not_found')
  expect((await askStaff(shop, desk, '/kyc/fileReport', body)).status).toBe(200)
  expect((await askStaff(shop, desk, '/kyc/fileReport', body)).error).toBe('report_filed')
  expect(await find('?state=open')).toBeUndefined()
  expect(await find('?state=filed')).toMatchObject({ filed_by: desk.staff.name, note: body.reason })
})

async function filedTwice(where: Shop) {
  const people = [await staffSignedIn(where, 'desk'), await staffSignedIn(where, 'desk')]
  const { body } = await largeDay(where)
  const answers = await Promise.all(people.map((by) => askStaff(where, by, '/kyc/fileReport', body)))
  return answers.map(({ error }) => error ?? 'done').sort()
}

test('of two who file one report at once one does', async () => {
  expect(await filedTwice(shop)).toEqual(['done', 'report_filed'])
})

test('control: a report that can be filed twice is seen', async () => {
  broken.intercept.current = (text) => text.replace('::date and seen_at is null', '::date')
  expect(await filedTwice(broken)).toEqual(['done', 'done'])
})

test('the relation ends with a frozen account, and goes on when it is unfrozen', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const member = await fresh()
  const body = { member_id: member.id, reason: 'Closed at their wish' }
  const post = (path: string) => askStaff(shop, desk, path, body)
  const ended = async () =>
    (
      await shop.karat.db.row<{ ended: boolean }>(
        sql`select relation_ended_at is not null as ended from kyc.levels where member_id = ${member.id}`,
      )
    )?.ended
  expect((await post('/kyc/endRelation')).error).toBe('relation_not_open')
  await post('/members/freeze')
  expect((await post('/kyc/endRelation')).status).toBe(200)
  expect(await ended()).toBe(true)
  expect((await post('/kyc/endRelation')).error).toBe('relation_not_open')
  await post('/members/unfreeze')
  expect(await ended()).toBe(false)
})
