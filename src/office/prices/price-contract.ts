/** Wire shapes of the staff's calls about the price. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText, wholeCount } from '../../http/wire.ts'
import { feedTroubles } from '../../pricing/feeds/feed-trouble.ts'
import { promiseChoices } from '../../pricing/halt-rules.ts'
import { priceStates } from '../../pricing/price-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'

const storeCode = typedText(1, 10)
const state = z.enum(priceStates)
const verdict = z.enum(['accepted', 'quarantined'])

export const PricesShape = z.strictObject({
  feeds: z.array(
    z.strictObject({
      source: z.string(),
      source_at: momentField,
      received_at: momentField,
      verdict,
      waiting: z.int().meta({ description: 'ticks in quarantine since the last accepted one' }),
    }),
  ),
  second_source: z
    .strictObject({
      source: z.string(),
      source_at: momentField,
      received_at: momentField,
      frozen_since: momentField
        .nullable()
        .meta({ description: 'it has said the same since then and vouches for nothing' }),
    })
    .nullable(),
  failing_since: momentField.nullable().meta({ description: 'since when the feed has given no reading' }),
  quarantine: z
    .strictObject({
      id: z.int(),
      rule: z.enum(['jump', 'creep', 'mismatch']),
      opened_at: momentField,
      moves: z
        .array(z.strictObject({ currency: currencyField, from: moneyField, to: moneyField, percent: z.string() }))
        .meta({ description: 'what the doubted reading was compared with, and the reading, per gram' }),
      newest: z.strictObject({ tick_id: z.string(), spot_usd: z.string(), source_at: momentField }),
      takes_two: z.boolean().meta({ description: 'the newest reading is too far away for one person to accept' }),
    })
    .nullable(),
  poll_seconds: z.number(),
  stale_after_seconds: z.int(),
  alone_bps: z.int().meta({ description: 'one person alone moves ask or bid by no more in a day' }),
  stores: z.array(
    z.strictObject({
      store: z.string(),
      name: z.string(),
      state: state.nullable().meta({ description: 'null before there ever was a tick' }),
      source_at: momentField.nullable(),
      prices: z.array(z.strictObject({ currency: currencyField, spot: moneyField, ask: moneyField, bid: moneyField })),
      spread: z.strictObject({
        id: z.int(),
        ask_bps: z.int(),
        bid_bps: z.int(),
        set_at: momentField.nullable(),
        set_by: z.string(),
        reason: z.string(),
      }),
      closed_spread: z
        .strictObject({
          id: z.int(),
          ask_bps: z.int(),
          bid_bps: z.int(),
          set_at: momentField.nullable(),
          set_by: z.string(),
          reason: z.string(),
        })
        .nullable()
        .meta({ description: 'while the market is closed; without one nothing is sold then' }),
      halt: z
        .strictObject({
          halted_at: momentField,
          halted_by: z.string(),
          reason: z.string(),
          guarantees: z.enum(promiseChoices),
        })
        .nullable(),
    }),
  ),
})
export const TicksQuery = z.strictObject({ verdict: verdict.optional(), ...pageQuery })
export const TicksPage = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      id: z.string(),
      source: z.string(),
      source_at: momentField,
      received_at: momentField,
      spot_usd: z.string().meta({ description: 'US dollars per gram of fine gold' }),
      rates: z.record(z.string(), z.string()),
      verdict,
    }),
  ),
})
export const SpreadsQuery = z.strictObject({ store: storeCode.optional(), ...pageQuery })
export const SpreadsPage = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      id: z.int(),
      store: z.string(),
      ask_bps: z.int(),
      bid_bps: z.int(),
      set_at: momentField.nullable(),
      set_by: z.string(),
      reason: z.string(),
    }),
  ),
})
const triedSource = z.strictObject({
  source: z.string().nullable().meta({ description: 'the host that answered' }),
  trouble: z.enum(feedTroubles).nullable().meta({ description: 'null when it gave a price' }),
  says: z.string().nullable().meta({ description: 'what went wrong, in English, for whoever looks after it' }),
  ms: z.int(),
  spot_usd: z.string().nullable().meta({ description: 'US dollars per gram of fine gold' }),
  source_at: momentField.nullable(),
  timed: z.boolean().meta({ description: 'the source says when its price was true' }),
  old: z.boolean().meta({ description: 'too old to sell at' }),
})
export const TriedFeeds = z.strictObject({
  first: triedSource,
  second: triedSource.nullable().meta({ description: 'null when none is named' }),
  prices: z
    .array(
      z.strictObject({
        store: z.string(),
        currency: currencyField,
        price: z
          .strictObject({ spot: moneyField, ask: moneyField, bid: moneyField })
          .nullable()
          .meta({ description: 'null when the source has no rate for the currency' }),
      }),
    )
    .meta({ description: 'per gram, at the spread in force; none without a reading' }),
})
export const Halt = z.strictObject({
  store: storeCode,
  reason: reasonField,
  guarantees: z.enum(promiseChoices).default('honoured').meta({
    description:
      'what becomes of prices that were promised before: they are honoured, or held until the price is resumed',
  }),
})
export const Resume = z.strictObject({ store: storeCode, reason: reasonField })
export const Changed = z.strictObject({ changed: z.boolean() })

const spread = {
  store: storeCode,
  market: z.enum(['open', 'closed']).optional().meta({ description: 'open unless said' }),
  ask_bps: wholeCount(0, 2000),
  bid_bps: wholeCount(-2000, 0),
}
export const PreviewSpread = z.strictObject(spread)
const barPrice = z.strictObject({ price: moneyField, buyback: moneyField, difference: moneyField })
export const SpreadPreview = z.strictObject({
  grams: z.int(),
  bars: z.array(z.strictObject({ currency: currencyField, before: barPrice, after: barPrice })),
  takes_two: z.boolean(),
})
export const ChangeSpread = z.strictObject({ ...spread, seen_id: wholeCount(0, 2_000_000_000), reason: reasonField })
export const SpreadChanged = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'the request for a second person, where the change takes one' }),
})

const quarantineId = wholeCount(1, 2_000_000_000)
export const AcceptLevel = z.strictObject({
  quarantine_id: quarantineId,
  tick_id: z
    .string()
    .regex(/^\d{1,18}$/)
    .meta({ description: 'the newest reading that was looked at' }),
  reason: reasonField,
})
export const RejectLevel = z.strictObject({ quarantine_id: quarantineId, reason: reasonField })
export const Rejected = z.strictObject({ rejected: z.literal(true) })
export const SourcePoints = z.strictObject({
  from: momentField,
  points: z.array(
    z.strictObject({ at: momentField, spot_usd: z.string(), kind: z.enum(['accepted', 'quarantined', 'second']) }),
  ),
})
export type SourcePointsView = z.output<typeof SourcePoints>
export type QuarantineView = NonNullable<z.output<typeof PricesShape>['quarantine']>
export type PricesView = z.output<typeof PricesShape>
export type StorePriceView = PricesView['stores'][number]
export type TickView = z.output<typeof TicksPage>['rows'][number]
export type SpreadView = z.output<typeof SpreadsPage>['rows'][number]
export type SpreadPreviewView = z.output<typeof SpreadPreview>
export type TriedFeedsView = z.output<typeof TriedFeeds>
export type TriedSourceView = TriedFeedsView['first']
