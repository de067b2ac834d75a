import { expect, test } from 'vitest'
import { readMemberCode, showMemberCode } from './member-code-rules.ts'

test.for([
  ['M-7F3K2-M9QXA', '7F3K2M9QXA'],
  ['m7f3k2m9qxa', '7F3K2M9QXA'],
  [' M 7F3K2 M9QXA ', '7F3K2M9QXA'],
  ['M-OI3L2-M9QXA', '01312M9QXA'],
] as const)('%s is the code %s', ([typed, code]) => {
  expect(readMemberCode(typed)).toBe(code)
})

test.for([
  '',
  'M',
  'M-7F3K2-M9QX',
  'M-7F3K2-M9QXAB',
  '7F3K2M9QXA',
  'M-7F3K2-M9QXU',
  'mira@example.com',
  '0812 1000 4471',
  '+62812',
])('“%s” is no code', (typed) => {
  expect(readMemberCode(typed)).toBe(null)
})

test('what is shown is read as the same', () => {
  expect(showMemberCode('7F3K2M9QXA')).toBe('M-7F3K2-M9QXA')
  expect(readMemberCode(showMemberCode('0000000001'))).toBe('0000000001')
})
