/** Hedges at the vault's desk: noted by one person or two, never edited, taken back by a counter-row; races have a control with a planted bug. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { freshTick } from '../../../tests/support/prices.ts'
import { openShop, type Shop } from '../../../tests/support/shop.ts'
import { askStaff, type StaffAnswer, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, fillVault, openVault, quote, vaultMember } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import type { DeskView, HedgeView } from './hedge-contract.ts'

const shop = openShop()
const broken = openShop()
const reason = 'Confirmed by the counterparty'
let desk: TestStaff
beforeAll(() => Promise.all([openVault(shop), openVault(broken)]))
beforeEach(async () => {
  for (const one of [shop, broken]) one.intercept.current = undefined
  await freshTick(shop)
  desk = await staffSignedIn(shop, 'desk')
})

let deals = 0
const deal = (more: object = {}) => ({
  ...{ store: 'id', side: 'sell', grams: '250.5', currency: 'USD', price: '131.42', counterparty: 'A bullion bank' },
  ...{ reference: `T-${++deals}`, traded_at: new Date(shop.clock.ms - 60_000).toISOString(), reason, ...more },
})
const note = (more: object = {}, who = desk, at = shop) => askStaff(at, who, '/vault/noteHedge', deal(more))
const takeBack = (hedge_id: string, who = desk, at = shop) =>
  askStaff(at, who, '/vault/correctHedge', { hedge_id, reason })
const rows = async (q: string, at = shop, who = desk) =>
  ((await askStaff(at, who, `/vault/hedges?q=${q}`)).data as unknown as { rows: HedgeView[] }).rows
const deskNow = async () => (await askStaff(shop, desk, '/vault/desk?store=id')).data as unknown as DeskView
const approve = (approval_id: unknown, who: TestStaff, at = shop) =>
  askStaff(at, who, '/approvals/approve', { approval_id })

test('a small hedge is noted at once and moves the net position, not the books', async () => {
  await fillVault(shop, 10_000_000n)
  const before = (await deskNow()).metal
  const { data } = await note()
  expect(data).toEqual({ number: expect.stringMatching(/^HG-\d+$/), approval_id: null })
  const [row] = await rows(String(data.number))
  expect(row).toMatchObject({
    ...{ side: 'sell', grams: '250.5000', price: '131.42', value: '32920.71', currency: 'USD', takes_two: false },
    ...{ by: 'Staff desk', reason, corrects: null, corrected_by: null },
  })
  const after = (await deskNow()).metal
  expect([after.open, Number(after.hedged) - Number(before.hedged)]).toEqual([before.open, -250.5])
  expect(Number(after.net)).toBeCloseTo(Number(after.open) + Number(after.hedged), 4)
  expect(await auditVault(shop)).toEqual([])
})

test('what cannot be is refused by field, and the same trade is noted once', async () => {
  expect((await note({ grams: '0' })).data).toMatchObject({ fields: { grams: expect.any(String) } })
  expect((await note({ price: '1.234' })).data).toMatchObject({ fields: { price: expect.any(String) } })
  const later = new Date(shop.clock.ms + 60_000).toISOString()
  expect((await note({ traded_at: later })).data).toMatchObject({ fields: { traded_at: expect.any(String) } })
  expect((await note({ store: 'xx' })).error).toBe('unknown_store')
  const support = await staffSignedIn(shop, 'support')
  expect((await note({}, support)).error).toBe('permission_missing')
  const { data } = await note({ reference: 'SAME-1' })
  expect(await note({ reference: ' SAME-1 ', counterparty: 'a BULLION bank' })).toMatchObject({
    ...{ status: 409, error: 'hedge_known' },
    data: { number: data.number },
  })
  const [row] = await rows('SAME-1')
  expect((await takeBack(row?.id ?? '')).status).toBe(200)
  expect((await note({ reference: 'SAME-1' })).status, 'the right one after a counter-row').toBe(200)
})

test('from a kilogram on it takes two people, to note it and to take it back', async () => {
  const hedged = async () => Number((await deskNow()).metal.hedged)
  const start = await hedged()
  const { data } = await note({ grams: '1000', side: 'buy', reference: 'BIG-1' })
  expect(data).toEqual({ number: null, approval_id: expect.any(String) })
  expect(await hedged()).toBe(start)
  expect((await approve(data.approval_id, desk)).error).toBe('second_person_required')
  const other = await staffSignedIn(shop, 'desk')
  expect((await approve(data.approval_id, other)).status).toBe(200)
  expect(await hedged()).toBe(start + 1000)
  const [row] = await rows('BIG-1')
  expect(row).toMatchObject({ by: 'Staff desk, Staff desk', takes_two: true, grams: '1000.0000', price: '131.42' })
  const back = await takeBack(row?.id ?? '')
  expect(back.data).toEqual({ number: null, approval_id: expect.any(String) })
  expect(await rows('BIG-1')).toMatchObject([{ second_asked: true }])
  expect((await takeBack(row?.id ?? '', other)).error).toBe('approval_waiting')
  expect((await approve(back.data.approval_id, other)).status).toBe(200)
  expect(await hedged()).toBe(start)
  const [counter, first] = await rows('BIG-1')
  expect(counter).toMatchObject({ side: 'sell', corrects: first?.number, grams: '1000.0000' })
  expect(first).toMatchObject({ corrected_by: counter?.number })
  expect((await takeBack(first?.id ?? '')).error).toBe('hedge_corrected')
  expect((await takeBack(counter?.id ?? '')).error, 'a counter-row stays').toBe('not_found')
})

test('the database keeps what was noted and takes no counter-row of another trade', async () => {
  await note({ reference: 'KEPT' })
  for (const forbidden of ['update backing.hedges set grams_e4 = 1', 'delete from backing.hedges'])
    await expect(asOwner(shop.connectionString, [forbidden]), forbidden).rejects.toThrow('refused')
  const other = `insert into backing.hedges (id, number, store, side, grams_e4, currency, price_minor, counterparty, reference, traded_at, reason, actor, corrects)
    select gen_random_uuid(), 'HG-X', store, 'buy', grams_e4 + 1, currency, price_minor, counterparty, reference, traded_at, reason, actor, id
    from backing.hedges where reference = 'KEPT'`
  await expect(asOwner(shop.connectionString, [other])).rejects.toThrow('counter-row')
})

test('the list is a file too, and no formula', async () => {
  await note({ counterparty: '=cmd()', reference: 'CSV-1' })
  const answer = await shop.app.inject({
    ...{ method: 'GET', url: '/api/admin/vault/exportHedges?store=id&q=CSV-1' },
    headers: desk.headers,
  })
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(answer.body).toContain("'=cmd()")
  expect(answer.body.trim().split('\r\n')).toHaveLength(2)
})

/** Two people do the same at once; what they are answered. */
async function both(at: Shop, part: string, one: () => Promise<StaffAnswer>, plant: (text: string) => string) {
  const meet = meetingAt(part, 2)
  at.intercept.current = async (text) => {
    await meet(text)
    return plant(text)
  }
  const answers = await Promise.all([one(), one()])
  at.intercept.current = undefined
  return answers.map(({ status, error }) => error ?? status).sort()
}

test('two corrections of one hedge at once: one counter-row', async () => {
  await note({ reference: 'RACE-1' })
  const [row] = await rows('RACE-1')
  const answers = await both(
    shop,
    'insert into backing.hedges',
    () => takeBack(row?.id ?? ''),
    (text) => text,
  )
  expect(answers).toEqual([200, 'hedge_corrected'])
  expect(await rows('RACE-1')).toHaveLength(2)
})

test('control: without the law of the database one trade is taken back twice', async () => {
  await asOwner(broken.connectionString, ['alter table backing.hedges drop constraint hedge_is_corrected_once'])
  const who = await staffSignedIn(broken, 'desk')
  await note({ reference: 'RACE-2' }, who, broken)
  const [row] = await rows('RACE-2', broken, who)
  const answers = await both(
    broken,
    'insert into backing.hedges',
    () => takeBack(row?.id ?? '', who, broken),
    (text) => text,
  )
  expect(answers).toEqual([200, 200])
})

/** Both have looked whether the trade is known before either has written it. */
const sameTrade = (at: Shop, who: TestStaff, reference: string, plant: (text: string) => string) =>
  both(at, 'hashtextextended', () => note({ reference }, who, at), plant)

test('the same trade noted by two people at once stands once', async () => {
  expect(await sameTrade(shop, desk, 'RACE-3', (text) => text)).toEqual([200, 'hedge_known'])
})

test('control: who does not wait for the other notes it twice', async () => {
  const who = await staffSignedIn(broken, 'desk')
  const meet = meetingAt('insert into backing.hedges', 2)
  broken.intercept.current = async (text) => {
    await meet(text)
    return text.includes('pg_advisory_xact_lock(hashtextextended($1, 300))') ? 'select $1::text' : text
  }
  const answers = await Promise.all([1, 2].map(() => note({ reference: 'RACE-4' }, who, broken)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('open quotes of grams are in the one number that desk, overview and limits read', async () => {
  const member = await vaultMember(shop, { cash: 500_000_000n })
  await fillVault(shop, 100_000n)
  const part = async () => (await deskNow()).exposure.parts.find(({ part }) => part === 'vault_quotes')?.grams
  const before = (await deskNow()).exposure
  await quote(shop, member, 'purchase', 'weight', '3.5')
  const after = (await deskNow()).exposure
  expect(Number(await part()) - Number(before.vault_quotes.open)).toBeCloseTo(3.5, 4)
  expect(Number(after.total) - Number(before.total)).toBeCloseTo(3.5, 4)
  const overview = await askStaff(shop, desk, '/overview/figures?store=id')
  expect(overview.data.open_exposure).toEqual(after)
  expect(await auditVault(shop)).toEqual([])
  await asOwner(shop.connectionString, [
    `alter table vault.quotes disable trigger all`,
    `update vault.quotes set figures = jsonb_set(figures, '{weight}', '"1"') where used_at is null`,
  ])
  const left = await shop.karat.db.row<{ sum: bigint }>(sql`
    select sum(weight_e4)::bigint as sum from vault.quotes where used_at is null and expires_at > now()`)
  expect(left?.sum, 'the weight is of the figures').toBe(1n)
})
