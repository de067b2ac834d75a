/** Bars go from place to place: two people send, a third notes the arrival, what never comes is missing; races with controls. */
import { beforeAll, expect, test } from 'vitest'
import { metAt, overOrHeld } from '../../../tests/support/meeting.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, fillVault, openVault } from '../../../tests/support/vault.ts'
import { sql } from '../../db/database.ts'
import { describeCustody } from '../../home/custody-queries.ts'
import { takeSnapshot } from '../../proof/take-snapshot.ts'
import type { TransportRow } from './transport-contract.ts'

const { sound, broken } = openShopPair()
const reason = 'To the vault beside the airport'
const GRAM = 10_000n
type People = { desk: TestStaff; other: TestStaff; third: TestStaff }
let people: Map<Shop, People>

beforeAll(async () => {
  people = new Map()
  for (const shop of [sound, broken]) {
    await openVault(shop)
    const [desk, other, third] = [
      await staffSignedIn(shop, 'desk'),
      await staffSignedIn(shop, 'desk'),
      await staffSignedIn(shop, 'desk'),
    ]
    people.set(shop, { desk, other, third })
  }
})
const of = (shop: Shop) => people.get(shop) as People

const newBar = async (shop: Shop, grams = 10n) => {
  const serial = await fillVault(shop, grams * GRAM)
  const row = await shop.karat.db.row<{ id: string }>(sql`select id from backing.bars where serial = ${serial}`)
  return row?.id ?? ''
}
const ask = (shop: Shop, bar_ids: string[], more: object = {}) =>
  askStaff(shop, of(shop).desk, '/vault/send', {
    ...{ store: 'id', from: 'X-1', to: 'JKT-1', bar_ids, carrier: 'Brinks', seal: 'S-1', expected_on: '2020-01-01' },
    ...{ reason, ...more },
  })
const approve = (shop: Shop, approval_id: unknown) =>
  askStaff(shop, of(shop).other, '/approvals/approve', { approval_id })
const lose = (shop: Shop, bar_id: string) => askStaff(shop, of(shop).third, '/vault/lose', { bar_id, reason })
const transportOf = async (shop: Shop, bar: string) => {
  const { rows } = (await askStaff(shop, of(shop).desk, '/vault/transports?store=id')).data
  const found = (rows as TransportRow[]).find(({ bars }) => bars.some(({ bar_id }) => bar_id === bar))
  if (!found) throw new Error('no transport')
  return found
}
const arrive = (shop: Shop, who: TestStaff, transport_id: string, bar_ids: string[], came_back = false) =>
  askStaff(shop, who, '/vault/arrive', { transport_id, bar_ids, came_back, reason: 'Seal whole' })
const storeOf = ({ karat }: Shop) => {
  const store = karat.stores.get('id')
  if (!store) throw new Error('no store')
  return store
}
const barNow = (shop: Shop, id: string) =>
  shop.karat.db.row<{ state: string; place: string }>(sql`select state, place from backing.bars where id = ${id}`)
const standing = async () => (await askStaff(sound, of(sound).desk, '/vault/backing?store=id')).data

test('bars on their way count and are printed as reserved; each arrives, comes back or is missing', async () => {
  const [first, second, third] = [await newBar(sound), await newBar(sound, 20n), await newBar(sound, 30n)]
  const before = await standing()
  expect(await ask(sound, [first], { to: 'X-1' })).toMatchObject({ data: { fields: { to: expect.any(String) } } })
  expect(await ask(sound, [first], { from: 'JKT-1', to: 'X-1' })).toMatchObject({ error: 'bar_state' })
  expect(await ask(sound, [first], { to: 'NO-1' })).toMatchObject({ error: 'place_not_open' })
  const { approval_id } = (await ask(sound, [first, second, third])).data
  expect(await askStaff(sound, of(sound).desk, '/approvals/approve', { approval_id })).toMatchObject({
    error: 'second_person_required',
  })
  expect(await barNow(sound, first)).toEqual({ state: 'available', place: 'X-1' })
  expect(await approve(sound, approval_id)).toMatchObject({ status: 200 })
  expect(await standing()).toMatchObject({ bars: before.bars, room: before.room, pledged: before.pledged })
  const transport = await transportOf(sound, first)
  expect(transport).toMatchObject({
    state: 'late',
    own: true,
    fine_weight: '60.0000',
    from_place: 'X-1',
    to_place: 'JKT-1',
  })
  const { bars } = await takeSnapshot(sound.karat, storeOf(sound))
  expect(bars.filter(({ state, place }) => state === 'reserved' && place === 'X-1')).toHaveLength(3)
  expect(await describeCustody(sound.karat.db, 'id')).toMatchObject({ inTransit: '60.0000' })

  const { desk, other } = of(sound)
  expect(await arrive(sound, desk, transport.id, [first])).toMatchObject({ status: 409, error: 'other_receiver' })
  expect(await arrive(sound, other, transport.id, [first])).toMatchObject({ status: 200 })
  expect(await arrive(sound, other, transport.id, [first])).toMatchObject({ error: 'bar_state' })
  expect(await arrive(sound, other, transport.id, [second], true)).toMatchObject({ status: 200 })
  expect([await barNow(sound, first), await barNow(sound, second)]).toEqual([
    { state: 'available', place: 'JKT-1' },
    { state: 'available', place: 'X-1' },
  ])
  expect(await lose(sound, third)).toMatchObject({ status: 200 })
  expect(await transportOf(sound, first)).toMatchObject({ state: 'over' })
  expect((await transportOf(sound, first)).bars.map(({ ended }) => ended).sort()).toEqual([
    'arrived',
    'missing',
    'returned',
  ])
  expect(await standing()).toMatchObject({ bars: String((Number(before.bars) - 30).toFixed(4)) })
  expect(await auditVault(sound)).toEqual([])
})

test('a bar on its way is neither pledged nor sent again, and its place is not closed', async () => {
  const bar = await newBar(sound)
  await askStaff(sound, of(sound).desk, '/vault/openPlace', {
    ...{ store: 'id', code: 'TR-1', keeper: 'PT Lain', address: '', insured: '', reason },
  })
  const rowOf = async (code: string) =>
    (await askStaff(sound, of(sound).desk, `/vault/places?q=${code}`)).data.rows as {
      bars: number
      on_the_way: number
    }[]
  const before = (await rowOf('X-1'))[0]
  await approve(sound, (await ask(sound, [bar], { to: 'TR-1' })).data.approval_id)
  expect(await rowOf('TR-1')).toMatchObject([{ bars: 0, fine_weight: '0.0000', on_the_way: 1 }])
  expect(await rowOf('X-1')).toMatchObject([
    { bars: Number(before?.bars) - 1, on_the_way: Number(before?.on_the_way) + 1 },
  ])
  expect(await ask(sound, [bar])).toMatchObject({ error: 'bar_state' })
  const { desk } = of(sound)
  expect(await askStaff(sound, desk, '/vault/pledge', { bar_id: bar, creditor: 'A bank', reason })).toMatchObject({
    error: 'bar_state',
  })
  const close = () => askStaff(sound, desk, '/vault/closePlace', { store: 'id', code: 'TR-1', reason })
  expect(await close()).toMatchObject({ error: 'place_not_empty' })
  await lose(sound, bar)
  expect(await close()).toMatchObject({ status: 200 })
  expect(await auditVault(sound)).toEqual([])
})

/** Two requests to send one bar are approved at once. */
async function sendTwice(shop: Shop, plant?: (text: string) => string) {
  const bar = await newBar(shop)
  const asked = [(await ask(shop, [bar])).data.approval_id, (await ask(shop, [bar])).data.approval_id]
  if (plant) shop.intercept.current = metAt('insert into backing.transports', 2, plant)
  const answers = await Promise.all(asked.map((id) => approve(shop, id)))
  shop.intercept.current = undefined
  return answers.map(({ status, error }) => error ?? status).sort()
}

test('of two approvals that send one bar at once one does', async () => {
  expect(await sendTwice(sound)).toEqual([200, 'bar_state'])
  expect(await auditVault(sound)).toEqual([])
})

test('control: where nobody waits and the state is not asked again, the index of open transports alone stops the second', async () => {
  const answers = await sendTwice(broken, (text) =>
    text
      .replace(/pg_advisory_xact_lock\(backing\.lock_key\([^)]*\)\)/, '$1::text')
      .replace(/and state = 'available' and place = (\$\d+) returning/, 'and $1::text is not null returning'),
  )
  expect(answers).not.toEqual([200, 'bar_state'])
  expect(answers).toContain(200)
})

/** A bar has been sent and is about to be committed when it is reported missing. */
async function lossBesideSend(shop: Shop, plant: (text: string) => string) {
  const bar = await newBar(shop)
  const { approval_id } = (await ask(shop, [bar])).data
  let loss: ReturnType<typeof lose> | undefined
  let sending = false
  shop.intercept.current = async (text) => {
    if (text.includes('insert into backing.transports')) sending = true
    if (text === 'commit' && sending && !loss) {
      loss = lose(shop, bar)
      await overOrHeld(shop, loss)
    }
    return plant(text)
  }
  expect(await approve(shop, approval_id)).toMatchObject({ status: 200 })
  expect(await loss).toMatchObject({ status: 200 })
  shop.intercept.current = undefined
}

test('a bar that is lost while it is sent ends its transport too', async () => {
  await lossBesideSend(sound, (text) => text)
  expect(await auditVault(sound)).toEqual([])
})

test('control: a loss that does not wait leaves a transport open for a missing bar, which the audit names', async () => {
  await lossBesideSend(broken, (text) =>
    text.includes('pg_advisory_xact_lock(backing.lock_key') ? 'select $1::text' : text,
  )
  expect((await auditVault(broken)).map(({ rule }) => rule)).toEqual([
    'a bar is on its way exactly while a transport of it is open',
  ])
})

/** Two people note the arrival of one bar at once. */
async function arriveTwice(shop: Shop, plant?: (text: string) => string | Promise<string>) {
  const bar = await newBar(shop)
  await approve(shop, (await ask(shop, [bar])).data.approval_id)
  const { id } = await transportOf(shop, bar)
  if (plant) shop.intercept.current = plant
  const { other, third } = of(shop)
  const answers = await Promise.all([arrive(shop, other, id, [bar]), arrive(shop, third, id, [bar], true)])
  shop.intercept.current = undefined
  return answers.map(({ status, error }) => String(error ?? status)).sort()
}

test('of two who note the arrival of a bar at once one does', async () => {
  expect(await arriveTwice(sound)).toEqual(['200', 'bar_state'])
  expect(await auditVault(sound)).toEqual([])
})

test('control: where nobody waits and its end is not asked again, the database alone keeps the first', async () => {
  const answers = await arriveTwice(
    broken,
    metAt('update backing.transport_bars', 2, (text) =>
      text
        .replace(/pg_advisory_xact_lock\(backing\.lock_key\([^)]*\)\)/, '$1::text')
        .replace('and ended is null and transport_id', 'and transport_id'),
    ),
  )
  expect(answers).toContain('200')
  expect(answers).not.toContain('bar_state')
})
