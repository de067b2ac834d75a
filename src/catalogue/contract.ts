/** Wire shapes of the catalogue's calls. Texts are in the language of the request, money in its currency. */

import { z } from 'zod'
import { Picture } from '../content/contract.ts'
import { currencyField, momentField, moneyField, rowIdText, typedText, weightField, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { priceStates } from '../pricing/price-rules.ts'
import { settings } from '../settings.ts'
import { attributeNames } from './attribute-rules.ts'

/** Several values of one filter, separated by commas. */
const listOf = (form: RegExp) =>
  z
    .string()
    .max(200, problem('too_long', { n: 200 }))
    .refine((text) => text.split(',').every((part) => form.test(part)), problem('commas'))
    .transform((text) => [...new Set(text.split(','))])

const slug = /^[a-z0-9][a-z0-9-]{0,39}$/
const amount = z.string().regex(/^(0|[1-9]\d{0,14})(\.\d{1,2})?$/, problem('amount'))

export const sorts = ['popularity', 'price_asc', 'price_desc', 'weight', 'premium_per_gram', 'newest'] as const
export const weightRanges = ['0-1', '1-5', '5-25', '25-100', '100-'] as const

export const ListQuery = z.strictObject({
  q: typedText(0, 80).optional().meta({
    description: 'words of name, brand, category or weight, in any language; the last word may be unfinished',
  }),
  category: listOf(slug).optional().meta({ description: 'slugs; a category holds those below it' }),
  karat: listOf(/^([1-9]|1\d|2[0-4])$/).optional(),
  weight: listOf(/^(0-1|1-5|5-25|25-100|100-)$/)
    .optional()
    .meta({ description: `grams, from (excluded) to (included): ${weightRanges.join(' ')}` }),
  price_from: amount.optional(),
  price_to: amount.optional(),
  brand: listOf(/^[^,]{1,60}$/).optional(),
  form: listOf(slug).optional(),
  in_stock: z.enum(['0', '1'], problem('zero_one')).optional(),
  sort: z.enum(sorts, problem('one_of', { list: sorts.join(', ') })).optional(),
  page: wholeNumber(1, 100_000).optional(),
  page_size: wholeNumber(1, 100).optional(),
})
export type ListQuery = z.output<typeof ListQuery>

export const PriceTick = z.strictObject({
  ask: moneyField.meta({ description: 'what a member pays for a gram of fine gold' }),
  bid: moneyField.meta({ description: 'what the dealer pays for a gram of fine gold' }),
  spot: moneyField,
  state: z.enum(priceStates),
  tick_id: z.string(),
  source_at: momentField,
})

export const StockState = z.strictObject({
  state: z.enum(['in_stock', 'low', 'out_of_stock']),
  left: z.int().nullable().meta({ description: 'how many are left when few are, else null' }),
  scarce: z.boolean(),
})

/** What the price of a piece is made of: enough to compute it again when the ask moves. */
const PriceInputs = {
  gross_weight: weightField,
  fine_weight: weightField,
  fineness: z.int().meta({ description: 'parts of fine gold in 10,000' }),
  karat: z.int(),
  premium_bps: z.int(),
  making_charge: moneyField,
  tax_bps: z.int().meta({ description: 'of the whole, by the rule that the store goes by now' }),
}

/** One piece, quantity 1, at the listed payment method. */
const PiecePrice = {
  unit_price: moneyField.meta({ description: 'one piece before tax' }),
  tax: moneyField,
  price_with_tax: moneyField,
  price_per_gram: moneyField.meta({ description: 'unit_price per gram of fine gold, rounded up' }),
  over_spot_bps: z.int().meta({ description: 'unit_price above the spot value of its fine gold' }),
  over_ask_bps: z
    .int()
    .meta({ description: 'unit_price above its fine gold at the ask: premium and making charge together' }),
  buyback: moneyField.meta({ description: 'what the dealer pays for the piece now' }),
}

export const ProductCard = z.strictObject({
  product_id: z.int(),
  sku_id: z
    .int()
    .meta({ description: 'the sku whose price is shown: the cheapest that matches, in stock before out of stock' }),
  kind: z.enum(['bar', 'coin', 'jewellery']),
  name: z.string(),
  brand: z.string(),
  form: z.string(),
  form_label: z.string(),
  category: z.string().meta({ description: 'slug' }),
  weight_label: z
    .string()
    .meta({ description: 'the weight a person asks for: of fine gold for bars and coins, gross for jewellery' }),
  attributes: z.record(z.string(), z.string()),
  picture: Picture.nullable(),
  from: z.boolean().meta({ description: 'other skus of this card cost more' }),
  sku_count: z.int(),
  is_new: z.boolean(),
  stock: StockState,
  ...PriceInputs,
  ...PiecePrice,
})
export type ProductCardView = z.output<typeof ProductCard>

const FacetValue = z.strictObject({ value: z.string(), label: z.string(), count: z.int(), chosen: z.boolean() })
export type FacetValueView = z.output<typeof FacetValue>

export const ProductList = z.strictObject({
  items: z.array(ProductCard),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  page_count: z.int(),
  sort: z.enum(sorts),
  facets: z.strictObject({
    category: z.array(FacetValue),
    karat: z.array(FacetValue),
    weight: z.array(FacetValue),
    brand: z.array(FacetValue),
    form: z.array(FacetValue),
    in_stock: z.int().meta({ description: 'cards that can be ordered now, under the other filters' }),
    price: z.strictObject({ from: moneyField, to: moneyField }).nullable(),
  }),
  currency: currencyField,
  price: PriceTick,
})
export type ProductListView = z.output<typeof ProductList>

const skuIds = z
  .string()
  .max(60, problem('too_long', { n: 60 }))
  .refine((text) => /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/.test(text), problem('sku_numbers'))
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= settings.catalogue.compared, problem('too_big', { n: settings.catalogue.compared }))

export const CompareQuery = z.strictObject({ skus: skuIds })

export const SuggestionsQuery = z.strictObject({
  q: typedText(1, 80).meta({ description: 'what has been typed so far; the last word may be unfinished' }),
})

export const Suggestions = z.strictObject({
  total: z.int().meta({ description: 'cards that getList has for these words' }),
  categories: z.array(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      count: z.int().meta({ description: 'cards in it that match; all of its cards when named is true' }),
      named: z.boolean().meta({ description: 'the words name the category itself' }),
    }),
  ),
  products: z.array(
    z.strictObject({
      product_id: z.int(),
      sku_id: z.int(),
      name: z.string(),
      weight_label: z.string(),
      karat: z.int(),
      picture: Picture.nullable(),
      price_with_tax: moneyField,
      stock: StockState,
    }),
  ),
  currency: currencyField,
})
export type SuggestionsView = z.output<typeof Suggestions>

export const NoQuery = z.strictObject({})

export const SkuCardsQuery = z.strictObject({
  sku_ids: z
    .string()
    .max(400, problem('too_long', { n: 400 }))
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,23}$/, problem('many_ids', { n: 24 }))
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .meta({ description: 'skus in the order wanted, at most 24' }),
})
export type SkuCardsQuery = z.output<typeof SkuCardsQuery>
export const SkuCards = z.strictObject({ items: z.array(ProductCard), currency: currencyField, price: PriceTick })
export type SkuCardsView = z.output<typeof SkuCards>

export const ProductQuery = z.strictObject({ id: rowIdText })

const Tier = z.strictObject({
  from_quantity: z.int(),
  to_quantity: z.int().nullable(),
  tier_bps: z.int().meta({ description: 'share of premium and making charge that this quantity saves' }),
  prices: z.array(z.strictObject({ method: z.string(), method_bps: z.int(), unit_price: moneyField })),
})

const SkuDetails = z.strictObject({
  sku_id: z.int(),
  code: z.string(),
  attributes: z.record(z.string(), z.string()),
  label: z.string().meta({ description: 'its attributes in words' }),
  weight_label: z.string(),
  picture: z.int().meta({ description: 'the place in gallery of the picture that shows it, from 0' }),
  gallery: z
    .array(z.int())
    .meta({ description: 'the places in gallery of all that a page shows of it, that one first' }),
  stock: StockState,
  ...PriceInputs,
  ...PiecePrice,
  gold_value: moneyField.meta({ description: 'its fine gold at the ask, rounded down' }),
  charges: moneyField.meta({ description: 'unit_price less gold_value: premium and making charge' }),
  spread: moneyField.meta({ description: 'price_with_tax less buyback' }),
  spread_bps: z.int().meta({ description: 'spread as a share of price_with_tax' }),
  break_even: moneyField.meta({ description: 'bid per gram from which selling back gains' }),
  break_even_rise_bps: z.int().meta({ description: 'how far the bid must rise to break even' }),
  tiers: z.array(Tier),
})
export type SkuDetailsView = z.output<typeof SkuDetails>

export const Compared = z.strictObject({
  items: z.array(
    z.strictObject({
      product_id: z.int(),
      kind: z.enum(['bar', 'coin', 'jewellery']),
      name: z.string(),
      brand: z.string(),
      form_label: z.string(),
      picture: Picture.nullable(),
      sku: SkuDetails,
    }),
  ),
  currency: currencyField,
  price: PriceTick,
})
export type ComparedView = z.output<typeof Compared>
export type ComparedItem = ComparedView['items'][number]

const AttributeChoice = z.strictObject({
  name: z.enum(attributeNames),
  label: z.string(),
  values: z.array(z.strictObject({ value: z.string(), label: z.string() })),
})
const Combination = z.strictObject({
  sku_id: z.int(),
  attributes: z.record(z.string(), z.string()),
  in_stock: z.boolean(),
})

export const ProductDetails = z.strictObject({
  product_id: z.int(),
  kind: z.enum(['bar', 'coin', 'jewellery']),
  name: z.string(),
  brand: z.string(),
  form: z.string(),
  form_label: z.string(),
  series: z.string().nullable(),
  description: z.string(),
  certificate: z.string(),
  category_path: z
    .array(z.strictObject({ slug: z.string(), name: z.string() }))
    .meta({ description: 'from the root down' }),
  gallery: z.array(Picture),
  published_at: momentField,
  attributes: z.array(AttributeChoice),
  default_sku_id: z.int().meta({ description: 'what a page shows first: the first sku in stock' }),
  skus: z.array(SkuDetails),
  tax_bps: z.int(),
  currency: currencyField,
  price: PriceTick,
})
export type ProductDetailsView = z.output<typeof ProductDetails>

export const Recommendations = z.strictObject({
  items: z.array(ProductCard),
  currency: currencyField,
  price: PriceTick,
})
export type RecommendationsView = z.output<typeof Recommendations>

export const ProductAttributes = z.strictObject({
  product_id: z.int(),
  attributes: z.array(AttributeChoice),
  combinations: z.array(Combination).meta({ description: 'those that exist; every other one is impossible' }),
})
export type ProductAttributesView = z.output<typeof ProductAttributes>

const chosenValue = z.string().regex(/^[\w.-]{1,20}$/, problem('attribute'))
export const SkuQuery = z.strictObject({
  id: rowIdText,
  ...(Object.fromEntries(attributeNames.map((name) => [name, chosenValue.optional()])) as Record<
    (typeof attributeNames)[number],
    z.ZodOptional<typeof chosenValue>
  >),
})
export type SkuQuery = z.output<typeof SkuQuery>

export const SkuAnswer = z.strictObject({
  product_id: z.int(),
  sku: SkuDetails,
  currency: currencyField,
  price: PriceTick,
})
export type SkuAnswerView = z.output<typeof SkuAnswer>

const CategoryFields = {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  text: z.string().meta({ description: 'what the house says of it; may be empty' }),
  picture: Picture.nullable(),
  product_count: z.int().meta({ description: 'cards of getList in it and below it' }),
}
export const CategoryList = z.array(
  z.strictObject({
    ...CategoryFields,
    children: z.array(z.strictObject({ ...CategoryFields, children: z.array(z.never()) })),
  }),
)
export type CategoryListView = z.output<typeof CategoryList>

export const PassportQuery = z.strictObject({ serial: typedText(1, 200) })
export const Passport = z.strictObject({
  verdict: z.enum(['genuine', 'reported_stolen', 'melted', 'several', 'unknown', 'mistyped', 'not_a_serial']),
  serial: z.string(),
  piece: z
    .strictObject({
      name: z.string(),
      brand: z.string(),
      gross_weight: weightField,
      fine_weight: weightField,
      fineness: z.int(),
      assayed_on: z.iso.date(),
      picture: Picture.nullable(),
      product: z.strictObject({ product_id: z.int(), sku_id: z.int(), store: z.string() }).nullable(),
    })
    .nullable(),
  choices: z
    .array(z.strictObject({ serial: z.string(), brand: z.string() }))
    .meta({ description: 'of several: pieces of different makers with this number, as each can be asked for' }),
})
export type PassportView = z.output<typeof Passport>
