/** Wire shapes of the staff's calls about goods. */
import { z } from 'zod'
import { momentField, moneyField, rowId, rowIdText, typedText, weightField, wholeCount } from '../http/wire.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { pieceSteps, stockReasons } from './piece-rules.ts'
import type { serialProblems } from './receive-rules.ts'

const storeCode = typedText(1, 10)
const kind = z.enum(['bar', 'coin', 'jewellery'])
const revision = wholeCount(1, 1_000_000_000)
export const productStates = ['shown', 'hidden'] as const
export const stockStates = ['low', 'out'] as const
export const productSorts = ['name', '-name', 'stock', '-stock', 'premium', '-premium', 'id', '-id'] as const
const productFilter = {
  q: typedText(1, 100).optional().meta({ description: 'name, maker, number, or the start of a code' }),
  category: typedText(1, 60).optional().meta({ description: 'a slug; what stands below it is meant too' }),
  state: z.enum(productStates).optional(),
  store: storeCode.optional(),
  stock: z.enum(stockStates).optional(),
  sort: z.enum(productSorts).optional(),
}
export const DeskProductsQuery = z.strictObject({ ...productFilter, ...pageQuery })
export const DeskProductsExport = z.strictObject(productFilter)
const head = {
  id: z.int(),
  store: z.string(),
  kind,
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  picture: z.string().meta({ description: 'the smallest file of its first picture; empty without one' }),
  shown: z.boolean(),
}
export const DeskProductsPage = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      ...head,
      skus: z.int(),
      stock: z.int().meta({ description: 'pieces that can be ordered now' }),
      low: z.int().meta({ description: 'skus that are shown and nearly or wholly out of stock' }),
      premium_bps: z.strictObject({ from: z.int(), to: z.int() }).nullable(),
    }),
  ),
})
export const DeskCategories = z.strictObject({
  categories: z.array(z.strictObject({ slug: z.string(), name: z.string(), level: z.int() })),
})
export const ProductOf = z.strictObject({ id: rowIdText })
const texts = z.record(z.string(), z.string())
export const DeskProduct = z.strictObject({
  ...head,
  currency: z.string(),
  revision: z.int(),
  updated_at: momentField,
  updated_by: z.string(),
  texts: z.strictObject({ name: texts, description: texts, certificate: texts }),
  pictures: z.array(z.string()),
  numbered: z.boolean().meta({ description: 'whether its pieces have serial numbers' }),
  prices: z
    .strictObject({ ask: moneyField, bid: moneyField, spot: moneyField })
    .nullable()
    .meta({ description: 'the price of now; null before there ever was one' }),
  skus: z.array(
    z.strictObject({
      id: z.int(),
      code: z.string(),
      label: z.string(),
      gross_weight: weightField,
      fine_weight: weightField,
      fineness: z.int(),
      karat: z.int(),
      premium_bps: z.int(),
      making: moneyField,
      unit_price: moneyField.nullable().meta({ description: 'of one piece, by card, without tax' }),
      tiers: z.array(z.strictObject({ from: z.int(), off_bps: z.int(), unit_price: moneyField.nullable() })),
      shown: z.boolean(),
      scarce: z.boolean(),
      stock: z.int().meta({ description: 'can be ordered now' }),
      promised: z.int().meta({ description: 'lies in the house for orders' }),
      stolen: z.int(),
    }),
  ),
  moves: z.array(
    z.strictObject({
      at: momentField,
      code: z.string(),
      quantity: z.int(),
      reason: z.enum(stockReasons),
      by: z.string(),
      note: z.string(),
    }),
  ),
})
const threeTexts = (max: number) => {
  const text = typedText(1, max).regex(/\S/, 'must not be empty')
  return z.strictObject({ 'en-US': text, id: text, zh: text })
}
const product = { product_id: rowId, revision }
export const SaveProductTexts = z.strictObject({
  ...product,
  name: threeTexts(120),
  description: threeTexts(4000),
  certificate: threeTexts(1000),
})
export const NamedProduct = z.strictObject(product)
export const ShowSku = z.strictObject({ sku_id: rowId, shown: z.boolean(), revision })
export const ProductSaved = z.strictObject({ revision: z.int() })
const premium = wholeCount(0, 5000)
export const ChangePremium = z.strictObject({
  sku_id: rowId,
  premium_bps: premium,
  seen_bps: premium,
  reason: reasonField,
})
export const PremiumChanged = z.strictObject({ premium_bps: z.int() })

export const CountStock = z.strictObject({
  sku_id: rowId,
  counted: wholeCount(0, 100_000),
  expected: wholeCount(0, 1_000_000),
  reason: reasonField,
})
export const StockCounted = z.strictObject({ stock: z.int() })

const serial = typedText(1, 40)
const pieceFilter = {
  q: typedText(1, 60).optional().meta({ description: 'a serial number or its start, or the start of a code' }),
  state: z.enum(pieceSteps).optional(),
  store: storeCode.optional(),
  sku: rowIdText.optional(),
}
export const PiecesQuery = z.strictObject({ ...pieceFilter, ...pageQuery })
export const PiecesExport = z.strictObject(pieceFilter)
const piece = {
  serial: z.string(),
  state: z.enum(pieceSteps),
  store: z.string(),
  sku_id: z.int(),
  code: z.string(),
  product_id: z.int(),
  name: z.string(),
  label: z.string(),
  fine_weight: weightField,
  assayed_on: z.iso.date(),
  order: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  since: momentField.nullable(),
}
export const PiecesPage = z.strictObject({ total: z.int(), rows: z.array(z.strictObject(piece)) })
export const PieceOf = z.strictObject({ serial })
export const PieceDetail = z.strictObject({
  ...piece,
  brand: z.string(),
  gross_weight: weightField,
  fineness: z.int(),
  moves: z.array(
    z.strictObject({
      at: momentField,
      to: z.enum(pieceSteps),
      by: z.string().meta({ description: 'somebody of the house; empty for what orders do' }),
      reason: z.string(),
      order: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
    }),
  ),
})
export const ReceivePieces = z.strictObject({
  sku_id: rowId,
  serials: typedText(1, 20_000),
  assayed_on: z.iso.date('must be a day such as 2026-11-21'),
})
export const PiecesReceived = z.strictObject({ added: z.int() })
export const PieceWithReason = z.strictObject({ serial, reason: reasonField })

export type DeskProductRow = z.output<typeof DeskProductsPage>['rows'][number]
export type DeskProductView = z.output<typeof DeskProduct>
export type DeskSku = DeskProductView['skus'][number]
export type DeskCategoriesView = z.output<typeof DeskCategories>
export type PieceRow = z.output<typeof PiecesPage>['rows'][number]
export type PieceDetailView = z.output<typeof PieceDetail>
export type SerialProblemName = (typeof serialProblems)[number]
