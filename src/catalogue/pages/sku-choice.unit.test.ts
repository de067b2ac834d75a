import { expect, it } from 'vitest'
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'
import { chosenSku, optionGroups, skuGrid } from './sku-choice.ts'

const sku = (sku_id: number, weight: string, packaging: string, state: 'in_stock' | 'out_of_stock' = 'in_stock') =>
  ({
    sku_id,
    attributes: { weight, packaging },
    stock: { state, left: null, scarce: false },
  }) as unknown as SkuDetailsView

const attributes = [
  { name: 'weight', label: 'Weight', values: ['1', '5', '10'].map((value) => ({ value, label: `${value} g` })) },
  { name: 'packaging', label: 'Packaging', values: ['sealed', 'gift'].map((value) => ({ value, label: value })) },
] as ProductDetailsView['attributes']

const one = sku(1, '1', 'sealed')
const five = sku(2, '5', 'sealed')
const fiveGift = sku(3, '5', 'gift')
const tenGift = sku(4, '10', 'gift')
const product = { attributes, skus: [one, five, fiveGift, tenGift] }

const options = (current: SkuDetailsView) =>
  Object.fromEntries(
    optionGroups(product, current).flatMap(({ options: all }) =>
      all.map(({ value, sku: to, fits, chosen }) => [value, { to: to.sku_id, fits, chosen }]),
    ),
  )

it('leads each value to the sku that keeps what else is chosen', () => {
  expect(options(five)).toMatchObject({
    '1': { to: 1, fits: true, chosen: false },
    '5': { to: 2, fits: true, chosen: true },
    gift: { to: 3, fits: true, chosen: false },
  })
})

it('marks a combination that does not exist, and leads to the nearest one that does', () => {
  expect(options(one)).toMatchObject({ '10': { to: 4, fits: false }, gift: { to: 3, fits: false } })
})

it('prefers among equally near skus the one that can be ordered', () => {
  const skus = [one, sku(5, '5', 'gift', 'out_of_stock'), sku(6, '10', 'gift')]
  const groups = optionGroups({ attributes, skus }, one)
  expect(groups[1]?.options.find(({ value }) => value === 'gift')?.sku.sku_id).toBe(6)
})

it('sets out two attributes as a table, with nothing where no piece is made', () => {
  const grid = skuGrid(product)
  expect([grid?.columns.name, grid?.rows.name]).toEqual(['packaging', 'weight'])
  expect(grid?.at('5', 'gift')?.sku_id).toBe(3)
  expect(grid?.at('1', 'gift')).toBeNull()
})

it('makes no table of one attribute, of three, or of one too wide for a phone', () => {
  const many = (name: string, count: number) => ({
    name,
    label: name,
    values: Array.from({ length: count }, (_, at) => ({ value: String(at), label: String(at) })),
  })
  const grid = (...counts: number[]) =>
    skuGrid({ attributes: counts.map((count, at) => many(`a${at}`, count)) as never, skus: [] })
  expect(grid(9)).toBeNull()
  expect(grid(9, 1)).toBeNull()
  expect(grid(2, 3, 2)).toBeNull()
  expect(grid(4, 4)).toBeNull()
  expect(grid(4, 3)).not.toBeNull()
})

it('shows the sku that the address names, else the first choice of the shop', () => {
  const shown = { ...product, default_sku_id: 2 } as ProductDetailsView
  expect(chosenSku(shown, new URLSearchParams('sku=4')).sku_id).toBe(4)
  expect(chosenSku(shown, new URLSearchParams('sku=99')).sku_id).toBe(2)
  expect(chosenSku(shown, new URLSearchParams('')).sku_id).toBe(2)
})
