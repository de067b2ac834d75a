import fc from 'fast-check'
import { expect, test } from 'vitest'
import { doubtsOf, isPersonName, numberFault, plainNumber, yearsBetween } from './id-number-rules.ts'

const woman = { birthDate: '1990-08-17', sex: 'female' as const }
const man = { birthDate: '1990-08-17', sex: 'male' as const }

test.each([
  ['3171065708900001', null],
  ['3171061708900001', null],
  ['317106570890001', 'nik_digits'],
  ['31710657089000011', 'nik_digits'],
  ['317106570890000A', 'nik_digits'],
  ['0071065708900001', 'nik_province'],
  ['3871065708900001', 'nik_province'],
  ['3100065708900001', 'nik_province'],
  ['3171005708900001', 'nik_province'],
  ['3171067208900001', 'nik_birth'],
  ['3171063208900001', 'nik_birth'],
  ['3171060008900001', 'nik_birth'],
  ['3171064008900001', 'nik_birth'],
  ['3171061713900001', 'nik_birth'],
  ['3171063002900001', 'nik_birth'],
  ['3171062902990001', 'nik_birth'],
  ['3171062902000001', null],
  ['3171066902960001', null],
  ['3171065708900000', 'nik_serial'],
  ['5401065708900001', null],
])('NIK %s: %s', (number, fault) => expect(numberFault('nik', number)).toBe(fault))

test.each([
  ['900817145566', null],
  ['90081714556', 'nric_digits'],
  ['901317145566', 'nric_birth'],
  ['900230145566', 'nric_birth'],
])('NRIC %s: %s', (number, fault) => expect(numberFault('nric', number)).toBe(fault))

test('passports are letters and digits, and always looked at by a person', () => {
  expect(numberFault('passport', 'C1234567')).toBe(null)
  for (const wrong of ['ABCDEFG', 'C12', 'C1234567890123', 'C123 567'])
    expect(numberFault('passport', wrong)).toBe('passport_form')
  expect(doubtsOf('passport', 'C1234567', man)).toEqual(['passport'])
})

test('a number that does not fit what is said is a doubt that names what', () => {
  expect(doubtsOf('nik', '3171065708900001', woman)).toEqual([])
  expect(doubtsOf('nik', '3171061708900001', man)).toEqual([])
  expect(doubtsOf('nik', '3171065708900001', man)).toEqual(['sex'])
  expect(doubtsOf('nik', '3171065708900001', { ...woman, birthDate: '1990-08-18' })).toEqual(['birth_date'])
  expect(doubtsOf('nik', '3171065708900001', { ...woman, birthDate: '1991-08-17' })).toEqual(['birth_date'])
  expect(doubtsOf('nik', '3199065708900001', { ...man, birthDate: '1980-01-01' })).toEqual([
    'birth_date',
    'sex',
    'region',
  ])
  expect(doubtsOf('nric', '900817145566', woman)).toEqual([])
  expect(doubtsOf('nric', '900817145567', woman)).toEqual(['sex'])
})

const birthday = fc.date({ min: new Date('1930-01-01'), max: new Date('2009-12-31'), noInvalidDate: true })

test('every number made from a birthday and a sex has no fault and no doubt, and the other sex is one', () => {
  fc.assert(
    fc.property(birthday, fc.boolean(), fc.integer({ min: 1, max: 9999 }), (date, isWoman, serial) => {
      const [year = '', month, day] = date.toISOString().slice(0, 10).split('-')
      const written = String(Number(day) + (isWoman ? 40 : 0)).padStart(2, '0')
      const number = `317106${written}${month}${year.slice(2)}${String(serial).padStart(4, '0')}`
      const said = { birthDate: `${year}-${month}-${day}`, sex: isWoman ? ('female' as const) : ('male' as const) }
      expect(numberFault('nik', number)).toBe(null)
      expect(doubtsOf('nik', number, said)).toEqual([])
      expect(doubtsOf('nik', number, { ...said, sex: isWoman ? 'male' : 'female' })).toEqual(['sex'])
    }),
  )
})

test('full years turn on the birthday', () => {
  expect(yearsBetween('2009-11-22', '2026-11-21')).toBe(16)
  expect(yearsBetween('2009-11-21', '2026-11-21')).toBe(17)
  expect(yearsBetween('2008-02-29', '2026-02-28')).toBe(17)
  expect(yearsBetween('2008-02-29', '2026-03-01')).toBe(18)
})

test('names are those of people', () => {
  for (const name of ['Ratna Wulandari', "D'Angelo, S.E.", '王小明', 'Siti Nur’aini'])
    expect(isPersonName(name), name).toBe(true)
  for (const name of ['R2D2', '12', '<b>', 'A', ' - ', '']) expect(isPersonName(name), name).toBe(false)
  expect(plainNumber(' 3171 0657-0890.0001 ')).toBe('3171065708900001')
})
