/** A courier collects what a member sells back: what may be collected, what the first scan fixes, the label, and the way back. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { caseOf, desk, forSale, handedOver, quoted, tryConsign } from '../../tests/support/goldback.ts'
import type { TestMember } from '../../tests/support/members.ts'
import { asOwner } from '../../tests/support/owner.ts'
import { freshTick, movePrice } from '../../tests/support/prices.ts'
import { ask } from '../../tests/support/purchase.ts'
import { openShop } from '../../tests/support/shop.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../tests/support/staff.ts'
import { auditVault, heldBy, openVault, vaultMember } from '../../tests/support/vault.ts'
import { sql } from '../db/database.ts'
import { destroyAddresses } from './case-address.ts'
import type { GoldBackCaseView } from './contract.ts'

const shop = openShop()
let clerk: TestStaff
let member: TestMember
beforeAll(async () => {
  await openVault(shop)
  clerk = await staffSignedIn(shop, 'desk')
})
beforeEach(async () => {
  await freshTick(shop)
  member = await vaultMember(shop)
})

const home = {
  ...{ label: 'Home', recipient: 'Ratna Wulandari', mobile: '0812 1000 4471', postal_code: '10310' },
  ...{ province_code: '31', regency_code: '31.71', district_code: '31.71.06', street: 'Jl. Teuku Umar No. 12' },
}
const addressOf = async (who: TestMember) => (await ask<{ id: string }>(shop, who, '/address/saveAddress', home)).id
const parcel = { carrier: 'jne', tracking: 'CGK-00481-77' }
const staff = (path: string, body: object) => askStaff(shop, clerk, `/goldback/${path}`, body)
const scanned = ({ case_id }: { case_id: string }, at = new Date(), more: object = {}) =>
  staff('scan', { case_id, ...parcel, scanned_at: at.toISOString(), ...more })

async function collecting(): Promise<{ made: GoldBackCaseView; serial: string }> {
  const [serial = ''] = await handedOver(shop, member)
  const { quote_id } = await quoted(shop, member, [serial])
  const { data, error } = await tryConsign(shop, member, { quote_id, address_id: await addressOf(member) })
  if (error) throw new Error(error)
  return { made: data, serial }
}
const label = (who: TestMember, { case_id }: { case_id: string }) =>
  shop.app.inject({ url: `/api/storeid/trade/goldBack_label?case_id=${case_id}`, headers: who.headers })

test('collected, scanned in time, received and paid at the price that was fixed; the parcel stands on both sides’ timelines', async () => {
  const { made, serial } = await collecting()
  expect(made).toMatchObject({ point: null, collection: { recipient: home.recipient, carrier: null } })
  expect(made.collection?.address).toContain(home.street)
  const drawn = await label(member, made)
  expect([drawn.statusCode, drawn.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  await movePrice(shop, -300)
  expect((await scanned(made)).error).toBeNull()
  const seen = await caseOf(shop, member, made)
  expect(seen).toMatchObject({
    state: 'collected',
    price: made.quoted,
    collection: { carrier: 'JNE', ...{ tracking: parcel.tracking } },
  })
  expect(seen.timeline[0]).toMatchObject({ state: 'collected', parcel: `JNE ${parcel.tracking}` })
  expect((await label(member, made)).statusCode, 'the courier has it').toBe(404)
  expect((await staff('receive', { case_id: made.case_id, serials: [serial], bag: '7718' })).error).toBeNull()
  const at = desk(shop, clerk, made)
  const [piece] = made.pieces_in_it
  await at.inspect({ weighed: piece?.gross ?? '', assayed: piece?.fineness ?? 0 })
  expect((await at.decide('accept')).error).toBeNull()
  expect((await at.pay()).error).toBeNull()
  expect((await heldBy(shop, member)).cash).toBe(BigInt(made.amount))
  const told = await shop.karat.db.rows<{ template: string }>(sql`
    select template from mail.messages where subject like ${`%${made.number}%`} order by created_at, id`)
  expect(told.map(({ template }) => template)).toEqual([
    ...['goldback_booked_courier', 'goldback_collected', 'goldback_received', 'goldback_paid'],
  ])
  expect(await auditVault(shop)).toEqual([])
})

test('a fixed price binds by the first scan, whenever it is noted; after its time the bid of this moment counts', async () => {
  const hour = 3_600_000
  const ago = (ms: number) => new Date(Date.now() - ms)
  for (const [at, fixed] of [
    [ago(hour), true],
    [ago(hour / 4), false],
  ] as const) {
    const { made } = await collecting()
    await asOwner(shop.connectionString, [
      'alter table goldback.cases disable trigger guard_case',
      `update goldback.cases set booked_at = now() - interval '2 hours', fixed_until = now() - interval '30 minutes' where id = '${made.case_id}'`,
      'alter table goldback.cases enable trigger guard_case',
    ])
    await movePrice(shop, -100)
    expect((await scanned(made, at)).error).toBeNull()
    const { price, bid } = await caseOf(shop, member, made)
    expect([price === made.quoted, price === bid]).toEqual([fixed, !fixed])
  }
})

test('no scan before the signature or in the future, nor by a courier that the store does not use', async () => {
  const { made } = await collecting()
  for (const [at, more] of [
    [new Date(Date.now() + 60_000), {}],
    [new Date(Date.parse(made.booked_at) - 1000), {}],
    [new Date(Date.now() - 4 * 86_400_000), {}],
    [new Date(), { carrier: 'pigeon' }],
  ] as const)
    expect((await scanned(made, at, more)).error).toBe('invalid_input')
  expect((await caseOf(shop, member, made)).state).toBe('booked')
})

test('what is rejected goes back with a courier, and its address is destroyed some time after', async () => {
  const { made, serial } = await collecting()
  await scanned(made)
  await staff('receive', { case_id: made.case_id, serials: [serial], bag: '7718' })
  const at = desk(shop, clerk, made)
  await at.inspect({ weighed: '9.8640', assayed: 9999 })
  await at.show()
  expect((await at.decide('reject')).error).toBeNull()
  expect((await staff('return', { case_id: made.case_id, document: 'passport' })).error).toBe('invalid_input')
  expect((await staff('return', { case_id: made.case_id, ...parcel, tracking: 'CGK-00481-78' })).error).toBeNull()
  const back = await caseOf(shop, member, made)
  expect(back.timeline[0]).toMatchObject({ state: 'returned', parcel: 'JNE CGK-00481-78' })
  expect(await destroyAddresses(shop.karat.db), 'kept while somebody may ask').toBe(0)
  await expect(
    shop.karat.db.run(
      sql`update goldback.cases set ended_at = ended_at - interval '91 days' where id = ${made.case_id}`,
    ),
  ).resolves.toBe(1)
  expect(await destroyAddresses(shop.karat.db)).toBe(1)
  expect((await caseOf(shop, member, made)).collection).toMatchObject({
    recipient: null,
    address: null,
    carrier: 'JNE',
  })
})

test('who may have it collected: for so much, at an address of theirs, and either that or a counter', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const stranger = await vaultMember(shop)
  const { quote_id } = await quoted(shop, member, [serial])
  const foreign = await addressOf(stranger)
  expect((await tryConsign(shop, member, { quote_id, address_id: foreign })).error).toBe('not_found')
  const [small = ''] = await handedOver(shop, member, 1, 10_000n)
  const little = await quoted(shop, member, [small])
  const own = await addressOf(member)
  const refused = await tryConsign(shop, member, { quote_id: little.quote_id, address_id: own })
  expect(refused.error).toBe('goldback_not_collected')
  expect(
    (await tryConsign(shop, member, { quote_id: little.quote_id, address_id: own, pickup_point_id: 1 })).error,
  ).toBe('invalid_input')
  const { collection } = await forSale(shop, member)
  expect(collection).toEqual({ least: '5000000', most: '500000000' })
})

test('what is brought to a counter is collected by nobody, and needs its document', async () => {
  const [serial = ''] = await handedOver(shop, member)
  const { quote_id } = await quoted(shop, member, [serial])
  const made = (await tryConsign(shop, member, { quote_id })).data
  expect(made.collection).toBeNull()
  expect((await scanned(made)).error).toBe('goldback_state')
  expect((await label(member, made)).statusCode).toBe(404)
  expect((await staff('receive', { case_id: made.case_id, serials: [serial], bag: '7718' })).error).toBe(
    'invalid_input',
  )
})

test('a parcel that holds something else goes back as it is; one that no courier brought needs its document', async () => {
  const { made, serial } = await collecting()
  const { case_id } = made
  expect((await staff('receive', { case_id, serials: [serial], bag: '7718' })).error).toBe('invalid_input')
  await scanned(made)
  expect((await staff('receive', { case_id, serials: ['KM0000000'], bag: '7718' })).error).toBe('goldback_serials')
  const at = desk(shop, clerk, made)
  expect((await at.decide('refuse_parcel')).error).toBeNull()
  expect(await caseOf(shop, member, made)).toMatchObject({ state: 'rejected' })
  expect((await staff('return', { case_id, ...parcel })).error).toBeNull()
})

test('what a courier may have had in time counts as fixed until it is here', async () => {
  const { made } = await collecting()
  await asOwner(shop.connectionString, [
    'alter table goldback.cases disable trigger guard_case',
    `update goldback.cases set fixed_until = now() - interval '1 minute', fine_e4 = 450000 where id = '${made.case_id}'`,
    'alter table goldback.cases enable trigger guard_case',
  ])
  const [serial = ''] = await handedOver(shop, member)
  expect((await quoted(shop, member, [serial])).fixed_until).toBeNull()
})
