import { expect, test } from 'vitest'
import { minor, perGram, type Weight, weight } from '../money/money.ts'
import { figuresOf, isBetter, type Side, type Wish } from './trade-rules.ts'

const prices = { spot: perGram(2_588_867n), ask: perGram(2_633_639n), bid: perGram(2_544_095n) }
const grams = (units: bigint): Wish => ({ by: 'weight', weight: weight(units) })
const money = (units: bigint): Wish => ({ by: 'amount', amount: minor(units) })

test.each([
  ['a purchase for a million', 'buy', money(1_000_000n), [3797n, 1_000_000n, 982_992n, 17_001n, 7n]],
  ['the same grams by weight', 'buy', grams(3797n), [3797n, 999_993n, 982_992n, 17_001n, 0n]],
  ['a unit of gold', 'buy', grams(1n), [1n, 264n, 258n, 6n, 0n]],
  ['money for less than a unit', 'buy', money(263n), [0n, 263n, 0n, 0n, 263n]],
  ['a sale for a million', 'sell', money(1_000_000n), [3931n, 1_000_000n, 1_017_684n, 17_601n, 83n]],
  ['the same grams by weight', 'sell', grams(3931n), [3931n, 1_000_083n, 1_017_684n, 17_601n, 0n]],
  ['a unit of gold', 'sell', grams(1n), [1n, 254n, 259n, 5n, 0n]],
] as const)('%s', (_title, side, wish, [of, amount, value, spread, rounding]) => {
  expect(figuresOf(side, wish, prices)).toEqual({ weight: of, amount, value, spread, rounding })
})

/** A generator whose numbers are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

/** Trades of any size at any price and spread, named by grams or by money. */
function* trades(count: number) {
  const from = numbers(20_261_122)
  const upTo = (most: number) => BigInt(from.next().value % most)
  for (let n = 0; n < count; n++) {
    const spot = 100n + upTo(n % 3 === 0 ? 1000 : 4_000_000)
    const askBps = upTo(300)
    const bidBps = upTo(300)
    const ask = perGram((spot * (10_000n + askBps) + 9999n) / 10_000n)
    const bid = perGram((spot * (10_000n - bidBps)) / 10_000n)
    yield { prices: { spot: perGram(spot), ask, bid }, units: 1n + upTo(n % 2 === 0 ? 50 : 5_000_000) }
  }
}
const of = (side: Side, wish: Wish, at: typeof prices) => figuresOf(side, wish, at)

/** Those of so many trades of which `holds` is not true. */
const failing = (count: number, holds: (at: typeof prices, units: bigint) => boolean) =>
  [...trades(count)].filter(({ prices: at, units }) => !holds(at, units))

test('figures of any trade add up, and nothing of them is taken from the house', () => {
  const addsUp = (at: typeof prices, wish: Wish) => {
    const [buy, sell] = [of('buy', wish, at), of('sell', wish, at)]
    const sums =
      buy.value + buy.spread + buy.rounding === buy.amount && sell.value - sell.spread - sell.rounding === sell.amount
    return sums && [buy, sell].every(({ spread, rounding }) => spread >= 0n && rounding >= 0n)
  }
  expect(failing(20_000, (at, units) => addsUp(at, grams(units)) && addsUp(at, money(units)))).toEqual([])
})

test('buying and selling back never gains, in one piece, in parts or together, by grams or by money', () => {
  const neverGains = (at: typeof prices, units: bigint) => {
    const first = weight(units / 3n)
    const parts: Weight[] = [first, weight(units - first)].filter((part) => part > 0n)
    const cost = parts.reduce((sum, part) => sum + of('buy', grams(part), at).amount, 0n)
    const brings = parts.reduce((sum, part) => sum + of('sell', grams(part), at).amount, 0n)
    const spent = of('buy', money(units), at)
    const wanted = of('sell', money(units), at)
    return (
      brings <= of('buy', grams(units), at).amount &&
      of('sell', grams(units), at).amount <= cost &&
      of('sell', grams(spent.weight), at).amount <= units &&
      of('buy', grams(wanted.weight), at).amount >= units
    )
  }
  expect(failing(10_000, neverGains)).toEqual([])
})

test.each([
  ['buy', 1_000_000n, 999_000n, true],
  ['buy', 1_000_000n, 999_001n, false],
  ['buy', 1_000_000n, 1_001_000n, false],
  ['sell', 1_000_000n, 1_001_000n, true],
  ['sell', 1_000_000n, 1_000_999n, false],
  ['sell', 1_000_000n, 999_000n, false],
] as const)('%s quoted at %s, now %s: given %s', (side, quoted, now, given) => {
  expect(isBetter(side, perGram(quoted), perGram(now))).toBe(given)
})
