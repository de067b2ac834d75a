/** Two shops for races and their controls. */
import { beforeEach } from 'vitest'
import { fakeAcquirer } from './money-back.ts'
import { freshTick } from './prices.ts'
import { openShop } from './shop.ts'

/**
 * A sound one, and one for planted bugs on a database of its own: what they break must not be found elsewhere. Before each
 * test both have no bug planted, the time of day, an acquirer that settles every refund, and a price to sell at.
 */
export function openShopPair() {
  const sound = openShop()
  const broken = openShop()
  beforeEach(async () => {
    for (const shop of [sound, broken]) {
      shop.intercept.current = undefined
      shop.clock.ms = Math.max(shop.clock.ms, Date.now())
      fakeAcquirer(shop)
      await freshTick(shop)
    }
  })
  return { sound, broken }
}
