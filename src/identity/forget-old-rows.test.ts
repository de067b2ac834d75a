import { expect, test } from 'vitest'
import { askForCode, get, post, signUpThrough } from '../../tests/support/account.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { forgetOldRows } from './forget-old-rows.ts'

const shop = openShop()
const count = async () =>
  shop.karat.db.row(sql`select (select count(*)::int from identity.sessions) as sessions, (select count(*)::int from identity.codes) as codes,
    (select count(*)::int from identity.sign_in_failures) as failures, (select count(*)::int from identity.rate_windows) as windows,
    (select count(*)::int from foundation.idempotency_keys) as keys`)

test('the sweep takes what has served and leaves what still counts', async () => {
  const { db } = shop.karat
  const { token } = await signUpThrough(shop, 'stays@example.com')
  const other = await signUpThrough(shop, 'old@example.com')
  await askForCode(shop, 'open@example.com')
  for (const account of ['stays@example.com', 'a@example.com', 'b@example.com'])
    await post(shop, '/user/login', { account, password: 'wrong' })
  await db.run(
    sql`insert into identity.rate_windows values ('pin:x', now(), 1), ('pin:x', now() - interval '10 minutes', 1)`,
  )
  await db.run(sql`insert into foundation.idempotency_keys (scope, key, body_hash, created_at)
    values ('m', 'new', '', now() - interval '29 days'), ('m', 'old', '', now() - interval '31 days')`)
  expect(await count()).toEqual({ sessions: 2, codes: 3, failures: 7, windows: 2, keys: 2 })

  await db.run(sql`update identity.sessions set expires_at = now() - interval '91 days' where member_id = ${other.id}`)
  await db.run(
    sql`update identity.codes set expires_at = now() - interval '3 days' where destination = 'old@example.com'`,
  )
  await db.run(sql`update identity.sign_in_failures set wait_until = now() - interval '31 days', failures = case when ctid =
    (select min(ctid) from identity.sign_in_failures where subject like 'account:%') then 20 else failures end`)
  await forgetOldRows(db)
  await forgetOldKeys(db)
  expect(await count()).toEqual({ sessions: 1, codes: 2, failures: 1, windows: 1, keys: 1 })
  expect((await get(shop, '/user/userInfo', { token })).status).toBe(200)
})
