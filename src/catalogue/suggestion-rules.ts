/** Which categories a search may mean. Pure. */
import type { Category } from './catalogue-memory.ts'
import { isFound, type Search, searchableOf } from './search-rules.ts'

type SuggestedCategory = { category: Category; count: number; named: boolean }

/**
 * Categories that the words name, with all their cards; then those that hold matching cards, with how many. One that
 * holds exactly what a category below it holds is left out: the narrower one says more.
 */
export function suggestedCategories(
  categories: Category[],
  search: Search,
  { found, all }: { found: Map<string, number>; all: Map<string, number> },
): SuggestedCategory[] {
  const suggested = categories.flatMap((category): SuggestedCategory[] => {
    const named = isFound(search, searchableOf(Object.values(category.name)))
    const count = (named ? all : found).get(category.slug) ?? 0
    return count > 0 ? [{ category, count, named }] : []
  })
  const saysMore = ({ category, count, named }: SuggestedCategory) =>
    suggested.some((below) => below.category.parentId === category.id && below.count === count && below.named === named)
  return suggested
    .filter((one) => !saysMore(one))
    .sort((a, b) => Number(b.named) - Number(a.named) || b.count - a.count)
}
