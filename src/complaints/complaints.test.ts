/** Complaints from their making to their outcome; each race has its planted bug. */
import { beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call, someSku, submitted } from '../../tests/support/purchase.ts'
import { settingsDesk } from '../../tests/support/settings.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'
import { lookLater } from '../office/notices/look-for-work.ts'
import { settings } from '../settings.ts'
import { workingDaysAfter } from '../stores/working-day-rules.ts'
import type { OwnComplaintsView } from './contract.ts'
import type { OfficeComplaintView } from './office-contract.ts'
import { forgetComplaints } from './worker.ts'

const shop = openShop()
let desk: TestStaff
let other: TestStaff
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  desk = await staffSignedIn(shop, 'desk')
  other = await staffSignedIn(shop, 'desk')
})

const words = { about: 'service', text: 'Nobody answered the telephone for a week.', wish: 'Answer it' }
const own = (member: TestMember, path: string, body: object) =>
  call<OwnComplaintsView>(shop, member, `/user/${path}`, body)
async function made(member: TestMember, body: object = words) {
  const { data } = await own(member, 'makeComplaint', body)
  const [newest] = data.complaints
  if (!newest) throw new Error('a complaint that was made is listed')
  return newest
}
const one = async (id: string) =>
  (await askStaff(shop, desk, `/complaints/one?complaint_id=${id}`)).data as OfficeComplaintView
const decision = { outcome: 'partly', text: 'The telephone was out of order.', done: 'A voucher was sent.' }
const deciding = (who: TestStaff, { complaint_id, revision }: OfficeComplaintView, wish: object = decision) =>
  askStaff(shop, who, '/complaints/decide', { complaint_id, revision, ...wish })
const letters = (member: TestMember) =>
  shop.karat.db.rows<{ template: string; subject: string; body: string }>(sql`
    select template, subject, body from mail.messages where member_id = ${member.id} and template like 'complaint%' order by created_at, id`)
const told = async (member: TestMember) => (await letters(member)).map(({ template }) => template)
const byHand = (set: string, id: string) =>
  asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update complaints.complaints set ${set} where id = '${id}'`,
  ])
const logged = (id: string) =>
  shop.karat.db.rows<{ action: string; did: string }>(
    sql`select action, details->>'did' as did from staff.actions where subject_id = ${id} and outcome = 'done' order by id`,
  )
const day = (zone = 'Asia/Jakarta') => new Date().toLocaleDateString('sv-SE', { timeZone: zone })

test('a complaint gets the next number, the deadline that the store’s settings say, and a letter at once', async () => {
  const settle = await settingsDesk(shop)
  const tomorrow = workingDaysAfter(day(), 1, {})
  await settle.change({ name: 'holidays', value: { [tomorrow]: 'Stocktaking' } })
  await settle.change({ name: 'complaints', value: { answer_days: 3, body: 'BPSK Jakarta', body_address: 'Jakarta' } })
  const member = await signedIn(shop)
  const order = await submitted(shop, member, await someSku(shop))
  const first = await made(member, { ...words, about: 'order', order_id: order.order_id })
  const second = await made(member)
  const year = day().slice(0, 4)
  expect([first.number, second.number].map((number) => number.slice(0, 12))).toEqual([
    `CMP/ID/${year}/`,
    `CMP/ID/${year}/`,
  ])
  expect(Number(second.number.slice(12)) - Number(first.number.slice(12))).toBe(1)
  const { holidays } = shop.karat.stores.get('id')?.settings ?? { holidays: {} }
  expect(first).toMatchObject({
    ...{ state: 'open', outcome: null, due_on: workingDaysAfter(day(), 3, holidays), is_late: false },
    ...{ order: { order_id: order.order_id }, steps: [{ step: 'received', by_house: false }] },
  })
  const [letter] = await letters(member)
  expect(letter).toMatchObject({ template: 'complaint_received' })
  expect(letter?.subject).toContain(first.number)
  const { data } = await call<OwnComplaintsView>(shop, member, '/user/complaints')
  expect(data).toMatchObject({ answer_days: 3, body: { name: 'BPSK Jakarta', address: 'Jakarta' } })
  expect(data.orders.map(({ order_id }) => order_id)).toEqual([order.order_id])
  await settle.change({ name: 'complaints', value: { answer_days: 9 } })
  expect((await one(first.complaint_id)).due_on, 'one that is made keeps its deadline').toBe(first.due_on)
})

test('an order that is somebody else’s, and a complaint that is, are not there', async () => {
  const [member, stranger] = [await signedIn(shop), await signedIn(shop)]
  const order = await submitted(shop, stranger, await someSku(shop))
  expect((await own(member, 'makeComplaint', { ...words, order_id: order.order_id })).error).toBe('not_found')
  const { complaint_id } = await made(stranger)
  const text = 'I say something to it as well.'
  for (const path of ['addToComplaint', 'reopenComplaint'])
    expect((await own(member, path, { complaint_id, text })).error).toBe('not_found')
  expect((await own(member, 'withdrawComplaint', { complaint_id })).error).toBe('not_found')
})

test('many at once get numbers without a gap, and so many of one member a day', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => signedIn(shop)))
  await Promise.all(members.map((member) => made(member)))
  const gaps = await shop.karat.db.rows(sql`
    select c.store, c.year, n from complaints.counters c cross join generate_series(1, c.last) n
    where not exists (select from complaints.complaints p where (p.store, p.year, p.number) = (c.store, c.year, n))`)
  expect(gaps).toEqual([])
  const [member] = members as [TestMember]
  for (let n = 1; n < settings.complaints.perDay; n++) await made(member)
  expect((await own(member, 'makeComplaint', words)).error).toBe('complaint_limit')
  const skips = sql`insert into complaints.complaints (id, store, year, number, member_id, about, text, wish, due_on)
    values (gen_random_uuid(), 'id', 2026, 99999, ${member.id}, 'service', 'x', '', now())`
  await expect(shop.karat.db.run(skips), 'the database gives no other number').rejects.toThrow('does not follow')
})

test('the house answers, takes longer once, and decides; the member reads each, and the outside body at the end', async () => {
  const settle = await settingsDesk(shop)
  await settle.change({
    name: 'complaints',
    value: { longer_days: 4, body: 'BPSK Jakarta', body_contact: 'bpsk.example' },
  })
  const member = await signedIn(shop)
  const { complaint_id: id, due_on } = await made(member)
  const seen = async () => ({ complaint_id: id, revision: (await one(id)).revision })
  const text = 'When did you call us, and from which number?'
  expect((await askStaff(shop, desk, '/complaints/answer', { ...(await seen()), text })).status).toBe(200)
  expect((await own(member, 'addToComplaint', { complaint_id: id, text: 'On Monday, from home.' })).error).toBeNull()
  const longer = { ...(await seen()), reason: 'The operator has to look for the calls' }
  expect((await askStaff(shop, desk, '/complaints/prolong', longer)).status).toBe(200)
  const { holidays } = shop.karat.stores.get('id')?.settings ?? { holidays: {} }
  expect(await one(id)).toMatchObject({ may_prolong: false, due_on: workingDaysAfter(due_on, 4, holidays) })
  expect((await askStaff(shop, desk, '/complaints/prolong', { ...longer, ...(await seen()) })).error).toBe(
    'complaint_prolonged',
  )
  expect((await deciding(desk, await one(id), { ...decision, done: '' })).error).toBe('invalid_input')
  expect((await deciding(desk, await one(id))).data).toMatchObject({ state: 'decided' })
  expect(await told(member)).toEqual([
    'complaint_received',
    'complaint_answered',
    'complaint_prolonged',
    'complaint_decided',
  ])
  const last = (await letters(member)).at(-1)
  for (const said of [decision.text, decision.done, 'BPSK Jakarta', 'bpsk.example']) expect(last?.body).toContain(said)
  expect((await logged(id)).map(({ did }) => did)).toEqual([
    'complaint_answered',
    'complaint_prolonged',
    'complaint_decided',
  ])
  const after = await one(id)
  expect(after.steps.map(({ step, by }) => [step, by])).toEqual([
    ...[
      ['received', null],
      ['answered', desk.staff.name],
      ['added', null],
      ['prolonged', desk.staff.name],
    ],
    ['decided', desk.staff.name],
  ])
})

test('a member has a decision looked at again once, within its term, and takes an open one back', async () => {
  const member = await signedIn(shop)
  const { complaint_id } = await made(member)
  const again = { complaint_id, text: 'It was out of order again today.' }
  expect((await own(member, 'reopenComplaint', again)).error).toBe('complaint_open')
  await deciding(desk, await one(complaint_id))
  expect((await own(member, 'addToComplaint', again)).error).toBe('complaint_closed')
  const term = (await one(complaint_id)).reopen_until
  await byHand(`reopen_until = current_date - 2`, complaint_id)
  expect((await own(member, 'reopenComplaint', again)).error, 'the term is over').toBe('complaint_closed')
  await byHand(`reopen_until = '${term}'`, complaint_id)
  const { data } = await own(member, 'reopenComplaint', again)
  expect(data.complaints[0]).toMatchObject({ state: 'open', outcome: null, reopen_until: null })
  await deciding(desk, await one(complaint_id), { ...decision, outcome: 'not_upheld', done: '' })
  expect((await own(member, 'reopenComplaint', again)).error, 'once').toBe('complaint_closed')
  expect(await told(member)).toEqual([
    'complaint_received',
    'complaint_decided',
    'complaint_reopened',
    'complaint_decided',
  ])
  const taken = await made(member)
  const { data: after } = await own(member, 'withdrawComplaint', { complaint_id: taken.complaint_id })
  expect(after.complaints[0]).toMatchObject({ state: 'decided', outcome: 'withdrawn', reopen_until: null })
})

async function twoDecide() {
  const member = await signedIn(shop)
  const { complaint_id } = await made(member)
  const seen = await one(complaint_id)
  const answers = await Promise.all([
    deciding(desk, seen),
    deciding(other, seen, { ...decision, outcome: 'not_upheld', done: '' }),
  ])
  const outcomes = (await one(complaint_id)).steps.filter(({ step }) => step === 'decided').length
  return {
    answers,
    statuses: answers.map(({ status }) => status).sort(),
    outcomes,
    letters: (await told(member)).length - 1,
  }
}

test('of two who decide at once one does, and the other is told who was faster', async () => {
  const meet = meetingAt('update complaints.complaints', 2)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text
  }
  const { answers, ...rest } = await twoDecide()
  expect(rest).toEqual({ statuses: [200, 409], outcomes: 1, letters: 1 })
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ error: 'handled_meanwhile' })
})

test('control: a decision that looks at neither revision nor state is seen, and the database stops it', async () => {
  let planted = false
  shop.intercept.current = (text) => {
    const changed = text.replace(/and revision = (\$\d+) and state = 'open'/, 'and $1::int is not null')
    planted ||= changed !== text
    return changed
  }
  const { answers, ...rest } = await twoDecide()
  expect([planted, rest]).toEqual([true, { statuses: [200, 500], outcomes: 1, letters: 1 }])
})

test('what is past its deadline is late in the list, on the overview and in the bell, until it is decided', async () => {
  const member = await signedIn(shop)
  const { complaint_id: id, number } = await made(member)
  const figures = async () =>
    (await askStaff(shop, desk, '/overview/figures?store=id')).data.complaints as { open: number; late: number }
  const notices = async () =>
    (
      await shop.karat.db.rows(sql`select from staff.notices where subject_id = ${id} and said = 'complaint_late'
      and person_id = ${desk.staff.id} and number = ${number} and over_at is null`)
    ).length
  const before = await figures()
  await lookLater(shop.karat)
  expect(await notices()).toBe(0)
  await byHand(`due_on = (now() at time zone 'Asia/Jakarta')::date - 1`, id)
  await lookLater(shop.karat)
  expect([await notices(), await figures()]).toEqual([1, { open: before.open, late: before.late + 1 }])
  const { rows } = (await askStaff(shop, desk, '/complaints/list?state=late')).data as { rows: { number: string }[] }
  expect(rows.map((row) => row.number)).toContain(number)
  expect((await askStaff(shop, desk, `/complaints/list?q=${encodeURIComponent(number)}`)).data).toMatchObject({
    total: 1,
  })
  await deciding(desk, await one(id))
  await lookLater(shop.karat)
  expect(await notices()).toBe(0)
})

test('the register has a line for each, names nobody, and stays when the words are forgotten', async () => {
  const member = await signedIn(shop)
  const { complaint_id: id, number, due_on } = await made(member)
  await deciding(desk, await one(id))
  const register = async () => {
    const answer = await shop.app.inject({ url: '/api/admin/complaints/register.csv?store=id', headers: desk.headers })
    return answer.body.split(/\r?\n/)
  }
  const lines = await register()
  expect(lines[0]).toContain('number,received,about,deadline,state,outcome,decided,days_taken')
  const line = lines.find((text) => text.startsWith(number))
  expect(line).toBe([number, day(), 'service', due_on, 'decided', 'partly', day(), '0'].join(','))
  expect((await one(id)).text).toBe(words.text)
  expect(await forgetComplaints(shop.karat.db)).toBe(0)
  await byHand(`decided_at = now() - interval '6 years'`, id)
  expect(await forgetComplaints(shop.karat.db)).toBeGreaterThan(0)
  const after = await one(id)
  expect([after.text, after.wish, ...after.steps.flatMap(({ text, done }) => [text, done])].join('')).toBe('')
  expect((await register()).filter((text) => text.startsWith(number))).toHaveLength(1)
})

test('an account with an open complaint is not closed', async () => {
  const member = await signedIn(shop)
  await made(member)
  const owner = await staffSignedIn(shop, 'owner')
  const request_id = '019a0000-0000-7000-8000-00000000c0de'
  await shop.karat.db.run(sql`insert into rights.requests (id, member_id, store, kind, due_at)
    values (${request_id}, ${member.id}, 'id', 'deletion', now())`)
  const wish = { request_id, decision: 'grant', answer: 'As you asked.' }
  expect(await askStaff(shop, owner, '/rights/decide', wish)).toMatchObject({
    ...{ error: 'account_not_closable', data: { obstacles: ['complaint_open'] } },
  })
})
