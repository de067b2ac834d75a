/** How calls say by what something is paid, and where. */
import { z } from 'zod'
import { moneyField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { banks, methodRefusals, methods, paidBy } from './method-rules.ts'

export const paidByField = z.enum(paidBy).meta({ description: 'balance: out of the cash balance' })
export const bankField = z.enum(banks).nullable().meta({ description: 'of a virtual account: whose it is' })

/** What a member chooses. A bank belongs to a virtual account, and to nothing else. */
export const methodFields = {
  method: z.enum(methods, problem('method')),
  bank: z.enum(banks, problem('method')).optional().meta({ description: 'of a virtual account: whose it is to be' }),
}

export const MethodTerms = z.strictObject({
  method: z.enum(methods),
  banks: z.array(z.enum(banks)).meta({ description: 'one of them is to be chosen' }),
  least: moneyField.nullable(),
  most: moneyField.nullable(),
})
export const MethodOffered = MethodTerms.extend({
  refused: z.enum(methodRefusals).nullable().meta({ description: 'why it does not fit' }),
})

export const transferField = z
  .strictObject({
    ...{ bank: z.string(), number: z.string(), holder: z.string() },
    reference: z.string().meta({ description: 'to be written with the transfer; by it the money is known' }),
  })
  .nullable()
  .meta({ description: 'the account of the house to transfer exactly the amount to' })

/** Where and how it is paid, while it can be. */
export const wayFields = {
  pay_url: z.url().nullable().meta({
    description: 'where the member pays, at the provider; of a transfer or a QR code only a simulator has one',
  }),
  number: z.string().nullable().meta({ description: 'of the virtual account to transfer to' }),
  qr: z
    .strictObject({ size: z.int(), path: z.string() })
    .nullable()
    .meta({ description: 'the QRIS code to scan, as an SVG path' }),
}
