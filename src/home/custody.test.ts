/** What the page about keeping gold tells is what the books and the register have. */
import { beforeAll, expect, test } from 'vitest'
import { freshTick } from '../../tests/support/prices.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../tests/support/staff.ts'
import { fillVault, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { describeCustody } from './custody-queries.ts'

const GRAM = 10_000n
const shop = openShop()
beforeAll(async () => {
  await openVault(shop)
  await freshTick(shop)
})

const custody = () => describeCustody(shop.karat.db, 'id')

test('grams that members own are owed, and places hold the bars that back them; a time of few cases is not told', async () => {
  const before = await custody()
  await fillVault(shop, 500n * GRAM) // what a member is given comes with bars of its own
  await vaultMember(shop, { gold: 20n * GRAM })
  const after = await custody()
  const grown = (name: 'owed' | 'owned') => Number(after[name]) - Number(before[name])
  expect([grown('owed'), grown('owned')]).toEqual([20, 520])
  const inPlaces = ({ places }: typeof after) => places.reduce((sum, { fine }) => sum + Number(fine), 0)
  expect(inPlaces(after) - inPlaces(before)).toBeCloseTo(520)
  expect(after).toMatchObject({ isFrozen: false, proof: null, promised: null })
  expect(after.kept.map(({ name, half, most }) => [name, half, most])).toEqual(
    ['packed', 'delivered', 'ready', 'paid'].map((name) => [name, null, null]),
  )
})

test('a store that is short of gold says so at once', async () => {
  const desk = await staffSignedIn(shop, 'desk')
  const bars = await shop.karat.db.rows<{ id: string }>(
    sql`select id from backing.bars where store = 'id' and state = 'available'`,
  )
  for (const { id } of bars)
    await askStaff(shop, desk, '/vault/lose', { bar_id: id, reason: 'Counted by two, seal opened' })
  expect(await custody()).toMatchObject({ isFrozen: true, places: [] })
})
