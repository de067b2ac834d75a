/** Fine gold that a store is bound to at prices of its past: one number, its parts, and the limit of each. */

import { storeLimit as businessLimit } from '../business/request-rules.ts'
import { type Queryable, sql } from '../db/database.ts'
import { gramsFixed } from '../goldback/fixed-grams.ts'
import { weight, weightText } from '../money/money.ts'
import { readExposure } from '../orders/exposure/commitments.ts'
import { exposureParts, isAlarming, limitsOf } from '../orders/exposure/exposure-rules.ts'
import { limitIn, type PriceState } from '../pricing/price-rules.ts'
import { foldSetting } from '../stores/setting-rules.ts'
import { settingOf } from '../stores/stores.ts'
import { readOpenBusiness } from '../vault/business-quotes.ts'
import { readOpenQuotes } from '../vault/trade-quotes.ts'
import { storeQuotesLimit } from '../vault/trade-rules.ts'
import { type OpenExposureView, type OpenPart, openParts } from './exposure-contract.ts'

/** By what the limits themselves are judged by. `state` of the price, null before the first: the limits in force are smaller while the market is closed. */
export async function describeExposure(
  db: Queryable,
  store: string,
  state: PriceState | null,
): Promise<OpenExposureView> {
  const [shop, quotes, business, brought, said] = await Promise.all([
    readExposure(db, store),
    readOpenQuotes(db, { store, memberId: null }),
    readOpenBusiness(db, store),
    gramsFixed(db, store),
    db.row<{ own: object | null }>(sql`select ${settingOf(sql`${store}`, 'limits')} as own`),
  ])
  const full = limitsOf(foldSetting('limits', [said?.own ?? {}]))
  const limited = (open: bigint, whole: bigint) => {
    const limit = state === null ? whole : limitIn(state, whole)
    return { open: grams(open), limit: grams(limit), alarm: isAlarming(open, limit) }
  }
  const of: Record<OpenPart, bigint> = {
    ...{ vault_quotes: quotes.all, business, gold_back: brought },
    ...(Object.fromEntries(exposureParts.map((part) => [part, shop[part]])) as Record<
      (typeof exposureParts)[number],
      bigint
    >),
  }
  return {
    total: grams(openParts.reduce((sum, part) => sum + of[part], 0n)),
    shop: limited(shop.open, full.store),
    newcomers: limited(shop.newcomers, full.newcomers),
    vault_quotes: limited(quotes.all, storeQuotesLimit),
    business: limited(business, businessLimit),
    market: state === 'closed' ? 'closed' : 'open',
    parts: openParts.map((part) => ({ part, grams: grams(of[part]) })),
  }
}

const grams = (fine: bigint) => weightText(weight(fine))
