import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Currency, minor, weight } from '../money/money.ts'
import { firstSettings } from '../stores/setting-rules.ts'
import { type Tariff, type Zone, zoneAt, zonesOf } from '../stores/zone-rules.ts'
import {
  deliveryDays,
  deliveryFee,
  insuranceFee,
  insuredMost,
  isRegionChain,
  journeyOf,
  leavingDay,
} from './delivery-rules.ts'
import { releasedZones } from './released-zone-rules.ts'

const grams = (g: bigint) => weight(g * 10_000n)
const zoneOf = (store: string, provinceCode: string) =>
  zoneAt(zonesOf(releasedZones[store] ?? {}), { provinceCode, postalCode: null }) as Zone
const tariffOf = (store: string, provinceCode: string, currency: Currency) =>
  zoneOf(store, provinceCode).tariffs[currency] as Tariff
const jakarta = ['id', '31', 'IDR'] as const

test.each([
  ['10 g to Jakarta', jakarta, grams(10n), 26_000_000n, 35_000n],
  ['100 g to Jakarta', jakarta, grams(100n), 100_000_000n, 35_000n],
  ['a little over 100 g', jakarta, weight(1_000_001n), 100_000_000n, 40_000n],
  ['one rupiah over the step of value', jakarta, grams(100n), 100_000_001n, 60_000n],
  ['1 kg to Papua', ['id', '91', 'IDR'], grams(1000n), 2_400_000_000n, 120_000n + 9n * 25_000n + 23n * 25_000n],
  ['10 g to Penang', ['my', '07', 'MYR'], grams(10n), 650_000n, 1_500n],
  ['10 g to Sabah', ['my', '12', 'MYR'], grams(10n), 650_000n, 2_800n],
  ['100 g to Sabah in dollars', ['my', '12', 'USD'], grams(100n), 1_200_001n, 450n + 2n * 170n],
] as const)('the courier takes its fee for %s', (_, to, grossWeight, value, fee) => {
  expect(deliveryFee(tariffOf(to[0], to[1], to[2]), { grossWeight, value: minor(value) })).toBe(fee)
})

test('a tariff without steps of value asks for weight alone', () => {
  const tariff = { first: minor(10n), further: minor(2n), valueStep: null, perValueStep: minor(5n) }
  expect(deliveryFee(tariff, { grossWeight: grams(101n), value: minor(10n ** 12n) })).toBe(12n)
})

const terms = firstSettings.delivery

test('every province had a zone; one that nobody knows was the farthest', () => {
  const codes = (store: string, provinces: string[]) => provinces.map((province) => zoneOf(store, province).code)
  expect(codes('id', ['31', '36', '34', '51', '11', '53', '64', '73', '81', '96', '00'])).toEqual([
    ...['near', 'near', 'island', 'island', 'far', 'far', 'far', 'far', 'remote', 'remote', 'remote'],
  ])
  expect(codes('my', ['10', '14', '16', '01', '11', '12', '13', '15'])).toEqual([
    ...['near', 'near', 'near', 'island', 'island', 'far', 'far', 'far'],
  ])
})

test('more weight or value is never cheaper', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 13n })
  const province = fc.constantFrom('31', '33', '12', '94')
  fc.assert(
    fc.property(amount, amount, amount, province, (grossWeight, value, more, provinceCode) => {
      const tariff = tariffOf('id', provinceCode, 'IDR')
      const fee = (w: bigint, v: bigint) => deliveryFee(tariff, { grossWeight: weight(w), value: minor(v) })
      expect(fee(grossWeight + more, value)).toBeGreaterThanOrEqual(fee(grossWeight, value))
      expect(fee(grossWeight, value + more)).toBeGreaterThanOrEqual(fee(grossWeight, value))
    }),
  )
})

test('what a parcel is insured for is said in whole units', () => {
  expect(insuredMost({ insured_most: '' }, 'MYR')).toBeNull()
  expect(insuredMost({ insured_most: 500 }, 'MYR')).toBe(50_000n)
})

test('insurance is 0.12 % of the value, rounded up', () => {
  expect(insuranceFee(minor(0n), terms)).toBe(0n)
  expect(insuranceFee(minor(1n), terms)).toBe(1n)
  expect(insuranceFee(minor(10_000n), terms)).toBe(12n)
  expect(insuranceFee(minor(26_400_001n), terms)).toBe(31_681n)
})

test('far provinces wait longer', () => {
  expect(deliveryDays(zoneOf('id', '31'), terms)).toEqual({ from: 2, to: 4 })
  expect(deliveryDays(zoneOf('id', '94'), terms)).toEqual({ from: 7, to: 9 })
})

test('a chain of regions names each level below the one before it, as deep as the store asks', () => {
  const known = [
    { code: '31', parentCode: null, level: 1 },
    { code: '31.71', parentCode: '31', level: 2 },
    { code: '31.71.06', parentCode: '31.71', level: 3 },
    { code: '31.72.01', parentCode: '31.72', level: 3 },
  ]
  const chains: [(string | null)[], number, boolean][] = [
    [['31', '31.71', '31.71.06'], 3, true],
    [['31', '31.71', null], 3, false],
    [['31', '31.71', '31.72.01'], 3, false],
    [['31.71', '31', null], 2, false],
    [['31', '31.71', null], 2, true],
    [['31', null, null], 1, true],
    [['31', '31.71', null], 1, false],
    [['32', null, null], 1, false],
  ]
  for (const [codes, levels, is] of chains) expect(isRegionChain(codes, known, levels), codes.join()).toBe(is)
})

const wib = { timeZone: 'Asia/Jakarta', cutOff: '14:00', days: { from: 2, to: 4 }, holidays: {} }
test.each([
  ['a Monday one minute before the cut-off', '2026-11-23T06:59:00Z', ['2026-11-23', '2026-11-25', '2026-11-27']],
  ['a Monday at the cut-off', '2026-11-23T07:00:00Z', ['2026-11-24', '2026-11-26', '2026-11-30']],
  ['a Friday after the cut-off', '2026-11-27T08:00:00Z', ['2026-11-30', '2026-12-02', '2026-12-04']],
  ['a Saturday', '2026-11-21T03:00:00Z', ['2026-11-23', '2026-11-25', '2026-11-27']],
  ['a Sunday that is already Monday in Jakarta', '2026-11-22T17:30:00Z', ['2026-11-23', '2026-11-25', '2026-11-27']],
] as const)('what is paid on %s leaves and arrives on working days', (_, at, [leavesOn, arrivesFrom, arrivesTo]) => {
  expect(journeyOf({ ...wib, now: Date.parse(at) })).toEqual({ leavesOn, arrivesFrom, arrivesTo })
})

test.each([
  [0, '2026-11-25'],
  [2, '2026-11-27'],
  [3, '2026-11-30'],
])('behind %i days of other orders a Wednesday morning leaves on %s', (days, day) => {
  expect(leavingDay({ ...wib, now: Date.parse('2026-11-25T02:00:00Z') }, days)).toBe(day)
})

test('a holiday is no working day, on either end and between', () => {
  const holidays = { '2026-12-24': 'Eve', '2026-12-25': 'Christmas', '2026-12-29': 'Stocktaking' }
  const thursday = Date.parse('2026-12-24T02:00:00Z')
  expect(leavingDay({ ...wib, holidays, now: thursday })).toBe('2026-12-28')
  expect(leavingDay({ ...wib, holidays, now: thursday }, 1)).toBe('2026-12-30')
  expect(journeyOf({ ...wib, holidays, now: thursday })).toEqual({
    ...{ leavesOn: '2026-12-28', arrivesFrom: '2026-12-31', arrivesTo: '2027-01-04' },
  })
})
