import { expect, test } from 'vitest'
import { minor, perGram, weight } from '../money/money.ts'
import { afterTrade, averageCost, type Bought, nothingBought, unrealisedAt } from './holding-rules.ts'
import { figuresOf } from './trade-rules.ts'

const buy = (grams: bigint, amount: bigint) => ({ side: 'buy', weight: grams, amount }) as const
const sell = (grams: bigint, amount: bigint) => ({ side: 'sell', weight: grams, amount }) as const
const after = (...trades: Parameters<typeof afterTrade>[1][]): Bought => trades.reduce(afterTrade, nothingBought)

test.each([
  ['nothing', [], { weight: 0n, cost: 0n, realised: 0n }],
  ['two purchases', [buy(10_000n, 100n), buy(10_000n, 200n)], { weight: 20_000n, cost: 300n, realised: 0n }],
  [
    'a sale takes the average cost, not that of the first purchase',
    [buy(10_000n, 100n), buy(10_000n, 200n), sell(10_000n, 250n)],
    { weight: 10_000n, cost: 150n, realised: 100n },
  ],
  [
    'a loss is realised with its sign',
    [buy(10_000n, 100n), sell(10_000n, 90n)],
    { weight: 0n, cost: 0n, realised: -10n },
  ],
  [
    'what is left of a unit of cost stays with the rest',
    [buy(3n, 100n), sell(1n, 40n)],
    { weight: 2n, cost: 67n, realised: 7n },
  ],
  [
    'the last grams take all the cost',
    [buy(3n, 100n), sell(1n, 40n), sell(2n, 60n)],
    { weight: 0n, cost: 0n, realised: 0n },
  ],
  ['grams that were not bought have no result', [sell(5n, 500n)], { weight: 0n, cost: 0n, realised: 0n }],
  [
    'of a sale of bought and other grams the bought share counts',
    [buy(10n, 100n), sell(30n, 601n)],
    { weight: 0n, cost: 0n, realised: 100n },
  ],
  [
    'after all was sold cost begins anew',
    [buy(10n, 100n), sell(10n, 120n), buy(10n, 130n)],
    { weight: 10n, cost: 130n, realised: 20n },
  ],
])('%s', (_what, trades, expected) => expect(after(...trades)).toEqual(expected))

test('the average cost is rounded up, and is none where nothing is left', () => {
  expect(averageCost(after(buy(30_000n, 100n)))).toBe(34n)
  expect(averageCost(nothingBought)).toBeNull()
})

test('what is unrealised is the worth at the bid, rounded down, less the cost', () => {
  expect(unrealisedAt(after(buy(15_001n, 100n)), perGram(100n))).toBe(50n)
  expect(unrealisedAt(after(buy(10_000n, 100n)), perGram(99n))).toBe(-1n)
})

/** Numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test('realised and unrealised are worth and what was taken out less what was paid in, to the unit, in any order of trades', () => {
  const random = numbers(59)
  const below = (most: number) => Math.floor(random.next().value * most)
  for (let round = 0; round < 400; round++) {
    let bought = nothingBought
    let [paid, got, bid] = [0n, 0n, perGram(2_544_095n)]
    for (let step = 0; step < 25; step++) {
      const spot = BigInt(1_500_000 + below(2_000_000))
      const prices = {
        spot: perGram(spot),
        ask: perGram(spot + spot / 50n),
        bid: perGram(spot - spot / BigInt(20 + below(60))),
      }
      bid = prices.bid
      const side = bought.weight > 0n && below(2) === 0 ? 'sell' : 'buy'
      const most = side === 'sell' ? Number(bought.weight) : 200_000
      const all = side === 'sell' && below(5) === 0
      const grams = weight(all ? bought.weight : BigInt(1 + below(most)))
      const wish =
        side === 'buy' && below(2) === 0
          ? ({ by: 'amount', amount: minor(BigInt(10_000 + below(50_000_000))) } as const)
          : ({ by: 'weight', weight: grams } as const)
      const traded = { side, ...figuresOf(side, wish, prices) } as const
      bought = afterTrade(bought, traded)
      if (side === 'buy') paid += traded.amount
      else got += traded.amount
      expect(bought.cost).toBeGreaterThanOrEqual(0n)
      const worth = (bought.weight * bid) / 10_000n
      expect(bought.realised + unrealisedAt(bought, bid)).toBe(worth + got - paid)
    }
  }
})
