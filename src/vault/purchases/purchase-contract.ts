/** The calls about purchases that are paid from outside. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, pinField, typedText, weightField } from '../../http/wire.ts'
import { bankField, MethodOffered, methodFields, paidByField, wayFields } from '../../payments/method-field-rules.ts'
import { purchaseRefusals, purchaseStates } from './purchase-rules.ts'

export const PurchaseOutside = z.strictObject({
  quote_id: ownedId('outside_quote'),
  pin: pinField,
  ...methodFields,
  agreement_version: typedText(1, 20).optional(),
})
export const PurchaseOf = z.strictObject({ purchase_id: ownedId('purchase') })
export const PurchasePaidBy = PurchaseOf.extend(methodFields)

export const PurchaseInfo = z.strictObject({
  purchase_id: z.uuid(),
  number: z.string(),
  state: z.enum(purchaseStates),
  refusal: z.enum(purchaseRefusals).nullable().meta({ description: 'why money that came in time bought nothing' }),
  currency: currencyField,
  weight: weightField,
  amount: moneyField,
  price: moneyField.meta({ description: 'of one gram' }),
  quoted_price: moneyField.meta({ description: 'of one gram, as it was quoted; `price` may be better' }),
  made_at: momentField,
  expires_at: momentField.meta({ description: 'until then its money has to be there' }),
  paid_at: momentField.nullable(),
  clears_at: momentField.nullable().meta({ description: 'until then its bank may take the money back' }),
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
  methods: z.array(MethodOffered).meta({ description: 'how it may be paid' }),
  returning: z.boolean().meta({ description: 'money came for it that did not fit, and goes back' }),
  gold: weightField.meta({ description: 'what the member has now' }),
  server_time: momentField,
})

export type PurchaseInfoView = z.output<typeof PurchaseInfo>
