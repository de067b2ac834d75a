/** What stands in numbers of papers that were issued must lead back to one kind of paper, for good. */
import { expect, test } from 'vitest'
import { orderPapers } from './orders/papers/order-paper-rules.ts'
import { paperSubjects } from './paper-subjects.ts'
import type { PapersOf } from './papers/subject.ts'

/** Subjects listed twice, kinds with two series, and series of two kinds. */
function unclear(subjects: readonly PapersOf[]): string[] {
  const names = subjects.map(({ subject }) => subject)
  const pairs = subjects.flatMap(({ series }) => Object.entries(series))
  const differ = (one: 0 | 1, other: 0 | 1) =>
    pairs
      .filter((pair) => pairs.some((to) => to[one] === pair[one] && to[other] !== pair[other]))
      .map((pair) => pair[one])
  return [...names.filter((name, at) => names.indexOf(name) !== at), ...differ(0, 1), ...differ(1, 0)]
}

test('a subject is listed once, a kind of paper has one series, and a series one kind', () => {
  expect(paperSubjects.length).toBeGreaterThan(0)
  expect(unclear(paperSubjects)).toEqual([])
})

test('control: what is listed twice, and what is numbered like another kind, is found', () => {
  expect(unclear([orderPapers, orderPapers])).toEqual(['order'])
  expect(unclear([orderPapers, { subject: 'gift', series: { invoice: 'GIV' } }])).toEqual(['invoice', 'invoice'])
  expect(unclear([orderPapers, { subject: 'gift', series: { receipt: 'INV' } }])).toEqual(['INV', 'INV'])
  expect(
    unclear([
      { subject: 'gift', series: { receipt: 'RCP' } },
      { subject: 'trade', series: { receipt: 'RCP' } },
    ]),
  ).toEqual([])
})
