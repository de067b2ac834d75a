/** Which sku an address names, and which one a choice of one more attribute leads to. Pure. */
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'

/** The sku that the address names, else the one that the shop shows first. */
export function chosenSku({ skus, default_sku_id }: ProductDetailsView, search: URLSearchParams): SkuDetailsView {
  const named = skus.find(({ sku_id }) => String(sku_id) === search.get('sku'))
  const sku = named ?? skus.find(({ sku_id }) => sku_id === default_sku_id) ?? skus[0]
  if (!sku) throw new Error('a product without skus is not shown')
  return sku
}

type Choice = ProductDetailsView['attributes'][number]
export type SkuGrid = { rows: Choice; columns: Choice; at: (row: string, column: string) => SkuDetailsView | null }

/** Columns that fit beside the names of the rows on a phone. */
const WIDEST = 3

/** The skus as a table, where they differ in just two attributes and one of these has few values; else null. */
export function skuGrid({ attributes, skus }: Pick<ProductDetailsView, 'attributes' | 'skus'>): SkuGrid | null {
  const open = attributes.filter(({ values }) => values.length > 1)
  const [columns, rows] = open.toSorted((a, b) => a.values.length - b.values.length)
  if (!rows || !columns || open.length !== 2 || columns.values.length > WIDEST) return null
  const at = (row: string, column: string) =>
    skus.find(({ attributes: own }) => own[rows.name] === row && own[columns.name] === column) ?? null
  return { rows, columns, at }
}

export type Option = {
  value: string
  label: string
  chosen: boolean
  sku: SkuDetailsView
  /** False when nothing has this value together with everything else that is chosen: taking it changes the rest too. */
  fits: boolean
}
export type OptionGroup = { name: string; label: string; options: Option[] }

/** Every attribute with its values, each leading to the sku that keeps most of what is chosen now. */
export function optionGroups(
  { attributes, skus }: Pick<ProductDetailsView, 'attributes' | 'skus'>,
  current: SkuDetailsView,
): OptionGroup[] {
  return attributes.map(({ name, label, values }) => ({
    name,
    label,
    options: values.flatMap(({ value, label: text }) => {
      const sku = nearest(
        skus.filter((other) => other.attributes[name] === value),
        current,
        name,
      )
      if (!sku) return []
      return [
        {
          value,
          label: text,
          chosen: current.attributes[name] === value,
          sku,
          fits: kept(sku, current, name) === others(current, name).length,
        },
      ]
    }),
  }))
}

const others = (current: SkuDetailsView, name: string): string[] =>
  Object.keys(current.attributes).filter((other) => other !== name)

/** How many of the other chosen values `sku` keeps. */
const kept = (sku: SkuDetailsView, current: SkuDetailsView, name: string): number =>
  others(current, name).filter((other) => sku.attributes[other] === current.attributes[other]).length

/** The one that keeps most; among equals one that can be ordered, then the first. */
function nearest(skus: SkuDetailsView[], current: SkuDetailsView, name: string): SkuDetailsView | undefined {
  const score = (sku: SkuDetailsView) => kept(sku, current, name) * 2 + (sku.stock.state === 'out_of_stock' ? 0 : 1)
  return skus.reduce<SkuDetailsView | undefined>(
    (best, sku) => (!best || score(sku) > score(best) ? sku : best),
    undefined,
  )
}
