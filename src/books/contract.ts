/** Wire shapes of the owner's books. */
import { z } from 'zod'
import { currencyField, momentField, typedText, weightField } from '../http/wire.ts'
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { paidBy } from '../payments/method-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { moneyKinds } from './chart-rules.ts'
import { fileFormats } from './file-format-rules.ts'

const store = typedText(1, 20)
const day = z.string().refine(isDay, problem('staff_day'))
const month = z
  .string()
  .regex(/^\d{4}-\d\d$/, problem('staff_day'))
  .refine((text) => isDay(`${text}-01`), problem('staff_day'))
const amount = z
  .string()
  .regex(/^\d+(\.\d{2})?$/)
  .meta({ description: 'major units; of a currency that the shop does not know, its smallest units' })

export const JournalsQuery = z.strictObject({
  store,
  month: month.optional().meta({ description: 'such as 2026-11; this month of the store, unless it is named' }),
  ...pageQuery,
})
export const Journals = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      currency: currencyField,
      day: z.iso.date().meta({ description: 'of the store’s zone' }),
      closed: z.boolean().meta({ description: 'nothing more can be posted in it, and files can be made' }),
      transfers: z.int(),
      total: amount.meta({ description: 'of the debits, which are the credits, in the store’s currency' }),
      formats: z.array(z.enum(fileFormats)).meta({ description: 'files that were made' }),
    }),
  ),
})
const Line = z.strictObject({ number: z.string(), name: z.string(), kind: z.string(), debit: amount, credit: amount })
export const JournalQuery = z.strictObject({ store, day })
export const Journal = z.strictObject({
  day: z.iso.date(),
  closed: z.boolean(),
  closes_at: momentField,
  journals: z
    .array(z.strictObject({ number: z.string(), currency: currencyField, total: amount, lines: z.array(Line) }))
    .meta({ description: 'one for each currency that moved' }),
  grams: z
    .array(z.strictObject({ kind: z.string(), added: weightField, taken: weightField }))
    .meta({ description: 'beside the journal, in none of its lines (decision 0143)' }),
  files: z.array(
    z.strictObject({
      format: z.enum(fileFormats),
      currency: currencyField,
      made_at: momentField,
      made_by: z.string(),
    }),
  ),
})
export const JournalFileQuery = z.strictObject({
  ...{ store, day, format: z.enum(fileFormats) },
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .meta({ description: 'the store’s own, unless it is named' }),
})

const signed = z
  .string()
  .regex(/^-?\d+(\.\d{2})?$/)
  .meta({ description: 'major units; of a currency that the shop does not know, its smallest units' })
const sums = { currency: currencyField, net: signed, tax: signed, total: signed }

export const MonthQuery = z.strictObject({ store, month })
export const Register = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...{ number: z.string(), kind: z.enum(['invoice', 'credit_note']), day: z.iso.date(), order: z.string() },
      ...{ order_id: z.uuid(), buyer: z.string().meta({ description: 'as the paper says' }), ...sums },
    }),
  ),
  sums: z.array(z.strictObject(sums)).meta({ description: 'of the month; credit notes are below zero' }),
  missing: z.array(z.string()).meta({ description: 'numbers of the year that were given and have no paper' }),
})
export const Takings = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...{
        day: z.iso.date(),
        currency: currencyField,
        method: z.enum([...paidBy, 'other']),
        gross: signed,
        refunds: signed,
        net: signed,
      },
    }),
  ),
})
export type RegisterView = z.infer<typeof Register>
export type TakingsView = z.infer<typeof Takings>

const account = { number: z.string(), name: z.string() }
export const ChartQuery = z.strictObject({ store })
export const Chart = z.strictObject({
  today: z.iso.date(),
  filed_to: z.iso.date().nullable().meta({ description: 'the last day of which a file was made' }),
  accounts: z.array(
    z.strictObject({
      ...{ kind: z.string(), ...account, usual: z.strictObject(account) },
      set: z.array(z.strictObject({ ...account, from: z.iso.date(), by: z.string(), reason: z.string() })),
    }),
  ),
})
export const SetAccount = z.strictObject({
  ...{ store, kind: z.enum(moneyKinds as [(typeof moneyKinds)[number], ...typeof moneyKinds]) },
  number: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/, problem('account_number')),
  name: typedText(1, 80).regex(/^[\p{L}\p{N}][^\p{Cc}]*$/u, problem('account_name')),
  from: day.meta({ description: 'a day of the store’s zone, after the last of which a file was made' }),
  reason: reasonField,
})
export type JournalsView = z.infer<typeof Journals>
export type JournalView = z.infer<typeof Journal>
export type ChartView = z.infer<typeof Chart>
export type AccountWish = z.infer<typeof SetAccount>
export type JournalsWish = Omit<z.infer<typeof JournalsQuery>, 'store'>
