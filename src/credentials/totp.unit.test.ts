import { expect, test } from 'vitest'
import { newTotpSecret, totpAddress, totpCode, totpStep } from './totp.ts'

// RFC 6238 appendix B, SHA-1, cut to six digits.
const secret = Buffer.from('12345678901234567890')
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [2_000_000_000, '279037'],
])('at second %i the code is %s', (second, code) => {
  expect(totpCode(secret, second * 1000)).toBe(code)
})

test('a code is right for its own step and the steps beside it, and says which', () => {
  const now = 1_800_000_015_000
  const step = Math.floor(now / 30_000)
  for (const offset of [-1, 0, 1])
    expect(totpStep(secret, totpCode(secret, now + offset * 30_000), now)).toBe(step + offset)
  for (const offset of [-2, 2]) expect(totpStep(secret, totpCode(secret, now + offset * 30_000), now)).toBeNull()
  for (const wrong of ['', '12345', 'abcdef']) expect(totpStep(secret, wrong, now)).toBeNull()
})

test('an app is told issuer, account and secret; two secrets differ', () => {
  const { address, typed } = totpAddress(secret, { account: 'ratna@karat.test', issuer: 'Karat' })
  expect(address).toBe(
    'otpauth://totp/Karat:ratna%40karat.test?issuer=Karat&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
  )
  expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(newTotpSecret()).toHaveLength(20)
  expect(newTotpSecret().equals(newTotpSecret())).toBe(false)
})
