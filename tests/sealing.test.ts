/** A new master key: everything sealed is taken over to it, whatever area it belongs to, so that the old one can be thrown away. */
import { expect, test } from 'vitest'
import { sealAnew } from '../src/credentials/seal-anew.ts'
import { openSealing } from '../src/credentials/sealing.ts'
import { sql } from '../src/db/database.ts'
import { aboutAccount } from '../src/payouts/bind-destination.ts'
import { sealedKinds } from '../src/workers.ts'
import { signUpThrough } from './support/account.ts'
import { setUpApp } from './support/authenticator.ts'
import { tellName } from './support/kyc.ts'
import { signedIn } from './support/members.ts'
import { ask } from './support/purchase.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
const nobody = '00000000-0000-0000-0000-000000000000'
const oneText = (text: string) => text.replace(/\s+/g, ' ')

/** Sealed for a day at the most: whoever throws the old key away waits that long. */
const shortLived = ['staff.invitations.totp_sealed']

test('every column that holds something sealed is taken over, but what lives for a day', async () => {
  const columns = await shop.karat.db.rows<{ place: string }>(sql`
    select table_schema || '.' || table_name || '.' || column_name as place from information_schema.columns
    where data_type = 'bytea' and (column_name like '%sealed%' or column_name like 'wrapped%') order by place`)
  const taken = sealedKinds.map(({ read }) => {
    const [, column, table] = /, (\w+) as sealed from ([\w.]+) /.exec(oneText(read(nobody).text)) ?? []
    return `${table}.${column}`
  })
  expect([...taken, ...shortLived].sort()).toEqual(columns.map(({ place }) => place))
})

test('account numbers and secrets of authenticators open with the new key alone, and nothing twice', async () => {
  const pin = '739204'
  const member = await signedIn(shop, 'Ratna Wulandari', 'id', 0)
  await tellName(shop, member)
  const hash = await shop.karat.hasher.hashPin(pin)
  await shop.karat.db.run(sql`update identity.members set pin_hash = ${hash} where id = ${member.id}`)
  const input = { bank: 'bca', number: '1234567890', holder: 'Ratna Wulandari', pin }
  const { id } = await ask<{ id: string }>(shop, member, '/user/bindBankCard', input)
  const other = await signUpThrough(shop, 'sealed@example.com')
  await setUpApp(shop, other.token)

  const [old, fresher] = [shop.karat.config.MASTER_KEY, 'another master key of at least 32 characters']
  const both = { db: shop.karat.db, sealing: openSealing({ MASTER_KEY: fresher, MASTER_KEY_OLD: old }) }
  const { sealed, unreadable } = await sealAnew(both, sealedKinds)
  expect(sealed).toBeGreaterThanOrEqual(3)
  expect(unreadable).toBe(0)
  expect(await sealAnew(both, sealedKinds)).toEqual({ sealed: 0, unreadable: 0 })

  const alone = openSealing({ MASTER_KEY: fresher, MASTER_KEY_OLD: '' })
  for (const { read, about } of sealedKinds)
    for (const row of await shop.karat.db.rows<{ id: string; owner: string; sealed: Buffer }>(read(nobody)))
      expect(alone.open(row.sealed, about(row)).length).toBeGreaterThan(0)
  const row = await shop.karat.db.row<{ sealed: Buffer }>(
    sql`select number_sealed as sealed from payouts.destinations where id = ${id}`,
  )
  expect(alone.open(row?.sealed ?? Buffer.alloc(0), aboutAccount(member.id, id)).toString()).toBe('1234567890')
})
