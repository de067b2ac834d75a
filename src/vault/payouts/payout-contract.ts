/** The calls about withdrawals. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, pinField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { AccountName } from '../../payouts/contract.ts'
import { failureReasons, payoutStates } from './payout-rules.ts'

export const WithdrawalOf = z.strictObject({
  amount: z
    .string()
    .regex(/^[1-9]\d{0,11}(\.\d{1,2})?$/, problem('number'))
    .meta({ description: 'in major units' }),
  destination_id: ownedId('payout_destination').meta({ description: 'of getPayoutAccounts' }),
  pin: pinField,
})
export const Claim = z.strictObject({
  destination_id: ownedId('payout_destination').meta({ description: 'of getPayoutAccounts' }),
  pin: pinField,
})
export const Claimed = z.strictObject({
  count: z.int().meta({ description: 'how many amounts are on their way to it' }),
})
export const OneWithdrawal = z.strictObject({ payout_id: ownedId('withdrawal') })
export const NoWish = z.strictObject({})

export const Withdrawal = z.strictObject({
  payout_id: z.uuid(),
  number: z.string(),
  state: z.enum(payoutStates),
  currency: currencyField,
  amount: moneyField,
  account: AccountName.nullable(),
  requested_at: momentField,
  undo_until: momentField.nullable().meta({ description: 'it may be taken back until then, as long as it is pending' }),
  paid_at: momentField.nullable(),
  ended_at: momentField.nullable().meta({ description: 'since when its money is in the balance again' }),
  failure: z.enum(failureReasons).nullable().meta({ description: 'why it failed or came back' }),
  trying_again: z.boolean().meta({ description: 'the bank did not take it, and it is paid again' }),
})
export const Withdrawals = z.strictObject({
  currency: currencyField,
  terms: z
    .strictObject({
      cash: moneyField.meta({ description: 'what the member has' }),
      least: moneyField,
      left_today: moneyField.meta({ description: 'what may still be withdrawn today, at most' }),
      paused_until: momentField.nullable().meta({ description: 'nothing leaves the account before' }),
    })
    .nullable()
    .meta({ description: 'null where the store keeps no cash balances' }),
  waiting: z
    .array(
      z.strictObject({
        amount: moneyField,
        because: z.enum(['sale', 'came_back', 'gold_back', 'commission', 'refund']),
        account: AccountName.nullable().meta({ description: 'null until the member names one' }),
        waits_for: z.string().nullable().meta({ description: 'the refusal that the last try to pay it out met' }),
        made_at: momentField,
      }),
    )
    .meta({ description: 'owed to the member and no balance: paid out as soon as it may leave, the oldest first' }),
  withdrawals: z.array(Withdrawal).meta({ description: 'the newest first' }),
  server_time: momentField,
})

export type WithdrawalView = z.output<typeof Withdrawal>
export type WithdrawalsView = z.output<typeof Withdrawals>
