import { expect, test } from 'vitest'
import { MARKET_HOURS, marketOf } from './market-rules.ts'

const GOLD = 'Sun 18:00-Fri 17:00 America/New_York'
const at = (text: string) => Date.parse(text)

test.each([
  ['a Wednesday', '2026-11-18T12:00:00Z', true],
  ['Friday at 16:59 in New York', '2026-11-20T21:59:59Z', true],
  ['Friday at 17:00 in New York', '2026-11-20T22:00:00Z', false],
  ['Saturday', '2026-11-21T12:00:00Z', false],
  ['Sunday at 17:59 in New York', '2026-11-22T22:59:59Z', false],
  ['Sunday at 18:00 in New York', '2026-11-22T23:00:00Z', true],
  ['Friday at 17:00 of summer time', '2026-07-17T21:00:00Z', false],
])('%s', (_title, moment, open) => {
  expect(marketOf(GOLD).at(at(moment)).open).toBe(open)
})

test('says since when and until when, over the change to winter time', () => {
  expect(marketOf(GOLD).at(at('2026-10-31T12:00:00Z'))).toEqual({
    open: false,
    since: at('2026-10-30T21:00:00Z'),
    until: at('2026-11-01T23:00:00Z'),
  })
})

test('is closed on a holiday of its zone, and goes on being asked for the next period', () => {
  const market = marketOf(GOLD, '2026-12-25')
  expect(market.at(at('2026-12-25T04:59:59Z')).open).toBe(true)
  expect(market.at(at('2026-12-25T05:00:00Z'))).toEqual({
    open: false,
    since: at('2026-12-25T05:00:00Z'),
    until: at('2026-12-27T23:00:00Z'),
  })
  expect(market.at(at('2026-12-28T05:00:00Z')).open).toBe(true)
})

test('may close every day', () => {
  const market = marketOf('Mon 09:00-Mon 17:30,Tue 09:00-Tue 17:30 Asia/Jakarta')
  expect(market.at(at('2026-11-23T10:30:00Z'))).toMatchObject({ open: false, until: at('2026-11-24T02:00:00Z') })
})

test('without hours never closes', () => {
  expect(marketOf('').at(0)).toEqual({ open: true, since: null, until: Number.POSITIVE_INFINITY })
})

test.each([
  [GOLD, true],
  ['Mon 09:00-Mon 17:30,Tue 09:00-Tue 17:30 UTC', true],
  ['Sun 18:00-Fri 17:01 America/New_York', false],
  ['Sun 18:00-Fri 17:00', false],
  ['18:00-17:00 UTC', false],
])('%s is read: %s', (hours, read) => {
  expect(MARKET_HOURS.test(hours)).toBe(read)
})
