import { expect, test } from 'vitest'
import { mayText, prefixOf } from './sms-destinations.ts'

test.each([
  ['id', '+6281210004471', true],
  ['id', '+60123304471', true],
  ['my', '+60123304471', true],
  ['my', '+6281210004471', true],
  ['id', '+88213000111', false],
  ['id', '+88161234567', false],
  ['id', '+19005551234', false],
  ['id', '+2399123456', false],
  ['id', '+252612345678', false],
  ['id', '+62868123456789', false],
  ['id', '+628091234567', false],
  ['id', '+622150001234', false],
  ['my', '+60154123456', false],
  ['my', '+60312345678', false],
  ['my', '+60600123456', false],
  ['nowhere', '+6281210004471', false],
])('the store %s texts %s: %s', (store, number, may) => expect(mayText(store, number)).toBe(may))

test('numbers that begin alike share a budget', () => {
  expect(prefixOf('+6281210004471')).toBe('+62812')
})
