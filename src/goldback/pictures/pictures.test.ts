/** Pictures of a case: who adds which and when, who sees them, and what becomes of them. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { caseOf, consigned, desk, handedOver } from '../../../tests/support/goldback.ts'
import { meetingAt } from '../../../tests/support/meeting.ts'
import type { TestMember } from '../../../tests/support/members.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { picture, sendForm } from '../../../tests/support/pictures.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { openVault, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { settings } from '../../settings.ts'
import type { GoldBackCaseView } from '../contract.ts'
import { destroyPictures } from './forget-pictures.ts'

const shop = openShop()
let clerk: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
  member = await vaultMember(shop)
})

const upload = async (who: TestMember, purpose = 'gold_back') => {
  const parts = [
    { name: 'purpose', value: purpose },
    { name: 'file', bytes: await picture() },
  ]
  return (await sendForm(shop, who, parts)).json().data.id as string
}
const add = (who: TestMember, of: { case_id: string }, image_id: string, kind = 'paper') =>
  call<GoldBackCaseView>(shop, who, '/trade/goldBack_addPicture', { case_id: of.case_id, of: kind, image_id })
const see = (who: TestMember, id: string) =>
  shop.app.inject({ url: `/api/storeid/trade/goldBack_picture?picture_id=${id}`, headers: who.headers })
const booked = async () => {
  const serials = await handedOver(shop, member)
  return consigned(shop, member, serials)
}

test('a purchase paper that its member uploads is sealed with the case, seen by them and by staff on record, and by nobody else', async () => {
  const made = await booked()
  const image = await upload(member)
  const { data } = await add(member, made, image)
  expect(data.pictures).toMatchObject([{ kind: 'paper' }])
  const id = data.pictures[0]?.picture_id ?? ''
  expect((await add(member, made, image)).error, 'it is taken once').toBe('not_found')
  const kept = await shop.karat.db.row<{ content: Buffer }>(sql`select content from goldback.pictures where id = ${id}`)
  expect(kept?.content.includes('WEBP')).toBe(false)
  expect(await shop.karat.db.row(sql`select 1 from files.images where id = ${image}`)).toBeUndefined()
  const seen = await see(member, id)
  expect([seen.headers['content-type'], seen.rawPayload.subarray(8, 12).toString()]).toEqual(['image/webp', 'WEBP'])
  const stranger = await vaultMember(shop)
  expect((await see(stranger, id)).json().error).toBe('not_found')
  expect((await add(stranger, made, await upload(stranger))).error).toBe('not_found')
  expect((await add(member, made, await upload(stranger))).error).toBe('not_found')
  expect((await add(member, made, await upload(member, 'refund'))).error).toBe('not_found')
  const staffs = await shop.app.inject({
    ...{ method: 'POST', url: '/api/admin/goldback/openPicture', headers: clerk.headers, payload: { picture_id: id } },
  })
  expect(staffs.rawPayload.equals(seen.rawPayload)).toBe(true)
  const looks = await shop.karat.db.rows(sql`
    select details ->> 'picture' as id from staff.actions where details ->> 'did' = 'goldback_picture_seen'`)
  expect(looks).toEqual([{ id }])
})

test('less is neither offered nor rejected before there is a picture of the assay, and its member sees it', async () => {
  const made = await booked()
  const at = desk(shop, clerk, made)
  expect((await at.show()).error).toBe('goldback_state')
  await at.receive(made.pieces_in_it.map(({ serial }) => serial))
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  expect([(await at.decide('offer')).error, (await at.decide('reject')).error]).toEqual([
    'goldback_no_picture',
    'goldback_no_picture',
  ])
  expect((await add(member, made, await upload(member), 'piece')).error).toBeNull()
  expect((await at.decide('offer')).error, 'a picture of the member is none of the assay').toBe('goldback_no_picture')
  const { data } = await at.show()
  expect((await at.decide('offer')).error).toBeNull()
  const offered = await caseOf(shop, member, made)
  expect(offered.pictures.map(({ kind }) => kind)).toEqual(['piece', 'assay'])
  expect((await see(member, data.picture_id)).statusCode).toBe(200)
  expect((await at.show()).error, 'what was offered on stays').toBe('goldback_state')
})

test('a case that is decided takes no picture more, and none that was taken changes', async () => {
  const made = await booked()
  const image = await upload(member)
  await call(shop, member, '/trade/goldBack_cancel', { case_id: made.case_id })
  expect((await add(member, made, image)).error).toBe('goldback_state')
  const still = await shop.karat.db.row(sql`select 1 as one from files.images where id = ${image}`)
  expect(still, 'what was refused stays among the uploaded ones').toEqual({ one: 1 })
  const of = (kind: string, by: string) =>
    asOwner(shop.connectionString, [
      `insert into goldback.pictures (id, case_id, member_id, kind, wrapped_key, content, width, height, added_by)
       values (gen_random_uuid(), '${made.case_id}', '${member.id}', '${kind}', 'k', 'c', 1, 1, '${by}')`,
    ])
  await expect(of('piece', `member:${member.id}`)).rejects.toThrow(/not of a case/)
  await expect(of('assay', 'staff:x')).rejects.toThrow(/not of a case/)
})

/** Three pictures at once for the last room of a case; how many went in, and what the others were told. */
async function lastRoom() {
  const made = await booked()
  await shop.karat.db.run(sql`
    insert into goldback.pictures (id, case_id, member_id, kind, wrapped_key, content, width, height, added_by)
    select gen_random_uuid(), ${made.case_id}, ${member.id}, 'piece', 'k', 'c', 1, 1, ${`member:${member.id}`}
    from generate_series(1, ${settings.goldback.mostPictures - 1}::int)`)
  const images = [await upload(member), await upload(member), await upload(member)]
  return async () => (await Promise.all(images.map((image) => add(member, made, image)))).map(({ error }) => error)
}

test('of the last room for a picture one of many at once has it', async () => {
  const atOnce = await lastRoom()
  expect((await atOnce()).sort()).toEqual(['file_limit', 'file_limit', null])
})

test('control: without the hold on the case all of them would', async () => {
  const atOnce = await lastRoom()
  const meet = meetingAt('insert into goldback.pictures', 3)
  shop.intercept.current = async (text) => {
    await meet(text)
    return text.replace('for no key update', '')
  }
  expect(await atOnce()).toEqual([null, null, null])
})

test('pictures of what nobody brought are destroyed some time after; those of what was here stay', async () => {
  const never = await booked()
  await add(member, never, await upload(member))
  await call(shop, member, '/trade/goldBack_cancel', { case_id: never.case_id })
  const here = await booked()
  await add(member, here, await upload(member))
  await asOwner(shop.connectionString, [
    'alter table goldback.cases disable trigger guard_case',
    `update goldback.cases set ended_at = now() - interval '89 days' where id = '${never.case_id}'`,
    `update goldback.cases set state = 'returned', received_at = now(), ended_at = now() - interval '91 days' where id = '${here.case_id}'`,
  ])
  expect(await destroyPictures(shop.karat.db)).toBe(0)
  await asOwner(shop.connectionString, [
    `update goldback.cases set ended_at = now() - interval '91 days' where id = '${never.case_id}'`,
    'alter table goldback.cases enable trigger guard_case',
  ])
  expect(await destroyPictures(shop.karat.db)).toBe(1)
  expect(await shop.karat.db.rows(sql`select case_id from goldback.pictures where content is null`)).toEqual([
    { case_id: never.case_id },
  ])
})

test('pictures of whoever left long ago are destroyed with what kyc holds; that there were some stays', async () => {
  const made = await booked()
  const { data } = await add(member, made, await upload(member))
  await call(shop, member, '/trade/goldBack_cancel', { case_id: made.case_id })
  expect(await destroyPictures(shop.karat.db)).toBe(0)
  await shop.karat.db.run(sql`
    update kyc.levels set relation_ended_at = now() - interval '6 years', destroyed_at = now() where member_id = ${member.id}`)
  expect(await destroyPictures(shop.karat.db)).toBe(1)
  const left = await shop.karat.db.row(sql`
    select wrapped_key, content, destroyed_at is not null as gone from goldback.pictures where case_id = ${made.case_id}`)
  expect(left).toEqual({ wrapped_key: null, content: null, gone: true })
  expect((await see(member, data.pictures[0]?.picture_id ?? '')).json().error).toBe('not_found')
})
