/** A member buys grams from the house, or sells grams to it: one commit (G14). */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Karat } from '../karat.ts'
import { countSale, requireMayHold, takeDayLimit } from '../kyc/take-day-limit.ts'
import { postTransfer } from '../ledger/post-transfer.ts'
import { queueMail } from '../mail/send-mail.ts'
import {
  amountOf,
  type Minor,
  minor,
  moneyText,
  type PricePerGram,
  perGram,
  weight,
  weightText,
} from '../money/money.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { holdsGuarantees } from '../pricing/halt-prices.ts'
import { sellsIn } from '../pricing/price-rules.ts'
import type { Quote } from '../pricing/quotes.ts'
import { readNotSelling } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import type { TradeView } from './contract.ts'
import { balancesOf, type Holder, heldGold, holdPlace } from './holder.ts'
import { goldTraded } from './trade-postings.ts'
import { claimQuote, type QuotedFigures } from './trade-quotes.ts'
import { figuresOf, isBetter, priceOf, type Side, type TradeFigures, type Wish } from './trade-rules.ts'
import { requireAgreed } from './vault-agreement.ts'

/** `agreement`: the version that the member was shown beside the button, accepted with the purchase. */
type Confirmed = { side: Side; quoteId: string; pin: string; agreement?: string | undefined }

/**
 * The grams of a quote are bought from the cash balance, or sold to it; a price that is better for the member by 0.10 % or more at this
 * moment is given. Title to the grams passes with their posting.
 *
 * Refuses, in this order: as checkPin; not_found; quote_expired; price_on_hold while staff hold what was promised; for a purchase as
 * requireAgreed; balance_too_low; for a purchase verification_required when the member's level does not hold so much or their day does not take it, buying_closed while
 * the store has less gold than it owes, and gold_sold_out when the vault has no such grams left.
 */
export async function tradeGold(karat: Karat, holder: Holder, confirmed: Confirmed, request: Once): Promise<TradeView> {
  await checkPin(karat, holder.memberId, confirmed.pin)
  return once(karat.db, request, (tx) => trade(tx, karat, holder, confirmed))
}

type Deal = TradeFigures & { price: PricePerGram; tickId: bigint }

async function trade(
  tx: Tx,
  karat: Karat,
  holder: Holder,
  { side, quoteId, agreement }: Confirmed,
): Promise<TradeView> {
  const { memberId, store } = holder
  const holderId = await holdPlace(tx, holder)
  const quote = await claimQuote(tx, { id: quoteId, side, holderId, memberId })
  const held = await tx.row<{ held: boolean }>(sql`select ${holdsGuarantees(store)} as held`)
  if (held?.held) throw new Refusal('price_on_hold')
  const quoted = dealOf(quote)
  if (side === 'buy') await requireAgreed(tx, holder, agreement)
  const deal = await bestDeal(tx, karat, { holder, side, by: quote.figures.by, quoted })
  const id = newId()
  await requireBalances(tx, karat, { holder, side, deal, id })
  const made = await insertTrade(tx, { id, quoteId, holderId, holder, side, deal })
  await post(tx, { id, holder, side, deal })
  const after = await balancesOf(tx, holder)
  const view = viewTrade({ id, holder, side, deal, made, after, quoted })
  await tell(tx, view, holder, deal)
  return view
}

const dealOf = ({ figures: f, tick_id: tickId }: Quote<QuotedFigures>): Deal => ({
  weight: weight(BigInt(f.weight)),
  amount: minor(BigInt(f.amount)),
  ...{ value: BigInt(f.value), spread: BigInt(f.spread), rounding: BigInt(f.rounding) },
  ...{ price: perGram(BigInt(f.price)), tickId },
})

type Choice = { holder: Holder; side: Side; by: Wish['by']; quoted: Deal }

/** What was quoted, or what was wished for at the price now, when that is better for the member by enough and the database says that the store sells at it. */
async function bestDeal(tx: Tx, karat: Karat, { holder, side, by, quoted }: Choice): Promise<Deal> {
  const now: PriceNow = karat.prices.of(holder.store, holder.currency)
  const price = priceOf(side, now)
  if (!sellsIn(now.state) || !isBetter(side, quoted.price, price)) return quoted
  if (await readNotSelling(tx, karat, now)) return quoted
  const wish: Wish = by === 'weight' ? { by, weight: quoted.weight } : { by, amount: quoted.amount }
  return { ...figuresOf(side, wish, now), price, tickId: now.tickId }
}

type Dealing = { id: string; holder: Holder; side: Side; deal: Deal }

/** The member's balances are held with their place: what is there now is there when it is posted. */
async function requireBalances(tx: Tx, karat: Karat, { id, holder, side, deal }: Dealing): Promise<void> {
  const { memberId, store, currency } = holder
  const { cash, gold } = await balancesOf(tx, holder)
  if (side === 'sell') {
    if (gold < deal.weight) throw new Refusal('balance_too_low')
    const reference = `trade:${id}`
    await countSale(tx, { memberId, store: storeOf(karat, store), currency, amount: deal.amount, reference })
    return
  }
  if (cash < deal.amount) throw new Refusal('balance_too_low')
  await requireMayHold(tx, memberId, (await heldGold(tx, holder)) + deal.weight)
  await takeDayLimit(tx, {
    ...{ memberId, store: storeOf(karat, store), kind: 'vault', currency },
    ...{ amount: deal.amount, reference: `trade:${id}` },
  })
}

type Made = { number: string; made_at: Date }

async function insertTrade(tx: Tx, t: Dealing & { quoteId: string; holderId: string }): Promise<Made> {
  const { holder, deal } = t
  const made = await tx
    .row<Made>(sql`
    insert into vault.trades (id, number, quote_id, holder_id, member_id, store, side, currency, tick_id, price_minor, weight_e4,
      amount_minor, value_minor, spread_minor, rounding_minor)
    values (${t.id}, 'V' || nextval('vault.trade_numbers'), ${t.quoteId}, ${t.holderId}, ${holder.memberId}, ${holder.store}, ${t.side},
      ${holder.currency}, ${deal.tickId}, ${deal.price}, ${deal.weight}, ${deal.amount}, ${deal.value}, ${deal.spread}, ${deal.rounding})
    returning number, made_at`)
    .catch((error) => {
      throw brokenConstraint(error) === 'vault_has_grams' ? new Refusal('gold_sold_out') : error
    })
  if (!made) throw new Error('the trade was not stored')
  return made
}

/** What the member gives is there, so a purchase that finds too little finds it in the vault. */
async function post(tx: Tx, { id, holder, side, deal }: Dealing): Promise<void> {
  try {
    await postTransfer(tx, goldTraded({ id, side, ...holder, ...deal }))
  } catch (error) {
    const short = side === 'buy' && error instanceof Refusal && error.code === 'balance_too_low'
    throw short ? new Refusal('gold_sold_out') : error
  }
}

type Shown = Dealing & { made: Made; after: { cash: bigint; gold: bigint }; quoted: Deal }

function viewTrade({ id, holder, side, deal, made, after, quoted }: Shown): TradeView {
  const money = (units: bigint) => moneyText(units as Minor, holder.currency)
  const figures = (of: Deal) => ({ weight: weightText(of.weight), amount: money(of.amount), price: money(of.price) })
  return {
    ...{ trade_id: id, number: made.number, side, currency: holder.currency, ...figures(deal), fee: money(0n) },
    better_price: deal.price === quoted.price ? null : figures(quoted),
    made_at: made.made_at.toISOString(),
    ...{ cash: money(after.cash), gold: weightText(weight(after.gold)) },
  }
}

async function tell(tx: Tx, { number, side }: TradeView, holder: Holder, deal: Deal): Promise<void> {
  const money = (units: bigint) => amountOf(units, holder.currency)
  await queueMail(tx, {
    ...(await findContact(tx, holder.memberId)),
    template: side === 'buy' ? 'gold_bought' : 'gold_sold',
    store: holder.store,
    values: { number, grams: amountOf(deal.weight, 'XAU'), total: money(deal.amount), price: money(deal.price) },
    onceKey: `trade:${number}`,
  })
}
