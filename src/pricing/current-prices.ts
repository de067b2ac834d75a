// STUB: replaced by the pricing slice.
import type { Db } from '../db/database.ts'
import type { BasisPoints, Currency, PricePerGram } from '../money/money.ts'
import { Refusal } from '../refusals.ts'
import type { Settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import type { PriceState } from './price-rules.ts'

export type PriceNow = {
  tickId: bigint
  state: PriceState
  currency: Currency
  sourceAt: number
  spot: PricePerGram
  ask: PricePerGram
  bid: PricePerGram
  askBps: BasisPoints
  bidBps: BasisPoints
  /** Yesterday's closing ask in the store's zone, null before there is one. */
  previousCloseAsk: PricePerGram | null
}
export type CurrentPrices = {
  /** The last known price of a store in one of its currencies; `state` is judged at this call. Refuses price_unavailable when there never was a tick. */
  of(store: string, currency: Currency): PriceNow
  /** The same, refusing price_unavailable unless it is live. Every quote, guarantee and trade asks here. */
  requireLive(store: string, currency: Currency): PriceNow
  /** Changes whenever any price, spread or state does: what caches compare. */
  version(): number
  /** Calls `listener` after every change, in this process, with no delay. */
  subscribe(listener: () => void): () => void
  close(): Promise<void>
}
export async function openPrices(_: { db: Db; connectionString: string; stores: Map<string, Store>; settings: Settings; now: () => number }): Promise<CurrentPrices> {
  const of = () => { throw new Refusal('price_unavailable') }
  return { of, requireLive: of, version: () => 1, subscribe: () => () => {}, close: async () => {} }
}
