import { expect, test } from 'vitest'
import { jewelleryProducts } from '../home/demo/jewellery-products.ts'
import type { Attributes } from './attribute-rules.ts'
import type { Sku } from './catalogue-memory.ts'
import { openAttributes, possibleValues, skusWith } from './sku-matrix-rules.ts'

const skus = (
  [
    { colour: 'yellow', ring_size: '10' },
    { colour: 'yellow', ring_size: '12' },
    { colour: 'white', ring_size: '12' },
    { colour: 'white', ring_size: '9' },
  ] satisfies Attributes[]
).map((attributes) => ({ attributes }) as Partial<Sku> as Sku)

test('an exact choice finds its one sku, an impossible one none, a partial one all that remain', () => {
  expect(skusWith(skus, { colour: 'white', ring_size: '12' })).toEqual([skus[2]])
  expect(skusWith(skus, { colour: 'white', ring_size: '10' })).toEqual([])
  expect(skusWith(skus, { ring_size: '12' })).toHaveLength(2)
})

test('an attribute that the product does not have fits no sku', () => {
  expect(skusWith(skus, { weight: '10' })).toEqual([])
})

test('only attributes that still differ have to be chosen', () => {
  expect(openAttributes(skusWith(skus, { ring_size: '12' }))).toEqual(['colour'])
  expect(openAttributes(skus)).toEqual(['colour', 'ring_size'])
})

test('possible values go with everything else that was chosen, smallest number first', () => {
  expect(possibleValues(skus, { colour: 'white', ring_size: '10' })).toEqual({
    colour: ['yellow'],
    ring_size: ['9', '12'],
  })
})

test('every possible value of every demo jewel leads to a sku, and every other value does not', () => {
  for (const { skus } of jewelleryProducts as unknown as { skus: Sku[] }[])
    for (const { attributes } of skus)
      for (const [name, values] of Object.entries(possibleValues(skus, attributes)))
        for (const value of new Set(skus.map((sku) => sku.attributes[name]))) {
          const found = skusWith(skus, { ...attributes, [name]: value }).length > 0
          expect([name, value, found]).toEqual([name, value, values.includes(value ?? '')])
        }
})
