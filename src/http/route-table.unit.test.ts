import { describe, expect, test } from 'vitest'
import { settings } from '../settings.ts'
import { routeTable } from './route-table.ts'

const none = { MARKETING_URL: '', REDIRECTS: '', REDIRECT_TARGETS: '' }
const targets = 'https://go.karat.example/2026,https://docs.karat.example'

describe('the table of route rules', () => {
  test('holds the product’s own paths, and the marketing site’s only where there is one', () => {
    expect(routeTable(none, settings)).toEqual(settings.redirects)
    expect(routeTable({ ...none, MARKETING_URL: 'https://go.karat.example/' }, settings)).toContainEqual({
      from: '/promo',
      to: 'https://go.karat.example/promo',
    })
  })

  test('takes the operator’s rule before the product’s own', () => {
    const rules = routeTable({ ...none, REDIRECTS: '/help=/contactUs,/lama=/product/product?sort=new' }, settings)
    expect(rules.filter(({ from }) => from === '/help')).toEqual([{ from: '/help', to: '/contactUs' }])
    expect(rules).toContainEqual({ from: '/lama', to: '/product/product?sort=new' })
  })

  test.each(['https://go.karat.example/2026', 'https://go.karat.example/2026/x', 'https://docs.karat.example/a?b#c'])(
    'lets a rule lead to %s, which is within an allowed address',
    (to) => {
      expect(routeTable({ ...none, REDIRECTS: `/x=${to}`, REDIRECT_TARGETS: targets }, settings)[0]).toEqual({
        from: '/x',
        to,
      })
    },
  )

  test.each([
    ['an address that is not allowed', '/x=https://evil.example/2026'],
    ['another folder of an allowed host', '/x=https://go.karat.example/2026evil'],
    ['a host that begins like an allowed one', '/x=https://docs.karat.example.evil.example'],
    ['a name and password in front', '/x=https://docs.karat.example@evil.example'],
    ['another scheme', '/x=http://docs.karat.example/a'],
    ['a script', '/x=javascript:alert(1)'],
    ['an address without a scheme', '/x=//evil.example'],
    ['a backslash', '/x=/\\evil.example'],
    ['a path twice', '/x=/a,/x=/b'],
    ['a path to another rule', '/x=/y,/y=/x'],
    ['a path that leads to itself', '/x=/x'],
    ['a path with a query', '/x?a=/b'],
    ['a path with two slashes', '//x=/b'],
  ])('stops the start at %s', (_, REDIRECTS) => {
    expect(() => routeTable({ ...none, REDIRECTS, REDIRECT_TARGETS: targets }, settings)).toThrow(
      /^REDIRECTS is wrong: /,
    )
  })
})
