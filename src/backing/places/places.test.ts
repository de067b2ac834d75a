/** Places in which bars lie: opened, described, closed when they are empty; and a race with a control. */
import { beforeAll, expect, test } from 'vitest'
import { overOrHeld } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { auditVault, openVault } from '../../../tests/support/vault.ts'
import { describeCustody } from '../../home/custody-queries.ts'
import type { PlaceRow } from './place-contract.ts'

const { sound, broken } = openShopPair()
const reason = 'Contract of November'
const keeper = { keeper: 'PT Brankas Nusantara', address: 'Jl. Merdeka 1', insured: '5000000000' }
let desk: TestStaff
let other: TestStaff

beforeAll(async () => {
  await Promise.all([openVault(sound), openVault(broken)])
  desk = await staffSignedIn(sound, 'desk')
  other = await staffSignedIn(broken, 'desk')
})

const open = (code: string, more: object = {}) =>
  askStaff(sound, desk, '/vault/openPlace', { store: 'id', code, ...keeper, reason, ...more })
const close = (shop: Shop, who: TestStaff, code: string) =>
  askStaff(shop, who, '/vault/closePlace', { store: 'id', code, reason })
const receive = (shop: Shop, who: TestStaff, place: string, serial: string) =>
  askStaff(shop, who, '/vault/receive', {
    ...{ store: 'id', maker: 'A maker', kind: 'bar', fineness: '999.9', place, reason, bars: `${serial}, 1000` },
  })
const placesOf = async (q: string) =>
  (await askStaff(sound, desk, `/vault/places?q=${q}&store=id`)).data.rows as PlaceRow[]

test('a place is opened once, described anew, and tells what lies there; bars come into open places alone', async () => {
  expect(await open('Jl. Merdeka 1')).toMatchObject({
    error: 'invalid_input',
    data: { fields: { code: expect.any(String) } },
  })
  expect(await open('PL-1', { insured: '1.5' })).toMatchObject({ data: { fields: { insured: expect.any(String) } } })
  expect(await open('PL-1', { store: 'xx' })).toMatchObject({ error: 'unknown_store' })
  expect(await open('PL-1')).toMatchObject({ status: 200 })
  expect(await open('PL-1')).toMatchObject({ status: 409, error: 'place_known' })
  expect(await receive(sound, desk, 'PL-2', 'PL-A')).toMatchObject({ status: 409, error: 'place_not_open' })
  expect(await receive(sound, desk, 'PL-1', 'PL-A')).toMatchObject({ status: 200 })
  const change = { store: 'id', code: 'PL-1', ...keeper, address: '', insured: '', keeper: 'PT Lain', reason }
  expect(await askStaff(sound, desk, '/vault/changePlace', change)).toMatchObject({ status: 200 })
  expect(await placesOf('PL-')).toMatchObject([
    {
      code: 'PL-1',
      keeper: 'PT Lain',
      address: null,
      insured: null,
      bars: 1,
      fine_weight: '999.9000',
      closed_at: null,
    },
  ])
  const { places } = await describeCustody(sound.karat.db, 'id')
  expect(places).toContainEqual({ place: 'PL-1', keeper: 'PT Lain', bars: 1, fine: '999.9000', countedAt: null })
  expect(await auditVault(sound)).toEqual([])
})

test('only an empty place is closed, for ever; a missing bar does not keep it open, and comes back elsewhere', async () => {
  await open('PL-9')
  await receive(sound, desk, 'PL-9', 'PL-B')
  expect(await close(sound, desk, 'PL-9')).toMatchObject({ status: 409, error: 'place_not_empty' })
  const [bar] = (await askStaff(sound, desk, '/vault/bars?q=PL-B')).data.rows as { id: string }[]
  const bar_id = bar?.id ?? ''
  await askStaff(sound, desk, '/vault/lose', { bar_id, reason })
  expect(await close(sound, desk, 'PL-9')).toMatchObject({ status: 200 })
  expect(await close(sound, desk, 'PL-9')).toMatchObject({ error: 'place_not_open' })
  expect(await open('PL-9')).toMatchObject({ error: 'place_known' })
  expect(await receive(sound, desk, 'PL-9', 'PL-C')).toMatchObject({ error: 'place_not_open' })
  const found = (place?: string) =>
    askStaff(sound, desk, '/vault/bringBack', { bar_id, reason, ...(place ? { place } : {}) })
  expect(await found()).toMatchObject({ error: 'place_not_open' })
  expect(await found('PL-1')).toMatchObject({ status: 200 })
  expect((await askStaff(sound, desk, '/vault/bars?q=PL-B')).data.rows).toMatchObject([{ place: 'PL-1' }])
  expect((await askStaff(sound, desk, `/vault/bar?bar_id=${bar_id}`)).data.moves).toMatchObject([
    ...[{ move: 'found', place: 'PL-1' }, { move: 'lost', place: null }, { move: 'received' }],
  ])
  expect(await auditVault(sound)).toEqual([])
})

/** Bars have come in and are not yet committed when somebody closes their place. */
async function closeBesideReceipt(shop: Shop, who: TestStaff, code: string, change: (text: string) => string) {
  await askStaff(shop, who, '/vault/openPlace', { store: 'id', code, ...keeper, reason })
  let closing: ReturnType<typeof close> | undefined
  let received = false
  shop.intercept.current = async (text) => {
    if (text.includes('insert into backing.bars')) received = true
    if (text === 'commit' && received && !closing) {
      closing = close(shop, who, code)
      await overOrHeld(shop, closing)
    }
    return change(text)
  }
  expect(await receive(shop, who, code, `RACE-${code}`)).toMatchObject({ status: 200 })
  const answer = await closing
  shop.intercept.current = undefined
  return answer
}

test('a place that bars are just coming into is not closed', async () => {
  expect(await closeBesideReceipt(sound, desk, 'RC-1', (text) => text)).toMatchObject({ error: 'place_not_empty' })
})

test('control: without the lock of the place it is closed above a bar, and the audit says so', async () => {
  await asOwner(broken.connectionString, ['alter table backing.bars disable trigger place_is_open'])
  const answer = await closeBesideReceipt(broken, other, 'RC-1', (text) =>
    text.includes('from backing.places') ? text.replace('for share', '') : text,
  )
  expect(answer).toMatchObject({ status: 200 })
  const rule = 'a bar lies where its history brought it, and none that is there lies in a closed place'
  expect(await auditVault(broken)).toEqual([expect.objectContaining({ rule })])
})
