import fc from 'fast-check'
import { expect, test } from 'vitest'
import { innerPath } from './inner-path-rules.ts'

test.each([
  ['/', '/'],
  ['/user/order/list?tab=unpaid#x', '/user/order/list?tab=unpaid#x'],
  ['/home/../product/product', '/product/product'],
  ['/%5Cevil.example', '/%5Cevil.example'],
  ['/a//b', '/a//b'],
  ['/javascript:alert(1)', '/javascript:alert(1)'],
])('%s is a path of this shop', (text, path) => {
  expect(innerPath(text)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'user',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/a b',
  '/a\u0000b',
  'https://evil.example/user',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
])('%j is none', (text) => {
  expect(innerPath(text)).toBeNull()
})

test('whatever passes is the same origin for a browser, as it is and as it came out, and passes again', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    ' ',
    ':',
    '@',
    '?',
    '#',
    'evil.example',
    'a',
    'https:',
    'javascript:',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 10 }).map((parts) => `/${parts.join('')}`),
  )
  const shop = 'https://shop.example'
  let passed = 0
  fc.assert(
    fc.property(text, (written) => {
      const path = innerPath(written)
      if (path === null) return
      passed++
      for (const one of [written, path]) expect(new URL(one, `${shop}/home/news`).origin).toBe(shop)
      expect(innerPath(path)).toBe(path)
    }),
    { numRuns: 5000 },
  )
  expect(passed).toBeGreaterThan(100)
})
