import { expect, test } from 'vitest'
import { alternatesOf, canonicalPath, inLanguage } from './public-pages.ts'

test.each([
  ['/', '', '/'],
  ['/', '?utm_source=x&lang=en', '/'],
  ['/product/productDetail', '?sku=100106&id=1001&lang=zh', '/product/productDetail?id=1001'],
  ['/product/product', '?sort=newest&category=bars&page=1', '/product/product?category=bars'],
  ['/product/product', '?page=2&category=bars&karat=24', '/product/product?category=bars&page=2'],
  ['/product/product', '?category=%22%3E%3Cscript%3E', '/product/product?category=%22%3E%3Cscript%3E'],
  ['/user', '', null],
  ['/mallOrder/create', '?id=1', null],
  ['/toString', '', null],
])('the address of %s%s is %s', (pathname, search, path) => {
  expect(canonicalPath({ pathname, search })).toBe(path)
})

test('each language has an address, the store’s own the bare one', () => {
  expect(inLanguage('/product/product?category=bars', 'en-US', 'id')).toBe('/product/product?category=bars&lang=en')
  expect(alternatesOf('/', 'id')).toEqual([
    { language: 'en', path: '/?lang=en' },
    { language: 'id', path: '/' },
    { language: 'zh', path: '/?lang=zh' },
    { language: 'x-default', path: '/' },
  ])
})
