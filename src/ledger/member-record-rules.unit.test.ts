/** The entries of four accounts as one list: whatever the page, nothing is lost, doubled or out of the order of an account. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Cut,
  mergeNewest,
  nothingOf,
  type OwnEntry,
  type OwnKind,
  ownKinds,
  wholes,
  withBalances,
} from './member-record-rules.ts'

/** A transfer: what it does to each account that it touches, and how far the clock went before it (or stepped back). */
const transfer = fc.record({
  legs: fc.uniqueArray(
    fc.record({
      own: fc.constantFrom(...ownKinds),
      amount: fc.integer({ min: -9, max: 9 }).filter((amount) => amount !== 0),
    }),
    { minLength: 1, maxLength: 4, selector: ({ own }) => own },
  ),
  clock: fc.integer({ min: -3, max: 5 }),
})
type Transfer = typeof transfer extends fc.Arbitrary<infer T> ? T : never

/** Entries as the books write them: numbered in each account, with a moment that never goes back within one. */
function booked(transfers: Transfer[]) {
  const last: Record<OwnKind, number> = { cash: 0, cash_held: 0, gold: 0, gold_held: 0 }
  const number: Cut = { ...nothingOf }
  const balances: Cut = { ...nothingOf }
  let clock = 1000
  const entries = transfers.flatMap(({ legs, clock: step }, at): OwnEntry[] => {
    clock += step
    const named = legs.map(({ own }) => `${own}:${number[own] + 1n}`)
    return legs.map(({ own, amount }) => {
      last[own] = Math.max(last[own], clock)
      number[own] += 1n
      balances[own] += BigInt(amount)
      const moment = new Date(last[own])
      return {
        ...{ own, number: number[own], at: moment, posted_at: moment, amount: BigInt(amount), legs: named },
        ...{ transfer_id: String(at).padStart(4, '0'), kind: 'reversal', reference: String(at) },
      }
    })
  })
  return { entries, closing: balances, last: number }
}

const newest = (entries: OwnEntry[], upTo: Cut, read: number) =>
  ownKinds.flatMap((own) =>
    entries
      .filter((entry) => entry.own === own && entry.number <= upTo[own])
      .sort((one, two) => Number(two.number - one.number))
      .slice(0, read),
  )

function walk(entries: OwnEntry[], last: Cut, limit: number) {
  const pages = []
  let reached = last
  for (let more = true; more; ) {
    const page = mergeNewest(newest(entries, reached, limit + 1), {
      own: ownKinds,
      after: nothingOf,
      from: reached,
      limit,
      read: limit + 1,
    })
    expect(page.movements.length).toBeLessThanOrEqual(limit)
    pages.push(page.movements)
    expect(page.more && page.movements.length === 0 && page.reached === reached).toBe(false)
    ;({ reached, more } = page)
  }
  expect(reached).toEqual(nothingOf)
  return pages
}

const isMoved = ({ cash, gold }: { cash: bigint; gold: bigint }) => cash !== 0n || gold !== 0n

test('over any cut of pages every movement is there once, and opening + movements = closing on each', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (transfers, limit) => {
      const { entries, closing, last } = booked(transfers)
      const whole = wholes(closing)
      const pages = walk(entries, last, limit)
      const ids = pages.flat().map(({ transfer_id }) => transfer_id)
      expect(new Set(ids).size).toBe(ids.length)
      const sum = (of: 'cash' | 'gold') => pages.flat().reduce((all, one) => all + one[of], 0n)
      expect({ cash: sum('cash'), gold: sum('gold') }).toEqual(whole)
      const moved = transfers.filter(({ legs }) => {
        const of = (...own: OwnKind[]) => legs.reduce((all, leg) => all + (own.includes(leg.own) ? leg.amount : 0), 0)
        return of('cash', 'cash_held') !== 0 || of('gold', 'gold_held') !== 0
      })
      expect(ids).toHaveLength(moved.length)
      expect(pages.flat().every(isMoved)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('two transfers that share an account stand as its numbers say, also where the clock stepped back', () => {
  fc.assert(
    fc.property(fc.array(transfer, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (transfers, limit) => {
      const { entries, last } = booked(transfers)
      const order = walk(entries, last, limit)
        .flat()
        .map(({ transfer_id }) => Number(transfer_id))
      const owns = (at: number) => new Set(transfers[at]?.legs.map(({ own }) => own))
      for (const [place, one] of order.entries())
        for (const later of order.slice(place + 1))
          if ([...owns(one)].some((own) => owns(later).has(own))) expect(one).toBeGreaterThan(later)
    }),
    { numRuns: 300 },
  )
})

test('from any place, also one that no page leads to, everything below it is read once', () => {
  const place = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20))
  fc.assert(
    fc.property(
      fc.array(transfer, { maxLength: 30 }),
      place,
      fc.integer({ min: 1, max: 5 }),
      (transfers, from, limit) => {
        const { entries, last } = booked(transfers)
        const cut = Object.fromEntries(
          ownKinds.map((own, at) => [own, BigInt(Math.min(from[at] ?? 0, Number(last[own])))]),
        ) as Cut
        const below = entries.filter(({ own, number }) => number <= cut[own])
        const sum = (of: 'cash' | 'gold') =>
          below.reduce((all, { own, amount }) => all + (own.startsWith(of) ? amount : 0n), 0n)
        const read = walk(entries, cut, limit).flat()
        expect(read.reduce((all, { cash }) => all + cash, 0n)).toBe(sum('cash'))
        expect(read.reduce((all, { gold }) => all + gold, 0n)).toBe(sum('gold'))
      },
    ),
    { numRuns: 300 },
  )
})

test('balances follow from what there was after the newest', () => {
  const rows = [
    { cash: -5n, gold: 2n },
    { cash: 0n, gold: -1n },
  ]
  expect(withBalances(rows, { cash: 10n, gold: 7n }).map(({ balance }) => balance)).toEqual([
    { cash: 10n, gold: 7n },
    { cash: 15n, gold: 5n },
  ])
})
