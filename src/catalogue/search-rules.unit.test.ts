import { expect, test } from 'vitest'
import { isFound, isFoundRoughly, searchableOf, searchOf } from './search-rules.ts'

const bar = searchableOf([
  'Karat Mint gold bar',
  'Karat Mint batangan',
  'Karat Mint 金条',
  'Karat Mint',
  '10.0000 g',
  '24 karat',
])
const ring = searchableOf(['Cincin polos', '素圈戒指', 'Karat Atelier', '4.2000 g', '22 karat', '14'])
const small = searchableOf(['Karat Mint gold bar', '0.5000 g', '24 karat'])
const kilo = searchableOf(['Cast bar', '1000.0000 g'])

test.each([
  ['gold bar', bar],
  ['GOLD  Bar', bar],
  ['batang', bar],
  ['mint 10 g', bar],
  ['10g', bar],
  ['10 gram', bar],
  ['10,0 gr', bar],
  ['10克', bar],
  ['10 克 金条', bar],
  ['金条', bar],
  ['24k', bar],
  ['24 Karat', bar],
  ['戒指', ring],
  ['cíncin', ring],
  ['cincin 14', ring],
  ['4,2 g', ring],
  ['0,5 gram', small],
  ['1 kg', kilo],
  ['1kilo', kilo],
])('%s finds the piece', (typed, piece) => {
  expect(isFound(searchOf(typed), piece)).toBe(true)
})

test.each([
  ['100 g', bar],
  ['1 g', bar],
  ['1', bar],
  ['24 g', bar],
  ['ring', bar],
  ['戒指', bar],
  ['gold xyz', bar],
  ['5 g', small],
  ['1 g', kilo],
])('%s does not find the piece', (typed, piece) => {
  expect(isFound(searchOf(typed), piece)).toBe(false)
})

test('one letter wrong, missing or too many is forgiven in a long word only', () => {
  for (const typed of ['batengan', 'btangan', 'batanggan', 'batngan'])
    expect([typed, isFound(searchOf(typed), bar), isFoundRoughly(searchOf(typed), bar)]).toEqual([typed, false, true])
  for (const typed of ['btngan', 'bor', '11g', 'cincin'])
    expect([typed, isFoundRoughly(searchOf(typed), bar)]).toEqual([typed, false])
})

test('a search of signs only looks for nothing and finds everything', () => {
  expect(isFound(searchOf('  … % \\ \' " <>'), bar)).toBe(true)
})
