/** Wire shape that lists of money which waits have in common. */
import { z } from 'zod'
import { momentField, moneyField, typedText } from '../../http/wire.ts'
import { pageQuery } from '../../staff/contract.ts'

export const MoneyRowsQuery = z.strictObject({ store: typedText(1, 10).optional(), ...pageQuery })
export const moneyRow = {
  id: z.uuid(),
  member: z.string(),
  member_id: z.uuid(),
  store: z.string(),
  currency: z.string(),
  amount: moneyField,
  since: momentField,
}
const MoneyRow = z.strictObject(moneyRow)
export type MoneyRowView = z.output<typeof MoneyRow>
