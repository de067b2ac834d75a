import { expect, test } from 'vitest'
import { isWeakPin, readAccount, readEmail, readMobile } from './account-rules.ts'

test.each([
  ['Ratna@Karat.TEST', 'ratna@karat.test'],
  ['  a.b+c@sub.example.co.id ', 'a.b+c@sub.example.co.id'],
  ['no-at.example.com', null],
  ['two@@example.com', null],
  ['a@example', null],
  ['a@-', null],
  ['a b@example.com', null],
  ['a@exa mple.com', null],
  [`${'a'.repeat(65)}@example.com`, null],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.com`, null],
])('reads the e-mail address %s as %s', (typed, read) => expect(readEmail(typed)).toBe(read))

test.each([
  ['0812 1000-4471', 'ID', '+6281210004471'],
  ['(021) 5550.1234', 'ID', '+622155501234'],
  ['012-330 4471', 'MY', '+60123304471'],
  ['+62 812 1000 4471', 'MY', '+6281210004471'],
  ['0062 812 1000 4471', 'ID', '+6281210004471'],
  ['0812', 'ID', null],
  ['+0812345678', 'ID', null],
  ['81210004471', 'ID', null],
  ['08121000447x', 'ID', null],
  ['+1234567890123456', 'ID', null],
  ['٠٨١٢١٠٠٠٤٤٧١', 'ID', null],
])('reads the mobile number %s in %s as %s', (typed, country, read) => expect(readMobile(typed, country)).toBe(read))

test('an account is an e-mail address when it has an @, else a mobile number', () => {
  expect(readAccount('A@example.com', 'ID')).toEqual({ channel: 'email', destination: 'a@example.com' })
  expect(readAccount('081210004471', 'ID')).toEqual({ channel: 'sms', destination: '+6281210004471' })
  expect(readAccount('ratna', 'ID')).toBeNull()
})

test.each([
  '000000',
  '999999',
  '123456',
  '654321',
  '012345',
  '567890',
  '098765',
  '432109',
  '170845',
  '311299',
  '081790',
  '900817',
  '199008',
  '081990',
  '171990',
  '199017',
])('the PIN %s is weak', (pin) => expect(isWeakPin(pin)).toBe(true))
test.each(['739204', '482915', '404040', '135791', '940263', '327658'])('the PIN %s is not', (pin) =>
  expect(isWeakPin(pin)).toBe(false),
)

test('most PINs are left to choose from', () => {
  const weak = Array.from({ length: 1_000_000 }, (_, n) => String(n).padStart(6, '0')).filter(isWeakPin).length
  expect(weak).toBeGreaterThan(60_000)
  expect(weak).toBeLessThan(150_000)
})
