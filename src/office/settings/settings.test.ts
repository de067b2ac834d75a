/** Settings of a store: obeyed by every instance from their moment on, dated, audited, and never changed afterwards. */
import { beforeAll, expect, test } from 'vitest'
import { metAt } from '../../../tests/support/meeting.ts'
import { asOwner } from '../../../tests/support/owner.ts'
import { type Shop, startAnew } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { askStaff, staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { deliveryTerms } from '../../delivery/delivery-queries.ts'
import { offerPacking } from '../../orders/core/promise-packing.ts'
import { sellerOf } from '../../papers/paper-rules.ts'
import { insertSetting } from '../../stores/add-stores.ts'
import { storeOf } from '../../stores/stores.ts'
import type { SettingsView } from './settings-contract.ts'

const { sound: shop, broken } = openShopPair()
const reason = 'The counter moves'
const owners = new Map<Shop, [TestStaff, TestStaff]>()
beforeAll(async () => {
  for (const one of [shop, broken])
    owners.set(one, [await staffSignedIn(one, 'owner'), await staffSignedIn(one, 'owner')])
})
const by = (which: Shop, place: 0 | 1 = 0) => owners.get(which)?.[place] as TestStaff

const list = async (which = shop): Promise<SettingsView> =>
  (await askStaff(which, by(which), '/settings/list?store=id')).data as SettingsView
const newestOf = async (name: string, which = shop) =>
  (await list(which)).names.find((one) => one.name === name)?.newest_id ?? 0

/** Asked by one owner and, where it takes two people, approved by another. */
async function change(name: string, value: Record<string, unknown>, from: string | null = null) {
  const wish = { store: 'id', name, value, seen_id: await newestOf(name), from, reason }
  const answer = await askStaff(shop, by(shop), '/settings/change', wish)
  const { approval_id } = answer.data
  if (approval_id) expect((await askStaff(shop, by(shop, 1), '/approvals/approve', { approval_id })).error).toBeNull()
  return answer
}

test('a change is obeyed at once, by another instance too, and the record says what was another value', async () => {
  const answer = await change('house', { street: 'Jl. Thamrin No. 9' })
  expect(answer.data).toEqual({ approval_id: null })
  await expect.poll(() => sellerOf(storeOf(shop.karat, 'id'))[1]).toBe('Jl. Thamrin No. 9')
  const [action] = await shop.karat.db.rows<{ details: object; reason: string }>(
    sql`select details, reason from staff.actions where action = 'settings.change' order by at desc limit 1`,
  )
  expect(action).toMatchObject({
    reason,
    details: { before: { street: 'Jl. H.O.S. Cokroaminoto No. 84' }, after: { street: 'Jl. Thamrin No. 9' } },
  })
  const first = shop.karat
  await startAnew(shop)
  expect(sellerOf(storeOf(shop.karat, 'id'))[1]).toBe('Jl. Thamrin No. 9')
  await change('house', { street: 'Jl. Sudirman No. 3' })
  await expect.poll(() => sellerOf(storeOf(first, 'id'))[1]).toBe('Jl. Sudirman No. 3')
  await first.close()
})

test('what delivery costs and when it leaves follow their settings', async () => {
  const ask = { store: storeOf(shop.karat, 'id'), currency: 'IDR', province_code: '31' } as const
  const terms = () =>
    deliveryTerms(shop.karat, { ...ask, store: storeOf(shop.karat, 'id'), gross_weight: '10.0000', value: '10000000' })
  expect(await terms()).toMatchObject({ insurance: '12000', cut_off: '14:00', days_from: 2, days_to: 4 })
  await change('delivery', { insurance_bps: 50, cut_off: '11:30', days_from: 1, days_to: 9, packed_a_day: 1 })
  await expect.poll(terms).toMatchObject({ insurance: '50000', cut_off: '11:30', days_from: 1, days_to: 9 })
  const { before } = await offerPacking(shop.karat.db, 'id')
  expect(before).toBe(0)
})

test('one from a day to come waits for it, and a day that has begun is refused', async () => {
  const yesterday = new Date(shop.clock.ms - 86_400_000).toISOString().slice(0, 10)
  expect((await change('delivery', { cut_off: '09:00' }, yesterday)).data.fields as object).toHaveProperty('from')
  await change('delivery', { cut_off: '08:00' }, '2099-01-01')
  const { now, said } = (await list()).names.find(({ name }) => name === 'delivery') ?? { now: {}, said: [] }
  expect(now).not.toMatchObject({ cut_off: '08:00' })
  expect(said[0]).toMatchObject({ value: { cut_off: '08:00' }, from: '2098-12-31T17:00:00.000Z', reason })
})

test.each([
  ['house', { legal_name: ' ' }, 'legal_name'],
  ['house', { street: 'a\nb' }, 'street'],
  ['delivery', { cut_off: '25:00' }, 'cut_off'],
  ['delivery', { insurance_bps: 501 }, 'insurance_bps'],
  ['delivery', { days_from: 5, days_to: 4 }, 'days_to'],
  ['delivery', { packed_a_day: 'many' }, 'packed_a_day'],
])('%s refuses %o at its field', async (name, more, field) => {
  expect(Object.keys((await change(name, more)).data.fields as object)).toEqual([field])
})

test('what comes into force later takes nothing back that was changed before it, and comes by itself', async () => {
  await change('delivery', { insurance_bps: 70 })
  const row = { store: 'id', name: 'delivery' as const, by: 'test', reason: 'test' }
  await insertSetting(shop.karat.db, { ...row, value: { cut_off: '07:15' }, from: new Date(Date.now() + 1200) })
  await change('delivery', { insurance_bps: 80 })
  await expect
    .poll(() => storeOf(shop.karat, 'id').settings.delivery, { timeout: 10_000 })
    .toMatchObject({ cut_off: '07:15', insurance_bps: 80 })
})

test('a change is judged with those to come, and one that was written beside an older one is refused', async () => {
  await change('delivery', { days_from: 2, days_to: 3 })
  await change('delivery', { days_from: 3 }, '2099-02-01')
  expect((await change('delivery', { days_to: 2 })).data.fields as object).toHaveProperty('days_to')
  const seen_id = await newestOf('house')
  await change('house', { auditor: 'One' })
  const wish = { store: 'id', name: 'house', value: { auditor: 'Two' }, seen_id, from: null, reason }
  expect((await askStaff(shop, by(shop), '/settings/change', wish)).error).toBe('edited_meanwhile')
})

/** Two owners who saw the same, at once. */
async function twoAtOnce(which: Shop, plant?: (text: string) => string) {
  const seen_id = await newestOf('house', which)
  if (plant) which.intercept.current = metAt('insert into stores.settings', 2, plant)
  const answers = await Promise.all(
    ([0, 1] as const).map((place) =>
      askStaff(which, by(which, place), '/settings/change', {
        ...{ store: 'id', name: 'house', value: { insurer: `Insurer ${place}` }, seen_id, from: null, reason },
      }),
    ),
  )
  which.intercept.current = undefined
  return answers.map(({ error }) => error).toSorted()
}

test('of two changes at once the second is told', async () =>
  expect(await twoAtOnce(shop)).toEqual(['edited_meanwhile', null]))
test('control: without taking turns both are written', async () =>
  expect(
    await twoAtOnce(broken, (text) => text.replace('pg_advisory_xact_lock(7240042, hashtext($1))', '$1::text')),
  ).toEqual([null, null]))

test('a holiday is passed over by every day that is promised, until it is taken back', async () => {
  await change('delivery', { cut_off: '00:00', packed_a_day: 100_000 })
  const offer = async () => (await offerPacking(shop.karat.db, 'id')).by
  const leaves = () =>
    deliveryTerms(shop.karat, {
      ...{
        store: storeOf(shop.karat, 'id'),
        currency: 'IDR',
        province_code: '31',
        gross_weight: '10.0000',
        value: '1',
      },
    }).then(({ leaves_on }) => leaves_on)
  const by = await offer()
  expect((await change('holidays', { [by]: 'Stocktaking' })).data).toEqual({ approval_id: null })
  expect((await offer()) > by, 'in the database').toBe(true)
  await expect.poll(leaves).toBe(await offer())
  expect((await list()).names.find(({ name }) => name === 'holidays')?.said[0]).toMatchObject({
    ...{ value: { [by]: 'Stocktaking' }, reason },
  })
  await change('holidays', { [by]: '' })
  expect(await offer()).toBe(by)
  expect((await change('holidays', { '2026-02-30': 'No such day' })).data.fields as object).toHaveProperty('days')
  expect((await change('holidays', { '2099-05-05': 'A day to come' }, '2099-01-01')).data).toEqual({
    approval_id: null,
  })
  expect(storeOf(shop.karat, 'id').settings.holidays).not.toHaveProperty('2099-05-05')
})

test('what was set is changed by nobody, not even by the owner of the database', async () => {
  await change('house', { licence: 'A licence' })
  await expect(shop.karat.db.run(sql`update stores.settings set reason = 'x'`)).rejects.toThrow('permission denied')
  await expect(asOwner(shop.connectionString, ['delete from stores.settings'])).rejects.toThrow('stays')
})
