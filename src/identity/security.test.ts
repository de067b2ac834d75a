import { expect, test } from 'vitest'
import { get, goodPassword, logInKnown, post, signUpThrough } from '../../tests/support/account.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { forgetOldRows } from './forget-old-rows.ts'

const shop = openShop()
const eventsOf = async (token: string) =>
  (await get(shop, '/user/securityEvents', { token })).data.events as { kind: string; device: string | null }[]

test('the security overview says how the PIN stands and where the member is signed in', async () => {
  const { token } = await signUpThrough(shop, 'overview@example.com')
  expect((await get(shop, '/user/security', { token })).data).toMatchObject({ pin: 'none', sessions: 1 })
  await logInKnown(shop, 'overview@example.com')
  expect((await get(shop, '/user/security', { token })).data).toMatchObject({ pin: 'none', sessions: 2 })
  await post(shop, '/user/setPin', { pin: '739204', password: goodPassword }, { token })
  expect((await get(shop, '/user/security', { token })).data).toMatchObject({ pin: 'set', sessions: 1 })
  for (let tries = 0; tries < 3; tries++) await post(shop, '/user/checkPin', { pin: '739205' }, { token })
  expect(await get(shop, '/user/security', { token })).toMatchObject({ status: 401, code: 4001 })
})

test('every sign-in and every change of credentials is among the recent events, whoever made the change', async () => {
  const { token, id } = await signUpThrough(shop, 'events@example.com', { userAgent: 'Firefox/152 (Android)' })
  const change = (set: ReturnType<typeof sql>) =>
    shop.karat.db.run(sql`update identity.members set ${set} where id = ${id}`)
  await change(sql`pin_hash = 'a'`)
  await change(sql`pin_hash = 'b', pin_locked_at = now()`)
  await change(sql`pin_locked_at = null, password_hash = 'c'`)
  await change(sql`email = 'else@example.com', mobile = '+628123'`)
  await change(sql`name = 'Ratna W', pin_tries_used = 1`)
  const events = await eventsOf(token)
  expect(events.map(({ kind }) => kind).sort()).toEqual(
    [
      ...['pin_set', 'pin_changed', 'pin_locked', 'pin_unlocked', 'password_changed', 'email_changed'],
      ...['mobile_changed', 'signed_in'],
    ].sort(),
  )
  expect(events.find(({ kind }) => kind === 'signed_in')?.device).toBe('Firefox · Android')
})

test("events of another member are never shown, and a year later nobody's are", async () => {
  const [one, other] = [await signUpThrough(shop, 'one@example.com'), await signUpThrough(shop, 'other@example.com')]
  await shop.karat.db.run(sql`insert into identity.security_events (member_id, kind, happened_at) values
    (${other.id}, 'password_changed', now()), (${one.id}, 'pin_set', now() - interval '366 days')`)
  expect((await eventsOf(one.token)).map(({ kind }) => kind)).toEqual(['signed_in', 'pin_set'])
  await forgetOldRows(shop.karat.db)
  expect((await eventsOf(one.token)).map(({ kind }) => kind)).toEqual(['signed_in'])
  expect((await eventsOf(other.token)).map(({ kind }) => kind)).toEqual(['password_changed', 'signed_in'])
})
