/** Wire shapes of what the bank says of the account that holds members' cash. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { reasonField } from '../staff/contract.ts'

const storeCode = typedText(1, 10)

export const BankBalanceOf = z.strictObject({ store: storeCode })
export const BankBalance = z.strictObject({
  currency: currencyField,
  owed: moneyField.meta({ description: 'what members have in cash now, held amounts included' }),
  noted: z
    .strictObject({
      amount: moneyField,
      spare: moneyField.meta({ description: 'the balance less what is owed now' }),
      statement_date: z.iso.date(),
      days: z.int().meta({ description: 'days since that date in the store' }),
      reference: z.string(),
      noted_at: momentField,
      by: z.string().meta({ description: 'empty for what the demonstration began with' }),
    })
    .nullable()
    .meta({ description: 'the newest statement that was entered' }),
})
export type BankBalanceView = z.infer<typeof BankBalance>

export const NoteBankBalance = z.strictObject({
  store: storeCode,
  amount: typedText(1, 20).meta({ description: 'at the end of that date, in the currency of the store, major units' }),
  statement_date: z.iso.date(problem('staff_day')),
  reference: typedText(1, 80).regex(/\S/, problem('empty')).meta({ description: 'what the bank calls the statement' }),
  reason: reasonField,
})
