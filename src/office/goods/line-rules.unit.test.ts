import { expect, test } from 'vitest'
import { linesOf, linesText, saidOf, saidText } from './line-rules.ts'

test.each([
  [[], ''],
  [[2], '2'],
  [[5, 2, 3, 4, 9], '2-5,9'],
  [[2, 4, 6], '2,4,6'],
])('lines %j are %j and back', (lines, text) => {
  expect(linesText(lines)).toBe(text)
  expect(linesOf(text)).toEqual([...lines].sort((one, other) => one - other))
})

test.each(['1', '2,2', '3,2', '5-4', '2-5002', '99999', 'x', '2-', '2,,3', ' 2', '2-3,3'])(
  '%j names no lines',
  (text) => {
    expect(linesOf(text)).toBe(null)
  },
)

test('what is said of lines is read back, and what could not be is nothing', () => {
  const said = [
    { line: 2, weight: '10.5', karat: 24, fineness: 9999, premium_bps: 450 },
    { line: 3, weight: undefined, karat: undefined, fineness: undefined, premium_bps: 0 },
    { line: 4, weight: '1', karat: undefined, fineness: undefined, premium_bps: undefined },
  ]
  expect(saidText(said)).toBe('2;10.5;24;9999;450\n3;;;;0\n4;1;;;')
  expect(saidOf(saidText(said))).toEqual(said)
  expect(saidOf('')).toEqual([])
  for (const text of ['2;10;24;;', '2;;25;9999;', '2;;0;1;', '2;;;;5001', '2;-1;;;', '6000;1;;;', '2', '2;1e3;;;'])
    expect(saidOf(text), text).toBe(null)
})
