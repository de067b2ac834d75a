/** Limits of large trades hold among many at once, and each has a planted bug that lets more through. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askDesk, open, quotedBy, requested, tellCompany } from '../../tests/support/business.ts'
import { metAt } from '../../tests/support/meeting.ts'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { staffSignedIn } from '../../tests/support/staff.ts'
import { fillVault, openVault, vaultMember } from '../../tests/support/vault.ts'
import { settings } from '../settings.ts'

const [sound, broken] = [openShop({ EXPOSURE_LIMITS: '1' }), openShop({ EXPOSURE_LIMITS: '1' })]
beforeAll(async () => {
  for (const shop of [sound, broken]) {
    await openVault(shop)
    await fillVault(shop, 1_000_000_000n)
  }
})
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.intercept.current = undefined
    await freshTick(shop)
  }
})

const { mostOpen, storeGrams } = settings.business

async function requestsAtOnce(shop: Shop) {
  const member = await vaultMember(shop)
  await tellCompany(shop, member)
  const all = await Promise.all(Array.from({ length: mostOpen + 2 }, () => askDesk(shop, member)))
  return all.filter(({ error }) => error === null).length
}

test('so many requests of a member are open, of however many at once', async () => {
  expect(await requestsAtOnce(sound)).toBe(mostOpen)
  broken.intercept.current = metAt('insert into business.requests', mostOpen + 2, (text) =>
    text.replace('for no key update', ''),
  )
  expect(await requestsAtOnce(broken), 'control: nobody holds the place').toBe(mostOpen + 2)
})

/** Two companies open quotes at once of which the shop has room for one. */
async function openingsAtOnce(shop: Shop, plant?: (text: string) => Promise<string>) {
  const desk = await staffSignedIn(shop, 'desk')
  const weight = String(Math.floor(Number(storeGrams) * 0.6))
  const quoted = await Promise.all(
    [1, 2].map(async () => {
      const member = await vaultMember(shop)
      const { request_id: id } = await requested(shop, member, { side: 'buy', weight, delivery: 'vault', words: '' })
      await quotedBy(shop, desk, id)
      return { member, id }
    }),
  )
  shop.intercept.current = plant
  const all = await Promise.all(quoted.map(({ member, id }) => open(shop, member, id)))
  shop.intercept.current = undefined
  return all.map(({ error }) => error).sort()
}

test('open prices of companies at once take no more than the room there is', async () => {
  expect(await openingsAtOnce(sound)).toEqual(['exposure_limit', null].sort())
  // Both have counted before one commits: the answer is read after the count.
  const plant = metAt('from business.requests r join business.companies c', 2, (text) =>
    text.replace(/select pg_advisory_xact_lock\(hashtextextended\((\$\d+), 359\)\)/, 'select $1::text'),
  )
  expect(await openingsAtOnce(broken, plant), 'control: nobody counts alone').toEqual([null, null])
})
