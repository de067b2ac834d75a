/** Wire shape of what all members have with a store in money, as staff see it. */
import { z } from 'zod'
import { moneyField } from '../http/wire.ts'

export const CashFloat = z
  .strictObject({
    held: moneyField.meta({ description: 'what all members have with the store, held amounts included' }),
    open: moneyField.meta({ description: 'deposits that wait for their money' }),
    all: moneyField,
    ceiling: moneyField,
    alarm: z.boolean(),
    alarm_bps: z.int().meta({ description: 'the share of the ceiling from which on staff are warned' }),
  })
  .meta({ description: 'at the ceiling deposits are refused' })
export type CashFloatView = z.infer<typeof CashFloat>
