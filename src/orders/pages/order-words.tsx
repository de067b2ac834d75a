/** The names of order states and moves. */
import * as m from '../../locale/paraglide/messages.js'
import { Tag } from '../../ui/states.tsx'
import type { OrderDetailView } from '../contract.ts'
import type { OrderState, OrderTab } from '../order-rules.ts'

export const stateName: Record<OrderState, () => string> = {
  pending_payment: m.order_state_pending_payment,
  payment_review: m.order_state_payment_review,
  paid: m.order_state_paid,
  preparing: m.order_state_preparing,
  shipped: m.order_state_shipped,
  ready_for_pickup: m.order_state_ready_for_pickup,
  completed: m.order_state_completed,
  cancelled: m.order_state_cancelled,
  expired: m.order_state_expired,
}

const tones: Record<OrderState, 'plain' | 'up' | 'warn' | 'nila'> = {
  pending_payment: 'warn',
  payment_review: 'warn',
  paid: 'up',
  preparing: 'nila',
  shipped: 'nila',
  ready_for_pickup: 'nila',
  completed: 'up',
  cancelled: 'plain',
  expired: 'plain',
}

export const StateTag = ({ state }: { state: OrderState }) => <Tag tone={tones[state]}>{stateName[state]()}</Tag>

export const tabName: Record<OrderTab, () => string> = {
  all: m.order_tab_all,
  unpaid: m.order_tab_unpaid,
  processing: m.order_tab_processing,
  on_the_way: m.order_tab_on_the_way,
  completed: m.order_tab_completed,
  closed: m.order_tab_closed,
}

type Move = OrderDetailView['timeline'][number]

/** The reasons that the shop itself gives; a member's own words stay as they were typed. */
const reasons: Record<string, () => string> = {
  submitted: m.order_reason_submitted,
  'payment captured': m.order_reason_captured,
  'not paid in time': m.order_reason_not_paid,
  'cancelled by the member': m.order_reason_cancelled,
  'the money arrived after the order had expired': m.order_reason_late,
  'the amount does not fit the order': m.order_reason_mismatch,
}

const who: Record<string, () => string> = {
  member: m.order_by_member,
  provider: m.order_by_provider,
  system: m.order_by_system,
}

/** "oleh Anda: pesanan dikirim". */
export const moveWords = ({ by, reason }: Move): string =>
  m.order_move({ who: (who[by] ?? m.order_by_system)(), why: reasons[reason]?.() ?? reason })
