import { expect, test } from 'vitest'
import { type RefusalCode, refusals } from '../refusals.ts'
import { problem } from './field-rules.ts'
import { sayRefusal } from './refusal-text.ts'

const codes = [...(Object.keys(refusals) as RefusalCode[]), 'system_error' as const]
const data = {
  by: 'Nadia',
  retry_after: 30,
  tries_left: 2,
  tries: 5,
  limit: 20,
  hours: 4,
  need: 'T2',
  level: 'T0',
  ...{ number: 'HG-1001', code: 'KM-10', like: 'KM-10-BOX' },
  ...{ free: '1.5000', weight: '21.0000' },
  ...{ serial: 'KM-011E-A13Q', serials: 'KM-011E-A13Q', missing: '–', strange: 'KM-011E-A13Q' },
  fields: { street: problem('empty') },
}
const languages = ['en-US', 'id', 'zh']

test.each(codes)('%s has words in every language, each its own', (code) => {
  const texts = languages.map((language) => sayRefusal(code, language, data))
  for (const text of texts) {
    expect(text.length).toBeGreaterThan(1)
    expect(text).not.toMatch(/undefined|refusal_|[{}]/)
  }
  expect(new Set(texts).size).toBe(code === 'unauthenticated' ? 1 : 3)
})

test('what the seed fixes is said to the letter', () => {
  for (const language of languages) expect(sayRefusal('unauthenticated', language, {})).toBe('Unauthenticated.')
  expect(sayRefusal('system_error', 'en-US', {})).toBe('System Error')
  expect(sayRefusal('pin_locked', 'en-US', {})).toBe(
    'PIN error has reached three times, please cancel or contact us, return to login soon!',
  )
})

test('a refusal’s numbers and fields stand in its text', () => {
  expect(sayRefusal('pin_wrong', 'id', { tries_left: 1 })).toBe('PIN salah. Sisa percobaan: 1.')
  expect(sayRefusal('invalid_input', 'en-US', data)).toBe('Please check what you entered: street must not be empty')
})
