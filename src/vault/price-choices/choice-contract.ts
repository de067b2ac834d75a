/** The calls of trades at a wrong price. */
import { z } from 'zod'
import { currencyField, momentField, moneyField, ownedId, pinField, weightField } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { sides } from '../trade-rules.ts'
import { tradeChoices } from './choice-rules.ts'

export const NoChoiceQuery = z.strictObject({})

export const PriceChoices = z.strictObject({
  choices: z
    .array(
      z.strictObject({
        trade_id: z.uuid(),
        number: z.string(),
        side: z.enum(sides),
        currency: currencyField,
        weight: weightField,
        amount: moneyField.meta({ description: 'what was paid for it, or got' }),
        right_amount: moneyField,
        right_price: moneyField.meta({ description: 'of one gram' }),
        due: moneyField.meta({
          description: 'what the right price still takes from the cash balance; 0 where it adds',
        }),
        back: moneyField.meta({ description: 'what the right price adds; 0 where it takes' }),
        cash: moneyField.meta({
          description:
            'what there would be to pay it from: of a sale its own money as well, of a purchase nothing that a bank asks back',
        }),
        cash_balance: z.enum(['closed', 'off']).meta({ description: 'whether the store keeps a cash balance' }),
        made_at: momentField,
        choose_until: momentField,
      }),
    )
    .meta({ description: 'what is to be chosen, the oldest first' }),
})
export type PriceChoicesView = z.output<typeof PriceChoices>

export const ChoosePrice = z.strictObject({
  trade_id: ownedId('trade'),
  way: z.enum(tradeChoices, problem('one_of', { list: 'correct, undo' })),
  pin: pinField,
})
export const PriceChosen = z.strictObject({ trade_id: z.uuid(), state: z.enum(['undone', 'repriced']) })
