import { expect, test } from 'vitest'
import {
  medusaSample,
  newShopifyFile,
  shopifySample,
  wooFile,
  wooSample,
} from '../../../../tests/support/product-exports.ts'
import { readProducts } from './read-products.ts'

const read = (text: string) => {
  const file = readProducts(text, 'IDR')
  if ('problem' in file) throw new Error(file.problem)
  return file
}
const seen = (text: string) => {
  const { source, products } = read(text)
  return [
    source,
    products.map(({ handle, brand, category, variants, images }) => [
      ...[handle, brand, category, images.length],
      variants.map(({ line, code, price, options }) => [line, code, price, ...options.map(([, value]) => value)]),
    ]),
  ]
}

test('Shopify: variants and pictures of one handle are one product, and the option of Shopify itself says nothing', () => {
  expect(seen(shopifySample)).toEqual([
    'shopify',
    [
      [
        ...['antam-certi-eye', 'Antam', 'Gold bars', 3],
        [
          [2, 'antam_ce_10', '25500000.00', '10 g'],
          [3, 'ANTAM-CE-25', '63000000.00', '25 g'],
        ],
      ],
      ['maple', 'Royal Canadian Mint', 'Coins', 0, [[5, 'RCM-MAPLE-1OZ', '79000000.00']]],
    ],
  ])
})

test('Shopify of 2024 names its columns otherwise', () => {
  const text = newShopifyFile({
    ...{ Title: 'Bar', 'URL handle': 'bar', Vendor: 'PAMP', Type: 'Bars', SKU: 'PAMP-1', Price: '2600000.00' },
    ...{ 'Option1 name': 'Weight', 'Option1 value': '1 g', 'Product image URL': 'https://x.test/1.jpg' },
  })
  expect(seen(text)).toEqual(['shopify', [['bar', 'PAMP', 'Bars', 1, [[2, 'PAMP-1', '2600000.00', '1 g']]]]])
})

test('WooCommerce: variations come to their parent by SKU or number, and what is no product says so', () => {
  expect(seen(wooSample)).toEqual([
    'woocommerce',
    [
      [
        ...['id:44', 'UBS', 'Bullion > Bars', 2],
        [
          [3, 'UBS-5', '12900000', '5 gr'],
          [4, 'UBS-50', '126000000', '50 gr'],
        ],
      ],
      ['id:50', 'Karat Studio', 'Rings', 0, [[5, 'CINCIN-22', '8500000']]],
    ],
  ])
  expect(read(wooSample).faults).toEqual([{ line: 6, problem: 'kind_unknown', value: 'grouped' }])
  const alone = { ID: '9', Type: 'variation', SKU: 'X', Parent: 'id:1' }
  const lone = { ID: '10', Type: 'variable', SKU: 'Y', Name: 'Y' }
  expect(read(wooFile(alone, lone, { Type: 'simple', Name: 'Z' })).faults).toEqual([
    { line: 4, problem: 'no_handle', value: '' },
    { line: 2, problem: 'no_parent', value: 'id:1' },
    { line: 3, problem: 'no_variant', value: 'Y' },
  ])
})

test('Medusa: the price is that of the currency of the store', () => {
  expect(seen(medusaSample)).toEqual([
    'medusa',
    [['valcambi-cast', '', 'ptyp_bars', 1, [[2, 'VAL-100', '250000000', '100 g']]]],
  ])
  const dollars = readProducts(medusaSample, 'USD')
  expect('products' in dollars && dollars.products[0]?.variants[0]?.price).toBe('')
})

test.each([
  ['Handle,Title\na,b', 'source_unknown'],
  ['code,premium_percent\nA,4', 'source_unknown'],
  ['', 'no_lines'],
  [`${shopifySample.split('\n')[0]}`, 'no_lines'],
  ['Handle,"Title', 'unreadable'],
  [`${shopifySample.split('\n')[0]}\n${'x\n'.repeat(5001)}`, 'too_many_lines'],
])('%j is no file of products: %s', (text, problem) => {
  expect(readProducts(text, 'IDR')).toMatchObject({ problem })
})
