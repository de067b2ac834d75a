/** Wire shapes of the ledger as the books show it. Amounts are in major units: grams of XAU, else of the asset's own money. */
import { z } from 'zod'
import { momentField, typedText, wholeNumber } from '../http/wire.ts'
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { reasonField } from '../staff/contract.ts'

const store = typedText(1, 20)
const day = z.string().refine(isDay, problem('staff_day'))
const account = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, problem('whole'))
  .meta({ description: 'number of an account' })
const amount = z.string().regex(/^-?\d+(\.\d{2}|\.\d{4})?$/)
const asset = z.string().length(3)

export const KindsQuery = z.strictObject({ store })
export const Kinds = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...{ kind: z.string(), asset, holder: z.enum(['house', 'member']), accounts: z.int(), entries: z.int() },
      sum: amount.meta({ description: 'of all entries' }),
      floor: z
        .enum(['none', 'agrees', 'differs'])
        .meta({ description: 'whether the balances, which never go below zero, are what the entries sum to' }),
      account: account.nullable().meta({ description: 'the house’s own' }),
    }),
  ),
  assets: z
    .array(z.strictObject({ asset, sum: amount }))
    .meta({ description: 'what all accounts of the store hold of each together: zero' }),
})

export const AccountsQuery = z.strictObject({
  ...{ store, kind: typedText(1, 60), after: account.optional() },
  size: wholeNumber(1, 100).default(50),
})
const About = {
  ...{ account, store: z.string(), kind: z.string(), asset },
  ...{ member_id: z.uuid().nullable(), member: z.string().meta({ description: 'their name; empty for the house' }) },
}
export const Accounts = z.strictObject({
  rows: z.array(z.strictObject({ ...About, opened_at: momentField })),
  next: account.nullable().meta({ description: 'after which the next page begins' }),
})

const place = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,4}$/, problem('id'))
  .meta({ description: 'an entry: the next page is of older ones' })
const entriesWish = { account, from: day.optional(), to: day.optional(), before: place.optional() }
export const AccountQuery = z.strictObject({ account })
export const EntriesQuery = z.strictObject(entriesWish)
export const RevealEntries = z.strictObject({ ...entriesWish, reason: reasonField })
export const OneAccount = z.strictObject({ ...About, opened_at: momentField, floored: z.boolean() })
export const Entries = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...{ place, transfer_id: z.uuid(), kind: z.string(), at: momentField, amount },
      after: amount.meta({ description: 'what the account holds with this entry' }),
    }),
  ),
  next: place.nullable(),
  sums: z
    .strictObject({ entries: z.int(), opening: amount, added: amount, taken: amount, closing: amount })
    .meta({ description: 'of all entries between the days' }),
})

const recordKinds = ['order', 'piece', 'goldback', 'business', 'agent', 'payout', 'bank', 'vault', 'member'] as const
export const TransferQuery = z.strictObject({ transfer_id: z.uuid(problem('id')) })
export const OneTransfer = z.strictObject({
  ...{ transfer_id: z.uuid(), kind: z.string(), reference: z.string(), reason: z.string().nullable() },
  actor: z.string().meta({ description: 'names of staff and of its members, else what posted it' }),
  ...{ at: momentField, happened_at: momentField.nullable(), store: z.string() },
  reverses: z.strictObject({ id: z.uuid(), kind: z.string() }).nullable(),
  reversed_by: z.uuid().nullable(),
  chain: z.strictObject({ shard: z.int(), seq: z.int(), hash: z.string() }),
  record: z
    .strictObject({ table: z.string(), kind: z.enum(recordKinds).nullable(), id: z.string(), name: z.string() })
    .meta({ description: 'what stands behind it; `kind` null where the back office has no page of it' }),
  parts: z.array(z.strictObject({ ...About, amount })),
})
export type KindsView = z.infer<typeof Kinds>
export type AccountsView = z.infer<typeof Accounts>
export type OneAccountView = z.infer<typeof OneAccount>
export type EntriesWish = z.infer<typeof EntriesQuery>
export type EntriesView = z.infer<typeof Entries>
export type OneTransferView = z.infer<typeof OneTransfer>
export type RecordView = OneTransferView['record']
