import { expect, test } from 'vitest'
import { bps, minor, perGram, weight } from '../../money/money.ts'
import { unitPrice } from '../../pricing/price-rules.ts'
import { changeOfSale, isNothing, nothingSold, type SoldLine, splitSale, sumOfSale } from './sale-rules.ts'

const ask = perGram(2_633_639n)
const bar: SoldLine = {
  ...{ quantity: 1, fineWeight: weight(99_990n), premiumBps: 150, tierBps: 0, making: minor(0n) },
  inGrams: false,
}
const ring: SoldLine = { ...bar, fineWeight: weight(37_500n), premiumBps: 0, making: minor(1_500_000n) }

test.each([
  ['a bar: gold and premium', 26_728_763n, [bar], [26_333_757n, 395_006n, 0n]],
  ['a ring: gold and making charge', 11_376_147n, [ring], [9_876_147n, 0n, 1_500_000n]],
  ['half off the premium by quantity', 26_531_260n, [{ ...bar, tierBps: 5000 }], [26_333_757n, 197_503n, 0n]],
  ['a cheaper method: each part is less by its share', 26_461_476n, [bar], [26_070_420n, 391_056n, 0n]],
  ['both, and one of them twice', 64_833_673n, [{ ...bar, quantity: 2 }, ring], [62_543_661n, 790_012n, 1_500_000n]],
  ['what rounds is gold', 1_000n, [bar, ring], [951n, 10n, 39n]],
  ['nothing', 0n, [bar, ring], [0n, 0n, 0n]],
  ['a bar for grams: premium alone', 395_007n, [{ ...bar, inGrams: true }], [0n, 395_007n, 0n]],
  ['a bar for grams that costs nothing beside', 0n, [{ ...bar, premiumBps: 0, inGrams: true }], [0n, 0n, 0n]],
  ['a bar for grams beside a ring', 11_771_154n, [{ ...bar, inGrams: true }, ring], [9_876_148n, 395_006n, 1_500_000n]],
] as const)('%s', (_title, sold, lines, [gold, premium, making]) => {
  expect(splitSale(sold, ask, lines)).toEqual({ gold, premium, making })
})

/** A generator whose numbers are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}
const from = numbers(20_261_123)
const upTo = (most: number) => from.next().value % most

function someOrder() {
  const price = perGram(1n + BigInt(upTo(5_000_000)))
  const methodBps = bps(upTo(300) - 200)
  const lines = Array.from(
    { length: 1 + upTo(6) },
    (): SoldLine => ({
      quantity: 1 + upTo(20),
      fineWeight: weight(1n + BigInt(upTo(10_000_000))),
      inGrams: upTo(2) === 0,
      premiumBps: upTo(3) === 0 ? 0 : upTo(2_000),
      tierBps: upTo(2) === 0 ? 0 : upTo(10_000),
      making: minor(upTo(2) === 0 ? 0n : BigInt(upTo(5_000_000))),
    }),
  )
  const goods = lines.reduce((sum, { quantity, premiumBps, tierBps, ...line }) => {
    const unit = unitPrice({ ...line, ask: price, premiumBps: bps(premiumBps), tierBps: bps(tierBps), methodBps })
    return sum + unit * BigInt(quantity)
  }, 0n)
  return { price, lines, goods }
}

test('500 orders: the parts are exactly the money, none is below zero, and returns by and by take back all of them', () => {
  for (let n = 0; n < 500; n++) {
    const { price, lines, goods } = someOrder()
    const steps = [goods, (goods * BigInt(upTo(1000))) / 1000n, BigInt(upTo(1000)), 0n]
    let booked = nothingSold
    for (const sold of steps) {
      const now = splitSale(sold, price, lines)
      const change = changeOfSale(booked, now)
      const isEven = sumOfSale(now) === sold && sumOfSale(change) === sold - sumOfSale(booked)
      const isWhole = now.gold >= 0n && now.premium >= 0n && now.making >= 0n
      if (!isEven || !isWhole) expect.unreachable(`${sold} of ${goods} became ${Object.values(now)}`)
      booked = now
    }
    if (!isNothing(booked)) expect.unreachable(`${Object.values(booked)} is left of ${goods}`)
  }
})

test('an order without discount brings its gold at the ask, but for what its method and rounding make of it', () => {
  for (let n = 0; n < 500; n++) {
    const { price, lines } = someOrder()
    const plain = lines.map((line) => ({ ...line, tierBps: 0, inGrams: false }))
    const goods = plain.reduce((sum, line) => {
      const { premiumBps, quantity, ...rest } = line
      const unit = unitPrice({ ...rest, ask: price, premiumBps: bps(premiumBps), tierBps: bps(0), methodBps: bps(0) })
      return sum + unit * BigInt(quantity)
    }, 0n)
    const gold = plain.reduce((sum, line) => sum + line.fineWeight * price * BigInt(line.quantity), 0n) / 10_000n
    const pieces = plain.reduce((sum, line) => sum + BigInt(line.quantity), 0n)
    const off = splitSale(goods, price, plain).gold - gold
    expect(off >= 0n && off <= pieces + 2n).toBe(true)
  }
})
