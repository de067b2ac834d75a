/** What a search may mean while it is still being typed. From memory. */
import type { Bag } from '../karat.ts'
import { indexOf, momentOf, noFilter, unitsOf, type Visit } from './catalogue-queries.ts'
import type { SuggestionsView } from './contract.ts'
import { listCards } from './listing-rules.ts'
import { productCard, textIn } from './product-views.ts'
import { searchOf } from './search-rules.ts'
import { suggestedCategories } from './suggestion-rules.ts'

/** The cards that getList would show first for these words, and the categories they are in. Refuses price_unavailable. */
export function suggest(karat: Bag<'catalogue'>, where: Visit & { q: string }): SuggestionsView {
  const { store, language, currency } = where
  const moment = momentOf(karat, where)
  const index = indexOf(karat.catalogue, store.code)
  const units = unitsOf(karat, index, where, moment)
  const search = searchOf(where.q)
  const { products, categories } = karat.settings.catalogue.suggestions
  const { cards, counts } = listCards(index, units, { ...noFilter, search }, 'popularity')
  const all = listCards(index, units, noFilter, 'popularity').counts.category
  return {
    total: cards.length,
    categories: suggestedCategories(index.categories, search, { found: counts.category, all })
      .slice(0, categories)
      .map(({ category, count, named }) => ({
        slug: category.slug,
        name: textIn(category.name, language),
        count,
        named,
      })),
    products: cards.slice(0, products).map((card) => {
      const view = productCard(card, moment, language)
      const { product_id, sku_id, name, weight_label, karat: purity, picture, price_with_tax, stock } = view
      return { product_id, sku_id, name, weight_label, karat: purity, picture, price_with_tax, stock }
    }),
    currency,
  }
}
