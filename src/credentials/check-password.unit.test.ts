import { expect, test } from 'vitest'
import { demoMembers } from '../identity/seed-members.ts'
import { commonPasswords, requireGoodPassword } from './check-password.ts'
import { isMadeOfProductWords, isTooShort } from './password-rules.ts'

const verdict = (password: string) =>
  requireGoodPassword(password, 'ratna@karat.test').then(
    () => 'taken',
    (refusal: { code: string }) => refusal.code,
  )

test('the blocklist has over ten thousand entries that fit the length rule', async () => {
  const words = [...(await commonPasswords())]
  expect(words.length).toBeGreaterThan(10_000)
  expect(words.filter(isTooShort)).toEqual([])
  expect(words.every((word) => word === word.toLowerCase())).toBe(true)
})

test.each([
  ['1234567', 'password_too_short'],
  ['🪙🪙🪙🪙🪙🪙🪙', 'password_too_short'],
  ['🪙🪙🪙🪙🪙🪙🪙🪙', 'taken'],
  ['12345678', 'password_too_common'],
  ['QwertyUIOP', 'password_too_common'],
  ['Ratna@Karat.test', 'password_too_common'],
  ['karatkarat', 'password_too_common'],
  ['Emas 2026 !!', 'password_too_common'],
  ['        ', 'taken'],
  ['kopi-tubruk-pagi-hari', 'taken'],
])('the password %s is %s', async (password, expected) => expect(await verdict(password)).toBe(expected))

test('words of the shop inside a longer sentence are no fault', () => {
  expect(isMadeOfProductWords('emas-itu-abadi')).toBe(false)
  expect(isMadeOfProductWords('logam mulia 999')).toBe(true)
  expect(isMadeOfProductWords('29385017!!')).toBe(false)
})

test('the check takes no time that grows out of bounds', () => {
  expect(isMadeOfProductWords(`${'karatgold-1'.repeat(11)}x`)).toBe(false)
})

test('the demo’s members have passwords that the shop itself would take', async () => {
  for (const { password, email } of demoMembers)
    await expect(requireGoodPassword(password, email)).resolves.toBeUndefined()
})
