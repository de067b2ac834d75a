/** Holds docs/trade-states.md to the tests that it names. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isThere, namedIn } from './support/shown-by.ts'

const page = readFileSync('docs/trade-states.md', 'utf8')
const named = new Map(
  [...page.matchAll(/^- \*\*([A-Z]\d?)\*\* (.+)$/gm)].map(([, sign = '', tests = '']) => [sign, namedIn(tests)]),
)
/** Every state with its cells. */
const rows = [...page.matchAll(/^\| ([a-z].+?) \| (.+) \|$/gm)]
  .map(([, state = '', cells = '']) => ({ state, cells: cells.split(' | ') }))
  .filter(({ state }) => state !== 'state')
const trades = 7

test('no state of a trade is left out', () => {
  expect(rows.map(({ state }) => state)).toEqual([
    ...['it is done', 'wrong PIN', 'price that is over', 'price halted', 'level too low', 'balance too low'],
    ...['double click', 'two windows', 'session over before the PIN'],
    ...['seen at the desk, with a reason', 'a reason is missing', 'double click'],
    ...['what the desk does about it', 'a role that may not'],
  ])
  for (const { state, cells } of rows) expect(cells, state).toHaveLength(trades)
})

test('every cell names tests of the list, and the list nothing else', () => {
  const used = rows.flatMap(({ cells }) => cells.flatMap((cell) => (cell === '–' ? [] : cell.split(' '))))
  expect([...new Set(used)].sort()).toEqual([...named.keys()].sort())
})

test.each([...named])('%s is a test that exists', (_, tests) => {
  expect(tests).toHaveLength(1)
  expect(tests.filter((one) => !isThere(one))).toEqual([])
})
