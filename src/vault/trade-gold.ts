/** A member buys grams from the house, or sells grams to it: one commit (G14). */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../db/database.ts'
import { type Once, once } from '../http/idempotency.ts'
import { checkPin } from '../identity/check-pin.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Karat } from '../karat.ts'
import { countSale, requireMayHold, takeDayLimit } from '../kyc/take-day-limit.ts'
import { queueMail } from '../mail/send-mail.ts'
import { amountOf, type Minor, moneyText, weight, weightText } from '../money/money.ts'
import { holdsGuarantees } from '../pricing/halt-prices.ts'
import { Refusal } from '../refusals.ts'
import { storeOf } from '../stores/stores.ts'
import type { TradeView } from './contract.ts'
import { bestDeal, type Deal, dealOf, makeTrade } from './deal.ts'
import { balancesOf, type Holder, heldGold, holdPlace } from './holder.ts'
import { claimQuote } from './trade-quotes.ts'
import type { Side } from './trade-rules.ts'
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

async function trade(
  tx: Tx,
  karat: Karat,
  holder: Holder,
  { side, quoteId, agreement }: Confirmed,
): Promise<TradeView> {
  const { memberId, store } = holder
  const holderId = await holdPlace(tx, holder)
  const quote = await claimQuote(tx, { id: quoteId, kind: side, holderId, memberId })
  const held = await tx.row<{ held: boolean }>(sql`select ${holdsGuarantees(store)} as held`)
  if (held?.held) throw new Refusal('price_on_hold')
  const quoted = dealOf(quote)
  if (side === 'buy') await requireAgreed(tx, holder, agreement)
  const deal = await bestDeal(tx, karat, { holder, side, by: quote.figures.by, quoted })
  const id = newId()
  await requireBalances(tx, karat, { holder, side, deal, id })
  const made = await makeTrade(tx, { id, number: null, quoteId, holderId, purchaseId: null, holder, side, deal })
  const after = await balancesOf(tx, holder)
  const view = viewTrade({ id, holder, side, deal, made, after, quoted })
  await tell(tx, view, holder, deal)
  return view
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

type Shown = Dealing & { made: { number: string; made_at: Date }; after: { cash: bigint; gold: bigint }; quoted: Deal }

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
