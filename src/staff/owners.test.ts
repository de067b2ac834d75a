/** One owner alone does not become the only one whom anybody asks: how an owner is put out, and what follows for a week. */
import { beforeEach, expect, test } from 'vitest'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const reason = 'No longer with us'
beforeEach(async () => {
  shop.intercept.current = undefined
  await shop.karat.db.run(
    sql`update staff.people set roles = '{content}', owner_until = null where 'owner' = any(roles) or owner_until is not null`,
  )
  await shop.karat.db.run(sql`update staff.approvals set state = 'withdrawn', decided_at = now(), decided_by = requested_by
    where state = 'waiting'`)
})

type Way = [call: string, more: object]
const disable: Way = ['disable', {}]
const ways: Way[] = [disable, ['changeRoles', { roles: ['content'] }]]
const putOut = (by: TestStaff, who: TestStaff, [call, more]: Way) =>
  askStaff(shop, by, `/staff/${call}`, { person_id: who.id, reason, ...more })
let puppets = 0
const invite = (by: TestStaff) => {
  const puppet = { email: `puppet-${++puppets}@staff.karat.test`, name: 'Budi Santoso', roles: ['owner'] }
  return askStaff(shop, by, '/staff/invite', puppet)
}
const owners = async (...people: TestStaff[]) => {
  const rows = await shop.karat.db.rows<{ id: string }>(
    sql`select id from staff.people where 'owner' = any(roles) and disabled_at is null`,
  )
  return people.map(({ id }) => rows.some((row) => row.id === id))
}

async function inviteAfter(way: Way, plant: (text: string) => string) {
  const [one, two] = [await staffSignedIn(shop, 'owner'), await staffSignedIn(shop, 'owner')]
  expect(await putOut(one, two, way)).toMatchObject({ status: 200, data: { done: true, approval_id: null } })
  expect(await owners(one, two)).toEqual([true, false])
  shop.intercept.current = plant
  const invited = await invite(one)
  shop.intercept.current = undefined
  return { one, two, invited }
}

test.each(ways)('an owner who puts the only other one out (%s) lets nobody in alone for a week', async (...way) => {
  const { one, two, invited } = await inviteAfter(way, (text) => text)
  expect(invited).toMatchObject({ status: 200, data: { sent: false } })
  const again = await askStaff(shop, one, '/staff/inviteAgain', {
    person_id: (await staffSignedIn(shop, 'desk')).id,
    reason,
  })
  expect(again.data).toMatchObject({ sent: false })
  await shop.karat.db.run(sql`update staff.people set owner_until = owner_until - interval '7 days 1 second'
    where id = ${two.id} and owner_until > now() + interval '6 days 23 hours'`)
  expect((await invite(one)).data).toMatchObject({ sent: true })
})

test('control: if who was put out did not count, the invitation would leave', async () => {
  const planted = (text: string) => text.replace(' or owner_until > clock_timestamp()', '')
  expect((await inviteAfter(disable, planted)).invited.data).toMatchObject({ sent: true })
})

test.each(ways)('where a third owner can confirm, nobody is put out (%s) before', async (...way) => {
  const one = await staffSignedIn(shop, 'owner')
  const two = await staffSignedIn(shop, 'owner')
  const three = await staffSignedIn(shop, 'owner')
  const { data } = await putOut(one, two, way)
  expect(data).toEqual({ done: false, approval_id: expect.any(String) })
  expect(await owners(one, two, three)).toEqual([true, true, true])
  expect((await putOut(one, two, way)).error).toBe('approval_waiting')
  const decision = { approval_id: data.approval_id }
  const kept = await askStaff(shop, two, '/approvals/reject', { ...decision, reason })
  expect(kept.error, 'nobody keeps themselves in').toBe('second_person_required')
  expect((await askStaff(shop, one, '/approvals/approve', decision)).error).toBe('second_person_required')
  expect((await askStaff(shop, three, '/approvals/approve', decision)).status).toBe(200)
  expect(await owners(one, two, three)).toEqual([true, false, true])
})

test('whoever is no owner, or never came in, is put out by one', async () => {
  const [one] = [
    await staffSignedIn(shop, 'owner'),
    await staffSignedIn(shop, 'owner'),
    await staffSignedIn(shop, 'owner'),
  ]
  const desk = await staffSignedIn(shop, 'desk')
  const invited = await staffSignedIn(shop, 'owner')
  await shop.karat.db.run(
    sql`update staff.people set password_hash = null, totp_sealed = null where id = ${invited.id}`,
  )
  for (const who of [desk, invited]) expect((await putOut(one, who, disable)).data).toMatchObject({ done: true })
})
