/** Wire shapes of a member's vault as staff see it, and of its correction. */
import { z } from 'zod'
import { momentField, moneyField, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { reasonField } from '../staff/contract.ts'

export const AdjustMember = z.strictObject({
  member_id: z.uuid(problem('id')),
  store: typedText(1, 10),
  asset: z.enum(['gold', 'cash']),
  way: z.enum(['add', 'take']),
  amount: typedText(1, 20).meta({ description: 'grams, or money in major units' }),
  told: typedText(3, 300).regex(/\S/, problem('empty')).meta({ description: 'why, as the member reads it' }),
  reason: reasonField,
})
export type AdjustMemberWish = z.output<typeof AdjustMember>

export const MemberVault = z.strictObject({
  stores: z
    .array(
      z.strictObject({
        store: z.string(),
        currency: z.string(),
        gold: weightField,
        gold_held: weightField,
        cash: moneyField,
        cash_held: moneyField.meta({ description: 'set aside, with what is owed beside the balance' }),
        uncleared_gold: weightField.meta({ description: 'of the gold: may not leave yet' }),
        uncleared_cash: moneyField.meta({ description: 'of the cash: may not leave yet' }),
        clears_at: momentField.nullable(),
        disputed: z.boolean(),
        movements: z.array(
          z.strictObject({
            id: z.uuid(),
            kind: z.string().meta({ description: 'kind of transfer in the ledger' }),
            at: momentField,
            gold: weightField,
            cash: moneyField,
          }),
        ),
      }),
    )
    .meta({ description: 'the stores where the member has a place in the vault' }),
})
export type MemberVaultView = z.output<typeof MemberVault>
