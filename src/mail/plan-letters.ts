/** Letters about savings plans. */
import * as m from '../locale/paraglide/messages.js'
import type { Amount } from '../money/money.ts'
import { withReceipt } from './record-letters.ts'
import type { Template } from './templates.ts'

type OfPlan = { amount: Amount; link: string }
const toPlans = { about: 'trade', link: 'link', button: m.mail_plan_button } as const

/** What stood in the way of the last try, and what its member can do. */
const problems = {
  balance_too_low: m.mail_plan_balance_too_low,
  cash_disputed: m.mail_plan_cash_disputed,
  level: m.mail_plan_level,
  declined: m.mail_plan_declined,
  no_answer: m.mail_plan_no_answer,
}
type Problem = keyof typeof problems
type Missed = OfPlan & { problem: Problem }

const begun: Template<OfPlan & { day: string }> = {
  ...toPlans,
  subject: m.mail_plan_begun_subject,
  body: m.mail_plan_begun_body,
}
const bought: Template<{ number: string; grams: Amount; total: Amount; price: Amount }> = {
  ...{ about: 'trade', subject: m.mail_plan_bought_subject, body: m.mail_plan_bought_body },
}
const tooDear: Template<OfPlan & { price: Amount; ceiling: Amount; day: string }> = {
  ...toPlans,
  subject: m.mail_plan_too_dear_subject,
  body: m.mail_plan_too_dear_body,
}
const whyOf = (problem: string) => problems[problem as Problem] ?? problems.balance_too_low
const missed: Template<Missed & { day: string }> = {
  ...toPlans,
  subject: m.mail_plan_missed_subject,
  body: (values, options) =>
    [
      m.mail_plan_missed_body(values, options),
      whyOf(values.problem)({}, options),
      m.mail_plan_missed_next(values, options),
    ].join('\n\n'),
}
const paused: Template<Missed> = {
  ...toPlans,
  subject: m.mail_plan_paused_subject,
  body: (values, options) =>
    [m.mail_plan_paused_body(values, options), whyOf(values.problem)({}, options)].join('\n\n'),
}

type Kind = 'card' | 'wallet'
const kinds = { card: m.mail_plan_kind_card, wallet: m.mail_plan_kind_wallet }
const whatOf = (kind: string) => kinds[kind as Kind] ?? kinds.card

const charges: Template<OfPlan & { kind: Kind; day: string }> = {
  ...toPlans,
  subject: ({ kind }, options) => m.mail_plan_charges_subject({ what: whatOf(kind)({}, options) }, options),
  body: (values, options) =>
    m.mail_plan_charges_body(
      { amount: values.amount, day: values.day, what: whatOf(values.kind)({}, options) },
      options,
    ),
}
const uncharged: Template<OfPlan & { kind: Kind; as: 'revoked' | 'expired' }> = {
  ...toPlans,
  subject: ({ kind }, options) => m.mail_plan_uncharged_subject({ what: whatOf(kind)({}, options) }, options),
  body: (values, options) => {
    const says = values.as === 'expired' ? m.mail_plan_uncharged_expired : m.mail_plan_uncharged_revoked
    const said = says({ amount: values.amount, what: whatOf(values.kind)({}, options) }, options)
    return [said, m.mail_plan_uncharged_next({}, options)].join('\n\n')
  },
}

export const planLetters = {
  plan_begun: begun,
  plan_bought: withReceipt(bought),
  plan_too_dear: tooDear,
  plan_missed: missed,
  plan_paused: paused,
  plan_charges: charges,
  plan_uncharged: uncharged,
}
