import { describe, expect, test } from 'vitest'
import { sameOriginPath } from './return-path.ts'

const origin = 'https://shop.example'

describe('the page after signing in', () => {
  test.each([
    ['/user/order/list?tab=unpaid#x', '/user/order/list?tab=unpaid#x'],
    ['/mallOrder/create?cart=1', '/mallOrder/create?cart=1'],
  ])('is a path of this site: %s', (wish, path) => {
    expect(sameOriginPath(wish, origin)).toBe(path)
  })

  test.each([
    null,
    '',
    'user',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'https://evil.example/user',
    'javascript:alert(1)',
  ])('is never another site: %j', (wish) => {
    expect(sameOriginPath(wish, origin)).toBeNull()
  })
})
