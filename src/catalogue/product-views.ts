/** The wire shapes of pieces and prices, in one language and one currency. */

import type { z } from 'zod'
import type { PictureView } from '../content/contract.ts'
import { findPicture, isKept } from '../content/picture-queries.ts'
import { type Currency, minor, moneyText, weightText } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { settings } from '../settings.ts'
import type { StoreSettings } from '../stores/setting-rules.ts'
import { taxBpsOf } from '../stores/tax-rules.ts'
import { tiersOfText } from '../stores/tier-rules.ts'
import {
  attributeLabel,
  attributeNames,
  attributeValueLabel,
  compareValues,
  formLabel,
  weightLabel,
} from './attribute-rules.ts'
import type { Product, Sku, Picture as StoredPicture, Texts } from './catalogue-memory.ts'
import type { PriceTick, ProductAttributesView, ProductCardView, SkuDetailsView, StockState } from './contract.ts'
import { type Card, listedWeight } from './listing-rules.ts'
import { makingIn, type Piece, piecePrice, tiersOf, trueCost } from './sku-price-rules.ts'

/** The price of this moment in the currency asked for and in the store's own, of one tick, and what the store sells by. */
export type Moment = { asked: PriceNow; home: PriceNow; nowMs: number } & Pick<StoreSettings, 'selling' | 'taxes'>

const DAY_MS = 86_400_000

export const textIn = (texts: Texts, language: string): string =>
  texts[language] ?? texts['en-US'] ?? Object.values(texts)[0] ?? ''

export const isoTime = (ms: number): string => new Date(ms).toISOString()

export function priceTick({ ask, bid, spot, state, tickId, sourceAt, currency }: PriceNow): z.output<typeof PriceTick> {
  return {
    ask: moneyText(ask, currency),
    bid: moneyText(bid, currency),
    spot: moneyText(spot, currency),
    state,
    tick_id: tickId.toString(),
    source_at: isoTime(sourceAt),
  }
}

export const picture = ({ name, alt }: StoredPicture, language: string): PictureView | null =>
  findPicture(name, textIn(alt, language))

/** The gallery without what is not kept as a file any more, for places in it to be the same for every reader. */
export const galleryOf = ({ gallery }: Pick<Product, 'gallery'>): StoredPicture[] =>
  gallery.filter(({ name }) => isKept(name))

/**
 * The places in the gallery of what a page shows of this sku: pictures of it, those that fit most of its attributes
 * first, then those of every sku. The first of all gives way to one that is meant for this sku.
 */
function galleryPlaces(product: Pick<Product, 'gallery'>, { attributes }: Pick<Sku, 'attributes'>): number[] {
  const fitting = ({ shows }: StoredPicture): number => {
    const asked = Object.entries(shows ?? {})
    return asked.every(([name, values]) => values.includes(attributes[name] ?? '')) ? asked.length : -1
  }
  const fits = galleryOf(product).map((entry, place) => ({ place, fit: fitting(entry) }))
  const own = fits.filter(({ fit }) => fit > 0).sort((a, b) => b.fit - a.fit)
  const shared = fits.filter(({ fit, place }) => fit === 0 && (own.length === 0 || place > 0))
  const places = [...own, ...shared].map(({ place }) => place)
  return places.length > 0 ? places : fits.slice(0, 1).map(({ place }) => place)
}

/** Which picture of the gallery shows this sku: the one that fits most of its attributes, the first of equals. */
export const pictureOf = (product: Pick<Product, 'gallery'>, sku: Pick<Sku, 'attributes'>): number =>
  galleryPlaces(product, sku)[0] ?? 0

/** The name of that picture; empty where the product has none. */
export const pictureNameOf = (product: Product, sku: Sku): string =>
  galleryOf(product)[pictureOf(product, sku)]?.name ?? ''

function stockState({ stock, scarce }: Sku, { selling }: Moment): z.output<typeof StockState> {
  if (stock === 0) return { state: 'out_of_stock', left: 0, scarce }
  return stock <= selling.few_left ? { state: 'low', left: stock, scarce } : { state: 'in_stock', left: null, scarce }
}

/** A sku as it is priced in the currency asked for. */
export const pieceOf = (
  { kind }: Pick<Product, 'kind'>,
  sku: Sku,
  { asked, home, taxes }: Pick<Moment, 'asked' | 'home' | 'taxes'>,
): Piece => ({
  fineWeight: sku.fineWeight,
  premiumBps: sku.premiumBps,
  making: makingIn(sku.making, home, asked),
  taxBps: taxBpsOf(taxes, { kind }),
})

function priceInputs(sku: Sku, { making, taxBps }: Piece, currency: Currency) {
  return {
    gross_weight: weightText(sku.grossWeight),
    fine_weight: weightText(sku.fineWeight),
    fineness: sku.fineness,
    karat: sku.karat,
    premium_bps: sku.premiumBps as number,
    making_charge: moneyText(making, currency),
    tax_bps: taxBps as number,
  }
}

function piecePriceView(price: ReturnType<typeof piecePrice>, currency: Currency) {
  return {
    unit_price: moneyText(price.unit, currency),
    tax: moneyText(price.tax, currency),
    price_with_tax: moneyText(price.withTax, currency),
    price_per_gram: moneyText(price.perGram, currency),
    over_spot_bps: price.overSpotBps as number,
    over_ask_bps: price.overAskBps as number,
    buyback: moneyText(price.buyback, currency),
  }
}

export function productCard(
  { entry, skuCount, from }: Omit<Card, 'unit'>,
  moment: Moment,
  language: string,
): ProductCardView {
  const { product, sku, categories, weight } = entry
  const shown = galleryOf(product)[pictureOf(product, sku)]
  const { currency } = moment.asked
  const piece = pieceOf(product, sku, moment)
  return {
    product_id: product.id,
    sku_id: sku.id,
    kind: product.kind,
    name: textIn(product.name, language),
    brand: product.brand,
    form: product.form,
    form_label: formLabel(product.form, language),
    category: categories.at(-1) ?? '',
    weight_label: weightLabel(weightText(weight), language),
    attributes: sku.attributes,
    picture: shown ? picture(shown, language) : null,
    from,
    sku_count: skuCount,
    is_new: moment.nowMs - product.publishedAt < settings.catalogue.newDays * DAY_MS,
    stock: stockState(sku, moment),
    ...priceInputs(sku, piece, currency),
    ...piecePriceView(piecePrice(piece, moment.asked), currency),
  }
}

export function skuDetails(product: Product, sku: Sku, moment: Moment, language: string): SkuDetailsView {
  const { asked } = moment
  const text = (value: bigint) => moneyText(minor(value), asked.currency)
  const piece = pieceOf(product, sku, moment)
  const price = piecePrice(piece, asked)
  const cost = trueCost(piece, asked, price)
  return {
    sku_id: sku.id,
    code: sku.code,
    attributes: sku.attributes,
    label: skuLabel(sku, language),
    weight_label: weightLabel(weightText(listedWeight(product, sku)), language),
    picture: pictureOf(product, sku),
    gallery: galleryPlaces(product, sku),
    stock: stockState(sku, moment),
    ...priceInputs(sku, piece, asked.currency),
    ...piecePriceView(price, asked.currency),
    gold_value: text(cost.goldValue),
    charges: text(cost.charges),
    spread: text(cost.spread),
    spread_bps: cost.spreadBps,
    break_even: text(cost.breakEven),
    break_even_rise_bps: cost.breakEvenRiseBps,
    tiers: tiersOf(piece, asked, tiersOfText(moment.selling.quantity_tiers)).map(({ from, to, tierBps, prices }) => ({
      from_quantity: from,
      to_quantity: to,
      tier_bps: tierBps,
      prices: prices.map(({ method, methodBps, unit }) => ({ method, method_bps: methodBps, unit_price: text(unit) })),
    })),
  }
}

/** What tells the sku from the others of its product: "10 g, Sealed assay card". */
export function skuLabel(sku: Pick<Sku, 'attributes'>, language: string): string {
  const parts = attributeNames.flatMap((name) => {
    const value = sku.attributes[name]
    if (value === undefined) return []
    const label = attributeValueLabel(name, value, language)
    return name === 'ring_size' ? `${attributeLabel(name, language)} ${label}` : label
  })
  return parts.join(', ')
}

/** The attributes by which the product's skus differ or are named, each with the values there are. */
export function attributeChoices(product: Product, language: string): ProductAttributesView['attributes'] {
  return attributeNames.flatMap((name) => {
    const values = new Set(product.skus.flatMap((sku) => sku.attributes[name] ?? []))
    if (values.size === 0) return []
    const sorted = [...values].sort(compareValues)
    return {
      name,
      label: attributeLabel(name, language),
      values: sorted.map((value) => ({ value, label: attributeValueLabel(name, value, language) })),
    }
  })
}
