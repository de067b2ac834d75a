/** Agents in words. */
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { formatGrams } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import type { AgentState } from '../agent-rules.ts'
import type { CommissionState } from '../commissions/commission-rules.ts'
import type { ForClientView } from '../preparations/preparation-contract.ts'
import type { PreparationState } from '../preparations/preparation-rules.ts'

export const stateWords: Record<AgentState, () => string> = {
  applied: m.agents_state_applied,
  active: m.agents_state_active,
  suspended: m.agents_state_suspended,
  refused: m.agents_state_refused,
  withdrawn: m.agents_state_withdrawn,
  ended: m.agents_state_ended,
}
export const stateTones: Record<AgentState, 'plain' | 'up' | 'warn' | 'nila'> = {
  applied: 'nila',
  active: 'up',
  suspended: 'warn',
  refused: 'plain',
  withdrawn: 'plain',
  ended: 'plain',
}
/** What the state means for the member. */
export const stateSentences: Record<AgentState, () => string> = {
  applied: m.agents_says_applied,
  active: m.agents_says_active,
  suspended: m.agents_says_suspended,
  refused: m.agents_says_refused,
  withdrawn: m.agents_says_withdrawn,
  ended: m.agents_says_ended,
}

export const commissionWords: Record<CommissionState, () => string> = {
  pending: m.agents_commission_pending,
  disputed: m.agents_commission_disputed,
  due: m.agents_commission_due,
  paid: m.agents_commission_paid,
  reversed: m.agents_commission_reversed,
}
export const commissionTones: Record<CommissionState, 'plain' | 'up' | 'warn' | 'nila'> = {
  pending: 'nila',
  disputed: 'warn',
  due: 'up',
  paid: 'up',
  reversed: 'plain',
}
export const preparationWords: Record<PreparationState, () => string> = {
  waiting: m.agents_prepared_waiting,
  bought: m.agents_prepared_bought,
  declined: m.agents_prepared_declined,
  withdrawn: m.agents_prepared_withdrawn,
  expired: m.agents_prepared_expired,
}
export const preparationTones: Record<PreparationState, 'plain' | 'up' | 'warn' | 'nila'> = {
  waiting: 'nila',
  bought: 'up',
  declined: 'plain',
  withdrawn: 'plain',
  expired: 'plain',
}

type Named = Pick<ForClientView, 'weight' | 'amount' | 'currency' | 'product' | 'quantity'>

/** What a prepared purchase is of. */
export function namedOf({ weight, amount, currency, product, quantity }: Named): string {
  if (weight !== null) return m.agents_named_weight({ grams: formatGrams(weight, language()) })
  if (amount !== null) return m.agents_named_amount({ amount: money({ amount, currency }) })
  return m.agents_named_pieces({ quantity: quantity ?? 1, product: product ?? '–' })
}
