/** Where the courier of a store goes, for how much, and who that is: what its staff say, and what was held keeps. */
import { beforeAll, expect, test } from 'vitest'
import { lateAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { movePrice } from '../../../tests/support/prices.ts'
import { ask, call, someSku } from '../../../tests/support/purchase.ts'
import { settingsDesk } from '../../../tests/support/settings.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { sql } from '../../db/database.ts'
import { releasedZones } from '../../delivery/released-zone-rules.ts'
import type { GuaranteeView, SubmittedView } from '../../orders/contract.ts'
import { requireCourier } from '../../orders/parcels/require-courier.ts'
import type { SettingsView } from './settings-contract.ts'

const { sound: shop, broken } = openShopPair()
const desks = new Map<Shop, Awaited<ReturnType<typeof settingsDesk>>>()
const deskOf = (which: Shop) => desks.get(which) as Awaited<ReturnType<typeof settingsDesk>>
beforeAll(async () => {
  for (const one of [shop, broken]) desks.set(one, await settingsDesk(one))
})
const zones = (value: Record<string, string | number>, which = shop) => deskOf(which).change({ name: 'zones', value })
const near = (first: string, which = shop) => zones({ 'near.first.IDR': first }, which)

/** To Jakarta unless it is said. */
async function addressOf(member: TestMember, which = shop, more: object = {}): Promise<string> {
  const { id } = await ask<{ id: string }>(which, member, '/address/saveAddress', {
    ...{ label: 'Home', recipient: 'Ratna', mobile: '+6281234567890', street: 'Jl. Melati 1', postal_code: '12110' },
    ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.01', ...more },
  })
  return id
}
const wishTo = async (id: string, which = shop) => ({
  ...{ sku_id: await someSku(which), quantity: 1, delivery: { mode: 'courier', address_id: id } },
})
const held = async (member: TestMember, id: string, which = shop) =>
  ask<GuaranteeView>(which, member, '/product/confirm_order', await wishTo(id, which))
const refusedTo = async (member: TestMember, id: string) =>
  (await call(shop, member, '/product/confirm_order', await wishTo(id))).error
const check = async (query: string) => {
  const { error, data } = await call<{ fee: string; by_postal_code: boolean }>(
    shop,
    null,
    `/address/getDeliveryCheck?gross_weight=10&value=1000000&${query}`,
  )
  return error ?? data.fee
}

test('a tariff takes two people, is recorded, and is obeyed by what is held from then on alone', async () => {
  const member = await signedIn(shop)
  const home = await addressOf(member)
  const old = await held(member, home)
  expect(old.delivery_fee).toBe('35000')
  expect((await near('41000')).approval_id).not.toBeNull()
  expect(await deskOf(shop).recorded()).toMatchObject({
    ...{ before: { 'near.first.IDR': '35000' }, after: { 'near.first.IDR': '41000' } },
  })
  expect(await check('province_code=31')).toBe('41000')
  await movePrice(shop, -100)
  const order = await ask<SubmittedView>(shop, member, '/product/submit_order', { guarantee_id: old.guarantee_id })
  expect(order.better_price, 'reckoned anew at a better price').not.toBeNull()
  expect(await feeOf(order.order_id)).toBe('35000')
  expect((await held(member, home)).delivery_fee).toBe('41000')
  await deskOf(shop).change({ name: 'zones', value: { 'near.first.IDR': '47000' }, from: '2099-01-01' })
  expect((await held(member, home)).delivery_fee).toBe('41000')
  await near('35000')
})

const feeOf = async (orderId: string, which = shop) =>
  (
    await which.karat.db.row<{ fee: string }>(
      sql`select delivery_minor::text as fee from orders.orders where id = ${orderId}`,
    )
  )?.fee

/** Submitting comes to its first statement, the tariff is changed, and it goes on at a better price of gold: what the order pays the courier. */
async function paidMeanwhile(which: Shop, plant: (text: string) => string) {
  const member = await signedIn(which)
  await near('52000', which)
  const { guarantee_id } = await held(member, await addressOf(member, which), which)
  await movePrice(which, -100)
  const submit = () => call<SubmittedView>(which, member, '/product/submit_order', { guarantee_id })
  let made: Awaited<ReturnType<typeof submit>> | undefined
  const submitting = async () => {
    made = await submit()
  }
  await lateAt(which, { at: /update orders\.guarantees set used_at/, plant }, submitting, () => near('99000', which))
  return feeOf(made?.data.order_id ?? '', which)
}
test('an order pays the tariff that its guarantee held, though another holds while it is made', async () =>
  expect(await paidMeanwhile(shop, (text) => text)).toBe('52000'))
test('control: where the guarantee kept none it would pay the new one', async () => {
  const today = `(select s.value -> 'near.first.IDR' from stores.settings s where s.value ? 'near.first.IDR' order by s.id desc limit 1)`
  const plant = (text: string) =>
    text.includes('update orders.guarantees set used_at')
      ? `${text}, jsonb_set(guarantees.delivery, '{chosen,tariff,first}', ${today}) as delivery`
      : text
  expect(await paidMeanwhile(broken, plant)).toBe('99000')
})

/** What an instance that has not heard of a change holds. */
async function heldByTheDeaf(which: Shop, plant: (text: string) => string) {
  const member = await signedIn(which)
  const home = await addressOf(member, which)
  await near('52000', which)
  which.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  await near('63000', which)
  const { delivery_fee } = await held(member, home, which)
  which.intercept.current = undefined
  return delivery_fee
}
test('a guarantee goes by what the database says, whatever memory has heard', async () =>
  expect(await heldByTheDeaf(shop, (text) => text)).toBe('63000'))
test('control: without the newest row it goes by what nobody says any more', async () => {
  const plant = (text: string) =>
    text.includes('as place')
      ? text.replaceAll('s.from_at <= now()', "s.value ->> 'near.first.IDR' is distinct from '63000'")
      : text
  expect(await heldByTheDeaf(broken, plant)).toBe('52000')
})

test('where no courier goes is said at the check and in checkout, and what is held goes on', async () => {
  const member = await signedIn(shop)
  const home = await addressOf(member)
  const { guarantee_id } = await held(member, home)
  expect(await check('province_code=31&postal_code=12110')).not.toBe('delivery_not_served')
  const sea = { 'sea.place': 1, 'sea.name': 'Thousand Islands', 'sea.served': 'off', 'sea.postcodes': '145' }
  await zones(sea)
  expect(await check('province_code=31&postal_code=14530')).toBe('delivery_not_served')
  expect(await check('province_code=31&postal_code=12110')).not.toBe('delivery_not_served')
  const island = await addressOf(member, shop, { postal_code: '14530' })
  expect(await refusedTo(member, island)).toBe('delivery_not_served')
  const change = { guarantee_id, delivery: { mode: 'courier', address_id: island } }
  expect((await call(shop, member, '/product/confirm_order', change)).error).toBe('delivery_not_served')

  expect((await zones({ 'near.served': 'off' })).approval_id, 'stopping waits for nobody').toBeNull()
  expect(await check('province_code=31')).toBe('delivery_not_served')
  expect((await call(shop, member, '/product/submit_order', { guarantee_id })).error).toBeNull()
  const { delivery } = await ask<GuaranteeView>(shop, member, '/product/confirm_order', {
    ...{ sku_id: await someSku(shop), quantity: 2 },
  })
  expect(delivery, 'the default address is passed over').toBeNull()
  await zones({ 'near.served': 'on', ...Object.fromEntries(Object.keys(sea).map((field) => [field, ''])) })
  expect(await refusedTo(member, island)).toBeNull()
})

test('what is worth more than a parcel is insured for goes by no courier, in another currency neither', async () => {
  const member = await signedIn(shop)
  const home = await addressOf(member)
  await deskOf(shop).change({ name: 'delivery', value: { insured_most: 1_000_000 } })
  expect(await refusedTo(member, home)).toBe('parcel_not_insured')
  const inDollars = { ...member, headers: { ...member.headers, currency: 'USD' } }
  expect(await refusedTo(inDollars, home)).toBe('parcel_not_insured')
  const query = 'province_code=31&gross_weight=10&value=1000001'
  expect((await call(shop, null, `/address/getDeliveryCheck?${query}`)).error).toBe('parcel_not_insured')
  expect(await check('province_code=31'), 'as much as that').not.toBe('parcel_not_insured')
  await deskOf(shop).change({ name: 'delivery', value: { insured_most: '' } })
  expect(await refusedTo(inDollars, home)).toBeNull()
})

test('each row is judged at its own fields, and a courier that was there stays', async () => {
  const fieldsOf = async (name: string, value: Record<string, string | number>) =>
    Object.keys(((await deskOf(shop).ask({ name, value })).data as { fields?: object }).fields ?? {})
  expect(await fieldsOf('zones', { 'far.first.USD': '' })).toContain('far.first.USD')
  expect(await fieldsOf('zones', { 'new.place': 90, 'new.name': 'New', 'new.served': 'on' })).toEqual([
    ...['new.provinces', 'new.first.IDR', 'new.first.USD'],
  ])
  expect(await fieldsOf('couriers', { 'jne.name': '', 'jne.serves': '', 'jne.place': '' })).toContain('jne.name')
  await deskOf(shop).change({ name: 'couriers', value: { 'jne.serves': 'off' } })
  await expect(requireCourier(shop.karat.db, 'id', 'jne')).rejects.toThrow('invalid_input')
  await deskOf(shop).change({
    name: 'couriers',
    value: { 'kilat.place': 9, 'kilat.name': 'Kilat', 'kilat.serves': 'on' },
  })
  expect(await requireCourier(shop.karat.db, 'id', 'kilat')).toBe('Kilat')
})

test('the demonstration has what releases had', async () => {
  const said = (names: SettingsView['names']) => names.find(({ name }) => name === 'zones')?.now
  expect(said(await deskOf(shop).list('my'))).toEqual(releasedZones.my)
})
