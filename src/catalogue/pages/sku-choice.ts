/** Which sku a choice of one more attribute leads to. Pure. */
import type { ProductDetailsView, SkuDetailsView } from '../contract.ts'

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
