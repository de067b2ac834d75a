/** confirm_order and confirm_cart_order: the gold price guarantee. */
import type { z } from 'zod'
import { type CartContent, cartContent, digestOfCart } from '../../cart/cart-queries.ts'
import type { Product, Sku } from '../../catalogue/catalogue-memory.ts'
import { pictureNameOf } from '../../catalogue/product-views.ts'
import { sql, type Tx } from '../../db/database.ts'
import type { Bag } from '../../karat.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import type { PaymentMethod } from '../../pricing/price-rules.ts'
import { sellAtPrice } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { type SettingsSaid, settingsSaid } from '../../stores/stores.ts'
import { tiersOfText } from '../../stores/tier-rules.ts'
import { whyNotLeave } from '../../vault/uncleared.ts'
import type { ConfirmCartOrder, ConfirmOrder, DeliveryData } from '../contract.ts'
import { type During, holdWithinLimits } from '../exposure/hold-within-limits.ts'
import {
  addUp,
  gramsOf,
  inGrams,
  priceLines,
  taxRuleOf,
  type WantedLine,
  worthOf,
} from '../guarantee/guarantee-rules.ts'
import {
  changeDelivery,
  findGuarantee,
  type Guaranteed,
  memberTurn,
  type NewGuarantee,
} from '../guarantee/guarantee-store.ts'
import type { Buyer, DeliveryWish } from './buyer.ts'
import { chargesFor, chooseDelivery, deliveryAnew, type Place, placeOf } from './choose-delivery.ts'
import { insuredDelivery } from './require-insured.ts'

/**
 * Buy now: holds today's price of some pieces of one sku for the member, by the store's tiers and for its minutes, by the database's clock.
 * With `guarantee_id` it changes the delivery of that open guarantee instead; price and end stay.
 *
 * Refuses not_found, not_in_grams and balance_too_low, value_disputed, value_uncleared for grams, price_unavailable unless the store sells at its price, out_of_stock, address or pickup point unknown, delivery_not_served, parcel_not_insured,
 * verification_required and exposure_limit (exposure/hold-within-limits.ts).
 */
export async function confirmOrder(
  karat: Bag<'orders'>,
  buyer: Buyer,
  input: z.output<typeof ConfirmOrder>,
): Promise<Guaranteed> {
  if (input.guarantee_id) return confirmDelivery(karat, buyer, input.guarantee_id, input.delivery)
  const line = { skuId: input.sku_id ?? 0, quantity: input.quantity ?? 0 }
  return guarantee(karat, buyer, {
    ...{ origin: 'buy_now', method: input.method ?? 'card', delivery: input.delivery, gold: input.gold },
    lines: () => [wantedLine(karat, buyer, line)],
  })
}

/**
 * Holds the price of the whole cart, or of the named lines of it; what is not sold any more stays behind, as cartList
 * leaves it out, and may not be named. The guarantee remembers the whole cart: changing it
 * afterwards voids the guarantee.
 *
 * Refuses cart_empty, not_found for a sku that is not in the cart, cart_line_unavailable, cart_line_limit, and as confirm_order does.
 */
export async function confirmCartOrder(
  karat: Bag<'orders'>,
  buyer: Buyer,
  input: z.output<typeof ConfirmCartOrder>,
): Promise<Guaranteed> {
  if (input.guarantee_id) return confirmDelivery(karat, buyer, input.guarantee_id, input.delivery)
  return guarantee(karat, buyer, {
    ...{ origin: 'cart', method: input.method ?? 'card', delivery: input.delivery, gold: input.gold },
    lines: (cart) => chosenLines(karat, buyer, cart, input.sku_ids),
  })
}

function chosenLines(
  karat: Bag<'orders'>,
  buyer: Buyer,
  cart: CartContent[],
  skuIds: number[] | undefined,
): WantedLine[] {
  const named = skuIds && new Set(skuIds)
  const wished = named ? cart.filter((line) => named.has(line.skuId)) : cart
  if (cart.length === 0) throw new Refusal('cart_empty')
  if (named && wished.length !== named.size) throw new Refusal('not_found')
  const gone = wished.filter((line) => !karat.catalogue.sku(buyer.store, line.skuId)).map((line) => line.skuId)
  const chosen = wished.filter((line) => !gone.includes(line.skuId))
  if (chosen.length === 0 || (named && gone.length > 0)) throw new Refusal('cart_line_unavailable', { sku_ids: gone })
  const { maxLines } = karat.settings.order
  if (chosen.length > maxLines) throw new Refusal('cart_line_limit', { lines: maxLines })
  return chosen.map((line) => wantedLine(karat, buyer, line))
}

/** Refuses not_in_grams where no line can be paid so, and as whyNotLeave where the member has not the grams for all that can. */
async function paidAsWished(
  tx: Tx,
  buyer: Buyer,
  lines: WantedLine[],
  gold: 'money' | 'grams' | undefined,
): Promise<WantedLine[]> {
  if (gold !== 'grams') return lines
  const paid = lines.map(inGrams)
  const grams = gramsOf(paid)
  if (grams === 0n) throw new Refusal('not_in_grams', { sku_ids: lines.map(({ skuId }) => skuId) })
  const why = await whyNotLeave(tx, buyer, 'gold', grams)
  if (why) throw why
  return paid
}

/** The same pieces and delivery at the price of this moment: what takes the place of a guarantee that has run out. */
export function guaranteeAnew(karat: Bag<'orders'>, buyer: Buyer, old: Guaranteed): Promise<Guaranteed> {
  const lines = old.lines.map((line) => ({ ...wantedLine(karat, buyer, line), inGrams: line.inGrams }))
  const { cartDigest, method, origin, draftId } = old
  return holdPrice(karat, buyer, async (tx) => {
    const row = await tx.row<{ own: SettingsSaid }>(sql`
      with turn as materialized (${memberTurn(buyer.memberId)}) select ${settingsSaid(sql`${buyer.store}`, ['delivery', 'zones', 'selling', 'limits', 'taxes'])} as own from turn`)
    const own = row?.own ?? {}
    const delivery = deliveryAnew(own, buyer.currency, old.delivery)
    return { origin, lines, cartDigest, method, delivery, isChosen: false, said: own, draftId, ...termsOf(own) }
  })
}

export type Wish = {
  origin: 'buy_now' | 'cart'
  method: PaymentMethod
  delivery: DeliveryWish
  gold: 'money' | 'grams' | undefined
  /** Of the whole cart, where it is for that. */
  lines(cart: CartContent[]): WantedLine[]
}
export type Chosen = {
  origin: 'buy_now' | 'cart'
  lines: WantedLine[]
  cartDigest: string
  method: PaymentMethod
  delivery: DeliveryData | null
  /** Whether the member said where it goes. */
  isChosen: boolean
  /** Under which it is delivered. */
  said: SettingsSaid
  draftId: string | null
} & ReturnType<typeof termsOf>

/** By what the store sells, how far it binds itself, and what is taxed. */
const termsOf = ({ selling, limits, taxes }: SettingsSaid) => ({
  selling: foldSetting('selling', [selling ?? {}]),
  limits: foldSetting('limits', [limits ?? {}]),
  taxes: foldSetting('taxes', [taxes ?? {}]),
})

const guarantee = (karat: Bag<'orders'>, buyer: Buyer, wish: Wish): Promise<Guaranteed> =>
  holdPrice(karat, buyer, (tx) => chooseWished(tx, buyer, wish))

/** What is wished for is read by the statement that takes the member's turn. */
export async function chooseWished(
  tx: Tx,
  buyer: Buyer,
  { lines, origin, method, delivery, gold }: Wish,
): Promise<Chosen> {
  const row = await tx.row<{ cart: CartContent[]; place: Place; terms: SettingsSaid }>(sql`
      with turn as materialized (${memberTurn(buyer.memberId)})
      select ${origin === 'cart' ? cartContent(buyer) : sql`'[]'::json`} as cart, ${placeOf(buyer, delivery)} as place,
        ${settingsSaid(sql`${buyer.store}`, ['delivery', 'zones', 'selling', 'limits', 'taxes'])} as terms from turn`)
  const { cart, place, terms } = row ?? { cart: [], place: null, terms: {} }
  const paid = await paidAsWished(tx, buyer, lines(cart), gold)
  const chosen = { origin, method, lines: paid, cartDigest: digestOfCart(cart), ...termsOf(terms) }
  const where = { delivery: chooseDelivery(terms, buyer, delivery, place), isChosen: delivery !== undefined }
  return { ...chosen, ...where, said: terms, draftId: null }
}

const holdPrice = (karat: Bag<'orders'>, buyer: Buyer, choose: (tx: Tx) => Promise<Chosen>): Promise<Guaranteed> =>
  holdPriceDuring(karat, buyer, choose, (holding) => karat.db.transaction(holding))

/** The sale: what the lines cost at the price of this moment, kept if the database says that the store sells at it. */
export const holdPriceDuring = <Answer>(
  karat: Bag<'orders'>,
  buyer: Buyer,
  choose: (tx: Tx) => Promise<Chosen>,
  during: During<Answer>,
): Promise<Answer> =>
  sellAtPrice(karat, buyer, (price) =>
    holdWithinLimits(karat, price, async (tx) => priceChosen(karat, buyer, await choose(tx), price), during),
  )

/** What was chosen at a price, as a guarantee would hold it. */
export function priceChosen(
  karat: Pick<Bag<'orders'>, 'prices' | 'settings' | 'stores'>,
  { memberId, store, currency }: Pick<Buyer, 'memberId' | 'store' | 'currency'>,
  { delivery: wished, selling, taxes, said, isChosen, ...chosen }: Chosen,
  { ask }: Pick<PriceNow, 'ask'>,
): NewGuarantee {
  const buyer = { memberId, store, currency, language: '' }
  const tiers = tiersOfText(selling.quantity_tiers)
  const lines = priceLines(chosen.lines, ask, { tiers, method: chosen.method, taxes })
  const parcel = { delivery: wished, chosen: isChosen, worth: worthOf(lines, ask), ask }
  const delivery = insuredDelivery(karat, buyer, said, parcel)
  return {
    ...{ ...chosen, memberId, store, currency, lines, delivery },
    taxRule: taxRuleOf(lines, taxes),
    amounts: addUp(lines, chargesFor(buyer, delivery, lines, ask)),
    shownSeconds: selling.guarantee_minutes * 60,
  }
}

export async function confirmDelivery(
  karat: Bag<'orders'>,
  buyer: Buyer,
  id: string,
  wish: DeliveryWish,
): Promise<Guaranteed> {
  const held = await findGuarantee(karat.db, buyer, id)
  if (!held) throw new Refusal('not_found')
  const found = await karat.db.row<{ place: Place; terms: SettingsSaid }>(
    sql`select ${placeOf(buyer, wish)} as place, ${settingsSaid(sql`${buyer.store}`, ['delivery', 'zones'])} as terms`,
  )
  const said = found?.terms ?? {}
  const { lines, ask } = held
  const parcel = { chosen: wish !== undefined, worth: worthOf(lines, ask), ask }
  const wished = chooseDelivery(said, buyer, wish, found?.place ?? null)
  const delivery = insuredDelivery(karat, buyer, said, { ...parcel, delivery: wished })
  const amounts = addUp(lines, chargesFor(buyer, delivery, lines, ask))
  const changed = await changeDelivery(karat.db, { ...held, delivery, amounts })
  if (!changed) throw new Refusal('guarantee_void')
  return changed
}

export function wantedLine(karat: Bag<'orders'>, buyer: Buyer, line: { skuId: number; quantity: number }): WantedLine {
  const found = karat.catalogue.sku(buyer.store, line.skuId)
  if (!found) throw new Refusal('not_found')
  if (found.sku.stock < line.quantity) throw new Refusal('out_of_stock', { sku_ids: [found.sku.id] })
  return lineOf(found, line.quantity)
}

export function lineOf({ product, sku }: { product: Product; sku: Sku }, quantity: number): WantedLine {
  return {
    skuId: sku.id,
    productId: product.id,
    code: sku.code,
    kind: product.kind,
    name: product.name,
    image: pictureNameOf(product, sku),
    attributes: sku.attributes,
    quantity,
    grossWeight: sku.grossWeight,
    fineWeight: sku.fineWeight,
    premiumBps: sku.premiumBps,
    making: sku.making,
    inGrams: false,
  }
}
