/** Whether one person may name the account is judged with the opening of the store, not by what this process remembers. */
import { expect, test } from 'vitest'
import { overOrHeld } from '../../tests/support/meeting.ts'
import { asOwner } from '../../tests/support/owner.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { openShopPair } from '../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { markOpened } from '../stores/add-stores.ts'

const { sound, broken } = openShopPair()
const reason = 'Our new bank'
const account = { store: 'my', bank: 'Maybank', number: '5140 9999 0000', holder: 'Karat Bullion Sdn. Bhd.', reason }

/** One person sets the account while another opens the store: what they are answered. */
async function besideOpening(shop: Shop, plant: (text: string) => string = (text) => text) {
  await asOwner(shop.connectionString, [
    `update stores.stores set opened_at = null, opened_by = null, opened_because = null where code = 'my'`,
  ])
  const desk = await staffSignedIn(shop, 'desk')
  shop.intercept.current = plant
  let asked: ReturnType<typeof askStaff> | undefined
  await shop.karat.db.transaction(async (tx) => {
    await markOpened(tx, { store: 'my', by: 'test', reason })
    asked = askStaff(shop, desk, '/bank/account', account)
    await overOrHeld(shop, asked)
  })
  return (await asked)?.data.approval_id
}

test('beside the opening it takes two people', async () =>
  expect(await besideOpening(sound)).toEqual(expect.any(String)))
test('control: judged without holding the store one person sets it', async () =>
  expect(await besideOpening(broken, (text) => text.replace(' for share', ''))).toBeNull())
