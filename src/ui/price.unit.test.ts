import { expect, it } from 'vitest'
import { changeBetween, minorOf, shareBps, wireMoney } from './price.ts'

it('reads and writes money of every currency without loss', () => {
  for (const [text, currency] of [
    ['2633639', 'IDR'],
    ['655.20', 'MYR'],
    ['-12.05', 'USD'],
    ['900719925474099', 'IDR'],
  ] as const)
    expect(wireMoney(minorOf(text, currency), currency)).toBe(text)
})

it('refuses a text that is no amount of its currency', () => {
  expect(() => minorOf('12.5', 'IDR')).toThrow('12.5 is not an amount in IDR')
})

it('says which way a price went and by what share, to the nearest hundredth of a percent', () => {
  expect(changeBetween(2_617_900n, 2_633_639n)).toEqual({ amount: 15_739n, bps: 60, way: 'up' })
  expect(changeBetween(2_633_639n, 2_617_900n)).toEqual({ amount: -15_739n, bps: -60, way: 'down' })
  expect(changeBetween(5n, 5n)).toEqual({ amount: 0n, bps: 0, way: 'flat' })
  expect(shareBps(1n, 0n)).toBe(0)
})
