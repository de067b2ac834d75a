import { expect, test } from 'vitest'
import { ruledTarget } from './route-rules.ts'

const rules = [
  { from: '/shop', to: '/product/product' },
  { from: '/bars', to: '/product/product?category=bars' },
  { from: '/promo', to: 'https://go.karat.example/2026#top' },
]

test.each([
  ['/shop', '', '/product/product'],
  ['/shop/', '', '/product/product'],
  ['/shop', '?invite=RATNA', '/product/product?invite=RATNA'],
  ['/bars', '?sort=price', '/product/product?category=bars&sort=price'],
  ['/bars', '?', '/product/product?category=bars'],
  ['/promo', '', 'https://go.karat.example/2026#top'],
  ['/promo', '?utm=a', 'https://go.karat.example/2026?utm=a#top'],
])('%s%s leads to %s', (pathname, search, target) => {
  expect(ruledTarget(rules, { pathname, search })).toBe(target)
})

test.each(['/', '/shops', '/shop/x', '//shop', '/SHOP', '/product/product'])('%s leads nowhere else', (pathname) => {
  expect(ruledTarget(rules, { pathname, search: '' })).toBeNull()
})

test('what is typed into an address never names the host it leads to', () => {
  for (const search of ['?//evil.example', '?https://evil.example', '?@evil.example', '?\\evil.example']) {
    const target = ruledTarget(rules, { pathname: '/promo', search })
    expect(new URL(target ?? '', 'https://shop.example').origin).toBe('https://go.karat.example')
    expect(new URL(ruledTarget(rules, { pathname: '/shop', search }) ?? '', 'https://shop.example').origin).toBe(
      'https://shop.example',
    )
  }
})
