import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  keptSerial,
  makerLetters,
  mistypedLetters,
  readSerial,
  serialMeant,
  serialOf,
  serialsWithin,
  showSerial,
} from './serial-rules.ts'

const serials = fc.bigInt({ min: 0n, max: 2n ** 35n - 1n }).map((value) => serialOf('KM', value))

test('a serial number is read as it is written, however it was typed', () => {
  fc.assert(
    fc.property(serials, (serial) => {
      for (const typed of [
        serial,
        showSerial(serial),
        ` ${showSerial(serial).toLowerCase()} `,
        serial.split('').join(' '),
      ])
        expect(readSerial(typed)).toEqual({ kind: 'serial', serial })
      const mistaken = `${serial.slice(0, 2)}${serial.slice(2).replaceAll('0', 'O').replaceAll('1', 'l')}`
      expect(readSerial(mistaken)).toEqual({ kind: 'serial', serial })
    }),
  )
})

test('a number of ours is found in what stands around it, and one with a wrong character by the letters of its maker', () => {
  fc.assert(
    fc.property(serials, (serial) => {
      for (const text of [serial, `No. ${showSerial(serial)}`, `10g${serial.toLowerCase()}`, `Karat ${serial} 999.9`])
        expect(serialsWithin(text)).toContain(serial)
      const wrong = serial.slice(0, -1) + (serial.endsWith('7') ? '8' : '7')
      for (const text of [
        wrong,
        showSerial(wrong),
        `No. ${wrong}`,
        `No.:${wrong.toLowerCase()}`,
        `.${wrong}`,
        `·K-${wrong.slice(1)}`,
      ])
        expect(mistypedLetters(text)).toContain('KM')
    }),
  )
  expect([serialsWithin('PAMP C123456'), mistypedLetters('PAMP C123456')]).toEqual([[], []])
})

test('what is shown is kept again as it was', () => {
  fc.assert(fc.property(serials, (serial) => keptSerial(showSerial(serial)) === serial))
  expect(keptSerial(showSerial('PAMP:C012345'))).toBe('PAMP:C012345')
})

test('of several pieces the one is meant whose number was typed, without its maker where that is enough', () => {
  const ours = serialOf('KM', 5n)
  const all = [ours, 'PAMP:C012345', 'PERTH:C012345', 'PAMP:C000001', 'GB-7/1']
  expect(serialMeant(all, showSerial(ours).toLowerCase())).toBe(ours)
  expect(serialMeant(all, 'pamp c012345')).toBe('PAMP:C012345')
  expect(serialMeant(all, 'C-000001')).toBe('PAMP:C000001')
  expect(serialMeant(all, 'GB-7/1')).toBe('GB-7/1')
  for (const typed of ['C012345', 'C999999', '', 'PAMP']) expect(serialMeant(all, typed), typed).toBeUndefined()
})

test('two characters that changed places are seen', () => {
  fc.assert(
    fc.property(serials, fc.integer({ min: 2, max: 7 }), (serial, at) => {
      const [a = '', b = ''] = [serial[at], serial[at + 1]]
      // 31 apart in the sum are the same: the only pair of neighbours that hides.
      fc.pre(a !== b && (a.charCodeAt(0) - b.charCodeAt(0)) % 31 !== 0)
      expect(readSerial(serial.slice(0, at) + b + a + serial.slice(at + 2))).toMatchObject({ kind: 'mistyped' })
    }),
  )
})

test('one wrong character is seen', () => {
  fc.assert(
    fc.property(
      serials,
      fc.integer({ min: 2, max: 8 }),
      fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
      (serial, at, wrong) => {
        const right = serial[at] ?? ''
        fc.pre(right !== wrong && (right.charCodeAt(0) - wrong.charCodeAt(0)) % 31 !== 0)
        expect(readSerial(serial.slice(0, at) + wrong + serial.slice(at + 1)).kind).toBe('mistyped')
      },
    ),
  )
})

test.each(['', 'KM', 'KM-123', "'; drop table pieces", 'KM7F3QX2M99', '金'.repeat(10)])(
  '%j is no serial number',
  (typed) => {
    expect(readSerial(typed)).toEqual({ kind: 'not_a_serial' })
  },
)

test.each([
  ['Karat Mint', 'KM'],
  ['Nusa Logam', 'NL'],
  ['Cakra', 'CA'],
  ['X', 'XX'],
])('%s stamps %s', (brand, letters) => expect(makerLetters(brand)).toBe(letters))
