import { expect, test } from 'vitest'
import { findProvider, isSamePerson, nameWords, providersOf, readAccountNumber } from './payout-rules.ts'

test.each([
  ['RATNA WULANDARI', 'Ratna Wulandari', true],
  ['ratna  w.', 'Ratna Wulandari', true],
  ['Hj. Ratna Wulandari, S.E.', 'Ratna Wulandari', true],
  ['José Núñez', 'Jose Nunez', true],
  ['王小明', '王小明', true],
  ['R Wulandari', 'Ratna Wulandari', false],
  ['Ratna', 'Ratna Wulandari', false],
  ['Wulandari Ratna', 'Ratna Wulandari', false],
  ['Ratna Wulandari Putri', 'Ratna Wulandari', false],
  ['Ratna X', 'Ratna Wulandari', false],
  ['Bagus Prasetyo', 'Ratna Wulandari', false],
  ['', '', false],
  ['S.E.', 'S.E.', false],
])('holder %s of the verified name %s: %s', (holder, verified, same) =>
  expect(isSamePerson(holder, verified)).toBe(same),
)

test('names are compared by their words', () =>
  expect(nameWords('H. Muhammad  Yusuf, S.Kom.')).toEqual(['MUHAMMAD', 'YUSUF']))

test('account numbers have the form of their provider', () => {
  const of = (store: string, kind: 'bank' | 'wallet', code: string, text: string) => {
    const provider = findProvider(store, kind, code)
    return provider ? readAccountNumber(provider, text) : 'no provider'
  }
  expect(of('id', 'bank', 'bca', '123 456-7890')).toBe('1234567890')
  expect(of('id', 'bank', 'bca', '123456789')).toBe(null)
  expect(of('id', 'bank', 'bca', '+1234567890')).toBe(null)
  expect(of('id', 'bank', 'dana', '081234567890')).toBe('no provider')
  expect(of('id', 'wallet', 'dana', '0812 1000 4471')).toBe('081210004471')
  expect(of('id', 'wallet', 'dana', 'ratna@karat.test')).toBe(null)
  expect(of('id', 'wallet', 'alipay', 'ratna@karat.test')).toBe('no provider')
  expect(of('my', 'wallet', 'alipay', 'Aisyah@karat.test')).toBe('aisyah@karat.test')
})

test('every store has banks and wallets, each once', () => {
  for (const store of ['id', 'my']) {
    const codes = [...providersOf(store, 'bank'), ...providersOf(store, 'wallet')].map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.length).toBeGreaterThan(8)
  }
  expect(providersOf('id', 'wallet').map(({ code }) => code)).toEqual(['dana', 'gopay', 'ovo'])
})
