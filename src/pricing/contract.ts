/** Wire shapes of the price calls. Prices are for one gram, in major units of the currency that stands beside them. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, wholeNumber } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { priceStates } from './price-rules.ts'

export const intervals = ['1m', '5m', '15m', '1h', '1d', '1w'] as const
export type Interval = (typeof intervals)[number]

const ask = moneyField.meta({ description: 'what a member pays for one gram' })
const bid = moneyField.meta({ description: 'what the dealer pays for one gram' })
const shareField = z.string().regex(/^-?\d+\.\d{2}$/)

export const NoQuery = z.strictObject({})

/** Data of getGoldPrice: the seed's bare number, the one amount of money that is not text. */
export const GoldPrice = z
  .number()
  .meta({ description: 'ask for one gram of fine gold in major units of the currency' })
export const PreviousGoldPrice = z
  .number()
  .nullable()
  .meta({ description: 'closing ask of the last finished day of the store, or null before there is one' })

export const GoldPriceNow = z.strictObject({
  store: z.string(),
  currency: currencyField,
  state: z.enum(priceStates).meta({
    description: 'quotes, guarantees and trades are made only while live, or closed (the market, at its last close)',
  }),
  tick_id: z.string(),
  source_at: momentField.meta({ description: 'when the price was true at its source' }),
  spot: moneyField,
  ask,
  bid,
  spread: moneyField.meta({ description: 'ask less bid' }),
  spread_percent: shareField.meta({ description: 'spread as a share of the ask' }),
  previous_close: ask.nullable().meta({ description: 'closing ask of the last finished day of the store' }),
  change: moneyField.nullable().meta({ description: 'ask less previous close' }),
  change_percent: shareField.nullable(),
  day: z
    .strictObject({ open: ask, high: ask, low: ask })
    .nullable()
    .meta({ description: 'asks since midnight of the store; null before its first tick' }),
})
export type GoldPriceNow = z.output<typeof GoldPriceNow>

export const StreamQuery = z.strictObject({
  currency: currencyField.optional().meta({ description: 'an event stream cannot send the currency header' }),
})

/** Years that every part can hold. */
const moment = z.iso.datetime(problem('moment')).regex(/^20/, problem('this_century'))

export const CandleQuery = z.strictObject({
  type: z.enum(['candles', 'karat'], problem('candles')).optional(),
  interval: z
    .enum(intervals, problem('one_of', { list: intervals.join(', ') }))
    .optional()
    .meta({ description: '1h unless said' }),
  from: moment.optional().meta({ description: 'candles that start at or after this time' }),
  to: moment.optional().meta({ description: 'candles that start before this time' }),
  limit: wholeNumber(1, 1000).optional().meta({ description: '300 unless said; the newest ones are given' }),
  karat: wholeNumber(1, 24).optional().meta({ description: '24 unless said' }),
})
export type CandleQuery = z.output<typeof CandleQuery>

const Bar = z.strictObject({ open: moneyField, high: moneyField, low: moneyField, close: moneyField })
const Candle = z.strictObject({ starts_at: momentField, ask: Bar, bid: Bar })
export const CandleList = z.strictObject({
  type: z.literal('candles'),
  currency: currencyField,
  karat: z.int(),
  interval: z.enum(intervals),
  candles: z.array(Candle).meta({ description: 'oldest first; the last one may still be moving' }),
})
export type CandleList = z.output<typeof CandleList>

export const KaratTable = z.strictObject({
  type: z.literal('karat'),
  currency: currencyField,
  state: GoldPriceNow.shape.state,
  source_at: momentField,
  prices: z.array(z.strictObject({ karat: z.int(), ask, bid })),
})
export type KaratTable = z.output<typeof KaratTable>

export const GoldPriceK = z.discriminatedUnion('type', [CandleList, KaratTable])
