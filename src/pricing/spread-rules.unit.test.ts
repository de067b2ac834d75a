import { expect, test } from 'vitest'
import { problem } from '../locale/field-rules.ts'
import { bps } from '../money/money.ts'
import { takesTwo, wrongSpread } from './spread-rules.ts'

const spread = (ask: number, bid: number) => ({ askBps: bps(ask), bidBps: bps(bid) })
const now = spread(170, -170)

test('a spread is refused when ask and bid meet, and when it is no change', () => {
  expect(wrongSpread(spread(0, 0), now)).toEqual({ bid_bps: problem('below_ask', { n: 20 }) })
  expect(wrongSpread(spread(19, 0), now)).not.toBeNull()
  expect(wrongSpread(spread(20, 0), now)).toBeNull()
  expect(wrongSpread(now, now)).toEqual({ ask_bps: problem('unchanged') })
})

test('one person moves either side by half a percent, two move it further', () => {
  expect(takesTwo(spread(220, -120), [now])).toBe(false)
  expect(takesTwo(spread(221, -170), [now])).toBe(true)
  expect(takesTwo(spread(170, -221), [now])).toBe(true)
})

test('many small steps within a day are measured from where the day began', () => {
  expect(takesTwo(spread(240, -170), [spread(210, -170), now])).toBe(true)
  expect(takesTwo(spread(215, -170), [spread(210, -170), now])).toBe(false)
})
