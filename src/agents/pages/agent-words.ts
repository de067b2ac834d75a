/** Agents in words. */
import * as m from '../../locale/paraglide/messages.js'
import type { AgentState } from '../agent-rules.ts'

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
