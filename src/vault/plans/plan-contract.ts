/** The calls about savings plans. */

import { z } from 'zod'
import {
  currencyField,
  momentField,
  moneyField,
  ownedId,
  pinField,
  typedText,
  weightField,
  wholeCount,
} from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pauseCauses, planPaidBy, planStates, planWaits, rhythms, runProblems, runStates } from './plan-rules.ts'

const dayField = z.iso.date()
const moneyTyped = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,2})?$/, problem('number'))

const terms = {
  amount: moneyTyped.meta({ description: 'what each run spends, in major units of the store’s currency' }),
  rhythm: z.enum(rhythms),
  on_day: wholeCount(1, 31).optional().meta({
    description:
      'weekly: 1 Monday to 7 Sunday; monthly: the day, or the last one of a month that has no such day; not said for daily',
  }),
  ceiling: moneyTyped
    .optional()
    .meta({ description: 'the most that one gram may cost; a run at a higher price buys nothing' }),
  first_on: dayField.optional().meta({
    description: 'the day of the next run as the page said it; refused where it is another one. A paused plan has none',
  }),
  pin: pinField,
}
export const PlanOf = z.strictObject({
  ...terms,
  first_on: terms.first_on.unwrap(),
  paid_by: z.enum(planPaidBy).default('balance').meta({
    description: 'card, wallet: charged from then on that its member has agreed to that at its provider',
  }),
  /** The version of the agreement that the page named beside its button; it is accepted with the plan. */
  agreement_version: typedText(1, 20).optional(),
})
export type PlanWish = z.output<typeof PlanOf>

const plan = { plan_id: ownedId('savings_plan') }
export const PlanNamed = z.strictObject(plan)
export const PlanRunNamed = z.strictObject({
  ...plan,
  due_on: dayField.meta({ description: 'of the run that is next' }),
})
export const PlanChangeOf = z.strictObject({ ...plan, ...terms })
export type PlanChange = z.output<typeof PlanChangeOf>

const Run = z.strictObject({
  due_on: dayField,
  state: z.enum(runStates),
  problem: z.enum(runProblems).nullable().meta({ description: 'why the last try bought nothing' }),
  tries: z.int(),
  price: moneyField.nullable().meta({ description: 'of one gram: what was paid, or what was too much' }),
  weight: weightField.nullable().meta({ description: 'what was bought' }),
  amount: moneyField.nullable().meta({ description: 'what was paid' }),
  number: z.string().nullable().meta({ description: 'of the trade' }),
  trade_id: z.uuid().nullable(),
  at: momentField,
})

export const PlanFields = z.strictObject({
  plan_id: z.uuid(),
  amount: moneyField,
  rhythm: z.enum(rhythms),
  on_day: z.int().nullable(),
  ceiling: moneyField.nullable(),
  state: z.enum(planStates),
  paid_by: z.enum(planPaidBy),
  mandate: z
    .strictObject({
      state: z.enum(['pending', 'active', 'revoked', 'expired']),
      ended_by: z.enum(['member', 'bank']).nullable(),
      account_end: z.string().nullable().meta({ description: 'the end of the number of the card or wallet' }),
      most: moneyField.meta({ description: 'that one charge may take' }),
      agree_url: z.url().nullable().meta({ description: 'where the member agrees to it, and sees it afterwards' }),
    })
    .nullable()
    .meta({ description: 'of its card or wallet; null where the balance pays' }),
  because: z.enum(pauseCauses).nullable().meta({ description: 'why it is paused' }),
  next_on: dayField.nullable().meta({ description: 'day of the next run, in the store’s zone' }),
  taken_days: z.array(dayField).meta({
    description:
      'from yesterday on: the plan has had a run of that day, or bought on it, and its next one is on none of them',
  }),
  next_at: momentField.nullable().meta({ description: 'when it begins, or is tried again' }),
  waits_for: z.enum(planWaits).nullable().meta({
    description:
      'why a run that is due has not begun: no live price, an account in which nothing moves, no gold on sale, an agreement that is not accepted',
  }),
  missed: z.int().meta({ description: 'runs missed in a row' }),
  begun_at: momentField,
  ended_at: momentField.nullable(),
  bought: z.strictObject({
    runs: z.int(),
    paid: moneyField,
    weight: weightField,
    average_cost: moneyField.nullable().meta({ description: 'of one gram, rounded up; null before the first run' }),
  }),
  runs: z.array(Run).meta({ description: 'the newest first' }),
})

export const Plans = z.strictObject({
  currency: currencyField,
  limit: z.int().meta({ description: 'how many that have not ended a member may have with the store' }),
  least: moneyField.meta({ description: 'of one run' }),
  hour: z.int().meta({ description: 'of the store’s day, at which runs begin' }),
  cash: moneyField.nullable().meta({ description: 'what the member has; null where the store keeps no cash balance' }),
  charges: z.array(z.enum(['card', 'wallet'])).meta({ description: 'what the store charges for a plan' }),
  agreement_version: z
    .string()
    .nullable()
    .meta({ description: 'what is accepted with the first plan; null where that was done before' }),
  server_time: momentField,
  plans: z.array(PlanFields).meta({ description: 'the newest first, ended ones last' }),
})

export type PlansView = z.output<typeof Plans>
export type PlanView = z.output<typeof PlanFields>
export type PlanRunView = z.output<typeof Run>
