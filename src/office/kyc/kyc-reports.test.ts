/** Large days after they are filed: as a file for the authority's form, and noted as sent, once. */
import { afterEach, expect, test } from 'vitest'
import { tellName } from '../../../tests/support/kyc.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn } from '../../../tests/support/members.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { OfficeReportView } from '../../kyc/office-contract.ts'
import { takeDayLimit } from '../../kyc/take-day-limit.ts'
import { minor } from '../../money/money.ts'
import { storeOf } from '../../stores/stores.ts'

const shop = openShop()
const broken = openShop()
afterEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

/** A large day of today in Jakarta, filed or not. */
async function largeDay(where: Shop, name = 'Surya Atmaja') {
  const member = await signedIn(where, name, 'id')
  await tellName(where, member, { name: 'Surya Atmaja' })
  const store = storeOf(where.karat, 'id')
  const buy = (reference: string) =>
    where.karat.db.transaction((tx) =>
      takeDayLimit(tx, {
        ...{ memberId: member.id, store, kind: 'order', currency: 'IDR', amount: minor(525_000_000n) },
        reference: `${member.id} ${reference}`,
      }),
    )
  await where.karat.db.run(sql`update kyc.levels set override = 3 where member_id = ${member.id}`)
  await buy('1')
  const row = await where.karat.db.row<{ day: string; before: string; after: string }>(sql`
    select day::text as day, (day - 1)::text as before, (day + 1)::text as after from kyc.reports where member_id = ${member.id}`)
  if (!row) throw new Error('no report')
  return { member, buy, ...row, report: { member_id: member.id, day: row.day } }
}
const find = async (by: TestStaff, id: string, query = '') => {
  const { rows } = (await askStaff(shop, by, `/kyc/reports${query}`)).data as { rows: OfficeReportView[] }
  return rows.find((row) => row.member_id === id)
}
const file = (where: Shop, by: TestStaff, report: object) =>
  askStaff(where, by, '/kyc/fileReport', { ...report, reason: 'Pension paid out' })

test('a filed report is noted as sent, with day and reference, once and on record', async () => {
  const [desk, support] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'support')]
  const { member, report, day, before, after } = await largeDay(shop)
  const send = (more: object = {}, by = desk) =>
    askStaff(shop, by, '/kyc/reportSent', { ...report, sent_on: day, reference: 'PPATK 2026/118', ...more })
  expect((await send()).error).toBe('report_sent')
  await file(shop, desk, report)
  expect(await find(desk, member.id, '?state=filed')).toMatchObject({ sent_on: null, legal_name: 'Surya Atmaja' })
  expect((await send({ sent_on: after })).data).toMatchObject({ fields: { sent_on: 'must not be a day to come' } })
  expect((await send({ sent_on: before })).data).toMatchObject({ fields: { sent_on: expect.stringMatching(/before/) } })
  expect((await send({ reference: ' ' })).data).toMatchObject({ fields: { reference: expect.any(String) } })
  expect((await send({ day: '2020-01-01' })).error).toBe('not_found')
  expect((await send({}, support)).error).toBe('permission_missing')
  expect((await send()).status).toBe(200)
  expect((await send()).error).toBe('report_sent')
  expect(await find(desk, member.id, '?state=filed')).toBe(undefined)
  expect(await find(desk, member.id, `?member_id=${member.id}&day=${day}`)).toBeDefined()
  expect(await find(desk, member.id, `?member_id=${member.id}&day=${before}`)).toBe(undefined)
  expect(await find(desk, member.id, '?state=sent')).toMatchObject({
    ...{ sent_on: day, sent_reference: 'PPATK 2026/118', sent_by: desk.staff.name, filed_by: desk.staff.name },
  })
  const log = await shop.karat.db.rows(sql`
    select action, store, reason, details from staff.actions where subject_id = ${member.id} and details->>'did' = 'sent'`)
  const details = { did: 'sent', day, sent_on: day }
  expect(log).toEqual([{ action: 'kyc.file_report', store: 'id', reason: 'PPATK 2026/118', details }])
})

test('a day that goes on after its report was sent is open again', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const { member, report, day, buy } = await largeDay(shop)
  await file(shop, desk, report)
  await askStaff(shop, desk, '/kyc/reportSent', { ...report, sent_on: day, reference: 'PPATK 2026/119' })
  await buy('2')
  expect(await find(desk, member.id, '?state=open')).toMatchObject({ filed_at: null, sent_on: null })
})

test('the file has names, amounts and what was noted, no number and no formula; taking it is on record', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const { member, report, day } = await largeDay(shop, '=HYPERLINK("x")')
  await file(shop, desk, report)
  const { headers } = desk
  const answer = await shop.app.inject({ url: '/api/admin/kyc/exportReports?state=filed', headers })
  expect(answer.headers['content-disposition']).toMatch(/attachment; filename="large-days-.*\.csv"/)
  const line = answer.body.split('\r\n').find((one) => one.startsWith(member.id)) ?? ''
  expect(line).toContain(`,"'=HYPERLINK(""x"")",Surya Atmaja,nik •••• `)
  expect(line).toContain(`,${day},IDR,525000000,1,`)
  expect(line).toContain(`,${desk.staff.name},`)
  expect(line).not.toMatch(/317106/)
  const log = await shop.karat.db.row(sql`
    select details from staff.actions where person_id = ${desk.id} and details->>'did' = 'export'`)
  expect(log).toMatchObject({ details: { reports: 'filed' } })
  const [support, owner] = [await staffSignedIn(shop, 'support'), await staffSignedIn(shop, 'owner')]
  const get = (by: TestStaff) => shop.app.inject({ url: '/api/admin/kyc/exportReports', headers: by.headers })
  expect([(await get(support)).statusCode, (await get(owner)).statusCode]).toEqual([403, 200])
})

async function notedTwice(where: Shop) {
  const people = [await staffSignedIn(where, 'desk'), await staffSignedIn(where, 'desk')]
  const { report, day } = await largeDay(where)
  await file(where, people[0] as TestStaff, report)
  const meet = meetingAt('update kyc.reports set sent_on', 2)
  const plant = where.intercept.current
  where.intercept.current = async (text) => {
    await meet(text)
    return plant ? plant(text) : text
  }
  const answers = await Promise.all(
    people.map((by, at) =>
      askStaff(where, by, '/kyc/reportSent', { ...report, sent_on: day, reference: `PPATK ${at}` }),
    ),
  )
  return answers.map(({ error }) => error ?? 'done').sort()
}

test('of two who note one sending at once one does', async () => {
  expect(await notedTwice(shop)).toEqual(['done', 'report_sent'])
})

test('control: a sending that can be noted twice is seen', async () => {
  broken.intercept.current = (text) => text.replace('seen_at is not null and sent_on is null', 'seen_at is not null')
  expect(await notedTwice(broken)).toEqual(['done', 'done'])
})
