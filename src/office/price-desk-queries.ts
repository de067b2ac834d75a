/** The price desk: what memory charges, what the database says of feeds, spreads and halts, and what another spread would charge. */
import type { Karat } from '../karat.ts'
import { bps, type Currency, minor, moneyText, weight } from '../money/money.ts'
import { spreadsOfTheDay } from '../pricing/change-spread.ts'
import type { PriceNow } from '../pricing/current-prices.ts'
import { listDesks, listFeeds } from '../pricing/desk-queries.ts'
import { askOf, bidOf, buybackOf, methodBpsFor, tierBpsFor, unitPrice } from '../pricing/price-rules.ts'
import { takesTwo, wrongSpread } from '../pricing/spread-rules.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import type { PriceDeskView, SpreadPreviewView, StorePriceView } from './price-contract.ts'

const GRAMS = 10

export async function describePriceDesk(karat: Karat): Promise<PriceDeskView> {
  const [feeds, desks] = await Promise.all([listFeeds(karat.db), listDesks(karat.db)])
  const { staleAfterSeconds, spread } = karat.settings.price
  return {
    feeds: feeds.map(({ sourceAt, receivedAt, ...feed }) => ({
      ...feed,
      source_at: sourceAt.toISOString(),
      received_at: receivedAt.toISOString(),
    })),
    poll_seconds: karat.config.PRICE_POLL_SECONDS,
    stale_after_seconds: staleAfterSeconds,
    alone_bps: spread.aloneBps,
    stores: desks.flatMap(({ store: code, haltedAt, haltedBy, haltReason, ...desk }): StorePriceView[] => {
      const store = karat.stores.get(code)
      if (!store) return []
      const prices = pricesOf(karat, code)
      return [
        {
          store: code,
          name: store.name,
          state: haltedAt ? 'halted' : (prices[0]?.state ?? null),
          source_at: prices[0] ? new Date(prices[0].sourceAt).toISOString() : null,
          prices: prices.map(({ currency, spot, ask, bid }) => ({
            currency,
            spot: moneyText(spot, currency),
            ask: moneyText(ask, currency),
            bid: moneyText(bid, currency),
          })),
          spread: {
            id: desk.spreadId,
            ask_bps: desk.askBps,
            bid_bps: desk.bidBps,
            set_at: desk.setAt?.toISOString() ?? null,
            set_by: desk.setBy,
            reason: desk.reason,
          },
          halt:
            haltedAt === null
              ? null
              : { halted_at: haltedAt.toISOString(), halted_by: haltedBy ?? '', reason: haltReason ?? '' },
        },
      ]
    }),
  }
}

/** Nothing before the first tick. */
function pricesOf(karat: Karat, code: string): PriceNow[] {
  try {
    return (karat.stores.get(code)?.currencies ?? []).map((currency) => karat.prices.of(code, currency))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'price_unavailable') return []
    throw error
  }
}

/**
 * A bar of 10 g fine without premium, by card, as it is charged now and as it would be charged with another spread.
 * Refuses not_found; invalid_input for a spread that may not be set.
 */
export async function previewSpread(
  karat: Karat,
  { store, ask_bps, bid_bps }: { store: string; ask_bps: number; bid_bps: number },
): Promise<SpreadPreviewView> {
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  const recent = await spreadsOfTheDay(karat.db, store)
  const wish = { askBps: bps(ask_bps), bidBps: bps(bid_bps) }
  const wrong = recent[0] && wrongSpread(wish, recent[0])
  if (wrong) throw invalidInput(wrong)
  return {
    grams: GRAMS,
    bars: pricesOf(karat, store).map(({ currency, spot, ask, bid }) => ({
      currency,
      before: barOf({ ask, bid }, currency),
      after: barOf({ ask: askOf(spot, wish.askBps), bid: bidOf(spot, wish.bidBps) }, currency),
    })),
    takes_two: takesTwo(wish, recent),
  }
}

function barOf({ ask, bid }: Pick<PriceNow, 'ask' | 'bid'>, currency: Currency) {
  const fineWeight = weight(BigInt(GRAMS) * 10_000n)
  const plain = { premiumBps: bps(0), making: minor(0n), tierBps: tierBpsFor(1), methodBps: methodBpsFor('card') }
  const price = unitPrice({ fineWeight, ask, ...plain })
  const buyback = buybackOf(fineWeight, bid)
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  return { price: text(price), buyback: text(buyback), difference: text(price - buyback) }
}
