/** Wire shape of the overview. What the house takes, earns and holds (`today` … `exposure`) is null for who may not see it. */
import { z } from 'zod'
import { OpenExposure } from '../../backing/exposure-contract.ts'
import { moneyField, weightField } from '../../http/wire.ts'
import { orderStates } from '../../orders/core/order-rules.ts'
import { priceStates } from '../../pricing/price-rules.ts'
import { CashFloat } from '../../vault/float-contract.ts'

const Sales = z.strictObject({
  orders: z.int(),
  total: moneyField.meta({ description: 'what was paid for them, less what of it was refunded until now' }),
})
export const Overview = z.strictObject({
  currency: z.string(),
  today: Sales.nullable().meta({ description: 'orders paid today; null without dashboard.figures, as the next five' }),
  seven_days: Sales.nullable().meta({ description: 'today and the six days before' }),
  orders: z.array(z.strictObject({ state: z.enum(orderStates), count: z.int() })),
  late_to_pack: z.int().meta({ description: 'paid orders whose promised day of packing is over' }),
  refunds: z.strictObject({
    requested: z.int(),
    granted: z.int(),
    stuck: z.int().meta({ description: 'that do not move by themselves' }),
  }),
  refused_withdrawals: z.int().meta({ description: 'open ones that were refused at each try so far' }),
  late_proof: z.int().meta({ description: '1 where the store’s proof of backing is overdue' }),
  to_remit: z.int().meta({ description: 'amounts that wait to be paid at the house’s own bank' }),
  agents: z.int().meta({ description: 'applications of agents that wait' }),
  business: z.int().meta({ description: 'requests of large trades that wait for the desk' }),
  gold_back: z.int().meta({ description: 'cases of gold-back that wait for the house' }),
  approvals_waiting: z.int(),
  words: z.strictObject({ testimonials: z.int(), messages: z.int() }).meta({ description: 'that wait in the store' }),
  trouble: z
    .strictObject({ events: z.int(), mail: z.int(), sms: z.int() })
    .meta({ description: 'failed or stopped, in all stores' }),
  identity: z.strictObject({ reviews: z.int(), reports: z.int() }).meta({ description: 'what waits at the office' }),
  rights: z
    .strictObject({ waiting: z.int(), late: z.int() })
    .meta({ description: 'requests about personal data; late: past their deadline' }),
  bank: z.int().meta({
    description: 'lines of its bank that wait for whoever asks: to be assigned, or another’s proposal to be confirmed',
  }),
  complaints: z.strictObject({ open: z.int(), late: z.int() }).meta({ description: 'late: past their deadline' }),
  taken_back: z.strictObject({ disputes: z.int(), foreign: z.int(), receivables: z.int() }).meta({
    description: 'disputes that are open, captures in another currency than is booked, and what is to be asked back',
  }),
  margin: z
    .strictObject({
      sales: moneyField.meta({
        description: 'gold, premium and making charge of what was handed over, less what came back',
      }),
      cost: moneyField.meta({ description: 'what its pieces had cost, those of unknown cost left out' }),
      margin: moneyField.meta({ description: 'sales less that cost' }),
      cost_unknown: z.int().meta({ description: 'pieces handed over whose cost is unknown' }),
    })
    .nullable()
    .meta({ description: 'today and the six days before, as booked' }),
  feed: z.enum([...priceStates, 'never']),
  open_exposure: OpenExposure.nullable(),
  cash_float: CashFloat.nullable().meta({ description: 'null also where the store keeps no cash balances' }),
  exposure: z
    .strictObject({
      owned: weightField.meta({ description: 'fine grams in the house: received, neither delivered nor missing' }),
      owed: weightField.meta({ description: 'grams of it that are members’' }),
      shop_stock: weightField.meta({
        description: 'grams of it that are numbered pieces of the shop, promised ones too',
      }),
      raw_gold: weightField.meta({ description: 'grams of it that were bought from members and are no piece' }),
      missing: weightField.meta({ description: 'grams of numbered pieces that are stolen or lost on their way' }),
      stock_cost: moneyField.meta({
        description: 'what the numbered pieces of the shop cost, those of unknown cost left out',
      }),
      cost_unknown: z.int().meta({ description: 'numbered pieces of the shop whose cost is unknown' }),
      open: z.strictObject({ grams: weightField, unrealised: moneyField, day: z.iso.date() }).nullable().meta({
        description: 'gold that the store owns and has not sold, when it was last revalued, and its unrealised result',
      }),
    })
    .nullable(),
})
export type OverviewView = z.infer<typeof Overview>
