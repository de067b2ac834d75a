import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferKinds } from '../../ledger/transfer-kind-rules.ts'
import * as m from '../../locale/paraglide/messages.js'
import { kindsOf, movementWords, wordsOf } from '../pages/movement-words.ts'
import { addAmounts, signed } from './pages/amounts.ts'
import { chosenIn } from './pages/record-choice.ts'
import { groups, monthAfter, monthAt, monthsBetween, periodOfMonth, placeOf, placeText } from './record-rules.ts'

const own = ['cash', 'cash_held', 'gold', 'gold_held']
const ofMembers = Object.entries(transferKinds)
  .filter(([, { legs }]) => own.some((account) => Object.hasOwn(legs, account)))
  .map(([kind]) => kind)

test.each([...ofMembers, 'reversal'])('%s has a word of its own in every language', (kind) => {
  for (const gold of [1n, -1n]) {
    const { name } = wordsOf({ kind, gold, cash: 0n })
    for (const locale of ['id', 'en-US', 'zh'] as const) {
      const word = name({}, { locale })
      expect(word).toMatch(locale === 'zh' ? /\p{Script=Han}/u : /^\p{Lu}[\p{L} ]+$/u)
      expect(word).not.toBe(m.vault_movement_other({}, { locale }))
    }
  }
})

test('a kind that this release does not know is told all the same', () => {
  expect(wordsOf({ kind: 'later', gold: 0n, cash: 1n }).name).toBe(m.vault_movement_other)
})

test('every kind is found under one choice; the past of the demonstration by its sign', () => {
  const found = groups.flatMap((group) => kindsOf(group).kinds)
  expect(found.toSorted()).toEqual(
    Object.keys(movementWords)
      .filter((kind) => kind !== 'demo_history')
      .sort(),
  )
  expect(groups.map((group) => kindsOf(group).past)).toEqual(['bought', 'sold', 'none', 'none', 'none'])
  expect(wordsOf({ kind: 'demo_history', gold: -1n, cash: 0n }).group).toBe('sold')
})

test('months begin and end in the zone of the store', () => {
  expect(monthAt(Date.parse('2026-10-31T16:59:59.999Z'), 'Asia/Jakarta')).toBe('2026-10')
  expect(monthAt(Date.parse('2026-10-31T17:00:00Z'), 'Asia/Jakarta')).toBe('2026-11')
  expect([periodOfMonth('2028-02'), periodOfMonth('2026-12')]).toEqual([
    { from: '2028-02-01', to: '2028-02-29' },
    { from: '2026-12-01', to: '2026-12-31' },
  ])
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect(monthsBetween('2025-11', '2026-02', 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})

test('a place reads back as it was written', () => {
  const number = fc.bigInt({ min: 0n, max: 10n ** 15n - 1n })
  const cut = fc.record({ cash: number, cash_held: number, gold: number, gold_held: number })
  fc.assert(
    fc.property(cut, cut, (after, upTo) => {
      expect(placeOf(placeText({ after, upTo }))).toEqual({ after, upTo })
    }),
  )
})

test('amounts are added and signed as they are written', () => {
  expect([addAmounts('1.2500', '0.7500'), addAmounts('0', '7'), addAmounts('0.0001', '0.0000')]).toEqual([
    '2.0000',
    '7',
    '0.0001',
  ])
  expect([signed('-1.5', (text) => text), signed('2', (text) => text)]).toEqual(['−1.5', '+2'])
})

test.each([
  ['', { period: '2026-11', query: { month: '2026-11' } }],
  ['month=2026-09&kind=sold', { period: '2026-09', kind: 'sold', query: { month: '2026-09', kind: 'sold' } }],
  ['month=2026-13&kind=all&asset=silver', { period: '2026-11', query: { month: '2026-11' } }],
  ['period=all&asset=gold', { period: 'all', asset: 'gold', query: { asset: 'gold' } }],
  ['period=days&from=2026-01-02', { period: 'days', from: '2026-01-02', query: { from: '2026-01-02' } }],
  ['period=days&from=2026-02-02&to=2026-01-01', { period: 'days', from: '2026-02-02', to: '2026-01-01', query: {} }],
])('the address ?%s chooses', (search, chosen) => {
  expect(chosenIn(new URLSearchParams(search), '2026-11')).toEqual(chosen)
})
