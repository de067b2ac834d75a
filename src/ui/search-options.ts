/** Every line that the search box offers, in the order of the arrow keys. */
import * as m from '../locale/paraglide/messages.js'
import type { Suggestions } from './use-suggestions.ts'

export type SearchOption = { key: string; to: string; words: string } & (
  | { kind: 'recent' | 'all'; text: string }
  | { kind: 'category'; text: string; count: number }
  | { kind: 'product'; product: Suggestions['products'][number] }
)
export type OptionGroup = { key: string; title: string; options: SearchOption[] }

export const listOf = (words: string, category = ''): string => {
  const search = new URLSearchParams({ ...(words && { q: words }), ...(category && { category }) })
  return `/product/product${search.size > 0 ? `?${search}` : ''}`
}

/** While nothing is typed, what was searched for before; then categories, products, and the way to all of them. */
export function searchOptions(typed: string, found: Suggestions | null, recent: string[]): OptionGroup[] {
  if (!typed)
    return grouped({
      key: 'recent',
      title: m.ui_search_recent(),
      options: recent.map((words) => ({ key: `r-${words}`, kind: 'recent', to: listOf(words), words, text: words })),
    })
  if (!found) return []
  return [
    ...grouped({
      key: 'categories',
      title: m.ui_search_categories(),
      options: found.categories.map(({ slug, name, count, named }) => ({
        ...{ key: `c-${slug}`, kind: 'category', text: name, count },
        ...{ to: listOf(named ? '' : typed, slug), words: typed },
      })),
    }),
    ...grouped({
      key: 'products',
      title: m.ui_search_products(),
      options: found.products.map((product) => ({
        ...{ key: `p-${product.sku_id}`, kind: 'product', product, words: typed },
        to: `/product/productDetail?id=${product.product_id}&sku=${product.sku_id}`,
      })),
    }),
    ...(found.total > found.products.length
      ? grouped({
          key: 'all',
          title: '',
          options: [
            { key: 'all', kind: 'all', to: listOf(typed), words: typed, text: m.ui_search_all({ count: found.total }) },
          ],
        })
      : []),
  ]
}

const grouped = (group: OptionGroup): OptionGroup[] => (group.options.length > 0 ? [group] : [])
