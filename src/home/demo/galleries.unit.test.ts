import { expect, test } from 'vitest'
import photographed from '../../../render/serials.json' with { type: 'json' }
import type { NewProduct } from '../../catalogue/add-products.ts'
import { pictureOf } from '../../catalogue/product-views.ts'
import { readSerial } from '../../catalogue/serial-rules.ts'
import { isKept } from '../../content/picture-queries.ts'
import { demoBanners } from './banners.ts'
import { barProducts } from './bar-products.ts'
import { barSerials } from './bar-serials.ts'
import { coinProducts } from './coin-products.ts'
import { galleries } from './galleries.ts'
import { giftProducts } from './gift-products.ts'
import { jewelleryProducts } from './jewellery-products.ts'
import { malaysiaProducts } from './malaysia-products.ts'
import { moreJewelleryProducts } from './more-jewellery-products.ts'
import { moreMalaysiaProducts } from './more-malaysia-products.ts'
import { demoCategories } from './stores.ts'

const products: NewProduct[] = [
  ...[...barProducts, ...coinProducts, ...jewelleryProducts, ...malaysiaProducts],
  ...[...giftProducts, ...moreJewelleryProducts, ...moreMalaysiaProducts],
]

test('every picture of a product, a category and a banner is kept', () => {
  const named = [
    ...Object.values(galleries).flatMap((gallery) => gallery.map(({ name }) => name)),
    ...demoCategories.map(({ image }) => image ?? ''),
    ...demoBanners.map(({ image }) => image),
  ]
  expect(named.filter((name) => !isKept(name))).toEqual([])
})

test.each(products)('$name.en-US ($id) has pictures, each named in three languages', ({ gallery }) => {
  expect(gallery.length).toBeGreaterThan(0)
  for (const { alt } of gallery) expect(Object.values(alt).filter((text) => text.length > 3)).toHaveLength(3)
})

const shown = products.flatMap((product) =>
  product.skus.map((sku) => ({ id: product.id, sku, picture: product.gallery[pictureOf(product, sku)] })),
)

test('a bar is shown with its own weight on it, never with another', () => {
  const bars = new Set(products.filter(({ kind }) => kind === 'bar').map(({ id }) => id))
  const wrong = shown.filter(({ id, sku, picture }) => {
    const weights = picture?.shows?.weight
    return bars.has(id) && !weights?.includes(sku.attributes.weight ?? '')
  })
  expect(wrong.map(({ id, sku }) => `${id} ${sku.attributes.weight}`)).toEqual([])
})

test('a jewel is shown in its own colour', () => {
  const wrong = shown.filter(({ sku, picture }) => {
    const colours = picture?.shows?.colour
    return sku.attributes.colour !== undefined && !colours?.includes(sku.attributes.colour)
  })
  expect(wrong.map(({ id, sku }) => `${id} ${sku.attributes.colour}`)).toEqual([])
})

test('the number on a picture is that of a piece, of the form that our pieces have', () => {
  expect(photographed, 'node render/serials.ts').toEqual(barSerials())
  expect(Object.values(photographed).filter((number) => readSerial(number).kind !== 'serial')).toEqual([])
})

test('what says the number or the size of one piece stands with no other', () => {
  const shared = products.flatMap(({ id, gallery }) =>
    gallery
      .filter(({ name, shows }) => /-back$|-scale-|^certificate|-card$/.test(name) && !shows?.weight)
      .map(({ name }) => `${id} ${name}`),
  )
  expect(shared).toEqual([])
})
