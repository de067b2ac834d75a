/** The calls about deposits. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { bankField, MethodTerms, methodFields, paidByField, wayFields } from '../payments/method-field-rules.ts'
import { depositStates } from './deposit-rules.ts'

export const DepositTerms = z.strictObject({
  currency: currencyField,
  terms: z
    .strictObject({
      cash: moneyField.meta({ description: 'what the member has' }),
      least: moneyField,
      most: moneyField,
      presets: z.array(moneyField),
      methods: z.array(MethodTerms).meta({ description: 'how it may be paid, and for which amounts' }),
      left_today: moneyField
        .nullable()
        .meta({ description: 'what the member’s level still takes today, at most; null without a limit' }),
      may_hold_gold: z
        .boolean()
        .meta({ description: 'who may hold none cannot deposit: they would have no use for it' }),
    })
    .nullable()
    .meta({ description: 'null where the store keeps no cash balances' }),
})

export const DepositOf = z.strictObject({
  amount: z.string().regex(/^[1-9]\d{0,11}(\.\d{1,2})?$/, problem('number')),
  ...methodFields,
  method: methodFields.method.default('card'),
})

export const DepositInfoOf = z.strictObject({ deposit_id: ownedId('deposit') })

export const DepositInfo = z.strictObject({
  deposit_id: z.uuid(),
  number: z.string(),
  state: z.enum(depositStates),
  currency: currencyField,
  amount: moneyField,
  made_at: momentField,
  expires_at: momentField,
  paid_at: momentField.nullable(),
  clears_at: momentField.nullable().meta({ description: 'until then its bank may take it back' }),
  payment: z.strictObject({
    state: z.enum(['created', 'pending', 'unknown', 'captured', 'declined', 'expired']),
    method: paidByField,
    bank: bankField,
    ...wayFields,
    confirming: z
      .boolean()
      .meta({ description: 'the bank has told us of it, and we are asking the bank whether it is so' }),
    decline_reason: z.string().nullable(),
  }),
  returning: z.boolean().meta({ description: 'money came for it that did not fit, and goes back' }),
  server_time: momentField,
})

export type DepositTermsView = z.output<typeof DepositTerms>
export type DepositInfoView = z.output<typeof DepositInfo>
