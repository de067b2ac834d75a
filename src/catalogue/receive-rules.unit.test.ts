import { expect, test } from 'vitest'
import { judgeSerials, linesOf, numbersOf } from './receive-rules.ts'
import { serialOf, showSerial } from './serial-rules.ts'

const [one, other] = [showSerial(serialOf('KM', 11n)), showSerial(serialOf('KM', 12n))]
const judge = (text: string) =>
  judgeSerials(numbersOf(text, null).map((line) => ({ ...line, brand: 'Karat Mint', maker: null })))

test('lines may hold several numbers, and empty ones are counted but not read', () => {
  expect(linesOf(' a \r\n\n b,c ;\td')).toEqual([
    { line: 1, typed: 'a' },
    { line: 3, typed: 'b' },
    { line: 3, typed: 'c' },
    { line: 3, typed: 'd' },
  ])
})

test('numbers as people type them are the numbers they mean', () => {
  const plain = one.replaceAll('-', '')
  expect(judge(` ${one.toLowerCase()}\n${other.replaceAll('-', ' ')}`)).toEqual({
    serials: [
      { line: 1, serial: plain },
      { line: 2, serial: other.replaceAll('-', '') },
    ],
    faults: [],
  })
})

test('every line that is not right is named with what is wrong with it', () => {
  const swapped = one.slice(0, -2) + one.at(-1) + one.at(-2)
  const { faults, serials } = judge(`${one}\nnonsense\n${swapped}\n${showSerial(serialOf('PB', 3n))}\n${one}`)
  expect(serials).toHaveLength(1)
  expect(faults.map(({ line, problem, told }) => [line, problem, told])).toEqual([
    [2, 'not_a_serial', null],
    [3, 'mistyped', null],
    [4, 'other_maker', 'KM'],
    [5, 'twice', '1'],
  ])
})

const pamp = { code: 'PAMP', forms: ['@######'], check: 'none' as const }
const stamped = (text: string) =>
  judgeSerials(numbersOf(text, pamp).map((line) => ({ ...line, brand: 'PAMP Suisse', maker: pamp })))

test('numbers of a maker are judged by what it stamps, ranges and scans too', () => {
  const { serials, faults } = stamped(
    'C012345\nC020000..C020002\nhttps://shop.example/p?serial=C099999; C020001\nC0123\nA1..B2\n-',
  )
  expect(serials.map(({ line, serial }) => [line, serial])).toEqual([
    [1, 'PAMP:C012345'],
    [2, 'PAMP:C020000'],
    [2, 'PAMP:C020001'],
    [2, 'PAMP:C020002'],
    [3, 'PAMP:C099999'],
  ])
  expect(faults.map(({ line, problem, told }) => [line, problem, told])).toEqual([
    [3, 'twice', '2'],
    [4, 'wrong_form', '@######'],
    [5, 'wrong_range', null],
    [6, 'no_number', null],
  ])
})

test('ranges together stand for a thousand numbers at most', () => {
  const { serials, faults } = stamped('A000000..A000599\nB000000..B000599')
  expect([serials.length, faults.map(({ line, problem }) => [line, problem])]).toEqual([600, [[2, 'wrong_range']]])
})

test('what is wrong with every number of a range is said once', () => {
  const { faults } = stamped('C0200..C0300\nC000001..C000003\nC000001..C000003, C1, C2')
  expect(faults.map(({ line, typed, problem }) => [line, typed, problem])).toEqual([
    [1, 'C0200', 'wrong_form'],
    [3, 'C000001', 'twice'],
    [3, 'C1', 'wrong_form'],
    [3, 'C2', 'wrong_form'],
  ])
})

test('of a range of numbers with check digits those that have the right one are meant', () => {
  const maker = { code: 'LM', forms: [], check: 'luhn' as const }
  expect(numbersOf('79927398710..79927398719', maker).map(({ typed }) => typed)).toEqual(['79927398713'])
})
