/** Wire shapes of the house's bank at the desk. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { whys } from './match-rules.ts'
import { lineStates, returnStates } from './state-rules.ts'
import { mostBytes } from './statements/statement-rules.ts'

const storeCode = typedText(1, 10)
const lineState = z.enum(lineStates)
const whyField = z.array(z.enum(whys)).meta({ description: 'what keeps it from confirming itself' })

export const LinesQuery = z.strictObject({ state: lineState.optional(), store: storeCode.optional(), ...pageQuery })
const Line = z.strictObject({
  id: z.uuid(),
  store: z.string(),
  currency: z.string(),
  amount: z.string().meta({ description: 'as the bank wrote it, with two places; negative: it went out' }),
  booked_on: z.iso.date(),
  name: z.string().nullable(),
  account: z.string().nullable(),
  texts: z.array(z.string()),
  state: lineState,
  why: whyField,
  reference: z.string().nullable().meta({ description: 'of the payment that it is, or may be' }),
  asked: moneyField.nullable().meta({ description: 'what that payment asks for' }),
  mine: z.boolean().meta({ description: 'the reader proposed it: another person confirms' }),
})
export const LinesPage = z.strictObject({ total: z.int(), rows: z.array(Line) })
export type LineView = z.output<typeof Line>

export const StatementFile = z.strictObject({
  store: storeCode,
  text: z
    .string()
    .min(1, problem('empty'))
    .max(mostBytes)
    .meta({ description: 'CAMT.053, MT940 or CSV, as the bank gave it' }),
})
const PlannedLine = z.strictObject({
  ...{ line: z.int(), booked_on: z.iso.date(), amount: z.string(), name: z.string().nullable() },
  ...{ state: lineState, why: whyField, texts: z.array(z.string()) },
})
export const StatementPlan = z.strictObject({
  ...{ account: z.string(), currency: currencyField, from: z.iso.date(), to: z.iso.date() },
  ...{ opening: z.string(), closing: z.string() },
  before: z
    .string()
    .nullable()
    .meta({ description: 'the closing balance of the statement before; null for the first' }),
  continues: z.boolean(),
  known: z.int().meta({ description: 'lines that were imported before' }),
  counts: z.strictObject({
    matched: z.int(),
    proposed: z.int(),
    unmatched: z.int(),
    not_ours: z.int(),
    pays_return: z.int(),
  }),
  lines: z.array(PlannedLine).max(200),
})
export type StatementPlanView = z.output<typeof StatementPlan>
export const ImportStatement = StatementFile.extend({
  accept_gap: z
    .boolean()
    .default(false)
    .meta({ description: 'although it does not continue the statement before: nothing confirms itself then' }),
  reason: reasonField,
})
export const StatementImported = z.strictObject({
  ...{
    statement_id: z.uuid(),
    matched: z.int(),
    proposed: z.int(),
    unmatched: z.int(),
    not_ours: z.int(),
    known: z.int(),
  },
})

export const DecideLine = z.strictObject({ line_id: z.uuid(problem('id')), reason: reasonField })
export const ProposeLine = DecideLine.extend({ reference: typedText(1, 60) })

export const ReturnsQuery = z.strictObject({
  state: z.enum(returnStates).optional(),
  store: storeCode.optional(),
  ...pageQuery,
})
const Return = z.strictObject({
  ...{ id: z.uuid(), number: z.string(), store: z.string(), currency: z.string(), amount: moneyField },
  ...{ name: z.string().nullable(), account: z.string().nullable(), state: z.enum(returnStates) },
  list: z.strictObject({ id: z.uuid(), number: z.string() }).nullable(),
  is_refund: z.boolean().meta({ description: 'of a payment; else a line that pays nothing here' }),
  since: momentField,
  paid_at: momentField.nullable(),
})
export const ReturnsPage = z.strictObject({ total: z.int(), rows: z.array(Return) })
export type ReturnView = z.output<typeof Return>
export const DecideReturn = z.strictObject({ return_id: z.uuid(problem('id')), reason: reasonField })
export const CompleteReturn = DecideReturn.extend({ name: typedText(2, 140), account: typedText(5, 40) })
export const AskList = z.strictObject({
  store: storeCode,
  returns: z
    .array(z.uuid(problem('id')))
    .min(1)
    .max(500),
  reason: reasonField,
})
export const BankAsked = z.strictObject({ approval_id: z.uuid() })
export const AccountAsked = z.strictObject({
  approval_id: z.uuid().nullable().meta({ description: 'null where the store is not open yet: it is set at once' }),
})
export const ListOf = z.strictObject({ list_id: z.uuid(problem('id')) })

export const AccountsOf = z.strictObject({ store: storeCode })
const Account = z.strictObject({
  bank: z.string(),
  number: z.string(),
  holder: z.string(),
  csv: z.string().nullable(),
  valid_from: momentField,
})
export const BankAccounts = z.strictObject({
  currency: currencyField,
  sample: z.boolean().meta({ description: 'a demonstration: there is a file to try' }),
  accounts: z.array(Account).meta({ description: 'the newest first, which is shown' }),
})
export type BankAccountsView = z.output<typeof BankAccounts>

export const SetAccount = z.strictObject({
  ...{ store: storeCode, bank: typedText(2, 60), number: typedText(5, 34), holder: typedText(2, 140) },
  csv: z.string().max(2000).optional().meta({
    description:
      'how its bank writes CSV: bca, mandiri, maybank, or { columns, dates, decimal } as JSON; left out where it gives CAMT.053 or MT940',
  }),
  reason: reasonField,
})
export type AccountWish = z.output<typeof SetAccount>
