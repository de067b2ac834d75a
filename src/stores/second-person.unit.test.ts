import { expect, test } from 'vitest'
import type { Currency } from '../money/money.ts'
import { secondFrom } from './second-person.ts'

const release = { IDR: 10_000_000n, MYR: 300_000n, USD: 65_000n }
const settings = { refund: { twoPeopleFrom: release } } as never
const from = (own: Currency, whole: number | '', currency: Currency) =>
  secondFrom('back_from', settings, { currency: own, settings: { approvals: { back_from: whole } } } as never, currency)

test.each([
  ['IDR', '', 'IDR', 10_000_000n],
  ['IDR', '', 'USD', 65_000n],
  ['IDR', 25_000_000, 'IDR', 25_000_000n],
  // Half as much again as the release, rounded down; never nothing.
  ['IDR', 15_000_000, 'USD', 97_500n],
  ['IDR', 1, 'USD', 1n],
  ['MYR', 4_500, 'MYR', 450_000n],
  ['MYR', 4_500, 'USD', 97_500n],
] as const)('in a store that sells in %s, %s set: in %s from %s', (own, whole, currency, least) =>
  expect(from(own, whole, currency)).toBe(least),
)
