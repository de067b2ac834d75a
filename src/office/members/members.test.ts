import { beforeAll, expect, test } from 'vitest'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'

const shop = openShop()
const reason = 'The member asked for it by phone'
let desk: TestStaff
let member: TestMember
beforeAll(async () => {
  desk = await staffSignedIn(shop, 'desk')
  member = await signedIn(shop, 'Ratna Wulandari')
})
const search = async (q: string) =>
  ((await askStaff(shop, desk, `/members/list?q=${encodeURIComponent(q)}`)).data.rows as { id: string }[]).map(
    ({ id }) => id,
  )

test('members are found by name, whole address or id; contact data is masked, and no part of an address finds it', async () => {
  expect(await search(member.id)).toEqual([member.id])
  expect(await search(`${member.id}@karat.test`)).toEqual([member.id])
  expect(await search('wulan')).toContain(member.id)
  expect(await search(`${member.id.slice(0, 12)}`)).toEqual([])
  expect(await search('%')).toEqual([])
  const { data } = await askStaff(shop, desk, `/members/get?member_id=${member.id}`)
  expect(JSON.stringify(data)).not.toContain(`${member.id}@karat.test`)
  expect(data.member).toMatchObject({ email: `${member.id[0]}••••@karat.test`, state: 'open' })
  const missing = await askStaff(shop, desk, '/members/get?member_id=019a0000-0000-7000-8000-000000000000')
  expect(missing).toMatchObject({ status: 404, error: 'not_found' })
})

test('contact data is shown for a reason, and that it was shown is on record without it', async () => {
  const ask = (why: string) => askStaff(shop, desk, '/members/reveal', { member_id: member.id, reason: why })
  expect((await ask('')).error).toBe('invalid_input')
  expect((await ask(reason)).data).toEqual({ email: `${member.id}@karat.test`, mobile: null })
  const log = await shop.karat.db.row<{ text: string }>(
    sql`select row_to_json(a)::text as text from staff.actions a where action = 'members.reveal' order by id desc limit 1`,
  )
  expect(log?.text).toContain(reason)
  expect(log?.text).not.toContain('@karat.test')
})

test('a freeze ends the member’s sessions and tells them; support may not open it again, the office may', async () => {
  const support = await staffSignedIn(shop, 'support')
  const body = { member_id: member.id, reason }
  expect((await askStaff(shop, support, '/members/freeze', body)).data).toEqual({ done: true })
  const info = await shop.app.inject({ url: '/api/storeid/product/cartList', headers: member.headers })
  expect(info.json().code).toBe(4001)
  const letters = () =>
    shop.karat.db.rows<{ template: string }>(sql`select template from mail.messages
      where template like 'account%' and destination = ${`${member.id}@karat.test`} order by created_at`)
  expect(await letters()).toEqual([{ template: 'account_frozen_by_staff' }])
  expect((await askStaff(shop, support, '/members/unfreeze', body)).error).toBe('permission_missing')
  expect((await askStaff(shop, desk, '/members/unfreeze', body)).data).toEqual({ done: true })
  expect(await letters()).toEqual([{ template: 'account_frozen_by_staff' }, { template: 'account_opened' }])
  expect((await askStaff(shop, desk, '/members/unfreeze', body)).error).toBe('not_found')
  await askStaff(shop, desk, '/members/note', { member_id: member.id, text: 'Called back on Saturday' })
  const { data } = await askStaff(shop, desk, `/members/get?member_id=${member.id}`)
  expect(data).toMatchObject({ member: { state: 'open' }, notes: [{ text: 'Called back on Saturday' }], sessions: [] })
})

test('the overview’s figures are those of the chosen store', async () => {
  const { data } = await askStaff(shop, desk, '/overview/figures?store=id')
  expect(data).toMatchObject({ currency: 'IDR', today: { orders: 0, total: '0' }, feed: 'live' })
  expect((await askStaff(shop, desk, '/overview/figures?store=xx')).error).toBe('unknown_store')
})
