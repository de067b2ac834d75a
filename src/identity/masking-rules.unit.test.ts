import { expect, test } from 'vitest'
import { maskEmail, maskMobile } from './masking-rules.ts'

test.each([
  ['ratna@karat.test', 'r••••@karat.test'],
  ['r@karat.test', 'r••••@karat.test'],
  ['a.very-long+tag@mail.example.co.id', 'a••••@mail.example.co.id'],
])('%s is shown as %s', (email, masked) => expect(maskEmail(email)).toBe(masked))

test.each([
  ['+6281210004471', '+62 •••• 4471'],
  ['+60123304471', '+60 •••• 4471'],
  ['+4915112345678', '•••• 5678'],
])('%s is shown as %s', (mobile, masked) => expect(maskMobile(mobile)).toBe(masked))
