/** Bars that secure what the house owes: two people, no member's gram, and a race with a control. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { call } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, fillVault, openVault, quote, trade, vaultMember } from '../../../tests/support/vault.ts'
import { readOpenGrams } from '../../catalogue/revalue-metal.ts'
import { sql } from '../../db/database.ts'
import type { BarHistoryView } from './office-contract.ts'

const { sound, broken } = openShopPair()
const reason = 'The loan of November'
const GRAM = 10_000n
let desk: TestStaff
let other: TestStaff

beforeAll(async () => {
  await Promise.all([openVault(sound), openVault(broken)])
  desk = await staffSignedIn(sound, 'desk')
  other = await staffSignedIn(sound, 'desk')
})
beforeEach(async () => {
  for (const shop of [sound, broken]) {
    shop.clock.ms = Math.max(shop.clock.ms, Date.now())
    await freshTick(shop)
  }
})

const newBar = async (shop: Shop, units: bigint) => {
  const serial = await fillVault(shop, units)
  const row = await shop.karat.db.row<{ id: string }>(sql`select id from backing.bars where serial = ${serial}`)
  return row?.id ?? ''
}
const pledge = (shop: Shop, who: TestStaff, bar_id: string) =>
  askStaff(shop, who, '/vault/pledge', { bar_id, creditor: 'Bank of the Harbour', reason })
const approve = (shop: Shop, who: TestStaff, approval_id: unknown) =>
  askStaff(shop, who, '/approvals/approve', { approval_id })
const stands = async () => (await askStaff(sound, desk, '/vault/backing?store=id')).data
const history = async (bar_id: string) =>
  (await askStaff(sound, desk, `/vault/bar?bar_id=${bar_id}`)).data.moves as BarHistoryView['moves']

test('two people pledge a bar; it backs nobody’s grams, is the house’s position, and one releases it', async () => {
  const [pledged] = [await newBar(sound, 50n * GRAM), await newBar(sound, 20n * GRAM)]
  const [before, position] = [await stands(), await readOpenGrams(sound.karat.db, 'id')]
  const { approval_id } = (await pledge(sound, desk, pledged)).data
  expect(await pledge(sound, other, pledged)).toMatchObject({ error: 'approval_waiting' })
  expect(await approve(sound, desk, approval_id)).toMatchObject({ error: 'second_person_required' })
  expect(await approve(sound, other, approval_id)).toMatchObject({ status: 200 })
  expect(await stands()).toMatchObject({
    bars: '20.0000',
    pledged: '50.0000',
    free: '20.0000',
    owned: expect.any(String),
  })
  expect(Number(before.room) - Number((await stands()).room)).toBe(50)
  expect(await readOpenGrams(sound.karat.db, 'id')).toBe(position)
  expect((await history(pledged))[0]).toMatchObject({
    move: 'pledged',
    by: other.staff.name,
    reason: `Bank of the Harbour: ${reason}`,
  })

  const member = await vaultMember(sound, { cash: 900_000_000n })
  const tooMuch = await quote(sound, member, 'purchase', 'weight', '20.0001')
  expect(await trade(sound, member, 'purchase', tooMuch)).toMatchObject({ error: 'gold_sold_out' })
  expect(await auditVault(sound)).toEqual([])
  const release = () => askStaff(sound, desk, '/vault/release', { bar_id: pledged, reason: 'Paid back' })
  expect(await release()).toMatchObject({ status: 200 })
  expect(await release()).toMatchObject({ error: 'bar_state' })
  const nowThere = await quote(sound, member, 'purchase', 'weight', '20.0001')
  expect(await trade(sound, member, 'purchase', nowThere)).toMatchObject({ http: 200 })
  expect((await stands()).pledged).toBe('0.0000')
  expect(await auditVault(sound)).toEqual([])
})

test('what is owed to members is not pledged, whenever it came to be owed; nor while the store sells no gold', async () => {
  const large = await newBar(sound, 100n * GRAM)
  const { approval_id } = (await pledge(sound, desk, large)).data
  const free = Number((await stands()).free)
  const member = await vaultMember(sound, { cash: 9_000_000_000n })
  const most = await quote(sound, member, 'purchase', 'weight', String(free - 99))
  expect(await trade(sound, member, 'purchase', most)).toMatchObject({ http: 200 })
  expect(await approve(sound, other, approval_id)).toMatchObject({
    error: 'pledge_too_large',
    data: { free: '99.0000' },
  })
  expect(await askStaff(sound, other, '/approvals/reject', { approval_id, reason: 'Too large' })).toMatchObject({
    status: 200,
  })
  expect(await pledge(sound, desk, large)).toMatchObject({ error: 'pledge_too_large' })

  const small = await newBar(sound, 10n * GRAM)
  const asked = (await pledge(sound, desk, small)).data
  const all = await sound.karat.db.rows<{ id: string }>(sql`
    select id from backing.bars where state = 'available' and store = 'id' and id <> ${small}`)
  for (const { id } of all) await askStaff(sound, desk, '/vault/lose', { bar_id: id, reason })
  expect(await stands()).toMatchObject({ freeze: { short: true } })
  expect((await approve(sound, other, asked.approval_id)).error).toBe('pledge_too_large')
  for (const { id } of all) await askStaff(sound, desk, '/vault/bringBack', { bar_id: id, reason })
  expect((await approve(sound, other, asked.approval_id)).error, 'nobody has opened the store').toBe('buying_closed')
  expect(await call(sound, member, '/trade/purchase_quote', { by: 'weight', value: '1' })).toMatchObject({
    error: 'buying_closed',
  })
  expect(await auditVault(sound)).toEqual([])
})

test('a pledged bar that is lost is released and lost by one act', async () => {
  const shop = broken
  const [who, second] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const bar = await newBar(shop, 5n * GRAM)
  await approve(shop, second, (await pledge(shop, who, bar)).data.approval_id)
  expect(await askStaff(shop, who, '/vault/lose', { bar_id: bar, reason })).toMatchObject({ data: { frozen: false } })
  const { rows } = {
    rows: await shop.karat.db.rows(sql`select gram_move, act from backing.bar_moves where bar_id = ${bar} order by id`),
  }
  expect(rows).toMatchObject([
    { gram_move: 'received' },
    { gram_move: 'pledged' },
    { gram_move: 'released' },
    { gram_move: 'lost' },
  ])
  expect((rows[2] as { act: string }).act).toBe((rows[3] as { act: string }).act)
  expect(await auditVault(shop)).toEqual([])
})

/** A purchase of nearly all that is free is judged and not yet committed when the second person approves a pledge. */
async function pledgeBesidePurchase(shop: Shop, change: (text: string) => string) {
  const [who, second] = [await staffSignedIn(shop, 'desk'), await staffSignedIn(shop, 'desk')]
  const bar = await newBar(shop, 30n * GRAM)
  const member = await vaultMember(shop, { cash: 900_000_000n })
  const quoted = await quote(shop, member, 'purchase', 'weight', '20')
  const { approval_id } = (await pledge(shop, who, bar)).data
  let approved: Promise<{ error?: string | null }> | undefined
  let inPurchase = false
  shop.intercept.current = async (text) => {
    if (text.includes('insert into vault.trades')) inPurchase = true
    if (text === 'commit' && inPurchase && !approved) {
      approved = approve(shop, second, approval_id)
      await overOrHeld(shop, approved)
    }
    return change(text)
  }
  expect(await trade(shop, member, 'purchase', quoted)).toMatchObject({ http: 200 })
  const answer = await approved
  shop.intercept.current = undefined
  return answer
}

test('a pledge waits for what is being sold, and is refused for it', async () => {
  for (const { id } of await broken.karat.db.rows<{ id: string }>(
    sql`select id from backing.bars where state = 'available' and store = 'id'`,
  ))
    await askStaff(broken, await staffSignedIn(broken, 'desk'), '/vault/lose', { bar_id: id, reason })
  expect(await pledgeBesidePurchase(broken, (text) => text)).toMatchObject({ error: 'pledge_too_large' })
})

test('control: one that does not wait is stopped by the floor of the vault alone', async () => {
  let planted = 0
  const answer = await pledgeBesidePurchase(broken, (text) => {
    if (!text.includes('pg_advisory_xact_lock(backing.lock_key')) return text
    planted++
    return 'select $1::text'
  })
  expect(planted).toBeGreaterThan(0)
  expect(answer?.error).not.toBe('pledge_too_large')
})
