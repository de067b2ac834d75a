/** The price of a firm quote: made when its member opens it, by the database's word that the store sells at it. */
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import type { Bag } from '../karat.ts'
import { type Weight, weight } from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { askOf, bidOf } from '../pricing/price-rules.ts'
import { sellAtPrice } from '../pricing/require-selling.ts'
import { withheld, withholdingOf } from '../pricing/withholding-rules.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { timeZoneOf } from '../stores/stores.ts'
import { insertBusinessQuote, readOpenBusiness } from '../vault/business-quotes.ts'
import { type Holder, holdPlace } from '../vault/holder.ts'
import { figuresOf, priceOf, type Side } from '../vault/trade-rules.ts'
import type { BusinessRequestView } from './contract.ts'
import { readRequest } from './request-queries.ts'
import { type BuyerKind, type RequestState, storeLimit } from './request-rules.ts'

type Offered = {
  state: RequestState
  side: Side
  weight: Weight
  offerId: string | null
  bps: number
  buyer: BuyerKind
  letterUntil: string | null
  isOver: boolean
  openings: number
  day: string
}

/**
 * Prices the desk's quote at this moment and holds the figures for 120 s. From here on its grams count as open exposure. An open price of
 * the member's on this side, of another request too, is over.
 *
 * Refuses not_found; business_state unless the desk has made a quote; business_quote_over after its midnight; business_openings_used once
 * it was opened as often as may be; price_unavailable, also while the market is closed; buying_closed; exposure_limit of the shop.
 */
export function openOffer(
  karat: Bag<'business'>,
  holder: Holder,
  requestId: string,
  key: Once,
): Promise<BusinessRequestView> {
  return sellAtPrice(karat, holder, (price) => {
    // What is offered at spot is not offered while there is none.
    if (price.state !== 'live') throw new Refusal('price_unavailable', { state: price.state })
    return once(karat.db, key, (tx) => open(tx, karat, holder, { requestId, price }))
  })
}

type Opening = { requestId: string; price: PriceNow }

async function open(tx: Tx, karat: Bag<'business'>, holder: Holder, { requestId, price }: Opening) {
  const holderId = await holdPlace(tx, holder)
  const offered = await readOffered(tx, holder, requestId)
  const { side, offerId, bps } = offered
  if (offered.state !== 'quoted' || !offerId) throw new Refusal('business_state', { state: offered.state, legal: [] })
  if (offered.isOver) throw new Refusal('business_quote_over')
  if (offered.openings >= settings.business.openings)
    throw new Refusal('business_openings_used', { limit: settings.business.openings })
  const own = pricesOf(price, bps)
  const figures = figuresOf(side, { by: 'weight', weight: offered.weight }, own)
  const each = priceOf(side, own)
  const tax = withholdingOf({ store: holder.store, ...offered })
  const quoteId = await insertBusinessQuote(tx, karat, {
    ...{ holder, holderId, side, price, figures, each },
  })
  await tx.run(sql`
    insert into business.openings (quote_id, request_id, offer_id, price_minor, amount_minor, tax_rule, tax_bps, tax_reason, tax_minor)
    values (${quoteId}, ${requestId}, ${offerId}, ${each}, ${figures.amount}, ${tax.rule}, ${tax.bps}, ${tax.reason},
      ${withheld(figures.amount, tax)})`)
  if (karat.config.EXPOSURE_LIMITS) await requireRoom(tx, holder.store)
  return readRequest(tx, holder, requestId)
}

/** What is offered to this member: spot with the desk's spread on either side. */
const pricesOf = ({ spot }: PriceNow, bps: number) => ({
  spot,
  ask: askOf(spot, bps as Parameters<typeof askOf>[1]),
  bid: bidOf(spot, -bps as Parameters<typeof bidOf>[1]),
})

/** The request is held: no other move of it happens until the end of `tx`. Refuses not_found. */
async function readOffered(tx: Tx, { memberId, store }: Holder, requestId: string): Promise<Offered> {
  const held = await tx.row(sql`
    select 1 from business.requests where id = ${requestId} and member_id = ${memberId} and store = ${store} for no key update`)
  if (!held) throw new Refusal('not_found')
  const row = await tx.row<Omit<Offered, 'weight'> & { weight: bigint }>(sql`
    select r.state, r.side, r.weight_e4 as weight, o.id as "offerId", o.bps, o.buyer_kind as buyer, o.letter_until::text as "letterUntil",
      coalesce(o.valid_until <= clock_timestamp(), false) as "isOver", (now() at time zone ${timeZoneOf(sql`r.store`)})::date::text as day,
      (select count(*)::int from business.openings p where p.offer_id = o.id) as openings
    from business.requests r left join lateral (
      select * from business.offers o where o.request_id = r.id order by o.made_at desc limit 1) o on true
    where r.id = ${requestId}`)
  if (!row) throw new Refusal('not_found')
  return { ...row, weight: weight(row.weight) }
}

/** Judged by one transaction of a store at a time, which counts what others have committed by then. */
async function requireRoom(tx: Tx, store: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${store}, 359))`)
  if ((await readOpenBusiness(tx, store)) > storeLimit) throw new Refusal('exposure_limit', { of: 'shop' })
}
