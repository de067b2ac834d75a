/** Wire shapes of a member's record and of its statements. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, weightField } from '../../http/wire.ts'
import { isDay } from '../../locale/day-rules.ts'
import { problem } from '../../locale/field-rules.ts'
import { assets, groups, placePattern } from './record-rules.ts'

const month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, problem('not_right'))
const day = z.string().refine(isDay, problem('not_right'))

const period = {
  month: month.optional().meta({ description: 'a month of the store’s zone, instead of from and to' }),
  from: day.optional().meta({ description: 'the first day, in the store’s zone' }),
  to: day.optional().meta({ description: 'the last day' }),
}
type Asked = { month?: string | undefined; from?: string | undefined; to?: string | undefined }
const isOnePeriod = ({ month, from, to }: Asked) => month === undefined || (from === undefined && to === undefined)
const isForward = ({ from, to }: Asked) => from === undefined || to === undefined || from <= to
const chosen = {
  ...period,
  asset: z.enum(assets).optional().meta({ description: 'only what moved gold, or money' }),
  kind: z.enum(groups).optional().meta({ description: 'only movements of these kinds' }),
}
const alone = { message: problem('not_right'), path: ['month'] }
const forward = { message: problem('not_right'), path: ['to'] }

export const SumsQuery = z.strictObject(chosen).refine(isOnePeriod, alone).refine(isForward, forward)
export const RecordQuery = z
  .strictObject({
    ...chosen,
    cursor: z
      .string()
      .regex(placePattern, problem('not_right'))
      .optional()
      .meta({ description: '`next` of the page before' }),
  })
  .refine(isOnePeriod, alone)
  .refine(isForward, forward)

const Whole = z.strictObject({
  gold: weightField.meta({ description: 'set-aside grams included' }),
  money: moneyField.meta({ description: 'set-aside money included' }),
})

export const Movement = z.strictObject({
  movement_id: z.uuid(),
  kind: z.string().meta({ description: 'kind of transfer in the ledger, or reversal' }),
  at: momentField,
  posted_at: momentField.meta({ description: 'as `at`, but for the demonstration’s past' }),
  gold: weightField.meta({ description: 'what came in, or went out with a minus' }),
  money: moneyField.meta({ description: 'what came in, or went out with a minus' }),
  balance: Whole.meta({ description: 'afterwards' }),
  number: z.string().nullable().meta({ description: 'of the trade, deposit, withdrawal, transfer or order' }),
  price: moneyField.nullable().meta({ description: 'of one gram, in a trade' }),
  right_price: moneyField
    .nullable()
    .meta({ description: 'of one gram, where the trade was made at a wrong price and stands at this one' }),
  became: z.enum(['undone', 'repriced']).nullable().meta({ description: 'of a trade at a wrong price' }),
  other: z
    .string()
    .nullable()
    .meta({ description: 'who sent or got it, as they are shown to this member; or where it was paid to' }),
  note: z.string().nullable().meta({ description: 'what the sender wrote' }),
  receipt_of: z.uuid().nullable().meta({ description: 'what its receipt is asked for by; null: it has none' }),
})

export const RecordPage = z.strictObject({
  currency: currencyField,
  opening: Whole.meta({ description: 'before the oldest movement of this page' }),
  movements: z.array(Movement).meta({ description: 'the newest first' }),
  closing: Whole.meta({ description: 'after the newest movement of this page' }),
  next: z.string().nullable().meta({ description: 'where the next page begins; null: there is none' }),
})

const Flow = z.strictObject({
  opening: z.string(),
  in: z.string(),
  out: z.string(),
  other: z.string(),
  closing: z.string(),
})
export const RecordSums = z.strictObject({
  currency: currencyField,
  gold: Flow.meta({ description: 'opening + in + out + other = closing; other: what the chosen kinds leave out' }),
  money: Flow,
})

export const Pending = z.strictObject({
  kind: z.enum(['withdrawal', 'sent', 'incoming', 'deposit', 'wrong_price']),
  number: z.string(),
  gold: weightField,
  money: moneyField,
  other: z.string().nullable(),
  until: momentField.nullable().meta({ description: 'until when it waits' }),
  in_balance: z.boolean().meta({ description: 'still in the balances of the record' }),
})

export const Standing = z.strictObject({
  currency: currencyField,
  cash_balance: z.enum(['closed', 'off']),
  gold: z.strictObject({ available: weightField, held: weightField }).meta({ description: 'the member’s own' }),
  money: z
    .strictObject({
      available: moneyField,
      stays: moneyField.meta({ description: 'of what is available: what may not leave yet' }),
      held: moneyField,
    })
    .meta({ description: 'what the store owes them' }),
  pending: z.array(Pending),
  months: z.array(z.string()).meta({ description: 'with movements or balances, the newest first' }),
  closed: z
    .array(
      z.strictObject({
        month: z.string(),
        closed_at: momentField,
        movements: z.int(),
        closing: Whole,
        digest: z.string().meta({ description: 'SHA-256 of what is signed, in hexadecimal' }),
      }),
    )
    .meta({ description: 'months that never change any more, the newest first' }),
  server_time: momentField,
})

export const StatementQuery = z
  .strictObject({ ...period, format: z.enum(['csv', 'pdf', 'json']) })
  .refine(isOnePeriod, alone)
  .refine(isForward, forward)
export const FileAnswer = z.string().meta({ format: 'binary', description: 'the file itself, no envelope' })
export const NoQuery = z.strictObject({})
export const StatementKeys = z.strictObject({
  keys: z
    .array(
      z.strictObject({
        key_id: z.string(),
        algorithm: z.literal('Ed25519'),
        public_key: z.string().meta({ description: 'PEM' }),
        since: momentField,
      }),
    )
    .meta({ description: 'the newest first' }),
})

export const ReceiptQuery = z.strictObject({
  of: ownedId('receipt').meta({ description: 'the trade, deposit, withdrawal or transfer' }),
})

export type RecordView = z.output<typeof RecordPage>
export type RecordSumsView = z.output<typeof RecordSums>
export type MovementView = z.output<typeof Movement>
export type StandingView = z.output<typeof Standing>
export type PendingView = z.output<typeof Pending>
