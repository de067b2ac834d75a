/** What becomes of a sale of a price window, in the reader's language. */
import * as m from '../../../locale/paraglide/messages.js'
import type { ListedBecause, SaleKind, Treatment, WindowSaleState } from '../../../orders/price-windows/window-rules.ts'

const kinds: Record<SaleKind, () => string> = {
  guarantee: m.office_windows_kind_guarantee,
  quote: m.office_windows_kind_quote,
  order: m.office_windows_kind_order,
  cancellation: m.office_windows_kind_cancellation,
  trade_quote: m.office_windows_kind_trade_quote,
  purchase: m.office_windows_kind_purchase,
  trade: m.office_windows_kind_trade,
}
const does: Record<Treatment, () => string> = {
  void: m.office_windows_does_void,
  end: m.office_windows_does_end,
  choose: m.office_windows_does_choose,
  list: m.office_windows_does_list,
}
const states: Record<WindowSaleState, () => string> = {
  waiting: m.office_windows_state_waiting,
  void: m.office_windows_state_void,
  ended: m.office_windows_state_ended,
  choosing: m.office_windows_state_choosing,
  bought_again: m.office_windows_state_bought_again,
  returned: m.office_windows_state_returned,
  repriced: m.office_windows_state_repriced,
  listed: m.office_windows_state_listed,
  over: m.office_windows_state_over,
  left: m.office_windows_state_left,
  settled: m.office_windows_state_settled,
}
const reasons: Record<ListedBecause, () => string> = {
  gone: m.office_windows_because_gone,
  prepared: m.office_windows_because_prepared,
  no_clause: m.office_windows_because_no_clause,
  refund_waiting: m.office_windows_because_refund_waiting,
  settled_high: m.office_windows_because_settled_high,
  settled_low: m.office_windows_because_settled_low,
  stopped: m.office_windows_because_stopped,
}

const because = (what: string, why: ListedBecause | null) => (why ? `${what}: ${reasons[why]()}` : what)

export const kindName = (kind: SaleKind) => kinds[kind]()
export const doesWords = (what: Treatment, why: ListedBecause | null) => because(does[what](), why)
/** What was decided says itself; why it had been listed belongs to what is to be decided. */
export const stateWords = (state: WindowSaleState, why: ListedBecause | null) =>
  because(states[state](), state === 'listed' ? why : null)
