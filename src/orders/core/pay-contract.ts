/** The call that chooses how an order is paid. */
import { z } from 'zod'
import { ownedId } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { methodFields } from '../../payments/method-field-rules.ts'
import { paidBy } from '../../payments/method-rules.ts'

export const PayOrder = z.strictObject({
  order_id: ownedId('order'),
  ...methodFields,
  method: z.enum(paidBy, problem('method')).meta({ description: 'balance: the cash balance, at once' }),
  pin: z
    .string()
    .regex(/^\d{6}$/, problem('six_digits'))
    .optional()
    .meta({ description: 'where the cash balance pays, or grams that are not held yet' }),
})
