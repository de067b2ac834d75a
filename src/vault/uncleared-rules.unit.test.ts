import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MadeTrade, unclearedNow } from './uncleared-rules.ts'

const at = (n: number) => new Date(1_000_000 * n)
const buy = (n: number, weight: bigint, amount: bigint): MadeTrade => ({ at: at(n), side: 'buy', weight, amount })
const sell = (n: number, weight: bigint, amount: bigint): MadeTrade => ({ at: at(n), side: 'sell', weight, amount })
const lots = (minor: bigint) => [{ at: at(1), minor }]

test('money is uncleared until it buys, then its grams are, then what they are sold for', () => {
  expect(unclearedNow(lots(900n), [], { cash: 1000n, gold: 5n })).toEqual({ cash: 900n, gold: 0n })
  expect(unclearedNow(lots(900n), [buy(2, 90n, 900n)], { cash: 100n, gold: 95n })).toEqual({ cash: 0n, gold: 90n })
  const sold = [buy(2, 90n, 900n), sell(3, 90n, 990n)]
  expect(unclearedNow(lots(900n), sold, { cash: 1090n, gold: 5n })).toEqual({ cash: 990n, gold: 0n })
})

test('a part that is uncleared makes that part of the grams so, rounded up', () => {
  expect(unclearedNow(lots(100n), [buy(2, 10n, 300n)], { cash: 0n, gold: 10n })).toEqual({ cash: 0n, gold: 4n })
})

test('what was bought before the money came is not uncleared', () => {
  expect(unclearedNow(lots(100n), [buy(0, 10n, 300n)], { cash: 100n, gold: 10n })).toEqual({ cash: 100n, gold: 0n })
})

test('what a bank asks back stays money from then on, and is spent by nothing that is bought', () => {
  const asked = (since: number, minor: bigint) => [{ at: at(1), minor: 900n, asked: { since: at(since), minor } }]
  const has = { cash: 900n, gold: 90n }
  expect(unclearedNow(asked(2, 900n), [buy(3, 90n, 900n)], has)).toEqual({ cash: 900n, gold: 0n })
  expect(unclearedNow(asked(2, 600n), [buy(3, 90n, 900n)], has)).toEqual({ cash: 600n, gold: 30n })
  expect(unclearedNow(asked(4, 900n), [buy(3, 90n, 900n)], has)).toEqual({ cash: 0n, gold: 90n })
  const sold = [buy(3, 90n, 900n), sell(5, 90n, 900n), buy(6, 90n, 900n)]
  expect(unclearedNow(asked(4, 900n), sold, has)).toEqual({ cash: 900n, gold: 0n })
})

test('of the same moment, the money came first', () => {
  expect(unclearedNow(lots(300n), [buy(1, 10n, 300n)], { cash: 0n, gold: 10n })).toEqual({ cash: 0n, gold: 10n })
})

test('what went by a way that is not known leaves nothing cleared on the other side', () => {
  expect(unclearedNow(lots(300n), [], { cash: 0n, gold: 10n })).toEqual({ cash: 0n, gold: 10n })
  const trades = [buy(2, 10n, 300n)]
  expect(unclearedNow(lots(300n), trades, { cash: 400n, gold: 3n })).toEqual({ cash: 400n, gold: 3n })
})

test('no row of trades at one price makes less uncleared than came in', () => {
  const price = 25n
  const step = fc.record({ isBuy: fc.boolean(), weight: fc.bigInt(1n, 500n) })
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10_000n),
      fc.bigInt(0n, 10_000n),
      fc.array(step, { maxLength: 30 }),
      (came, own, steps) => {
        let has = { cash: came + own, gold: 0n }
        const trades: MadeTrade[] = []
        for (const [n, { isBuy, weight }] of steps.entries()) {
          const amount = weight * price
          if (isBuy ? has.cash < amount : has.gold < weight) continue
          has = isBuy
            ? { cash: has.cash - amount, gold: has.gold + weight }
            : { cash: has.cash + amount, gold: has.gold - weight }
          trades.push(isBuy ? buy(n + 2, weight, amount) : sell(n + 2, weight, amount))
        }
        const left = unclearedNow(lots(came), trades, has)
        expect(left.cash + left.gold * price).toBeGreaterThanOrEqual(came)
        expect(left.cash).toBeLessThanOrEqual(has.cash)
        expect(left.gold).toBeLessThanOrEqual(has.gold)
      },
    ),
  )
})
