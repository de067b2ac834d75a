// STUB: replaced by the catalogue slice.
import type { Db } from '../db/database.ts'
import type { BasisPoints, Minor, Weight } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'

export type Texts = Record<string, string>
export type Kind = 'bar' | 'coin' | 'jewellery'
export type Picture = { src: string; width: number; height: number; alt: Texts }
export type Sku = {
  id: number
  productId: number
  code: string
  attributes: Record<string, string>
  grossWeight: Weight
  fineWeight: Weight
  fineness: number
  karat: number
  premiumBps: BasisPoints
  making: Minor
  scarce: boolean
  /** Pieces that could be ordered when this memory was last refreshed; submit_order asks the database. */
  stock: number
}
export type Product = {
  id: number
  store: string
  categoryId: number
  kind: Kind
  brand: string
  form: string
  series: string | null
  name: Texts
  description: Texts
  certificate: Texts
  gallery: Picture[]
  popularity: number
  publishedAt: number
  skus: Sku[]
}
export type Category = { id: number; parentId: number | null; slug: string; name: Texts; image: string | null }
export type CatalogueMemory = {
  /** Changes whenever anything that a list or a page shows does. */
  version(): number
  categories(): Category[]
  products(store: string): Product[]
  product(store: string, id: number): Product | undefined
  /** A published sku of this store with its product. */
  sku(store: string, id: number): { product: Product; sku: Sku } | undefined
  close(): Promise<void>
}
export async function openCatalogueMemory(_: {
  db: Db
  connectionString: string
  stores: Map<string, Store>
}): Promise<CatalogueMemory> {
  return {
    version: () => 1,
    categories: () => [],
    products: () => [],
    product: () => undefined,
    sku: () => undefined,
    close: async () => {},
  }
}
