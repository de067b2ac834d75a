/** Removed payout accounts come to an end, and all of a member of whom nothing is kept. */
import { expect, test } from 'vitest'
import { payoutOf } from '../../tests/support/kyc.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sealAnew } from '../credentials/seal-anew.ts'
import { openSealing } from '../credentials/sealing.ts'
import { sql } from '../db/database.ts'
import { destroyMember } from '../kyc/destroy-member.ts'
import { aboutAccount } from './bind-destination.ts'
import { destroyOldAccounts } from './keep-accounts.ts'
import { payoutsSealed } from './sealed-kinds.ts'

const shop = openShop()

const removedFor = (id: string, time: string) =>
  shop.karat.db.run(
    sql`update payouts.destinations set removed_at = now() - ${time}::interval, is_default = false where id = ${id}`,
  )
const account = (id: string) =>
  shop.karat.db.row<{ text: string; gone: boolean; bank: string }>(sql`
    select d::text as text, destroyed_at is not null as gone, provider as bank from payouts.destinations d where id = ${id}`)

test('holder and number of an account go five years after it was removed; that there was one stays', async () => {
  const member = await signedIn(shop)
  const [old, young, bound] = [await payoutOf(shop, member), await payoutOf(shop, member), await payoutOf(shop, member)]
  await removedFor(old, '5 years 1 day')
  await removedFor(young, '4 years 364 days')
  expect(await destroyOldAccounts(shop.karat.db)).toBe(1)
  expect(await account(old)).toMatchObject({ gone: true, bank: 'bca', text: expect.not.stringMatching(/Ratna|7890/) })
  for (const id of [young, bound])
    expect(await account(id)).toMatchObject({ gone: false, text: expect.stringMatching(/Ratna.*7890/) })
  expect(await destroyOldAccounts(shop.karat.db)).toBe(0)
})

test('with what kyc held about somebody who left their accounts go too, bound ones as well; those of others stay', async () => {
  const [leaver, other] = [await signedIn(shop), await signedIn(shop)]
  const [theirs, others] = [await payoutOf(shop, leaver), await payoutOf(shop, other)]
  await shop.karat.db.run(
    sql`update kyc.levels set relation_ended_at = now() - interval '5 years 1 day' where member_id = ${leaver.id}`,
  )
  expect(await destroyOldAccounts(shop.karat.db)).toBe(0)
  await shop.karat.db.transaction((tx) => destroyMember(tx, leaver.id))
  expect(await destroyOldAccounts(shop.karat.db)).toBe(1)
  expect(await account(theirs)).toMatchObject({ gone: true, text: expect.not.stringMatching(/Ratna|7890/) })
  expect((await account(others))?.gone).toBe(false)
})

test('a destroyed account is no burden to a change of the master key', async () => {
  const member = await signedIn(shop)
  const [old, bound] = [await payoutOf(shop, member), await payoutOf(shop, member)]
  const { sealing } = shop.karat
  await shop.karat.db.run(sql`delete from payouts.destinations where id not in (${old}, ${bound})`)
  for (const id of [old, bound]) {
    const sealed = sealing.seal(Buffer.from('1234567890'), aboutAccount(member.id, id))
    await shop.karat.db.run(sql`update payouts.destinations set number_sealed = ${sealed} where id = ${id}`)
  }
  await removedFor(old, '6 years')
  await destroyOldAccounts(shop.karat.db)
  const anew = {
    MASTER_KEY: 'another master key of at least 32 characters',
    MASTER_KEY_OLD: shop.karat.config.MASTER_KEY,
  }
  const { db } = shop.karat
  expect(await sealAnew({ db, sealing: openSealing(anew) }, payoutsSealed)).toEqual({ sealed: 1, unreadable: 0 })
})

test('no account is half destroyed', async () => {
  const id = await payoutOf(shop, await signedIn(shop))
  const half = sql`update payouts.destinations set holder = null where id = ${id}`
  await expect(shop.karat.db.run(half)).rejects.toMatchObject({ constraint: 'account_is_whole_or_destroyed' })
})
