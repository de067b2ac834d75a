/** Wire shape of the overview's figures. */
import { z } from 'zod'
import { moneyField, weightField } from '../http/wire.ts'
import { orderStates } from '../orders/order-rules.ts'

const Sales = z.strictObject({ orders: z.int(), total: moneyField })
export const Overview = z.strictObject({
  currency: z.string(),
  today: Sales,
  seven_days: Sales.meta({ description: 'today and the six days before' }),
  orders: z.array(z.strictObject({ state: z.enum(orderStates), count: z.int() })),
  refunds: z.strictObject({ requested: z.int(), granted: z.int() }),
  approvals_waiting: z.int(),
  words: z.strictObject({ testimonials: z.int(), messages: z.int() }).meta({ description: 'that wait in the store' }),
  trouble: z.strictObject({ events: z.int(), mail: z.int() }).meta({ description: 'failed or stopped, in all stores' }),
  identity: z
    .strictObject({ reviews: z.int(), reports: z.int() })
    .meta({ description: 'what waits at the identity desk' }),
  rights: z
    .strictObject({ waiting: z.int(), late: z.int() })
    .meta({ description: 'requests about personal data; late: past their deadline' }),
  feed: z.enum(['live', 'stale', 'halted', 'never']),
  exposure: z.strictObject({
    owned: weightField.meta({ description: 'grams that came into the vault' }),
    owed: weightField.meta({ description: 'grams of it that are members’' }),
  }),
})
export type OverviewView = z.infer<typeof Overview>
