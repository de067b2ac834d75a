import { describe, expect, test } from 'vitest'
import {
  isEvidentError,
  type Prices,
  type Sale,
  splitDifference,
  treatmentOf,
  treatSettled,
  treatTrade,
  windowFault,
} from './window-rules.ts'

const now = new Date('2026-11-22T12:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)
const sale = (change: Partial<Sale> = {}): Sale => ({
  kind: 'order',
  state: 'paid',
  soldAsk: 23_200n,
  rightAsk: 2_320_000n,
  askBefore: 2_320_000n,
  soldAt: hours(1),
  rightAt: hours(0.5),
  acceptedAt: hours(100),
  askedBack: false,
  ...change,
})

describe('an evident error', () => {
  test.each([
    [98_000n, 100_000n, true],
    [98_001n, 100_000n, false],
    [102_000n, 100_000n, true],
    [101_999n, 100_000n, false],
    [100_000n, 100_000n, false],
    [1n, 100_000n, true],
    [200_000n, 100_000n, true],
  ])('sold at %s where %s was right: %s', (soldAsk, rightAsk, wrong) => {
    expect(isEvidentError(sale({ soldAsk, rightAsk, askBefore: null }))).toBe(wrong)
  })
})

describe('over hours a market moves by as much by itself', () => {
  const moved = (change: Partial<Sale>) =>
    isEvidentError(
      sale({ soldAt: hours(6), rightAt: hours(1), askBefore: 2_300_000n, rightAsk: 2_400_000n, ...change }),
    )
  test.each([
    ['near the price before: the market rose afterwards', { soldAsk: 2_310_000n }, false],
    ['near the price after: it rose before', { soldAsk: 2_390_000n }, false],
    ['below both', { soldAsk: 2_200_000n }, true],
    ['above both', { soldAsk: 2_500_000n }, true],
    ['nothing was before', { soldAsk: 2_310_000n, askBefore: null }, true],
    ['the right level came soon after', { soldAsk: 2_310_000n, rightAt: hours(4) }, true],
    ['a second too late for soon', { soldAsk: 2_310_000n, rightAt: new Date(hours(4).getTime() + 1000) }, false],
  ])('sold %s', (_title, change, wrong) => {
    expect(moved(change)).toBe(wrong)
  })
})

describe('what a window does to a trade of grams', () => {
  const trade = {
    ...({ kind: 'trade', soldAsk: 23_200n, rightAsk: 2_320_000n, askBefore: 2_320_000n, isThere: true } as const),
    ...{ soldAt: hours(1), rightAt: hours(0.5), acceptedAt: hours(100) },
  }
  const chosen = { does: 'choose', because: null }
  test.each([
    ['its member chooses', {}, chosen],
    ['one at the right price stays', { soldAsk: 2_320_000n }, null],
    ['one of more than a day ago stays', { soldAt: hours(25), rightAt: hours(24.5) }, null],
    ['a day ago is within', { soldAt: hours(24), rightAt: hours(23.5) }, chosen],
    ['what has moved on is listed', { isThere: false }, { does: 'list', because: 'gone' }],
    ['without the clause too', { acceptedAt: null }, { does: 'list', because: 'no_clause' }],
    ['accepted only later', { acceptedAt: hours(0.9) }, { does: 'list', because: 'no_clause' }],
    ['a quote is void', { kind: 'trade_quote' }, { does: 'void', because: null }],
    ['a quote without the clause stands', { kind: 'trade_quote', acceptedAt: null }, null],
    ['a purchase that waits ends', { kind: 'purchase' }, { does: 'end', because: null }],
    ['one without the clause waits on', { kind: 'purchase', acceptedAt: null }, null],
  ] as const)('%s', (_title, change, becomes) => {
    expect(treatTrade({ ...trade, ...change }, now)).toEqual(becomes)
  })
})

describe('what a window does to a sale', () => {
  test.each([
    ['pending_payment', { does: 'end', because: null }],
    ['payment_review', null],
    ['paid', { does: 'choose', because: null }],
    ['preparing', { does: 'list', because: 'prepared' }],
    ['shipped', { does: 'list', because: 'gone' }],
    ['ready_for_pickup', { does: 'list', because: 'gone' }],
    ['completed', { does: 'list', because: 'gone' }],
    ['cancelled', null],
    ['expired', null],
  ] as const)('an order that is %s', (state, expected) => {
    expect(treatmentOf(sale({ state }), now)).toEqual(expected)
  })

  test('a paid order of which money is asked back is one decision, not two', () => {
    expect(treatmentOf(sale({ askedBack: true }), now)).toEqual({ does: 'list', because: 'refund_waiting' })
  })

  test.each(['guarantee', 'quote'] as const)('an open %s is void', (kind) => {
    expect(treatmentOf(sale({ kind, state: 'open' }), now)).toEqual({ does: 'void', because: null })
  })

  test.each([
    ['never accepted', null],
    ['accepted after the sale', hours(0.5)],
  ])('without the clause, %s: a promise is kept, an order is only listed', (_title, acceptedAt) => {
    expect(treatmentOf(sale({ kind: 'guarantee', state: 'open', acceptedAt }), now)).toBe(null)
    expect(treatmentOf(sale({ acceptedAt }), now)).toEqual({ does: 'list', because: 'no_clause' })
    expect(treatmentOf(sale({ acceptedAt, state: 'cancelled' }), now)).toBe(null)
  })

  test('accepted at the moment of the sale is in time', () => {
    expect(treatmentOf(sale({ acceptedAt: hours(1) }), now)?.does).toBe('choose')
  })

  test('in both directions, within a day and not a millisecond longer, never at a right price', () => {
    expect(treatmentOf(sale({ soldAsk: 4_640_000n }), now)?.does).toBe('choose')
    expect(treatmentOf(sale({ soldAt: hours(24) }), now)?.does).toBe('choose')
    expect(treatmentOf(sale({ soldAt: new Date(hours(24).getTime() - 1) }), now)).toBe(null)
    expect(treatmentOf(sale({ soldAsk: 2_300_000n }), now)).toBe(null)
  })
})

describe('the bounds of a window', () => {
  test.each([
    [hours(2), hours(1), null],
    [hours(24), now, null],
    [hours(1), hours(1), 'order'],
    [hours(1), hours(2), 'order'],
    [hours(1), new Date(now.getTime() + 1), 'future'],
    [new Date(hours(24).getTime() - 1), hours(23), 'too_long_ago'],
  ])('%s to %s: %s', (from, to, fault) => {
    expect(windowFault({ from, to }, now)).toBe(fault)
  })
})

describe('what a window does to a cancellation', () => {
  const prices = (soldAsk: bigint, change: Partial<Prices> = {}): Prices => {
    const { rightAsk, askBefore, soldAt, rightAt } = sale({ rightAsk: 1000n, askBefore: 1000n })
    return { soldAsk, rightAsk, askBefore, soldAt, rightAt, ...change }
  }
  test.each([
    ['too much at a bid too high', 110n, 100n, 1000n, 1020n, { because: 'settled_high', sold: 1020n }],
    ['too little at an ask too low', 90n, 100n, 980n, 1000n, { because: 'settled_low', sold: 980n }],
    ['both off: the bid is named', 90n, 100n, 900n, 901n, { because: 'settled_low', sold: 901n }],
    ['nothing was off', 90n, 100n, 1019n, 981n, null],
    ['the sum was right', 100n, 100n, 900n, 900n, null],
    ['too little by the least that counts', 95n, 100n, 900n, 900n, { because: 'settled_low', sold: 900n }],
    ['too little by less than that', 96n, 100n, 900n, 900n, null],
    ['too much by less than that', 104n, 100n, 900n, 900n, null],
  ] as const)('%s', (_title, given, right, ask, bid, expected) => {
    const found = treatSettled({ given, right, least: 5n, ask: prices(ask), bid: prices(bid) }, now)
    expect(found && { because: found.because, sold: found.error.soldAsk }).toEqual(expected)
  })
  test('a day after it was cancelled at the latest', () => {
    const settled = (soldAt: Date) => {
      const off = prices(900n, { soldAt, rightAt: soldAt })
      return treatSettled({ given: 90n, right: 100n, least: 5n, ask: off, bid: off }, now)
    }
    expect(settled(hours(24))?.because).toBe('settled_low')
    expect(settled(new Date(hours(24).getTime() - 1))).toBeNull()
  })
})

test.each([
  ['all of it was kept: to the payment', 30n, 30n, { back: 30n, gain: 0n }],
  ['less than was kept', 20n, 30n, { back: 20n, gain: 0n }],
  ['more than was kept: the rest to the balance', 38n, 30n, { back: 30n, gain: 8n }],
  ['nothing was kept: all to the balance', 8n, 0n, { back: 0n, gain: 8n }],
])('a difference of which %s', (_title, difference, kept, expected) => {
  expect(splitDifference({ difference, kept })).toEqual(expected)
})
