import { expect, test } from 'vitest'
import { type Maker, MOST_OF_A_RANGE, plainNumber, rangeOf, readForm, readStamped, scannedText } from './maker-rules.ts'
import { showSerial } from './serial-rules.ts'

const maker = (code: string, forms: string[] = [], check: Maker['check'] = 'none'): Maker => ({ code, forms, check })
const antam = maker('ANTAM', ['@@@######', '@@######', '@@@###'])
const ubs = maker('UBS', ['########'])
const pamp = maker('PAMP', ['@######', '@#######'])
const valcambi = maker('VALCAMBI', ['@@######'])
const perth = maker('PERTH', ['@######'])

test.each([
  [antam, 'ABC 123456', 'ANTAM:ABC123456'],
  [antam, 'antam abc-123456', 'ANTAM:ABC123456'],
  [antam, 'QBA 012', 'ANTAM:QBA012'],
  [ubs, '1000 1234', 'UBS:10001234'],
  [ubs, 'UBS 00001234', 'UBS:00001234'],
  [pamp, 'C0123456', 'PAMP:C0123456'],
  [pamp, 'PAMP C0123456', 'PAMP:C0123456'],
  [pamp, 'Ｃ０１２３４５', 'PAMP:C012345'],
  [valcambi, 'aa123456', 'VALCAMBI:AA123456'],
  [perth, 'A123456', 'PERTH:A123456'],
  [maker('ANY'), '100012345678', 'ANY:100012345678'],
])('%o reads %s as it is stamped', (who, typed, serial) => {
  expect(readStamped(who, typed)).toEqual({ kind: 'serial', serial })
  expect(readStamped(who, showSerial(serial)), 'as it is shown').toEqual({ kind: 'serial', serial })
})

test.each([
  [pamp, 'C012', 'wrong_form'],
  [ubs, 'C0123456', 'wrong_form'],
  [pamp, '', 'no_number'],
  [pamp, 'no number', 'no_number'],
  [maker('ANY'), '1'.repeat(25), 'no_number'],
  [maker('ANY'), '12,3', 'no_number'],
  [maker('LUHN', [], 'luhn'), '79927398710', 'mistyped'],
  [maker('ISO', [], 'mod97'), 'GB82WEST12345698765433', 'mistyped'],
] as const)('%o does not take %s: %s', (who, typed, kind) => {
  expect(readStamped(who, typed)).toEqual({ kind })
})

test('a check rule lets its own numbers pass', () => {
  expect(readStamped(maker('LUHN', [], 'luhn'), '7992 7398 713').kind).toBe('serial')
  expect(readStamped(maker('ISO', [], 'mod97'), '777').kind).toBe('serial')
})

test('a maker whose numbers begin with its code keeps them whole', () => {
  expect(readStamped(maker('KB', ['@@####']), 'KB1234')).toEqual({ kind: 'serial', serial: 'KB:KB1234' })
})

test('what a scanner reads of a label is its number', () => {
  expect(scannedText('https://shop.example/product/passport?lang=id&serial=PAMP%20C012345#top')).toBe('PAMP C012345')
  expect(scannedText('(01)07612345678900(21)C012345')).toBe('C012345')
  expect(scannedText(']d20107612345678900112611271726112721C012345\u001d10B7')).toBe('C012345')
  expect(scannedText('https://id.example/01/07612345678900/21/C012345?x=1')).toBe('C012345')
  expect(scannedText('https://shop.example/?serial=A%001'), 'what nobody types').toBe('A%001')
  expect(scannedText('https://shop.example/?serial=%E0%A4%A'), 'what cannot be decoded').toBe('%E0%A4%A')
  expect(scannedText('  A123456 ')).toBe('A123456')
  expect(plainNumber('a-12 3.4')).toBe('A1234')
})

test.each([
  ['A098..A101', ['A098', 'A099', 'A100', 'A101']],
  ['AB-001 … 003', ['AB001', 'AB002', 'AB003']],
  ['12345698..99', ['12345698', '12345699']],
  ['PAMP C098 .. C099', ['PAMPC098', 'PAMPC099']],
  ['PAMP C098..PAMP C099', ['PAMPC098', 'PAMPC099']],
  ['C098..PAMP C099', 'wrong'],
  ['A1', null],
  ['A9..A8', 'wrong'],
  ['A9..B10', 'wrong'],
  ['A9..A10', 'wrong'],
  ['A1..A2..A3', 'wrong'],
  ['..A2', 'wrong'],
  [`A0000..A${String(MOST_OF_A_RANGE).padStart(4, '0')}`, 'too_many'],
])('%s stands for %o', (typed, numbers) => {
  expect(rangeOf(typed)).toEqual(numbers)
})

test('a form is letters, digits and places for them', () => {
  expect(readForm('c ###-###')).toBe('C######')
  for (const typed of ['', '.*|a+', '@'.repeat(25)]) expect(readForm(typed), typed).toBeNull()
})
