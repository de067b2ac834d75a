import { expect, test } from 'vitest'
import { judgeTender, orderOfReturn, type Returnable, returnRanks } from './tender-rules.ts'

const { uncleared, balance, cleared, grams } = returnRanks
const tender = (id: string, rank: number, day: number, left: bigint): Returnable => ({
  ...{ id, rank, left },
  at: new Date(Date.UTC(2026, 10, day)),
})
const newCard = tender('new card', uncleared, 3, 30n)
const newerCard = tender('newer card', uncleared, 4, 20n)
const oldCard = tender('old card', cleared, 1, 40n)
const cash = tender('cash', balance, 2, 50n)
const gold = tender('grams', grams, 5, 60n)
const all = [gold, oldCard, newCard, cash, newerCard]

test.each<[string, Returnable[], bigint, [string, bigint][] | null]>([
  ['of one tender its part', [oldCard], 15n, [['old card', 15n]]],
  ['of one tender all of it', [oldCard], 40n, [['old card', 40n]]],
  ['nothing of nothing', [oldCard], 0n, []],
  ['not more than was brought', [oldCard], 41n, null],
  [
    'a card that can be taken back before any other, the newest first',
    all,
    25n,
    [
      ['newer card', 20n],
      ['new card', 5n],
    ],
  ],
  [
    'cash before a card that costs a fee',
    [oldCard, cash],
    60n,
    [
      ['cash', 50n],
      ['old card', 10n],
    ],
  ],
  [
    'grams last',
    [gold, oldCard],
    45n,
    [
      ['old card', 40n],
      ['grams', 5n],
    ],
  ],
  [
    'all of it',
    all,
    200n,
    [
      ['newer card', 20n],
      ['new card', 30n],
      ['cash', 50n],
      ['old card', 40n],
      ['grams', 60n],
    ],
  ],
  ['nothing of what went back before', [{ ...newerCard, left: 0n }, newCard], 30n, [['new card', 30n]]],
])('goes back: %s', (_, tenders, amount, back) => {
  const parts = orderOfReturn(tenders, amount)?.map((part) => [part.id, part.amount])
  expect(parts ?? null).toEqual(back)
})

test('whatever the amount, the parts sum to it, none is more than is left, and the order in which they are read does not matter', () => {
  for (let amount = 0n; amount <= 201n; amount++) {
    const back = orderOfReturn(all, amount)
    expect(back === null).toBe(amount > 200n)
    expect(orderOfReturn(all.toReversed(), amount)).toEqual(back)
    expect((back ?? []).reduce((sum, part) => sum + part.amount, 0n)).toBe(back ? amount : 0n)
    for (const part of back ?? []) {
      const { left } = all.find(({ id }) => id === part.id) ?? newCard
      expect(part.amount > 0n && part.amount <= left).toBe(true)
    }
  }
})

test('in two steps as much of each goes back as in one', () => {
  for (let first = 0n; first <= 200n; first += 7n) {
    const then = all.map((one) => {
      const gone = orderOfReturn(all, first)?.find(({ id }) => id === one.id)?.amount ?? 0n
      return { ...one, left: one.left - gone }
    })
    const sums = new Map<string, bigint>()
    for (const part of [...(orderOfReturn(all, first) ?? []), ...(orderOfReturn(then, 200n - first) ?? [])])
      sums.set(part.id, (sums.get(part.id) ?? 0n) + part.amount)
    expect(sums).toEqual(new Map(all.map(({ id, left }) => [id, left])))
  }
})

test.each([
  ['the whole at once', 0n, 100n, 'pays'],
  ['a first part', 0n, 60n, 'is a part'],
  ['the last part', 60n, 40n, 'pays'],
  ['one that is short', 60n, 39n, 'is a part'],
  ['one that is too much', 60n, 41n, 'fits nothing'],
  ['the whole beside a part', 60n, 100n, 'fits nothing'],
  ['one that comes double, once all is brought', 100n, 40n, 'fits nothing'],
  ['nothing', 60n, 0n, 'fits nothing'],
] as const)('of a total of 100: %s', (_, before, now, brought) => {
  expect(judgeTender(100n, { before, now })).toBe(brought)
})
