import { expect, test } from 'vitest'
import { addressSubject } from './limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:db8::7:8', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('the subject of %s is %s', (address, subject) => expect(addressSubject(address)).toBe(subject))
