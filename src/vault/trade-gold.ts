/** A member buys grams from the house, or sells grams to it: one commit (G14). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { type Minor, minor, moneyText, weight, weightText } from '../money/money.ts'
import { holdsGuarantees } from '../pricing/halt-prices.ts'
import { Refusal } from '../refusals.ts'
import type { TradeView } from './contract.ts'
import { bestDeal, type Deal, dealOf } from './deal.ts'
import { balancesOf, type Holder, holdPlace } from './holder.ts'
import { settleDeal } from './settle-deal.ts'
import { tellTrade } from './tell-trade.ts'
import { claimQuote, type QuoteKind } from './trade-quotes.ts'
import type { Side } from './trade-rules.ts'
import { askedOfCash } from './uncleared.ts'
import { requireAgreed } from './vault-agreement.ts'

/**
 * `agreement`: the version that the member was shown beside the button, accepted with the purchase. `destinationId`: the account of theirs
 * that a sale is to be paid out to.
 */
type Confirmed = {
  side: Side
  quoteId: string
  pin: string
  agreement?: string | undefined
  destinationId?: string | undefined
}

/** A price that the desk has made, or that a savings plan meets: it is kept to the unit, and `tax` is collected beside it. */
type Firm = { kind: QuoteKind; tax: Minor }
type Quoted = Omit<Confirmed, 'pin'> & { firm?: Firm }

/**
 * The grams of a quote are bought from the cash balance, or sold to it or on to an account of the member's; a price that is better for the
 * member by 0.10 % or more at this moment is given. Title to the grams passes with their posting.
 *
 * Refuses, in this order: as checkPin; not_found; quote_expired; price_on_hold while staff hold what was promised; for a purchase as
 * requireAgreed; balance_too_low; for a purchase cash_disputed where it would spend what a bank asks back, verification_required when the member's level does not hold so much or their day does not take it, buying_closed while
 * the store has less gold than it owes, and gold_sold_out when the vault has no such grams left; for a
 * sale as payProceeds.
 */
export async function tradeGold(
  karat: Bag<'vault'>,
  holder: Holder,
  confirmed: Confirmed,
  request: Once,
): Promise<TradeView> {
  await checkPin(karat, holder.memberId, confirmed.pin)
  return once(karat.db, request, (tx) => tradeQuoted(tx, karat, holder, confirmed))
}

/** The same inside the caller's transaction, who has checked the PIN. */
export async function tradeQuoted(
  tx: Tx,
  karat: Bag<'vault'>,
  holder: Holder,
  { side, quoteId, agreement, destinationId, firm }: Quoted,
): Promise<TradeView> {
  const { memberId, store } = holder
  const holderId = await holdPlace(tx, holder)
  const [quote, hold, before] = await Promise.all([
    claimQuote(tx, { id: quoteId, kind: firm?.kind ?? side, holderId, memberId }),
    tx.row<{ held: boolean; asked: bigint }>(sql`
      select ${holdsGuarantees(store)} as held, ${side === 'buy' ? askedOfCash(holder) : sql`0::bigint`} as asked`),
    balancesOf(tx, holder),
  ])
  if (hold?.held) throw new Refusal('price_on_hold')
  const quoted = dealOf(quote)
  if (side === 'buy') await requireAgreed(tx, holder, agreement)
  const deal = firm ? quoted : await bestDeal(tx, karat, { holder, side, by: quote.figures.by, quoted })
  const id = newId()
  const { made, proceeds } = await settleDeal(tx, karat, {
    ...{ id, number: null, quoteId, holderId, purchaseId: null, holder, side, deal, before },
    ...{ asked: hold?.asked ?? 0n, tax: firm?.tax ?? minor(0n), destinationId: destinationId ?? null },
  })
  const [after, contact] = await Promise.all([balancesOf(tx, holder), findContact(tx, memberId)])
  const view = viewTrade({ id, holder, side, deal, made, after, quoted, proceeds })
  const of = firm?.kind === 'plan' ? 'plan' : null
  await tellTrade(tx, karat, { number: made.number, holder, side, deal, proceeds, contact, of })
  return view
}

type Shown = {
  id: string
  holder: Holder
  side: Side
  deal: Deal
  made: { number: string; made_at: Date }
  after: Awaited<ReturnType<typeof balancesOf>>
  quoted: Deal
  proceeds: TradeView['proceeds']
}

function viewTrade({ id, holder, side, deal, made, after, quoted, proceeds }: Shown): TradeView {
  const money = (units: bigint) => moneyText(units as Minor, holder.currency)
  const figures = (of: Deal) => ({ weight: weightText(of.weight), amount: money(of.amount), price: money(of.price) })
  return {
    ...{ trade_id: id, number: made.number, side, currency: holder.currency, ...figures(deal), fee: money(0n) },
    better_price: deal.price === quoted.price ? null : figures(quoted),
    made_at: made.made_at.toISOString(),
    proceeds,
    ...{ cash: money(after.cash), gold: weightText(weight(after.gold)) },
  }
}
