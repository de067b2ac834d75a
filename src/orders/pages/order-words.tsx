/** The names of order states and moves. */
import * as m from '../../locale/paraglide/messages.js'
import { money } from '../../ui/figures.tsx'
import { Tag } from '../../ui/states.tsx'
import type { OrderDetailView, OrderSummaryView } from '../contract.ts'
import type { OfficeOrderDetail } from '../core/office-contract.ts'
import type { OrderState, OrderTab } from '../core/order-rules.ts'

export const stateName: Record<OrderState, () => string> = {
  pending_payment: m.orders_state_pending_payment,
  payment_review: m.orders_state_payment_review,
  paid: m.orders_state_paid,
  preparing: m.orders_state_preparing,
  shipped: m.orders_state_shipped,
  ready_for_pickup: m.orders_state_ready_for_pickup,
  completed: m.orders_state_completed,
  cancelled: m.orders_state_cancelled,
  expired: m.orders_state_expired,
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

/** A lost parcel that was paid back is over, though its order stays `shipped`. */
export const StateTag = ({ state, paidBack }: { state: OrderState; paidBack: boolean }) =>
  paidBack ? <Tag tone="plain">{m.orders_state_paid_back()}</Tag> : <Tag tone={tones[state]}>{stateName[state]()}</Tag>

const refunds: Record<string, { name: () => string; tone: 'plain' | 'up' | 'warn' }> = {
  requested: { name: m.orders_refund_requested, tone: 'warn' },
  partial: { name: m.orders_refund_partial, tone: 'up' },
  full: { name: m.orders_refund_full, tone: 'up' },
  rejected: { name: m.orders_refund_rejected, tone: 'plain' },
}

/** Whether money was asked back, beside the state; nothing while it was not. */
export function RefundTag({ state }: { state: string }) {
  const refund = refunds[state]
  return refund ? <Tag tone={refund.tone}>{refund.name()}</Tag> : null
}

/** What the state means for the buyer, in one sentence. */
export function stateSentence(state: OrderState, { mode, place }: OrderSummaryView['delivery']): string {
  switch (state) {
    case 'pending_payment':
      return m.orders_says_pending_payment()
    case 'payment_review':
      return m.orders_says_payment_review()
    case 'paid':
      return mode === 'pickup' ? m.orders_says_paid_pickup({ place }) : m.orders_says_paid_courier()
    case 'preparing':
      return m.orders_says_preparing()
    case 'shipped':
      return m.orders_says_shipped({ place })
    case 'ready_for_pickup':
      return m.orders_says_ready({ place })
    case 'completed':
      return m.orders_says_completed()
    case 'cancelled':
      return m.orders_says_cancelled()
    case 'expired':
      return m.orders_says_expired()
  }
}

export const tabName: Record<OrderTab, () => string> = {
  all: m.orders_tab_all,
  unpaid: m.orders_tab_unpaid,
  on_the_way: m.orders_tab_on_the_way,
  completed: m.orders_tab_completed,
  cancelled: m.orders_tab_cancelled,
  refunds: m.orders_tab_refunds,
}

export const nothingInTab: Record<OrderTab, () => string> = {
  all: m.orders_none,
  unpaid: m.orders_none_unpaid,
  on_the_way: m.orders_none_on_the_way,
  completed: m.orders_none_completed,
  cancelled: m.orders_none_cancelled,
  refunds: m.orders_none_refunds,
}

type Event = OrderDetailView['timeline'][number]
/** An event as either side of the counter has it. */
type EventShown = Event | OfficeOrderDetail['timeline'][number]
type MoneyShown = Extract<EventShown, { amount: string }>
type Payment = OrderDetailView['payments'][number]

/** The reasons that the shop itself gives; a member's own words stay as they were typed. */
const reasons: Record<string, () => string> = {
  submitted: m.orders_reason_submitted,
  'payment captured': m.orders_reason_captured,
  'paid from the balance': m.orders_reason_from_balance,
  'paid in cash at the counter': m.orders_reason_counter_cash,
  'paid by card at the counter': m.orders_reason_counter_card,
  'is being prepared': m.orders_reason_preparing,
  'given to the courier': m.orders_reason_shipped,
  'is ready at the counter': m.orders_reason_ready,
  'collected at the counter': m.orders_reason_collected,
  'delivered by the courier': m.orders_reason_delivered,
  'not paid in time': m.orders_reason_not_paid,
  'cancelled by the member': m.orders_reason_cancelled,
  'the money arrived after the order had expired': m.orders_reason_late,
  'the amount does not fit the order': m.orders_reason_mismatch,
  'carried out at the price now': m.orders_refund_reason_words_honoured,
  'the member chose the money back': m.orders_refund_reason_words_chosen,
  'nothing was chosen in time': m.orders_refund_reason_words_unchosen,
  'sold at a wrong price': m.orders_reason_wrong_price,
  'the member buys again at the price now': m.orders_reason_bought_again,
  'the shop made an error': m.orders_reason_shop_error,
  'the shop cancelled the order': m.orders_reason_shop_ended,
  'all of its money went back': m.orders_reason_paid_back,
  'the money goes back as the member asked': m.orders_refund_reason_words_asked,
}

const who: Record<string, () => string> = {
  member: m.orders_by_member,
  provider: m.orders_by_provider,
  system: m.orders_by_system,
  staff: m.orders_refund_by_staff,
}

/** Why an order moved, in the words of the page where the shop itself said so. */
export const reasonWords = (reason: string): string => reasons[reason]?.() ?? reason

const parcelWords = {
  lost: m.orders_event_lost,
  found: m.orders_event_found,
  sent_again: m.orders_event_sent_again,
  paid_back: m.orders_event_paid_back,
  piece_received: m.orders_event_piece_received,
  piece_kept: m.orders_event_piece_kept,
  piece_refused: m.orders_event_piece_refused,
  piece_sent_back: m.orders_event_piece_sent_back,
}

/** "Dikirim", "Dihilangkan kurir", "Rp 1.000 dikembalikan". */
export function eventName(event: EventShown): string {
  if (event.kind === 'move') return stateName[event.to]()
  return isOfMoney(event) ? moneyWords[event.kind]({ amount: money(event) }) : parcelWords[event.kind]()
}

const moneyWords: Record<MoneyShown['kind'], (amount: { amount: string }) => string> = {
  money_back: m.orders_event_money_back,
  surplus_back: m.orders_event_surplus_back,
  difference: m.orders_event_difference,
  disputed: m.orders_event_disputed,
  dispute_won: m.orders_event_dispute_won,
  dispute_lost: m.orders_event_dispute_lost,
  captured_more: m.orders_event_captured_more,
  captured_less: m.orders_event_captured_less,
  owed_paid: m.orders_event_owed_paid,
  owed_written_off: m.orders_event_owed_written_off,
  note_taken_back: m.orders_event_note_taken_back,
}
/** What it means for the buyer, where the name does not say it. */
const moneyMeans: Partial<Record<MoneyShown['kind'], () => string>> = {
  disputed: m.orders_means_disputed,
  dispute_won: m.orders_means_dispute_won,
  dispute_lost: m.orders_means_dispute_lost,
  captured_more: m.orders_means_captured_more,
  captured_less: m.orders_means_captured_less,
}

const isOfMoney = (event: EventShown): event is MoneyShown => event.kind in moneyWords

/** Which of the events says where the order stands: the newest, but what becomes of its money, or of a piece that comes back, leaves it where it is. */
export const standsAt = (timeline: EventShown[]): number =>
  timeline.findIndex((event) => !isOfMoney(event) && !event.kind.startsWith('piece_'))

/** "oleh Anda: pesanan dikirim"; who it was, where nothing is said of the reason; of money, which the bank moves, what it means. */
export function eventWords(event: Event): string | undefined {
  if (!('reason' in event)) return moneyMeans[event.kind]?.()
  const name = (who[event.by] ?? m.orders_by_system)()
  return event.reason ? m.orders_move({ who: name, why: reasonWords(event.reason) }) : name
}

const methods: Record<string, () => string> = {
  card: m.orders_checkout_card,
  va: m.orders_method_va,
  qris: m.orders_method_qris,
  balance: m.orders_method_balance,
  counter_cash: m.orders_method_counter_cash,
  counter_card: m.orders_method_counter_card,
}

export const methodName = (method: string): string => methods[method]?.() ?? method

const paymentStates: Record<Payment['state'], () => string> = {
  created: m.orders_payment_created,
  pending: m.orders_payment_pending,
  unknown: m.orders_payment_unknown,
  captured: m.orders_payment_captured,
  declined: m.orders_payment_declined,
  expired: m.orders_payment_expired,
}

/** "Kartu · ditolak". */
export const paymentWords = ({ method, state }: Payment): string => `${methodName(method)} · ${paymentStates[state]()}`
