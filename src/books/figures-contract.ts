/** Wire shapes of the owner's figures. Money in major units of the store's currency. */
import { z } from 'zod'
import { OpenExposure } from '../backing/exposure-contract.ts'
import { currencyField, moneyField, typedText, weightField } from '../http/wire.ts'
import { isDay } from '../locale/day-rules.ts'
import { problem } from '../locale/field-rules.ts'
import { CashFloat } from '../vault/float-contract.ts'
import { figures } from './figure-rules.ts'

const day = z.string().refine(isDay, problem('staff_day'))
const store = typedText(1, 20)

export const FiguresQuery = z.strictObject({
  ...{ store, from: day, to: day.meta({ description: 'of the store’s zone, at most 92 days from the first on' }) },
})
export const FiguresFileQuery = z.strictObject({ ...FiguresQuery.shape, by: z.enum(['day', 'product']) })
const totals = {
  gold: moneyField.meta({ description: 'what handed-over goods brought for their gold, less what came back' }),
  ...{ premium: moneyField, making: moneyField },
  returned: moneyField.meta({ description: 'what of the sales went back; it is taken off already' }),
  sales: moneyField.meta({ description: 'gold, premium and making charge' }),
  cost: moneyField.meta({ description: 'what handed-over pieces had cost, as far as it is known' }),
  trades: moneyField.meta({ description: 'spread and rounding of trades of grams' }),
  margin: moneyField.meta({ description: 'sales less cost, and trades' }),
}
const Totals = z.strictObject(totals)
export const Figures = z.strictObject({
  ...{ from: z.iso.date(), to: z.iso.date(), currency: currencyField, total: Totals },
  days: z.array(z.strictObject({ day: z.iso.date(), ...totals })),
  products: z.array(
    z.strictObject({
      product_id: z.int().nullable().meta({ description: 'null: trades of grams' }),
      ...{ name: z.string(), ...totals },
    }),
  ),
  cost_unknown: z
    .int()
    .meta({ description: 'pieces of unknown cost that were handed over, less those that came back' }),
  held: z
    .array(
      z.strictObject({
        ...{ figure: z.enum(figures), kind: z.string(), records: moneyField, ledger: moneyField, agrees: z.boolean() },
        account: z.string().nullable().meta({ description: 'of the ledger; null where it has no entry' }),
      }),
    )
    .meta({ description: 'each figure from the records beside the entries of its account' }),
})
export const StandingQuery = z.strictObject({ store })
export const Standing = z.strictObject({
  currency: currencyField,
  bid: moneyField.nullable().meta({ description: 'per gram; null without a price' }),
  stock: z.array(
    z.strictObject({
      ...{ kind: z.enum(['shop_stock', 'raw_gold', 'vault']), grams: weightField, value: moneyField.nullable() },
      account: z.string().nullable(),
    }),
  ),
  ages: z.array(
    z.strictObject({
      from: z.int().meta({ description: 'days since they came, at least' }),
      ...{ pieces: z.int(), grams: weightField, value: moneyField.nullable() },
    }),
  ),
  ages_agree: z.boolean().meta({ description: 'the pieces weigh what the ledger has of numbered pieces' }),
  suspense: z.strictObject({ amount: moneyField, account: z.string().nullable() }),
  exposure: OpenExposure,
  cash_float: CashFloat.nullable(),
})
export type FiguresView = z.infer<typeof Figures>
export type StandingView = z.infer<typeof Standing>
export type TotalsView = z.infer<typeof Totals>
