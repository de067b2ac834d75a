import { expect, test } from 'vitest'
import { releasedZones } from '../delivery/released-zone-rules.ts'
import { demoCouriers } from '../home/demo/couriers.ts'
import { servingCouriers, trackingLink } from './courier-rules.ts'
import type { RowValues } from './list-row-rules.ts'
import { faultsOf, foldSetting, takesTwo } from './setting-rules.ts'
import { zoneAt, zonesOf } from './zone-rules.ts'

const city = {
  ...{ 'city.place': 10, 'city.name': 'The city', 'city.served': 'on', 'city.provinces': '31' },
  ...{ 'city.first.IDR': '35000', 'city.first.USD': '2.50' },
} satisfies RowValues
const islands = { 'sea.place': 5, 'sea.name': 'Islands', 'sea.served': 'off', 'sea.postcodes': '145, 1461' }
const zones = zonesOf({ ...city, ...islands })
const at = (provinceCode: string, postalCode: string | null) => zoneAt(zones, { provinceCode, postalCode })?.code

test('the first zone in their order has the place: by the beginning of its postcode, or by its province', () => {
  expect(at('31', '14530')).toBe('sea')
  expect(at('31', '14610')).toBe('sea')
  expect(at('31', '14620')).toBe('city')
  expect(at('32', '14530')).toBe('sea')
  expect(at('32', '40111')).toBeUndefined()
  expect(at('31', null), 'a postcode that nobody said').toBe('city')
})

test('what releases had is right in both stores, and takes two people unless it only stops', () => {
  expect(faultsOf('zones', releasedZones.id ?? {}, ['IDR', 'USD'])).toEqual({})
  expect(faultsOf('zones', releasedZones.my ?? {}, ['MYR', 'USD'])).toEqual({})
  for (const value of Object.values(demoCouriers)) expect(faultsOf('couriers', value)).toEqual({})
  expect(takesTwo('zones', { 'city.first.IDR': '1' })).toBe(true)
  expect(takesTwo('zones', { 'city.served': 'off' })).toBe(false)
})

test('a row whose every field was taken back is no row', () => {
  const gone = Object.fromEntries(Object.keys(city).map((field) => [field, '']))
  expect(zonesOf(foldSetting('zones', [city, gone]))).toEqual([])
  expect(faultsOf('zones', { ...city, ...gone }, ['IDR'])).toEqual({})
})

test.each([
  [{ 'city.provinces': '31; 3x' }, 'city.provinces'],
  [{ 'city.provinces': '31, *' }, 'city.provinces'],
  [{ 'city.provinces': '' }, 'city.provinces'],
  [{ 'city.postcodes': '10, 123456' }, 'city.postcodes'],
  [{ 'city.name': '' }, 'city.name'],
  [{ 'city.place': '' }, 'city.place'],
  [{ 'city.served': 'yes' }, 'city.served'],
  [{ 'city.more_days': 61 }, 'city.more_days'],
  [{ 'city.first.IDR': '35000.50' }, 'city.first.IDR'],
  [{ 'city.first.USD': 'free' }, 'city.first.USD'],
  [{ 'city.first.USD': '' }, 'city.first.USD'],
  [{ 'city.further.IDR': '-1' }, 'city.further.IDR'],
  [{ 'city.per_step.IDR': '25000' }, 'city.value_step.IDR'],
  [{ 'city.colour': 'red' }, 'city.colour'],
  [{ 'The city.name': 'x' }, 'The city.name'],
] as [RowValues, string][])('%o is refused at %s', (more, field) => {
  expect(Object.keys(faultsOf('zones', { ...city, ...more }, ['IDR', 'USD']))).toContain(field)
})

test('a zone that is not served needs no price', () => {
  expect(faultsOf('zones', islands, ['IDR', 'USD'])).toEqual({})
})

const jne = {
  'jne.place': 1,
  'jne.name': 'JNE',
  'jne.serves': 'on',
  'jne.tracking': 'https://jne.example/t?n={number}',
}
test('a parcel is followed at the address of its courier, also of one that serves no more', () => {
  expect(trackingLink(jne, 'jne', 'A/1 2')).toBe('https://jne.example/t?n=A%2F1%202')
  expect(trackingLink(jne, 'other', 'A1')).toBeNull()
  const stopped = { ...jne, 'jne.serves': 'off' }
  expect([servingCouriers(stopped), trackingLink(stopped, 'jne', '1')]).toEqual([[], 'https://jne.example/t?n=1'])
})

test.each([
  [{ 'jne.tracking': 'http://jne.example/{number}' }, 'jne.tracking'],
  [{ 'jne.tracking': 'https://jne.example/t' }, 'jne.tracking'],
  [{ 'jne.tracking': 'https://{number}/t' }, 'jne.tracking'],
  [{ 'jne.tracking': 'https://a@jne.example/{number}' }, 'jne.tracking'],
  [{ 'jne.tracking': 'javascript:alert({number})' }, 'jne.tracking'],
  [{ 'jne.name': '' }, 'jne.name'],
  [{ 'jne.serves': 'maybe' }, 'jne.serves'],
] as [RowValues, string][])('of couriers %o is refused at %s', (more, field) => {
  expect(Object.keys(faultsOf('couriers', { ...jne, ...more }))).toEqual([field])
})
