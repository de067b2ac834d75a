import { beforeAll } from 'vitest'
import { openShop, type Shop } from './shop.ts'
import { fillVault, openVault } from './vault.ts'

/** A shop of one file whose vault has bars of so many units of gold. */
export function openVaultShop(units: bigint): Shop {
  const shop = openShop()
  beforeAll(async () => {
    await openVault(shop)
    await fillVault(shop, units)
  })
  return shop
}
