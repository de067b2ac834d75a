/** Wire shapes of the staff's calls about goods. */

import { z } from 'zod'
import {
  currencyField,
  momentField,
  moneyField,
  nameText,
  rowId,
  rowIdText,
  typedText,
  weightField,
  wholeCount,
} from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { attributeNames } from './attribute-rules.ts'
import { MOST_LABELS } from './label-rules.ts'
import { checkRules, readForm } from './maker-rules.ts'
import { chosenValues, forms, incompletes } from './new-goods-rules.ts'
import { ownPicture } from './own-picture-rules.ts'
import { pieceSteps, stockReasons } from './piece-rules.ts'

const storeCode = typedText(1, 10)
const kind = z.enum(['bar', 'coin', 'jewellery'])
const revision = wholeCount(1, 1_000_000_000)
export const productStates = ['shown', 'hidden', 'draft'] as const
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
export const OfficeProductsQuery = z.strictObject({ ...productFilter, ...pageQuery })
export const OfficeProductsExport = z.strictObject(productFilter)
const head = {
  id: z.int(),
  store: z.string(),
  kind,
  brand: z.string(),
  name: z.string(),
  category: z.string(),
  picture: z.string().meta({ description: 'the smallest file of its first picture; empty without one' }),
  shown: z.boolean(),
  draft: z.boolean().meta({ description: 'was never shown' }),
}
export const OfficeProductsPage = z.strictObject({
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
export const OfficeCategories = z.strictObject({
  categories: z.array(
    z.strictObject({ slug: z.string(), name: z.string(), level: z.int(), forms: z.array(z.enum(forms)) }),
  ),
})
export const ProductOf = z.strictObject({ id: rowIdText })
const texts = z.record(z.string(), z.string())
const ownPictureShape = {
  name: typedText(1, 100),
  shows: z
    .partialRecord(z.enum(attributeNames), z.array(typedText(1, 20)).max(40))
    .optional()
    .meta({ description: 'values of attributes that it shows rather than the first picture' }),
}
export const OfficeProduct = z.strictObject({
  ...head,
  currency: z.string(),
  revision: z.int(),
  updated_at: momentField,
  updated_by: z.string(),
  texts: z.strictObject({ name: texts, description: texts, certificate: texts }),
  category_slug: z.string(),
  form: z.string(),
  series: z.string().nullable(),
  ordered: z.boolean().meta({ description: 'whether a piece was ever ordered: then category and form stay' }),
  stocked: z.boolean().meta({ description: 'whether there ever was stock: then the maker stays' }),
  pictures: z.array(z.strictObject({ ...ownPictureShape, src: z.string(), alt: texts })),
  missing: z.array(z.enum(incompletes)).meta({ description: 'what it lacks before visitors may see it' }),
  numbered: z.boolean().meta({ description: 'whether its pieces have serial numbers' }),
  maker: z
    .strictObject({ code: z.string(), forms: z.array(z.string()), check: z.enum(checkRules) })
    .nullable()
    .meta({ description: 'who stamps the numbers of its pieces; null where the house gives them' }),
  prices: z
    .strictObject({ ask: moneyField, bid: moneyField, spot: moneyField })
    .nullable()
    .meta({ description: 'the price of now; null before there ever was one' }),
  skus: z.array(
    z.strictObject({
      id: z.int(),
      code: z.string(),
      label: z.string(),
      attributes: z.record(z.string(), z.string()),
      ordered: z.boolean(),
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
const anyTexts = (max: number) =>
  z.strictObject({ 'en-US': typedText(0, max), id: typedText(0, max), zh: typedText(0, max) })
const written = <T extends Record<string, string>>(value: T) => Object.values(value).some((text) => text.trim())
const nameTexts = anyTexts(120).refine(written, problem('one_language'))
const product = { product_id: rowId, revision }
const productTexts = { name: nameTexts, description: anyTexts(4000), certificate: anyTexts(1000) }
export const SaveProductTexts = z.strictObject({
  ...product,
  ...productTexts,
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
const approval = z.uuid().nullable().meta({ description: 'where a second person has to approve it first' })
export const PremiumChanged = z.strictObject({ premium_bps: z.int(), approval_id: approval })
export type PremiumChangedView = z.output<typeof PremiumChanged>

const basics = {
  category: typedText(1, 60).meta({ description: 'a slug' }),
  form: z.enum(forms),
  brand: typedText(1, 60).regex(/\S/, problem('empty')),
  series: typedText(1, 60).regex(/\S/, problem('empty')).nullable(),
}
export const NewProductOffer = z.strictObject({ number: z.int() })
export const AddProduct = z.strictObject({
  number: wholeCount(1, 9_999_999),
  store: storeCode,
  ...basics,
  ...productTexts,
})
export const ProductAdded = z.strictObject({ product_id: z.int(), revision: z.int() })
export const SaveBasics = z.strictObject({ ...product, ...basics, reason: reasonField })
const sizeNumber = z.string().regex(/^\d{1,3}(\.\d)?$/, problem('size_number'))
const skuFields = {
  code: z.string().regex(/^[A-Z0-9][A-Z0-9.-]{2,39}$/, problem('code_form')),
  weight: typedText(1, 12).meta({
    description: 'grams: of fine gold for bars and coins, of the whole piece for jewellery',
  }),
  karat: wholeCount(1, 24),
  fineness: wholeCount(1, 10_000),
  making: typedText(1, 20).meta({ description: 'in major units of the currency of the store' }),
  attributes: z.strictObject({
    colour: z.enum(chosenValues.colour).optional(),
    packaging: z.enum(chosenValues.packaging).optional(),
    ring_size: sizeNumber.optional(),
    length: sizeNumber.optional(),
  }),
  scarce: z.boolean(),
}
export const AddSku = z.strictObject({ ...product, ...skuFields, premium_bps: premium })
export const SkuAdded = z.strictObject({ sku_id: z.int(), revision: z.int() })
export const SaveSku = z.strictObject({ sku_id: rowId, revision, ...skuFields, reason: reasonField })
export const SkuSaved = z.strictObject({
  revision: z.int(),
  approval_id: approval.meta({ description: 'where a second person has to approve its making charge first' }),
})
export type SkuSavedView = z.output<typeof SkuSaved>
export const AddPicture = z.strictObject({
  product_id: rowIdText,
  revision: rowIdText,
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB, at least 480 pixels' }),
})
export const PictureAdded = z.strictObject({ name: z.string(), revision: z.int() })
export const SavePictures = z.strictObject({
  ...product,
  pictures: z.array(z.strictObject({ ...ownPictureShape, alt: anyTexts(200) })).max(ownPicture.perProduct),
})

export const CountStock = z.strictObject({
  sku_id: rowId,
  counted: wholeCount(0, 100_000),
  expected: wholeCount(0, 1_000_000),
  reason: reasonField,
})
export const StockCounted = z.strictObject({ stock: z.int() })

const brandName = nameText(1, 60)
const numberForm = typedText(1, 40).transform((typed, context) => {
  const form = readForm(typed)
  if (form === null) context.addIssue({ code: 'custom', message: problem('number_form') })
  return form ?? ''
})
const maker = {
  code: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/, problem('maker_code'))
    .meta({ description: 'stands before its numbers where they are shown, and stays' }),
  name: brandName,
  brands: z
    .array(brandName)
    .max(20)
    .meta({ description: 'brands of products whose pieces it stamps, whatever their case' }),
  check: z.enum(checkRules, problem('empty')).meta({ description: 'how a number is checked: ISO/IEC 7812-1 or 7064' }),
}
export const OfficeMakers = z.strictObject({
  makers: z.array(
    z.strictObject({
      ...{ ...maker, code: z.string(), name: z.string(), brands: z.array(z.string()) },
      forms: z.array(z.string()),
      pieces: z.int().meta({ description: 'known by a number of its own' }),
      seen: momentField.meta({ description: 'when it was last changed' }),
    }),
  ),
})
export const SaveMaker = z.strictObject({
  ...maker,
  forms: z.array(numberForm).max(8).meta({
    description: 'what a number may look like: @ a letter, # a digit, * either; none: whatever it looks like',
  }),
  seen: momentField.nullable().meta({ description: 'as it was read; null: a new maker' }),
})
export type OfficeMaker = z.output<typeof OfficeMakers>['makers'][number]

const serial = typedText(1, 200)
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
  bought: z
    .strictObject({
      supplier: z.string(),
      papers_complete: z.boolean(),
      cost: moneyField.nullable().meta({ description: 'null: unknown' }),
      currency: currencyField.nullable(),
    })
    .nullable()
    .meta({ description: 'from whom; null where that is not known' }),
  brand: z.string(),
  gross_weight: weightField,
  fineness: z.int(),
  moves: z.array(
    z.strictObject({
      at: momentField,
      to: z.enum(pieceSteps),
      by: z.string().meta({ description: 'somebody of the house; empty for what orders do' }),
      reason: z.string(),
      from_code: z.string().nullable().meta({ description: 'the sku that it was entered under by mistake' }),
      order: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
    }),
  ),
})
export const ReceivePieces = z.strictObject({
  sku_id: rowId,
  serials: typedText(1, 20_000),
  assayed_on: z.iso.date(problem('staff_day')),
  supplier: nameText(2, 120).meta({ description: 'from whom the pieces were bought' }),
  unit_cost: typedText(0, 24).meta({
    description: 'paid for one piece, in the currency of the store, such as 25000000 or 1250.00; empty: unknown',
  }),
  papers_complete: z.boolean().meta({ description: 'whether the purchase paper is there and complete' }),
})
export const PiecesReceived = z.strictObject({ added: z.int(), serials: z.array(z.string()) })
export const LabelsOf = z.strictObject({
  serials: typedText(1, 8000)
    .refine((text) => text.split(',').length <= MOST_LABELS, problem('too_many_labels', { most: MOST_LABELS }))
    .meta({ description: 'serial numbers, as they are shown, with commas between' }),
})
export const LabelsPdf = z.string().meta({ format: 'binary', description: 'the PDF itself, no envelope' })
export const PieceWithReason = z.strictObject({ serial, reason: reasonField })
const code = typedText(1, 100)
export const MoveTarget = z.strictObject({ serial, code })
const moveDifferences = ['kind', 'store', 'maker', 'weight', 'fineness'] as const
const moveProblems = ['is_there', 'not_in_stock', 'was_sold', 'differs', 'promised'] as const
const moveSide = z.strictObject({
  code: z.string(),
  product_id: z.int(),
  name: z.string(),
  label: z.string(),
  store: z.string(),
  brand: z.string(),
  fine_weight: weightField,
  gross_weight: weightField,
  fineness: z.int(),
  shown: z.boolean().meta({ description: 'whether visitors can order it' }),
  stock: z.int().meta({ description: 'can be ordered now' }),
  stock_then: z.int().meta({ description: 'could be ordered once the piece has moved' }),
})
export const MovePreview = z.strictObject({
  serial: z.string(),
  from: moveSide.meta({ description: 'the sku that the piece is of now' }),
  to: moveSide,
  differs: z.array(z.enum(moveDifferences)).meta({ description: 'in what the piece is no piece of the other sku' }),
  problem: z.enum(moveProblems).nullable().meta({ description: 'why it cannot move; null when it can' }),
})
export const MovePiece = z.strictObject({
  serial,
  from: code.meta({ description: 'the code that the person saw it under' }),
  code,
  reason: reasonField,
})

export type OfficeProductRow = z.output<typeof OfficeProductsPage>['rows'][number]
export type OfficeProductView = z.output<typeof OfficeProduct>
export type OfficePicture = OfficeProductView['pictures'][number]
export type OfficeSku = OfficeProductView['skus'][number]
export type OfficeCategoriesView = z.output<typeof OfficeCategories>
export type PieceRow = z.output<typeof PiecesPage>['rows'][number]
export type PieceDetailView = z.output<typeof PieceDetail>
export type MovePreviewView = z.output<typeof MovePreview>
export type MoveDifference = (typeof moveDifferences)[number]
export type MoveProblem = (typeof moveProblems)[number]
