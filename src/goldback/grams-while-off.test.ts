/** Grams for physical gold are agreed and paid only while the store may keep gold accounts (decision 0147). */
import { beforeAll, expect, test } from 'vitest'
import { consigned, forSale, handedOver, inspectedWhole, quoted, tryConsign } from '../../tests/support/goldback.ts'
import { turnOff } from '../../tests/support/licences.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { call } from '../../tests/support/purchase.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { fillVault, heldBy, openVault, PIN, vaultMember } from '../../tests/support/vault.ts'

const { sound, broken } = openShopPair()
beforeAll(async () => {
  for (const one of [sound, broken]) {
    await openVault(one)
    await fillVault(one, 1_000_000n)
  }
  await asOwner(broken.connectionString, [
    'drop trigger feature_is_on on goldback.cases',
    'drop trigger paid_while_on on goldback.cases',
  ])
})

/** A case in grams is accepted, and another piece has its price, when the licence ends. */
async function endedBefore(shop: Shop) {
  await freshTick(shop)
  const member = await vaultMember(shop)
  const [first = '', second = ''] = await handedOver(shop, member, 2)
  const made = await consigned(shop, member, [first], undefined, { paid_in: 'grams' })
  const at = await inspectedWhole(shop, await staffSignedIn(shop, 'desk'), made)
  await at.decide('accept')
  const { quote_id } = await quoted(shop, member, [second])
  expect(await forSale(shop, member)).toMatchObject({ keeps_gold: true, keeps_cash: true })
  await turnOff(shop, 'gold_accounts', 'cash_balance')
  expect(await forSale(shop, member)).toMatchObject({ keeps_gold: false, keeps_cash: false })
  const agreed = await tryConsign(shop, member, { quote_id, paid_in: 'grams' })
  const paid = await at.pay()
  const { gold } = await heldBy(shop, member)
  return { member, made, at, quote_id, told: { agreed: agreed.error, paid: paid.error, gold } }
}

test('after the end of the licence none are agreed and none paid; money is taken instead', async () => {
  const { member, made, at, quote_id, told } = await endedBefore(sound)
  expect(told).toEqual({ agreed: 'feature_off', paid: 'feature_off', gold: 0n })
  expect((await tryConsign(sound, member, { quote_id })).error).toBeNull()
  expect((await call(sound, member, '/trade/goldBack_takeMoney', { case_id: made.case_id, pin: PIN })).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
})
test('control: where neither is judged, both happen', async () => {
  const { told } = await endedBefore(broken)
  expect(told).toEqual({ agreed: null, paid: null, gold: 100_000n })
})
