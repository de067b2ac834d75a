/** A paid order goes elsewhere until it leaves the house: only where its buyer keeps an address, to the same recipient, and told. */
import { expect, test } from 'vitest'
import { meetingAt } from '../../../tests/support/meeting.ts'
import { signedIn, type TestMember } from '../../../tests/support/members.ts'
import { moveThrough, stateOf } from '../../../tests/support/money-back.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { scanAll } from '../../../tests/support/packing.ts'
import { settlePapers } from '../../../tests/support/papers.ts'
import { ask } from '../../../tests/support/purchase.ts'
import { courierOrder } from '../../../tests/support/sent-orders.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { pauseOutgoing } from '../../identity/outgoing-pause.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import type { OrderDetailView } from '../contract.ts'
import type { DeliveryPlacesView } from '../core/office-contract.ts'

const { sound, broken } = openShopPair()

const braga = {
  ...{ label: 'Parents', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Braga 9' },
}
const keep = async (shop: Shop, member: TestMember, more: object = {}) =>
  (await ask<{ id: string }>(shop, member, '/address/saveAddress', { ...braga, ...more })).id
const letADayPass = (shop: Shop) =>
  asOwner(shop.connectionString, [
    'set session_replication_role = replica',
    `update delivery.addresses set created_at = created_at - interval '25 hours', changed_at = changed_at - interval '25 hours'`,
  ])

/** Paid, with another address that is a day old; `change` sends it there. */
async function paid(shop: Shop) {
  const member = await signedIn(shop)
  const { id, number } = await courierOrder(shop, member)
  const other = await keep(shop, member)
  await letADayPass(shop)
  const desk = await staffSignedIn(shop, 'desk')
  const change = (more: object = {}, who: TestStaff = desk) =>
    askStaff(shop, who, '/orders/changeDelivery', {
      ...{ order_id: id, seen: 0, to: { mode: 'courier', address_id: other }, reason: 'She rang: nobody is at home' },
      ...more,
    })
  return { id, number, member, other, desk, change }
}

test('it goes to another address of its buyer, who reads it in a letter and with the order, and staff see where it went', async () => {
  const { id, number, member, other, desk, change } = await paid(sound)
  const places = await askStaff(sound, desk, `/orders/places?order_id=${id}`)
  const { addresses, points } = places.data as DeliveryPlacesView
  expect(addresses).toEqual([
    { address_id: other, recipient: braga.recipient, place: expect.stringContaining(braga.street), barrier: null },
  ])
  expect(points.length).toBeGreaterThan(0)
  expect((await change({ reason: ' ' })).error).toBe('invalid_input')
  expect((await change({ seen: 1 })).error).toBe('edited_meanwhile')
  expect((await change({}, await staffSignedIn(sound, 'fulfilment'))).status).toBe(403)
  expect((await change()).status).toBe(200)
  expect((await change({ seen: 1 })).data.fields).toHaveProperty('to')
  const seen = await ask<OrderDetailView>(sound, member, `/product/order_detail?order_id=${id}`)
  expect(seen.delivery).toMatchObject({ mode: 'courier', street: braga.street, recipient: braga.recipient })
  expect(seen.earlier_deliveries).toEqual([
    { place: expect.stringContaining('Jl. Teuku Umar'), at: expect.any(String) },
  ])
  const { data } = await askStaff(sound, desk, `/orders/detail?order_id=${id}`)
  expect(data.earlier_deliveries).toMatchObject([
    { by: 'Staff desk', place: expect.stringContaining('Jl. Teuku Umar') },
  ])
  const letter = await sound.karat.db.row<{ body: string }>(
    sql`select body from mail.messages where template = 'order_delivery' and subject like ${`%${number}%`}`,
  )
  expect(letter?.body).toMatch(/Braga[\s\S]*Teuku Umar/)
  const counter = { mode: 'pickup', pickup_point_id: points[0]?.pickup_point_id }
  expect((await change({ seen: 1, to: counter })).status).toBe(200)
  expect((await change({ seen: 2 })).error).toBe('courier_unpaid')
})

test('not to somebody else, nor to an address of today, nor to one that is not the buyer’s, nor in the day after a change of credentials', async () => {
  const { member, other, change } = await paid(sound)
  const to = async (more: object) =>
    (await change({ to: { mode: 'courier', address_id: await keep(sound, member, more) } })).error
  expect(await to({ recipient: 'Budi Santoso' })).toBe('other_recipient')
  expect(await to({ street: 'Jl. Kemang 1' })).toBe('address_too_new')
  await keep(sound, member, { id: other, street: 'Jl. Kemang 2' })
  expect((await change()).error, 'an old one that was rewritten').toBe('address_too_new')
  const stranger = await keep(sound, await signedIn(sound))
  expect((await change({ to: { mode: 'courier', address_id: stranger } })).error).toBe('not_found')
  await letADayPass(sound)
  await sound.karat.db.transaction((tx) => pauseOutgoing(tx, member.id, 'email'))
  expect((await change()).error).toBe('outgoing_paused')
})

type Plant = (orderId: string) => (text: string) => Promise<string>

/** Packed, and handed to a courier while it is sent elsewhere. */
async function atOnce(shop: Shop, plant: Plant) {
  const { id, desk, change } = await paid(shop)
  await settlePapers(shop.karat)
  await moveThrough(shop, id, 'preparing')
  await scanAll(shop, desk, id)
  const ship = { order_id: id, expected: 'preparing', delivery_changes: 0, carrier: 'jne', tracking: 'CGK-00481-77' }
  shop.intercept.current = plant(id)
  const answers = await Promise.all([change(), askStaff(shop, desk, '/orders/ship', ship)])
  shop.intercept.current = undefined
  const changed = await shop.karat.db.rows(sql`select 1 from orders.delivery_changes where order_id = ${id}`)
  const taken = answers.filter(({ status }) => status === 200).length
  return { taken, state: await stateOf(shop, id), changed: changed.length }
}

const LOCKED = 'from orders.orders where id = $1 for update'

test('beside the hand to the courier: it has left as it was packed, or it stays and goes elsewhere', async () => {
  const meet = meetingAt(LOCKED, 2)
  const { taken, state, changed } = await atOnce(sound, () => async (text) => {
    await meet(text)
    return text
  })
  expect(taken).toBe(1)
  expect(changed).toBe(state === 'shipped' ? 0 : 1)
})

test('control: without the lock and the guard of the database it leaves for one place and is said to go to another', async () => {
  await asOwner(broken.connectionString, ['drop trigger guard_delivery on orders.orders'])
  const left = (id: string) => async (text: string) => {
    if (text.includes('update orders.orders set delivery'))
      await expect.poll(() => stateOf(broken, id), { interval: 20, timeout: 10_000 }).toBe('shipped')
    return text.replace(LOCKED, LOCKED.replace(' for update', ''))
  }
  expect(await atOnce(broken, left)).toEqual({ taken: 2, state: 'shipped', changed: 1 })
})

test('the database keeps what has left, who receives it, and what was written', async () => {
  const { id, change } = await paid(sound)
  await change()
  const write = (statement: string) => asOwner(sound.connectionString, [statement])
  const delivery = (jsonb: string) => `update orders.orders set delivery = delivery || '${jsonb}' where id = '${id}'`
  await expect(write(delivery('{"recipient": "Budi Santoso"}'))).rejects.toMatchObject({
    constraint: 'recipient_stays',
  })
  await expect(write(`update orders.delivery_changes set became = '{}' where order_id = '${id}'`)).rejects.toThrow(
    /only added to/,
  )
  await moveThrough(sound, id, 'preparing', 'shipped')
  await expect(write(delivery('{"street": "Jl. Kemang 3"}'))).rejects.toMatchObject({ constraint: 'delivery_stays' })
})

/** The zone of the address is switched off, of which the instance does not hear: what it answers to a change. */
async function sentUnserved(at: Shop, plant: (text: string) => string) {
  const { change } = await paid(at)
  const serves = (near: 'on' | 'off') =>
    insertSetting(at.karat.db, {
      ...{ store: 'id', name: 'zones', value: { 'near.served': near } },
      ...{ from: null, by: 'test', reason: 'a road is closed' },
    })
  at.intercept.current = (text) => {
    if (text.includes('as "regionLevels"')) throw new Error('the line is cut')
    return plant(text)
  }
  await serves('off')
  const { error } = await change()
  at.intercept.current = undefined
  await serves('on')
  return error
}
test('it goes nowhere that no courier goes by now, whatever memory has heard', async () =>
  expect(await sentUnserved(sound, (text) => text)).toBe('delivery_not_served'))
test('control: without the newest row it goes where it went', async () => {
  const plant = (text: string) =>
    text.includes('as place')
      ? text.replaceAll('s.from_at <= now()', "s.value ->> 'near.served' is distinct from 'off'")
      : text
  expect(await sentUnserved(broken, plant)).toBeNull()
})
