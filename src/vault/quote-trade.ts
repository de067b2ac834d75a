/** What a purchase or a sale of grams costs or brings at this moment, held for a minute, or for ten where its money comes from outside. */

import type { Bag } from '../karat.ts'
import { type Minor, minor, moneyText, weight, weightText } from '../money/money.ts'
import { takenMethods } from '../payments/providers.ts'
import { viewOffers } from '../payments/require-method.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { buybackOf } from '../pricing/price-rules.ts'
import { sellAtPrice } from '../pricing/require-selling.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { storeOf } from '../stores/stores.ts'
import type { TradeQuoteView } from './contract.ts'
import { balancesOf, type Holder } from './holder.ts'
import { readWish } from './read-wish.ts'
import { insertQuote } from './trade-quotes.ts'
import { figuresOf, type PaidFrom, priceOf, type Side, type Wish } from './trade-rules.ts'
import { agreementToAccept } from './vault-agreement.ts'

type Asked = { side: Side; paidFrom: PaidFrom; by: Wish['by']; value: string }

/**
 * Quotes a trade: nothing is bought, and whatever was quoted to the member on this side before is over.
 *
 * Refuses invalid_input for a value that is no amount of the currency, or nothing; trade_too_small below the least that is bought, or where
 * the money is for less than one unit of gold or the gold for less than one of money; no_cash_balance for a purchase from a
 * balance where the store keeps none; vault_not_open as agreementToAccept; price_unavailable; buying_closed; exposure_limit.
 */
export async function quoteTrade(
  karat: Bag<'vault'>,
  holder: Holder,
  { side, paidFrom, by, value }: Asked,
): Promise<TradeQuoteView> {
  const wish = readWish(by, value, holder.currency)
  const fromBalance = side === 'buy' && paidFrom === 'balance'
  if (fromBalance && !settings.cash.stores[holder.store]) throw new Refusal('no_cash_balance')
  const agreement = side === 'buy' ? await agreementToAccept(karat.db, holder) : null
  return sellAtPrice(karat, holder, (price) => quoteAt(karat, holder, { side, paidFrom, wish, price, agreement }))
}

type Quoting = { side: Side; paidFrom: PaidFrom; wish: Wish; price: PriceNow; agreement: string | null }

async function quoteAt(
  karat: Bag<'vault'>,
  holder: Holder,
  { side, paidFrom, wish, price, agreement }: Quoting,
): Promise<TradeQuoteView> {
  const { currency } = holder
  const figures = figuresOf(side, wish, price)
  const least = side === 'buy' ? settings.trade.least[currency] : 1n
  if (figures.amount < least || figures.weight === 0n)
    throw new Refusal('trade_too_small', { least: moneyText(minor(least), currency), currency })
  const each = priceOf(side, price)
  const { value, spread, rounding } = figures
  const [weightUnits, amount] = [figures.weight.toString(), figures.amount.toString()]
  const quote = await insertQuote(karat, {
    ...{ holder, kind: paidFrom === 'outside' ? ('buy_outside' as const) : side, price },
    figures: {
      by: wish.by,
      ...{ weight: weightUnits, amount, price: each.toString() },
      ...{ value: value.toString(), spread: spread.toString(), rounding: rounding.toString() },
    },
  })
  const { cash, gold } = await balancesOf(karat.db, holder)
  const text = (units: bigint) => moneyText(units as Minor, currency)
  return {
    ...{ quote_id: quote.id, side, currency, paid_from: paidFrom },
    methods:
      paidFrom === 'outside'
        ? viewOffers({
            ...{ store: storeOf(karat, holder.store), taken: takenMethods(karat.providers) },
            ...{ currency, amount: figures.amount },
          })
        : [],
    weight: weightText(figures.weight),
    amount: text(figures.amount),
    ...{ price: text(each), fee: text(0n), worth_at_bid: text(buybackOf(figures.weight, price.bid)) },
    ...{ cash: text(cash), gold: weightText(weight(gold)) },
    agreement_version: agreement,
    created_at: quote.now.toISOString(),
    expires_at: quote.shownUntil.toISOString(),
    server_time: quote.now.toISOString(),
  }
}
