/** Settings of a store: obeyed by every instance from their moment on, dated, audited, and never changed afterwards. */
import { beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../tests/support/owner.ts'
import { openShop, startAnew } from '../../../tests/support/shop.ts'
import { askStaff, staffSignedIn } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import { deliveryTerms } from '../../delivery/delivery-queries.ts'
import { offerPacking } from '../../orders/core/promise-packing.ts'
import { sellerOf } from '../../papers/paper-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import type { SettingsView } from './settings-contract.ts'

const shop = openShop()
const reason = 'The counter moves'
let owner: Awaited<ReturnType<typeof staffSignedIn>>
beforeEach(async () => {
  owner ??= await staffSignedIn(shop, 'owner')
})

const list = async (store = 'id'): Promise<SettingsView> =>
  (await askStaff(shop, owner, `/settings/list?store=${store}`)).data as SettingsView
const nowOf = async (name: string) => (await list()).names.find((one) => one.name === name)?.now ?? {}
const change = async (name: string, more: Record<string, unknown>, from: string | null = null) =>
  askStaff(shop, owner, '/settings/change', {
    ...{ store: 'id', name, value: { ...(await nowOf(name)), ...more }, from, reason },
  })

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
  const today = new Date(shop.clock.ms).toISOString().slice(0, 10)
  expect((await change('delivery', { cut_off: '09:00' }, today)).data.fields as object).toHaveProperty('from')
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

test('what was set is changed by nobody, not even by the owner of the database', async () => {
  await change('house', { licence: 'A licence' })
  await expect(shop.karat.db.run(sql`update stores.settings set reason = 'x'`)).rejects.toThrow('permission denied')
  await expect(asOwner(shop.connectionString, ['delete from stores.settings'])).rejects.toThrow('stays')
})
