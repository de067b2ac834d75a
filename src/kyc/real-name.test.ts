import pg from 'pg'
import { expect, test } from 'vitest'
import { ratna, someNik, tellName } from '../../tests/support/kyc.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { ask, call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { settings } from '../settings.ts'
import { aboutNumber } from './auth-real-name.ts'
import type { VerificationView } from './contract.ts'

const shop = openShop()
const broken = openShop()
const fresh = () => signedIn(shop, 'Ratna Wulandari', 'id', 0)
const viewOf = (member: Awaited<ReturnType<typeof fresh>>) =>
  ask<VerificationView>(shop, member, '/user/getVerification')

test('a number that fits makes T1 at once, with a message; it is shown masked, stored sealed and hashed', async () => {
  const member = await fresh()
  const number = someNik()
  expect(await viewOf(member)).toMatchObject({ level: 'T0', real_name: { state: 'none', name: null, number: null } })
  expect(await tellName(shop, member, { number })).toMatchObject({ http: 200, data: { state: 'approved' } })
  const view = await viewOf(member)
  expect(view).toMatchObject({ level: 'T1', real_name: { state: 'approved', name: 'Ratna Wulandari', id_type: 'nik' } })
  expect(view.real_name.number).toBe(`•••• ${number.slice(-4)}`)
  const kept = await shop.karat.db.row<{ sealed: Buffer; row: string; mails: string[] }>(sql`
    select number_sealed as sealed, n::text as row,
      (select array_agg(template) from mail.messages where destination = ${`${member.id}@karat.test`}) as mails
    from kyc.real_names n where member_id = ${member.id}`)
  expect(kept?.row).not.toContain(number)
  expect(kept?.row).not.toContain(Buffer.from(number).toString('hex'))
  expect(shop.karat.sealing.open(kept?.sealed ?? Buffer.alloc(0), aboutNumber(member.id)).toString()).toBe(number)
  expect(() => shop.karat.sealing.open(kept?.sealed ?? Buffer.alloc(0), aboutNumber('another'))).toThrow()
  expect(kept?.mails).toEqual(['level_reached'])
  expect(await tellName(shop, member)).toMatchObject({ http: 409, error: 'review_state', data: { state: 'approved' } })
})

test.each([
  ['number', { number: '317106570890001' }],
  ['number', { number: '3871065708900001' }],
  ['number', { number: '3171067208900001' }],
  ['number', { number: '3171065708900000' }],
  ['name', { name: 'R2D2' }],
  ['birth_date', { birth_date: '1990-02-30' }],
  ['birth_date', { birth_date: '2990-01-01' }],
  ['birth_date', { birth_date: '1900-01-01' }],
  ['id_type', { id_type: 'nric', number: '900817145566' }],
  ['country', { id_type: 'passport', number: 'C1234567' }],
  ['number', { id_type: 'passport', number: 'CABCDEFG', country: 'NL' }],
])('a wrong %s is refused by its name and leaves no trace: %j', async (field, input) => {
  const member = await fresh()
  const answer = await tellName(shop, member, input)
  expect(answer).toMatchObject({ http: 422, error: 'invalid_input' })
  expect(Object.keys((answer.data as unknown as { fields: object }).fields)).toEqual([field])
  expect(await viewOf(member)).toMatchObject({ level: 'T0', real_name: { state: 'none' } })
})

test('somebody who is not yet 17 is refused on the day before the birthday and taken on it, by the store’s calendar', async () => {
  const today = (await shop.karat.db.row<{ day: string; tomorrow: string }>(sql`
      select to_char(now() at time zone 'Asia/Jakarta', 'YYYY-MM-DD') as day, to_char((now() at time zone 'Asia/Jakarta') + interval '1 day', 'YYYY-MM-DD') as tomorrow`)) ?? {
    day: '',
    tomorrow: '',
  }
  const born = (day: string) => `${Number(day.slice(0, 4)) - settings.kyc.minimumAge.id}${day.slice(4)}`
  const nikOf = (day: string) => someNik(`${Number(day.slice(8)) + 40}${day.slice(5, 7)}${day.slice(2, 4)}`)
  const young = born(today.tomorrow)
  const member = await fresh()
  expect(await tellName(shop, member, { birth_date: young, number: nikOf(young) })).toMatchObject({
    http: 422,
    data: { fields: { birth_date: 'must be of somebody who is 17 or older' } },
  })
  const old = born(today.day)
  expect(await tellName(shop, member, { birth_date: old, number: nikOf(old) })).toMatchObject({ http: 200 })
})

test('a birth date or sex that does not fit waits for staff, and so does every passport', async () => {
  for (const input of [
    { birth_date: '1990-08-18' },
    { sex: 'male' },
    { id_type: 'passport', number: 'C1234567', country: 'NL' },
  ]) {
    const member = await fresh()
    expect(await tellName(shop, member, input)).toMatchObject({ http: 200, data: { state: 'submitted' } })
    expect(await viewOf(member)).toMatchObject({ level: 'T0', real_name: { state: 'submitted' } })
  }
})

test('Malaysia takes its own card, and no NIK', async () => {
  const member = await signedIn(shop, 'Aisyah Rahman', 'my', 0)
  const send = async (body: object) =>
    (
      await shop.app.inject({
        method: 'POST',
        url: '/api/storemy/user/realNameAuth',
        headers: member.headers,
        payload: { ...ratna, name: 'Aisyah Rahman', ...body },
      })
    ).json()
  expect(await send({ number: someNik() })).toMatchObject({ data: { fields: { id_type: expect.any(String) } } })
  expect(await send({ id_type: 'nric', number: '900817-14-5566' })).toMatchObject({ data: { state: 'approved' } })
})

test('after five tries in a day the next is refused, whatever it says', async () => {
  const [owner, guesser] = [await fresh(), await fresh()]
  const number = someNik()
  await tellName(shop, owner, { number })
  for (let i = 0; i < settings.kyc.idTriesPerDay; i++)
    expect(await tellName(shop, guesser, { number })).toMatchObject({ http: 409, error: 'id_number_taken' })
  expect(await tellName(shop, guesser)).toMatchObject({ http: 429, error: 'id_tries_over', data: { tries: 5 } })
})

async function oneNumberByMany(where: Shop) {
  const number = someNik()
  const members = await Promise.all(Array.from({ length: 20 }, () => signedIn(where, 'Ratna Wulandari', 'id', 0)))
  const answers = await Promise.all(members.map((member) => tellName(where, member, { number })))
  const row = await where.karat.db.row<{ names: number; high: number }>(sql`
    select count(*)::int as names, (select count(*)::int from kyc.levels where level > 0 and member_id = any(${members.map(({ id }) => id)}::uuid[])) as high
    from kyc.real_names where member_id = any(${members.map(({ id }) => id)}::uuid[])`)
  return { answers, row }
}

test('one identity number told by 20 accounts at once belongs to one of them', async () => {
  const { answers, row } = await oneNumberByMany(shop)
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  expect(answers.filter(({ error }) => error === 'id_number_taken')).toHaveLength(19)
  expect(row).toEqual({ names: 1, high: 1 })
})

test('control: uniqueness that is only looked at before is broken by the same race', async () => {
  const owner = new pg.Client({ connectionString: broken.connectionString })
  await owner.connect()
  await owner.query('alter table kyc.real_names drop constraint id_belongs_to_one_account')
  await owner.end()
  const meet = meetingAt('insert into kyc.real_names', 5)
  let planted = false
  broken.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('insert into kyc.real_names')) return text
    planted = true
    return text.replace(
      /values \(([\s\S]*)\)\n/,
      (_all, values: string) =>
        `select ${values} where not exists (select from kyc.real_names where number_hash = $10)\n`,
    )
  }
  const { row } = await oneNumberByMany(broken)
  broken.intercept.current = undefined
  expect(planted).toBe(true)
  expect(row?.names).toBeGreaterThan(1)
})

test('a call without the member’s token is refused', async () => {
  expect(await call(shop, null, '/user/getVerification')).toMatchObject({ http: 401 })
})
