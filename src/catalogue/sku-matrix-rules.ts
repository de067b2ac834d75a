/** Which combinations of attributes exist, and what is possible where one does not. Pure. */
import { type AttributeName, type Attributes, attributeNames, compareValues } from './attribute-rules.ts'
import type { Sku } from './catalogue-memory.ts'

const has = (sku: Sku, chosen: Attributes, but?: AttributeName): boolean =>
  attributeNames.every((name) => name === but || chosen[name] === undefined || sku.attributes[name] === chosen[name])

/** The skus that have every chosen value. */
export const skusWith = (skus: Sku[], chosen: Attributes): Sku[] => skus.filter((sku) => has(sku, chosen))

/** The attributes that still have to be chosen to tell these skus apart. */
export const openAttributes = (skus: Sku[]): AttributeName[] =>
  attributeNames.filter((name) => new Set(skus.map((sku) => sku.attributes[name])).size > 1)

/** For each attribute of the product, the values that go with everything else that was chosen. */
export function possibleValues(skus: Sku[], chosen: Attributes): Partial<Record<AttributeName, string[]>> {
  const possible: Partial<Record<AttributeName, string[]>> = {}
  for (const name of attributeNames) {
    if (!skus.some((sku) => sku.attributes[name] !== undefined)) continue
    const values = skus.filter((sku) => has(sku, chosen, name)).flatMap((sku) => sku.attributes[name] ?? [])
    possible[name] = [...new Set(values)].sort(compareValues)
  }
  return possible
}
