/** The price desk: what memory charges, what the database says of feeds, spreads and halts, and what another spread would charge. */
import type { Karat } from '../../karat.ts'
import { bps, type Currency, decimal, minor, moneyText, perGram, weight } from '../../money/money.ts'
import { type Market, spreadsToCompare } from '../../pricing/change-spread.ts'
import type { PriceNow } from '../../pricing/current-prices.ts'
import {
  findFailure,
  findQuarantine,
  findSecondSource,
  listFeeds,
  listSourcePoints,
  listTerms,
  type QuarantineRow,
  type SecondSourceRow,
  type TermsRow,
} from '../../pricing/office-queries.ts'
import { askOf, bidOf, buybackOf, methodBpsFor, moveBps, NO_TIER, unitPrice } from '../../pricing/price-rules.ts'
import { believingTakesTwo, isFrozen, type Read } from '../../pricing/quarantine-rules.ts'
import { spotsOf } from '../../pricing/record-tick.ts'
import { takesTwo, wrongSpread } from '../../pricing/spread-rules.ts'
import { readRatesE6 } from '../../pricing/tick-rates.ts'
import { invalidInput, Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type {
  PricesView,
  QuarantineView,
  SourcePointsView,
  SpreadPreviewView,
  StorePriceView,
} from './price-contract.ts'

const GRAMS = 10

export async function describePrices(karat: Karat): Promise<PricesView> {
  const [feeds, terms, quarantine, failingSince, second] = await Promise.all([
    listFeeds(karat.db),
    listTerms(karat.db),
    findQuarantine(karat.db),
    findFailure(karat.db),
    findSecondSource(karat.db),
  ])
  const { staleAfterSeconds, spread } = karat.settings.price
  return {
    feeds: feeds.map(({ sourceAt, receivedAt, ...feed }) => ({
      ...feed,
      source_at: sourceAt.toISOString(),
      received_at: receivedAt.toISOString(),
    })),
    second_source: second ? viewSecondSource(second) : null,
    failing_since: failingSince?.toISOString() ?? null,
    quarantine: quarantine ? viewQuarantine(quarantine) : null,
    poll_seconds: karat.config.PRICE_POLL_SECONDS,
    stale_after_seconds: staleAfterSeconds,
    alone_bps: spread.aloneBps,
    stores: terms.flatMap(
      ({ store: code, haltedAt, haltedBy, haltReason, haltGuarantees, ...desk }): StorePriceView[] => {
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
            closed_spread: closedSpreadOf(desk),
            halt:
              haltedAt === null
                ? null
                : {
                    halted_at: haltedAt.toISOString(),
                    halted_by: haltedBy ?? '',
                    reason: haltReason ?? '',
                    guarantees: haltGuarantees ?? 'honoured',
                  },
          },
        ]
      },
    ),
  }
}

const viewSecondSource = ({ source, sourceAt, receivedAt, unchangedSince }: SecondSourceRow) => ({
  source,
  source_at: sourceAt.toISOString(),
  received_at: receivedAt.toISOString(),
  frozen_since: isFrozen(sourceAt.getTime(), unchangedSince?.getTime() ?? null, settings.price)
    ? (unchangedSince?.toISOString() ?? null)
    : null,
})

const closedSpreadOf = (desk: Omit<TermsRow, 'store' | 'haltedAt' | 'haltedBy' | 'haltReason' | 'haltGuarantees'>) =>
  desk.closedSpreadId === null
    ? null
    : {
        id: desk.closedSpreadId,
        ask_bps: desk.closedAskBps ?? 0,
        bid_bps: desk.closedBidBps ?? 0,
        set_at: desk.closedSetAt?.toISOString() ?? null,
        set_by: desk.closedSetBy ?? '',
        reason: desk.closedReason ?? '',
      }

function viewQuarantine(row: QuarantineRow): QuarantineView {
  const to = spotsOf({ spotUsdE6: row.toSpot, ratesE6: readRatesE6(row.toRates) })
  const doubtedFrom: Read = { sourceAt: 0, spotUsdE6: row.fromSpot, ratesE6: readRatesE6(row.fromRates) }
  const from = spotsOf(doubtedFrom)
  const last: Read = { sourceAt: 0, spotUsdE6: row.lastSpot, ratesE6: readRatesE6(row.lastRates) }
  const newest: Read = { sourceAt: 0, spotUsdE6: row.newestSpot, ratesE6: readRatesE6(row.newestRates) }
  return {
    id: row.id,
    rule: row.rule,
    opened_at: row.openedAt.toISOString(),
    moves: [...to].flatMap(([currency, after]) => {
      const before = from.get(currency)
      if (before === undefined || before === 0n) return []
      const percent = decimal(moveBps(perGram(before), perGram(after)), 2)
      return [{ currency, from: moneyText(minor(before), currency), to: moneyText(minor(after), currency), percent }]
    }),
    newest: {
      tick_id: String(row.newestId),
      spot_usd: decimal(row.newestSpot, 6),
      source_at: row.newestAt.toISOString(),
    },
    takes_two: believingTakesTwo({ rule: row.rule, from: doubtedFrom, last, newest }, settings.price),
  }
}

/** What both sources said in the last hours, oldest first. */
export async function listSources(karat: Pick<Karat, 'db' | 'now' | 'settings'>): Promise<SourcePointsView> {
  const fromMs = karat.now() - karat.settings.price.sourcesShownSeconds * 1000
  const points = await listSourcePoints(karat.db, fromMs)
  return {
    from: new Date(fromMs).toISOString(),
    points: points.map(({ at, spot, kind }) => ({ at: at.toISOString(), spot_usd: decimal(spot, 6), kind })),
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
  {
    store,
    market = 'open',
    ask_bps,
    bid_bps,
  }: { store: string; market?: Market | undefined; ask_bps: number; bid_bps: number },
): Promise<SpreadPreviewView> {
  if (!karat.stores.has(store)) throw new Refusal('not_found')
  const { recent, now, follows } = await spreadsToCompare(karat.db, store, market)
  const wish = { askBps: bps(ask_bps), bidBps: bps(bid_bps) }
  const wrong = wrongSpread(wish, follows === 0 ? null : (now ?? null))
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
  const plain = { premiumBps: bps(0), making: minor(0n), tierBps: NO_TIER, methodBps: methodBpsFor('card') }
  const price = unitPrice({ fineWeight, ask, ...plain })
  const buyback = buybackOf(fineWeight, bid)
  const text = (amount: bigint) => moneyText(minor(amount), currency)
  return { price: text(price), buyback: text(buyback), difference: text(price - buyback) }
}
