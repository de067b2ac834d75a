/** What complaints are about, and what became of them, on pages and in letters. */
import * as m from '../../locale/paraglide/messages.js'
import type { ComplaintAbout, ComplaintOutcome, ComplaintStep } from '../complaint-rules.ts'

type Message = typeof m.complaints_about_order
type Words<Name extends string> = Record<Name, Message>

export const aboutWords: Words<ComplaintAbout> = {
  order: m.complaints_about_order,
  trade: m.complaints_about_trade,
  payout: m.complaints_about_payout,
  account: m.complaints_about_account,
  service: m.complaints_about_service,
}
export const outcomeWords: Words<ComplaintOutcome> = {
  upheld: m.complaints_outcome_upheld,
  partly: m.complaints_outcome_partly,
  not_upheld: m.complaints_outcome_not_upheld,
  withdrawn: m.complaints_outcome_withdrawn,
}
export const outcomeTones = { upheld: 'up', partly: 'up', not_upheld: 'plain', withdrawn: 'plain' } as const
export const stepWords: Words<ComplaintStep> = {
  received: m.complaints_step_received,
  added: m.complaints_step_added,
  answered: m.complaints_step_answered,
  prolonged: m.complaints_step_prolonged,
  decided: m.complaints_step_decided,
  withdrawn: m.complaints_step_withdrawn,
  reopened: m.complaints_step_reopened,
}
