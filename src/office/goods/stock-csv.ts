/** Goods and pieces as lines of a file. Columns that an import reads are called as it reads them. */
import { listOfficeProducts, listSkuRows, type ProductFilter } from '../../catalogue/office-queries.ts'
import type { PieceFilter } from '../../catalogue/piece-queries.ts'
import { skuLabel } from '../../catalogue/product-views.ts'
import type { Cell } from '../../http/csv.ts'
import type { Karat } from '../../karat.ts'
import { decimal, moneyText, weightText } from '../../money/money.ts'
import { promisedOf } from './count-stock.ts'
import { seenText } from './import-rules.ts'
import { listPieces } from './stock-view.ts'

export const productsHead = [
  ...['code', 'product', 'store', 'category', 'maker', 'name', 'sku', 'shown', 'gross_weight', 'fine_weight'],
  ...['fineness', 'karat', 'premium_percent', 'making', 'currency', 'stock', 'promised', 'counted', 'seen'],
]

/** A line for every sku of the products that the filter fits; `counted` is what should lie on the shelf of those without numbers, `seen` what an import holds against what is so then. */
export async function productRows(karat: Karat, filter: ProductFilter, language: string): Promise<Cell[][]> {
  const size = karat.settings.staff.exportRows
  const { rows } = await listOfficeProducts(karat.db, filter, { page: 1, size }, language)
  const products = new Map(rows.map((row) => [row.id, row]))
  const skus = await listSkuRows(karat.db, [...products.keys()])
  const promised = await promisedOf(
    karat.db,
    skus.map(({ id }) => id),
  )
  return skus.slice(0, size).flatMap((sku) => {
    const product = products.get(sku.productId)
    const currency = karat.stores.get(product?.store ?? '')?.currency
    if (!product || !currency) return []
    const held = promised.get(sku.id) ?? 0
    const counted = product.kind === 'jewellery' ? sku.stock + held : null
    return [
      [
        ...[sku.code, product.id, product.store, product.category, product.brand, product.name],
        ...[skuLabel(sku, language), product.shown && sku.shown ? 'yes' : 'no'],
        ...[weightText(sku.grossWeight), weightText(sku.fineWeight), sku.fineness, sku.karat],
        ...[percentText(sku.premiumBps), moneyText(sku.making, currency), currency, sku.stock, held],
        ...[counted, seenText(sku.premiumBps, counted)],
      ],
    ]
  })
}

/** Basis points as percent with two places: 450 is "4.50". */
export const percentText = (points: number): string => decimal(BigInt(points), 2)

export const piecesHead = [
  'serial',
  'code',
  'state',
  'store',
  'name',
  'sku',
  'fine_weight',
  'assayed_on',
  'order',
  'since',
]

export async function pieceRows(karat: Karat, filter: PieceFilter, language: string): Promise<Cell[][]> {
  const { rows } = await listPieces(karat.db, filter, { page: 1, size: karat.settings.staff.exportRows }, language)
  return rows.map((row) => [
    ...[row.serial, row.code, row.state, row.store, row.name, row.label, row.fine_weight, row.assayed_on],
    ...[row.order?.number ?? null, row.since],
  ])
}
