import { expect, test } from 'vitest'
import { csvOf, type Point, pricesOfKarat, withLive } from './price-ranges.ts'

const at = (text: string) => Date.parse(`2026-11-20T${text}Z`)
const bar = (close: string) => ({ open: '100', high: '120', low: '90', close })
const points: Point[] = [
  { at: '2026-11-20T07:00:00.000Z', ask: '100', bid: '97' },
  { at: '2026-11-20T07:15:00.000Z', ask: '110', bid: '106', bars: { ask: bar('110'), bid: bar('106') } },
]
const live = (ask: string, text: string) => ({ ask, bid: '1', at: at(text), currency: 'IDR' })

test('while its candle lasts, the price of now is where the last point closes', () => {
  const moved = withLive(points, '1D', live('130', '07:29:59'))
  expect(moved).toHaveLength(2)
  expect(moved[1]).toMatchObject({ ask: '130', bars: { ask: { high: '130', low: '90', close: '130' } } })
  expect(withLive(points, '1D', live('80', '07:16:00'))[1]?.bars?.ask).toMatchObject({ high: '120', low: '80' })
})

test('after its candle a new one begins at the price of now', () => {
  const moved = withLive(points, '1D', live('105', '07:47:10'))
  expect(moved).toHaveLength(3)
  expect(moved[2]).toMatchObject({
    at: '2026-11-20T07:45:00.000Z',
    ask: '105',
    bars: { ask: { open: '105', low: '105' } },
  })
})

test('days and weeks only ever move their last candle, and an old price moves nothing', () => {
  expect(withLive(points, '1Y', live('105', '23:00:00'))).toHaveLength(2)
  expect(withLive(points, '1D', live('105', '07:14:59'))).toBe(points)
  expect(withLive([], '1D', live('105', '07:14:59'))).toEqual([])
})

test('18 karat is three quarters of fine gold, the ask rounded up and the bid down', () => {
  expect(pricesOfKarat({ ask: '2633639', bid: '2544095', currency: 'IDR' }, 18)).toEqual({
    ask: '1975230',
    bid: '1908071',
  })
})

test('the numbers leave as plain text', () => {
  expect(csvOf(points, 'IDR')).toBe(
    'time,ask_IDR_per_g,bid_IDR_per_g\n2026-11-20T07:00:00.000Z,100,97\n2026-11-20T07:15:00.000Z,110,106',
  )
})
