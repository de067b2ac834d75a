/** Years after a member has left nothing is left of what they told; before, and when they come back, everything is. */
import { afterEach, expect, test } from 'vitest'
import { reject, sendAll, someNik, tellName } from '../../tests/support/kyc.ts'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../tests/support/members.ts'
import { call } from '../../tests/support/purchase.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sealAnew } from '../credentials/seal-anew.ts'
import { openSealing } from '../credentials/sealing.ts'
import { raw, sql } from '../db/database.ts'
import { storeOf } from '../stores/stores.ts'
import { destroyMember } from './destroy-member.ts'
import { destroyExpired } from './keep-files.ts'
import { getLevel } from './level-queries.ts'
import { kycSealed } from './sealed-kinds.ts'
import { getVerification } from './verification-queries.ts'

const shop = openShop()
const broken = openShop()
afterEach(() => {
  shop.intercept.current = undefined
  broken.intercept.current = undefined
})

type Person = { member: TestMember; desk: TestStaff; number: string }
const secrets = {
  name: 'Kartika Puspasari',
  explanation: 'A noodle shop in Solo since 2009',
  words: 'The bill of Wahid',
}

/** Somebody who has told everything, had documents rejected and looked at, and a large day; then frozen by staff. */
async function somebody(where = shop): Promise<Person> {
  const [member, desk] = [await signedIn(where, 'Account Name', 'id', 0), await staffSignedIn(where, 'desk')]
  const number = someNik()
  const [document] = await sendAll(where, member, { name: secrets.name, number })
  const funds = { tax_number: '01.234.567.8-071.000', source: 'business', explanation: secrets.explanation }
  expect((await call(where, member, '/kyc/sendFunds', funds)).http).toBe(200)
  await where.app.inject({
    method: 'POST',
    url: '/api/admin/kyc/openDocument',
    headers: desk.headers,
    payload: { document_id: document, reason: secrets.words },
  })
  await reject(where, member, 'documents', secrets.words)
  await where.karat.db.run(sql`
    insert into kyc.reports (member_id, day, seen_by, seen_at, note) values (${member.id}, '2026-11-20', 'staff:x', now(), ${secrets.words})`)
  await ok(where, desk, '/members/freeze', member)
  return { member, desk, number }
}
/** Somebody who has only told their name. */
async function named(where = shop): Promise<Person> {
  const [member, desk] = [await signedIn(where, 'Account Name', 'id', 0), await staffSignedIn(where, 'desk')]
  const number = someNik()
  await tellName(where, member, { name: secrets.name, number })
  await ok(where, desk, '/members/freeze', member)
  return { member, desk, number }
}
const ok = async (where: Shop, desk: TestStaff, path: string, { id }: { id: string }) =>
  expect((await askStaff(where, desk, path, { member_id: id, reason: 'At their wish' })).status).toBe(200)
const end = ({ member, desk }: Person, where = shop) => ok(where, desk, '/kyc/endRelation', member)
const leftFor = (time: string, { member }: Person, where = shop) =>
  where.karat.db.run(
    sql`update kyc.levels set relation_ended_at = now() - ${time}::interval where member_id = ${member.id}`,
  )

/** Every row of kyc about somebody as one text. */
async function everything({ member }: Person, where = shop): Promise<string> {
  const tables = await where.karat.db.rows<{ name: string }>(
    sql`select table_name as name from information_schema.columns where table_schema = 'kyc' and column_name = 'member_id'`,
  )
  const all = await Promise.all(
    tables.map(({ name }) =>
      where.karat.db.rows<{ text: string }>(
        sql`select t::text as text from kyc.${raw(name)} t where member_id = ${member.id}`,
      ),
    ),
  )
  const views = await where.karat.db.rows<{ text: string }>(sql`
    select v::text as text from kyc.views v join kyc.documents d on d.id = v.document_id where d.member_id = ${member.id}`)
  return [...all.flat(), ...views].map(({ text }) => text).join('\n')
}
/** As values of their own: four digits may stand by chance in a hash, an id or a time. */
const traces = (text: string, number: string) =>
  [...Object.values(secrets), number.slice(-4), '1000', '1990-08-17', '127.0.0.1', 'female', 'business'].filter((one) =>
    new RegExp(`(?<![\\w.-])${one.replace(/\W/g, '\\$&')}(?![\\w-])`).test(text),
  )

test('years after a member has left nothing of what they told is there; what happened stays under their id', async () => {
  const person = await somebody()
  const { member, desk, number } = person
  expect(traces(await everything(person), number)).toHaveLength(9)
  await end(person)
  await leftFor('4 years 364 days', person)
  await destroyExpired(shop.karat.db)
  expect(traces(await everything(person), number)).toHaveLength(9)
  await leftFor('5 years 1 day', person)
  expect((await destroyExpired(shop.karat.db)).members).toBe(1)
  expect(traces(await everything(person), number)).toEqual([])
  expect((await destroyExpired(shop.karat.db)).members).toBe(0)

  const { moves, views, files, report } =
    (await shop.karat.db.row<Record<string, number>>(sql`
    select (select count(*)::int from kyc.moves where member_id = ${member.id} and actor <> '') as moves,
      (select count(*)::int from kyc.views v join kyc.documents d on d.id = v.document_id where d.member_id = ${member.id}) as views,
      (select count(*)::int from kyc.documents where member_id = ${member.id} and content is null and wrapped_key is null) as files,
      (select count(*)::int from kyc.reports where member_id = ${member.id} and seen_at is not null) as report`)) ?? {}
  expect({ moves, views, files, report }).toEqual({ moves: 5, views: 1, files: 4, report: 1 })
  expect((await getLevel(shop.karat.db, member.id)).level).toBe(0)

  const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const review = await askStaff(shop, desk, `/kyc/review?member_id=${member.id}&kind=real_name`)
  expect(review.data).toMatchObject({ destroyed_at: day, told: null, funds: null, documents: [], state: 'none' })
  expect((review.data.moves as { reason: unknown }[]).map(({ reason }) => reason)).toEqual(Array(5).fill(null))
  const page = await askStaff(shop, desk, `/members/get?member_id=${member.id}`)
  expect(page.data).toMatchObject({ standing: { level: 'T0', destroyed_at: day } })
  const store = storeOf(shop.karat, 'id')
  expect(await getVerification(shop.karat.db, { memberId: member.id, store, currency: 'IDR' })).toMatchObject({
    ...{ level: 'T0', destroyed_at: day, real_name: { state: 'none', name: null }, funds: { tax_number: null } },
  })

  const anew = await signedIn(shop, 'Account Name', 'id', 0)
  expect(await tellName(shop, anew, { name: secrets.name, number })).toMatchObject({ http: 200 })
})

test('somebody who is back before the years are over has lost nothing', async () => {
  const person = await somebody()
  await end(person)
  await leftFor('4 years 364 days', person)
  await ok(shop, person.desk, '/members/unfreeze', person.member)
  await destroyExpired(shop.karat.db)
  expect(traces(await everything(person), person.number)).toHaveLength(9)
  await ok(shop, person.desk, '/members/freeze', person.member)
  await end(person)
  await leftFor('5 years 1 day', person)
  await destroyExpired(shop.karat.db)
  expect(traces(await everything(person), person.number)).toEqual([])
})

test('asked for while the law asks to keep it, it is refused with the day; with nothing held nothing happens', async () => {
  const person = await somebody()
  const ask = (id = person.member.id) => shop.karat.db.transaction((tx) => destroyMember(tx, id))
  await expect(ask()).rejects.toMatchObject({ code: 'kyc_kept', data: { until: null } })
  await end(person)
  const until = expect.stringMatching(new RegExp(`^${new Date().getUTCFullYear() + 5}-`))
  await expect(ask()).rejects.toMatchObject({ code: 'kyc_kept', data: { until } })
  expect(traces(await everything(person), person.number)).toHaveLength(9)
  await leftFor('5 years 1 day', person)
  expect(await ask()).toEqual({ destroyed: true })
  expect(await ask()).toEqual({ destroyed: false })
  expect(await ask('0198c0de-0000-7000-8000-000000000000')).toEqual({ destroyed: false })
})

test('what is left of somebody destroyed is no burden to a change of the master key', async () => {
  const person = await somebody()
  await end(person)
  await leftFor('5 years 1 day', person)
  await destroyExpired(shop.karat.db)
  const [old, fresher] = [shop.karat.config.MASTER_KEY, 'another master key of at least 32 characters']
  const both = openSealing({ MASTER_KEY: fresher, MASTER_KEY_OLD: old })
  expect((await sealAnew({ db: shop.karat.db, sealing: both }, kycSealed)).unreadable).toBe(0)
  const back = openSealing({ MASTER_KEY: old, MASTER_KEY_OLD: fresher })
  expect((await sealAnew({ db: shop.karat.db, sealing: back }, kycSealed)).unreadable).toBe(0)
})

test('the words of the record are forgotten of nobody but who is destroyed', async () => {
  const person = await named()
  await end(person)
  await leftFor('5 years 1 day', person)
  const before = await everything(person)
  await shop.karat.db.run(sql`select kyc.forget_words(${person.member.id}::uuid)`)
  expect(await everything(person)).toBe(before)
  const change = sql`update kyc.moves set reason = null, destroyed_at = now() where member_id = ${person.member.id}`
  await expect(shop.karat.db.run(change)).rejects.toThrow(/permission denied/)
  await destroyExpired(shop.karat.db)
})

/** Runs `other` at the first statement with `part`, which goes on once that is over or waits for a lock. */
function meanwhile(where: Shop, part: string, other: () => Promise<unknown>, plant = (text: string) => text) {
  const run: { done?: Promise<unknown> } = {}
  where.intercept.current = async (text) => {
    if (run.done || !text.includes(part)) return plant(text)
    run.done = other()
    await overOrHeld(where, run.done)
    return plant(text)
  }
  return run
}

async function unfrozenMeanwhile(where: Shop, plant?: (text: string) => string) {
  const { member, desk } = await named(where)
  const body = { member_id: member.id, reason: 'At their wish' }
  const run = meanwhile(
    where,
    'insert into kyc.levels (member_id, level, relation_ended_at)',
    () => askStaff(where, desk, '/members/unfreeze', body),
    plant,
  )
  const ended = await askStaff(where, desk, '/kyc/endRelation', body)
  await run.done
  where.intercept.current = undefined
  const row = await where.karat.db.row<{ open: boolean; leaves: boolean }>(sql`
    select m.frozen_at is null as open, l.relation_ended_at is not null as leaves
    from identity.members m join kyc.levels l on l.member_id = m.id where m.id = ${member.id}`)
  return { ended: ended.status, ...row }
}

test('a relation that ends while the account is unfrozen does not end an open account', async () => {
  expect(await unfrozenMeanwhile(shop)).toEqual({ ended: 200, open: true, leaves: false })
})

test('control: without holding the member the years count of an open account', async () => {
  let planted = false
  const free = (text: string) => {
    if (!/from identity.members where id = \$1 for no key update/.test(text)) return text
    planted = true
    return text.replace(' for no key update', '')
  }
  expect(await unfrozenMeanwhile(broken, free)).toEqual({ ended: 200, open: true, leaves: true })
  expect(planted).toBe(true)
})

async function backMeanwhile(where: Shop, plant?: (text: string) => string) {
  const person = await named(where)
  await end(person, where)
  await leftFor('5 years 1 day', person, where)
  const back = () => ok(where, person.desk, '/members/unfreeze', person.member)
  const run = meanwhile(where, 'update kyc.levels set level = 0, override = null', back, plant)
  const { members } = await destroyExpired(where.karat.db)
  await run.done
  where.intercept.current = undefined
  return { members, left: traces(await everything(person, where), person.number).length }
}

test('somebody who comes back in the moment in which they would be destroyed has lost nothing', async () => {
  expect(await backMeanwhile(shop)).toEqual({ members: 0, left: 4 })
})

test('control: destroyed by what was read before, somebody is destroyed who is back', async () => {
  const blind = (text: string) =>
    text.startsWith('\n    update kyc.levels set level = 0')
      ? text.replace(/relation_ended_at < now.*relation_ended_at\)/s, '$2::int is not null')
      : text
  const { members, left } = await backMeanwhile(broken, blind)
  expect(members).toBe(1)
  expect(left).toBeLessThan(4)
})
