/** Words of the returns desk. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ReturnedPieceView } from '../../../orders/returns/return-contract.ts'
import type { Condition, ReturnStage, ReturnState, Verdict } from '../../../orders/returns/return-rules.ts'

export const stageWords: Record<ReturnStage, () => string> = {
  to_look_at: m.office_orders_return_to_look_at,
  to_send_back: m.office_orders_return_to_send_back,
  expected: m.office_orders_return_expected,
}
export const stageTones = { to_look_at: 'warn', to_send_back: 'warn', expected: 'nila' } as const

const states: Record<ReturnState, () => string> = {
  received: m.office_orders_return_state_received,
  stocked: m.office_orders_return_state_stocked,
  quarantined: m.office_orders_return_state_quarantined,
  refused: m.office_orders_return_state_refused,
  sent_back: m.office_orders_return_state_sent_back,
}
export const returnStateName = ({ state, condition }: Pick<ReturnedPieceView, 'state' | 'condition'>): string =>
  state === 'received' && !condition ? m.office_orders_return_state_new() : states[state]()

export const conditionWords: Record<Condition, () => string> = {
  sealed: m.office_orders_return_condition_sealed,
  opened: m.office_orders_return_condition_opened,
  damaged: m.office_orders_return_condition_damaged,
  not_as_sold: m.office_orders_return_condition_not_as_sold,
}

export const verdictWords: Record<Verdict, () => string> = {
  received: m.office_orders_return_to_received,
  stocked: m.office_orders_return_to_stocked,
  quarantined: m.office_orders_return_to_quarantined,
  refused: m.office_orders_return_to_refused,
}

export const pieceName = ({ serial }: Pick<ReturnedPieceView, 'serial'>): string =>
  serial ?? m.office_orders_return_a_piece()
