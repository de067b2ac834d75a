/** What a member is told of the proof: their own record at the moment of the count, and no contact. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { signedIn } from '../../tests/support/members.ts'
import { moveThrough, paidOrder } from '../../tests/support/money-back.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { ask, call, someSku } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { giveGold, openVault, vaultMember } from '../../tests/support/vault.ts'
import type { MyProofView, MyRecordView } from './contract.ts'
import { publishDay } from './publish-day.ts'

const shop = openShop()
beforeAll(() => openVault(shop))
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
})
const publish = async () => {
  const store = shop.karat.stores.get('id')
  if (!store) throw new Error('no store')
  return (await publishDay(shop.karat, store)) ?? ''
}
/** What happened to orders lies so long before the count that nothing of it can have been under way. */
const longBefore = (text: string) => text.replace('v.created_at >', "v.created_at - interval '2 minutes' >")

test('the record is of the moment of the count, whatever was posted or ordered since', async () => {
  const [rich, buyer] = [await vaultMember(shop, { gold: 50_000n }), await signedIn(shop)]
  const { order } = await paidOrder(shop, buyer, await someSku(shop))
  const date = await publish()
  await giveGold(shop, rich, 7n)
  const recordOf = (member: typeof rich) => ask<MyRecordView>(shop, member, `/user/myProofRecord?date=${date}`)
  expect((await ask<MyProofView>(shop, rich, '/user/myProof')).owed).toBe('5.0007')
  expect(await recordOf(rich)).toEqual({ gold: '5.0000', pieces: '0.0000' })
  expect(await recordOf(buyer), 'paid within the minute before').toEqual({ gold: '0.0000', pieces: null })
  shop.intercept.current = longBefore
  expect(await recordOf(buyer)).toEqual({ gold: '0.0000', pieces: '10.0000' })
  shop.intercept.current = undefined
  await moveThrough(shop, order.order_id, 'preparing')
  expect(await recordOf(buyer), 'moved since').toEqual({ gold: '0.0000', pieces: null })
})

test('no contact is told, and no day that is not published', async () => {
  const member = await signedIn(shop)
  const mine = await ask<MyProofView>(shop, member, '/user/myProof')
  expect(mine).toEqual({ audit_key: expect.stringMatching(/^[0-9a-f]{64}$/), contact: 'email', owed: '0.0000' })
  expect((await call(shop, member, '/user/myProofRecord?date=2020-01-01')).error).toBe('not_found')
  expect((await call(shop, member, '/user/myProofRecord?date=2026-02-30')).error).toBe('invalid_input')
})
