import { v7 as newId } from 'uuid'
import { type CartContent, digestOfCart } from '../../cart/cart-queries.ts'
import { takenFromCart } from '../../cart/take-cart-lines.ts'
import { heldStock, refuseMissing, requireStock } from '../../catalogue/reserve-stock.ts'
import { type Sql, sql, type Tx } from '../../db/database.ts'
import { requirePickupPoint } from '../../delivery/address-queries.ts'
import { type Once, once, refuseOnce } from '../../http/idempotency.ts'
import { acceptAgreement } from '../../identity/acceptances.ts'
import type { Bag, Karat } from '../../karat.ts'
import { refuseDay, type Taking, takenOfDay } from '../../kyc/take-day-limit.ts'
import { minor, moneyText } from '../../money/money.ts'
import { sellsIn } from '../../pricing/price-rules.ts'
import { readNotSelling } from '../../pricing/require-selling.ts'
import { Refusal } from '../../refusals.ts'
import { foldSetting } from '../../stores/setting-rules.ts'
import { storeOf } from '../../stores/stores.ts'
import type { SubmittedView } from '../contract.ts'
import { orderDraft, requireOpenDraft } from '../drafts/order-draft.ts'
import { type UnpaidHolds, unpaidHolds } from '../exposure/unpaid-holds.ts'
import { addUp, gramsOf, isBetterForMember, payableUntil, priceAgain } from '../guarantee/guarantee-rules.ts'
import {
  claimGuarantee,
  findGuarantee,
  type Guaranteed,
  type OwnTerms,
  storeLines,
} from '../guarantee/guarantee-store.ts'
import { comparePrices } from '../guarantee/guarantee-view.ts'
import { type Standing, whyUnordered } from '../promises/require-promise.ts'
import type { Buyer } from './buyer.ts'
import { chargesFor } from './choose-delivery.ts'
import { guaranteeAnew } from './confirm-order.ts'
import { dayReference, type OrderState } from './order-rules.ts'

/** `agreement`: the version that the member was shown beside the button, accepted with the order. */
type Submit = { guaranteeId: string; agreement?: string | undefined }

/**
 * Turns a guarantee into an order that waits for its money, with its stock held, in one transaction. A guarantee makes
 * one order: every further submit of it gets that same order. A price better for the member by 0.10 % or more is given.
 *
 * Refuses, in this order: not_found; draft_over when staff have withdrawn what they put together; guarantee_void when it was replaced; price_changed with a fresh guarantee once it has
 * expired; agreement_outdated; address_required; pickup_point_closed; guarantee_void when a price window takes it back; price_on_hold while staff hold what was
 * promised; order_limit, hold_limit; verification_required when the member's day does not take it; out_of_stock; guarantee_void when its cart has changed.
 */
export async function submitOrder(
  karat: Bag<'orders'>,
  buyer: Buyer,
  wish: Submit,
  request: Once,
): Promise<SubmittedView> {
  try {
    return await once(karat.db, request, (tx) => submit(tx, karat, buyer, wish))
  } catch (error) {
    if (!(error instanceof GuaranteeExpired)) throw error
    return refuseOnce(karat.db, request, await refuseExpired(karat, buyer, error.guarantee))
  }
}

/** price_changed with a fresh guarantee, or why there can be none now. */
async function refuseExpired(karat: Bag<'orders'>, buyer: Buyer, guarantee: Guaranteed): Promise<Refusal> {
  try {
    const fresh = await guaranteeAnew(karat, buyer, guarantee)
    return new Refusal('price_changed', comparePrices(guarantee, fresh, buyer.language))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Not an answer yet: the fresh guarantee that belongs to it is made in a transaction of its own. */
class GuaranteeExpired extends Error {
  readonly guarantee: Guaranteed
  constructor(guarantee: Guaranteed) {
    super('the guarantee has expired')
    this.guarantee = guarantee
  }
}

async function submit(
  tx: Tx,
  karat: Bag<'orders'>,
  buyer: Buyer,
  { guaranteeId, agreement }: Submit,
): Promise<SubmittedView> {
  const claimed = await claimGuarantee(tx, buyer, guaranteeId)
  if (!claimed) return orderOrRefusal(tx, buyer, guaranteeId)
  const { guarantee, own } = claimed
  if (agreement) await acceptAgreement(tx, buyer, agreement)
  if (!guarantee.delivery) throw new Refusal('address_required')
  const [sale] = await Promise.all([
    bestPrice(tx, karat, buyer, guarantee),
    guarantee.delivery.mode === 'pickup' && requirePickupPoint(tx, buyer.store, guarantee.delivery.pickup_point_id),
  ])
  const submitted = await insertOrder(tx, karat, guarantee, { ...sale, own })
  if (guarantee.draftId)
    await orderDraft(tx, guarantee.draftId, { orderId: submitted.order_id, memberId: buyer.memberId })
  return submitted
}

/**
 * Refuses what stands in the way of ordering what was promised, order_limit, and hold_limit above what unpaid orders of one
 * member may hold together.
 */
function refuseUnordered({ lines }: Guaranteed, { why, unpaid, heldWhenPaid }: Judged, settings: OrderSettings): void {
  const { maxOpenUnpaid, maxUnpaidPieces } = settings
  if (why) throw new Refusal(why)
  if (unpaid.orders >= maxOpenUnpaid) throw new Refusal('order_limit', { open: maxOpenUnpaid })
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0)
  if (!heldWhenPaid && unpaid.pieces + pieces > maxUnpaidPieces)
    throw new Refusal('hold_limit', { most: maxUnpaidPieces, held: unpaid.pieces })
}

async function orderOrRefusal(tx: Tx, buyer: Buyer, guaranteeId: string): Promise<SubmittedView> {
  const guarantee = await findGuarantee(tx, buyer, guaranteeId)
  if (!guarantee) throw new Refusal('not_found')
  if (guarantee.usedAt) return findSubmitted(tx, guarantee)
  if (guarantee.draftId) await requireOpenDraft(tx, guarantee.draftId)
  if (guarantee.releasedAt && !guarantee.isReplaced) throw new Refusal('guarantee_void')
  throw new GuaranteeExpired(guarantee)
}

type Sale = Pick<Guaranteed, 'lines' | 'amounts' | 'ask' | 'tickId'>

/** The guaranteed price, or today's when it is better for the member by enough and the database says that the store sells at it. */
async function bestPrice(tx: Tx, karat: Bag<'orders'>, buyer: Buyer, guarantee: Guaranteed): Promise<Sale> {
  const now = karat.prices.of(buyer.store, buyer.currency)
  if (!sellsIn(now.state) || !isBetterForMember(guarantee.ask, now.ask)) return guarantee
  if (await readNotSelling(tx, karat, now)) return guarantee
  const lines = priceAgain(guarantee.lines, now.ask)
  return {
    lines,
    ask: now.ask,
    tickId: now.tickId,
    amounts: addUp(lines, chargesFor(buyer, guarantee.delivery, lines, now.ask)),
  }
}

type Inserted = { id: string; number: string; state: OrderState; expires_at: Date; held_when_paid: boolean }
/** What the statement after the claim found: what stands in the way, and whether the pieces are held now or when their money is there. */
type Judged = { why: Standing; unpaid: Pick<UnpaidHolds, 'orders' | 'pieces'>; heldWhenPaid: boolean }
type Stored = Judged & { held: number[]; cart: CartContent[] } & (Inserted | { id: null })
type OrderSettings = Karat['settings']['order']

/**
 * What the member's unpaid orders hold, and what stands in the way of this one; it sees what was committed before they had their
 * turn. Who let several orders of a day end unpaid gets the pieces of this one held when its money is there.
 */
const judgedOf = (guarantee: Guaranteed, { endedUnpaid }: OrderSettings): Sql => sql`judged as materialized (
      select ${whyUnordered(guarantee)} as why, ended >= ${endedUnpaid}::int as when_paid,
        json_build_object('orders', orders, 'pieces', pieces) as unpaid from (${unpaidHolds(guarantee.memberId)}) held)`

/**
 * Takes from the member's day, the stock and the cart what the order takes, and writes the order with its lines and first move,
 * in one statement. What one of them falls short of is refused after it, in this order, and then the transaction rolls back.
 */
async function insertOrder(
  tx: Tx,
  karat: Bag<'orders'>,
  guarantee: Guaranteed,
  sale: Sale & { own: OwnTerms },
): Promise<SubmittedView> {
  const { amounts: a } = sale
  const { lines, memberId, currency } = guarantee
  const id = newId()
  const reference = dayReference(id)
  const store = storeOf(karat, guarantee.store)
  const taking: Taking = { memberId, store, kind: 'order', currency, amount: minor(a.total), reference, unpaid: true }
  const scarce = lines.some((line) => karat.catalogue.sku(guarantee.store, line.skuId)?.sku.scarce === true)
  const terms = foldSetting('orders', [sale.own])
  const { unpaidAfterGuaranteeSeconds, unpaidScarceSeconds } = karat.settings.order
  const after = sale.own.unpaid_minutes === undefined ? unpaidAfterGuaranteeSeconds : terms.unpaid_minutes * 60
  const until = payableUntil(guarantee, { scarce, order: { unpaidAfterGuaranteeSeconds: after, unpaidScarceSeconds } })
  const order = await tx.row<Stored>(sql`
    with ${judgedOf(guarantee, karat.settings.order)}, ${takenOfDay(taking)},
    ${heldStock({ orderId: id, lines, unless: sql`(select when_paid from judged)` })}, ${cartOf(guarantee)}, made as (
      insert into orders.orders (id, number, guarantee_id, member_id, store, currency, state, method, delivery, ask_minor, tick_id, tax_rule,
        goods_minor, delivery_minor, insurance_minor, tax_minor, discount_minor, total_minor, grams_e4, expires_at, cancel_seconds, refund_days, held_when_paid)
      select ${id}, 'K' || nextval('orders.order_numbers'), ${guarantee.id}, ${memberId}, ${guarantee.store}, ${currency},
        'pending_payment', ${guarantee.method}, ${JSON.stringify(guarantee.delivery)}::jsonb, ${sale.ask}, ${sale.tickId}, ${guarantee.taxRule},
        ${a.goods}, ${a.delivery}, ${a.insurance}, ${a.tax}, ${a.discount}, ${a.total}, ${gramsOf(lines)}, ${until},
        ${terms.cancel_minutes * 60}::int, ${terms.refund_days}::smallint, judged.when_paid from day_taken, judged
      returning id, number, state, expires_at, held_when_paid
    ), lines as (
      insert into orders.lines (order_id, position, sku_id, product_id, sku_code, name, image, attributes, quantity, gross_weight_e4,
        fine_weight_e4, premium_bps, tier_bps, method_bps, making_minor, unit_minor, total_minor, tax_minor, tax_bps, in_grams)
      select made.id, (l.position - 1)::smallint, (line->>'skuId')::int, (line->>'productId')::int, line->>'code', line->'name', line->>'image',
        line->'attributes', (line->>'quantity')::int, (line->>'grossWeight')::bigint, (line->>'fineWeight')::bigint,
        (line->>'premiumBps')::int, (line->>'tierBps')::int, (line->>'methodBps')::int, (line->>'making')::bigint,
        (line->>'unit')::bigint, (line->>'total')::bigint, (line->>'tax')::bigint, (line->>'taxBps')::int, (line->>'inGrams')::boolean
      from made, jsonb_array_elements(${storeLines(sale.lines)}::jsonb) with ordinality as l(line, position)
    ), begun as (
      insert into orders.moves (order_id, from_state, to_state, actor, reason)
      select id, null, state, ${`member:${guarantee.memberId}`}, 'submitted' from made
    )
    select made.*, judged.why, judged.unpaid, judged.when_paid as "heldWhenPaid", array(select sku_id from held_now) as held,
      coalesce((select json_agg(json_build_object('skuId', sku_id, 'quantity', quantity)) from cart), '[]') as cart
    from judged left join made on true`)
  if (!order) throw new Error('judging gives a row')
  refuseUnordered(guarantee, order, karat.settings.order)
  if (order.id === null) return refuseDay(tx, taking)
  if (order.heldWhenPaid) await requireStock(tx, lines)
  else refuseMissing(lines, order.held)
  if (digestOfCart(order.cart) !== guarantee.cartDigest) throw new Refusal('guarantee_void')
  return viewSubmitted(order, guarantee, a)
}

const cartOf = (guarantee: Guaranteed): Sql =>
  guarantee.origin === 'cart'
    ? takenFromCart(
        guarantee,
        guarantee.lines.map((line) => line.skuId),
      )
    : sql`cart as (select 0 as sku_id, 0 as quantity where false)`

async function findSubmitted(tx: Tx, guarantee: Guaranteed): Promise<SubmittedView> {
  const order = await tx.row<Inserted & { total_minor: bigint }>(sql`
    select id, number, state, expires_at, held_when_paid, total_minor from orders.orders where guarantee_id = ${guarantee.id}`)
  if (!order) throw new Error('a used guarantee has no order')
  return viewSubmitted(order, guarantee, { total: minor(order.total_minor) })
}

function viewSubmitted(order: Inserted, guarantee: Guaranteed, { total }: { total: bigint }): SubmittedView {
  const text = (value: bigint) => moneyText(minor(value), guarantee.currency)
  const saved = guarantee.amounts.total - total
  return {
    order_id: order.id,
    number: order.number,
    state: order.state,
    currency: guarantee.currency,
    total: text(total),
    expires_at: order.expires_at.toISOString(),
    pieces_held: !order.held_when_paid,
    better_price:
      saved === 0n ? null : { guaranteed_total: text(guarantee.amounts.total), total: text(total), saved: text(saved) },
  }
}
