/** What the shop shows, at the price of this moment. Everything comes from memory; nothing here asks the database. */
import type { Karat } from '../karat.ts'
import type { Currency } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'
import type {
  CategoryListView,
  ListQuery,
  ProductAttributesView,
  ProductDetailsView,
  ProductListView,
  RecommendationsView,
  SkuAnswerView,
  SkuQuery,
} from './contract.ts'

/** Who looks: a page's `PageContext` and an API request both have these. */
export type Visit = { store: Store; currency: Currency; language: string }

const notYet = (): never => {
  throw new Error('being written')
}

export const listProducts = (_karat: Karat, _where: Visit & ListQuery): ProductListView => notYet()
export const getProductDetails = (_karat: Karat, _where: Visit & { id: number }): ProductDetailsView => notYet()
export const listRecommendations = (_karat: Karat, _where: Visit & { id: number }): RecommendationsView => notYet()
export const listCategories = (_karat: Karat, _where: Visit): CategoryListView => notYet()
export const getAttributes = (_karat: Karat, _where: Visit & { id: number }): ProductAttributesView => notYet()
export const findSkuByAttributes = (_karat: Karat, _where: Visit & SkuQuery): SkuAnswerView => notYet()
