import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isEasySecret } from './secret-rules.ts'

test.each([
  'a'.repeat(32),
  'ab'.repeat(20),
  'changeme1234'.repeat(3),
  `${'correct horse battery'.repeat(2)}corr`,
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef0123456789abcdef',
  '00000000000000000000000000000000000001',
  'zyxwvutsrqponmlkjihgfedcba9876543210',
])('%s is easy', (secret) => {
  expect(isEasySecret(secret)).toBe(true)
})

test('what was drawn is not, in hex and in base64', () => {
  for (let i = 0; i < 500; i++) {
    expect(isEasySecret(randomBytes(32).toString('hex'))).toBe(false)
    expect(isEasySecret(randomBytes(24).toString('base64'))).toBe(false)
  }
})
