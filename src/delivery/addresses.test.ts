import { expect, test } from 'vitest'
import { type Answer, get, post } from '../../tests/support/account.ts'
import { meetingAt } from '../../tests/support/meeting.ts'
import { signedIn } from '../../tests/support/members.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { findAddress, findPickupPoint } from './address-queries.ts'
import type { AddressView } from './contract.ts'

const shop = openShop()
const home = {
  label: 'Rumah',
  recipient: 'Ratna Wulandari',
  mobile: '0812-1000-4471',
  province_code: '31',
  regency_code: '31.71',
  district_code: '31.71.06',
  street: 'Jl. Teuku Umar No. 12',
  postal_code: '10350',
}
const malaysian = {
  ...home,
  province_code: '10',
  regency_code: undefined,
  district_code: undefined,
  city: 'Shah Alam',
  mobile: '012-330 4471',
}

const member = async () => (await signedIn(shop)).token
const save = (token: string, change: object = {}) =>
  post(shop, '/address/saveAddress', { ...home, ...change }, { token })
const addressIn = (answer: Answer) => answer.data as unknown as AddressView
const list = async (token: string, store = 'id') =>
  (await get(shop, '/address/getAddressList', { token, store })).data.addresses as AddressView[]

test('the first address of a store is its default, with its regions in words', async () => {
  const token = await member()
  expect(await get(shop, '/address/getDefaultAddress', { token })).toMatchObject({ status: 200, data: null })
  const first = addressIn(await save(token))
  expect(first).toMatchObject({
    mobile: '+6281210004471',
    province: 'Daerah Khusus Ibukota Jakarta',
    regency: 'Kota Administrasi Jakarta Pusat',
    district: 'Menteng',
    area: 'Menteng, Kota Administrasi Jakarta Pusat, Daerah Khusus Ibukota Jakarta',
    is_default: true,
  })
  const second = addressIn(await save(token, { label: 'Kantor', is_default: true }))
  const third = addressIn(await save(token, { label: 'Ibu' }))
  expect((await list(token)).map((address) => [address.id, address.is_default])).toEqual([
    [second.id, true],
    [third.id, false],
    [first.id, false],
  ])
  expect((await get(shop, '/address/getDefaultAddress', { token })).data).toEqual({ ...second })
  expect((await post(shop, '/address/getAddressDetail', { id: third.id }, { token })).data).toEqual({ ...third })
})

test('an address is changed by its id and stays the default', async () => {
  const token = await member()
  const { id } = addressIn(await save(token))
  const changed = addressIn(await save(token, { id, street: 'Jl. Cikini Raya No. 73', is_default: false }))
  expect(changed).toMatchObject({ id, street: 'Jl. Cikini Raya No. 73', is_default: true })
  expect(await list(token)).toEqual([changed])
})

test('removing the default passes it on to the newest; a removed address is gone for its owner', async () => {
  const token = await member()
  const first = addressIn(await save(token))
  const second = addressIn(await save(token))
  const third = addressIn(await save(token))
  const remove = (id: string) => post(shop, '/address/delAddress', { id }, { token })
  expect(await remove(first.id)).toMatchObject({ status: 200, data: { removed: true } })
  expect((await list(token)).map((address) => [address.id, address.is_default])).toEqual([
    [third.id, true],
    [second.id, false],
  ])
  expect(await remove(first.id)).toMatchObject({ status: 404, error: 'not_found' })
  expect(await post(shop, '/address/getAddressDetail', { id: first.id }, { token })).toMatchObject({ status: 404 })
  expect(await save(token, { id: first.id })).toMatchObject({ status: 404 })
})

test('refuses regions that do not belong together, a phone that is none, and leaves nothing', async () => {
  const token = await member()
  const unknown = [
    { province_code: '99' },
    { province_code: '32' },
    { regency_code: '32.73' },
    { district_code: '31.72.01' },
    { district_code: undefined },
    { regency_code: undefined },
    { province_code: '31.71' },
    { regency_code: undefined, district_code: undefined },
  ]
  for (const change of unknown)
    expect(await save(token, change), JSON.stringify(change)).toMatchObject({ status: 422, error: 'region_unknown' })
  for (const change of [
    { mobile: '12345678x' },
    { postal_code: '1035' },
    { street: '   ' },
    { city: 'Jakarta' },
    { colour: 'red' },
    { recipient: 'a\u0000b' },
  ])
    expect(await save(token, change), JSON.stringify(change)).toMatchObject({ status: 422, error: 'invalid_input' })
  expect(await list(token)).toEqual([])
})

test('each store has its own country, regions and default', async () => {
  const token = await member()
  const mine = addressIn(await save(token))
  const inMalaysia = (body: object) => post(shop, '/address/saveAddress', body, { token, store: 'my' })
  expect(await inMalaysia({ ...malaysian, city: undefined })).toMatchObject({ error: 'invalid_input' })
  expect(await inMalaysia({ ...malaysian, regency_code: '31.71' })).toMatchObject({ error: 'region_unknown' })
  const there = addressIn(await inMalaysia(malaysian))
  expect(there).toMatchObject({ country: 'MY', mobile: '+60123304471', area: 'Shah Alam, Selangor', is_default: true })
  expect((await list(token, 'my')).map((address) => address.id)).toEqual([there.id])
  expect((await list(token)).map((address) => address.id)).toEqual([mine.id])
  const acrossStores = await post(shop, '/address/getAddressDetail', { id: mine.id }, { token, store: 'my' })
  expect(acrossStores).toMatchObject({ status: 404, error: 'not_found' })
})

test('another member’s address answers exactly like a missing one, and stays as it is', async () => {
  const owner = await signedIn(shop)
  const stranger = await signedIn(shop, 'Bagus Prasetyo')
  const { id } = addressIn(await save(owner.token))
  const missing = '01890a5d-ac96-774b-bcce-b302099a8057'
  const ask = async (call: string, asked: string) => {
    const body = call.endsWith('saveAddress') ? { ...home, id: asked, is_default: true } : { id: asked }
    const { data, ...answer } = await post(shop, call, body, { token: stranger.token })
    return { ...answer, data: Object.keys(data) }
  }
  for (const call of ['/address/getAddressDetail', '/address/saveAddress', '/address/delAddress']) {
    expect(await ask(call, id), call).toEqual(await ask(call, missing))
    expect(await ask(call, id), call).toMatchObject({ status: 404, error: 'not_found' })
  }
  expect(await findAddress(shop.karat.db, stranger.id, id)).toBeUndefined()
  expect(await findAddress(shop.karat.db, owner.id, id)).toMatchObject({
    id,
    store: 'id',
    isDefault: true,
    street: home.street,
  })
  expect(await list(stranger.token)).toEqual([])
})

/** What is left after thirty first addresses saved at once, half of them asking to be the default. */
async function saveAtOnce(token: string) {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => save(token, { label: `${n}`, is_default: n % 2 === 0 })),
  )
  const kept = await list(token)
  return {
    saved: answers.filter((answer) => answer.status === 200).length,
    refused: answers.filter((answer) => answer.error === 'address_limit').length,
    kept: kept.length,
    defaults: kept.filter((address) => address.is_default).length,
  }
}

test('of thirty addresses saved at once twenty are kept, and one is the default', async () => {
  expect(await saveAtOnce(await member())).toEqual({ saved: 20, refused: 10, kept: 20, defaults: 1 })
})

test('control: without the lock the limit and the single default do not hold by themselves', async () => {
  let planted = 0
  const meet = meetingAt('insert into delivery.addresses', 22)
  shop.intercept.current = async (text) => {
    await meet(text)
    if (!text.includes('pg_advisory_xact_lock')) return text
    planted++
    return 'select $1::text'
  }
  const outcome = await saveAtOnce(await member())
  shop.intercept.current = undefined
  expect(planted).toBeGreaterThanOrEqual(30)
  expect(outcome).not.toEqual({ saved: 20, refused: 10, kept: 20, defaults: 1 })
})

test('the database refuses a second default whatever the code does', async () => {
  const { id, token } = await signedIn(shop)
  await save(token)
  await save(token)
  const both = shop.karat.db.run(sql`update delivery.addresses set is_default = true where member_id = ${id}`)
  await expect(both).rejects.toMatchObject({ constraint: 'one_default_address' })
})

test('regions cascade from 38 provinces to 7,285 districts, for anybody, and may be cached', async () => {
  const regions = async (query = '') => {
    const response = await shop.app.inject({ url: `/api/storeid/address/getRegions${query}` })
    return { cache: response.headers['cache-control'], ...response.json().data }
  }
  const provinces = await regions()
  expect(provinces).toMatchObject({ levels: 3, cache: 'public, max-age=86400' })
  expect(provinces.regions).toHaveLength(38)
  expect(provinces.regions).toContainEqual({ code: '31', name: 'Daerah Khusus Ibukota Jakarta', level: 1 })
  expect((await regions('?parent=31')).regions).toContainEqual({
    code: '31.71',
    name: 'Kota Administrasi Jakarta Pusat',
    level: 2,
  })
  expect((await regions('?parent=31.71')).regions).toContainEqual({ code: '31.71.06', name: 'Menteng', level: 3 })
  expect((await regions('?parent=31.71.06')).regions).toEqual([])
  const counted = await shop.karat.db.row(sql`select count(*) filter (where level = 3)::int as districts,
    count(*) filter (where name like '%"%')::int as "quoted" from delivery.regions where country = 'ID'`)
  expect(counted).toEqual({ districts: 7285, quoted: 1 })
  const orphans = await shop.karat.db.rows(sql`select code from delivery.regions r where level > 1
    and not exists (select from delivery.regions p where p.country = r.country and p.code = r.parent_code and p.level = r.level - 1)`)
  expect(orphans).toEqual([])
  const states = await shop.app.inject({ url: '/api/storemy/address/getRegions' })
  expect(states.json().data).toMatchObject({ levels: 1 })
  expect(states.json().data.regions).toHaveLength(16)
})

test('pickup points are the store’s own, with opening hours in its zone', async () => {
  const points = async (store: string) =>
    (await get(shop, '/address/self_pickup', { store })).data.pickup_points as { id: number }[]
  const [inJakarta] = await points('id')
  expect(inJakarta).toMatchObject({
    city: 'Jakarta Pusat',
    time_zone: 'Asia/Jakarta',
    hours: { mon: '09:00-18:00', sat: '10:00-16:00' },
  })
  expect(await points('my')).toHaveLength(2)
  const id = inJakarta?.id ?? 0
  expect(await findPickupPoint(shop.karat.db, 'id', id)).toMatchObject({ id, name: 'Karat Menteng' })
  expect(await findPickupPoint(shop.karat.db, 'my', id)).toBeUndefined()
})
