/** The call that chooses how an order is paid. */
import { z } from 'zod'
import { ownedId, pinField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { methodFields } from '../../payments/method-field-rules.ts'
import { chosenBy } from '../../payments/method-rules.ts'

export const PayOrder = z.strictObject({
  order_id: ownedId('order'),
  ...methodFields,
  method: z.enum(chosenBy, problem('method')).meta({ description: 'balance: the cash balance, at once' }),
  pin: pinField.optional().meta({ description: 'where the cash balance pays, or grams that are not held yet' }),
})
