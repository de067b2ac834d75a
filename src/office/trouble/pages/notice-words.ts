/** What a provider's notice is about, and what became of it, in words. What a provider calls otherwise stands as it was sent. */
import * as m from '../../../locale/paraglide/messages.js'

const types: Record<string, () => string> = {
  'charge.captured': m.office_trouble_events_type_charge_captured,
  'charge.declined': m.office_trouble_events_type_charge_declined,
  'charge.expired': m.office_trouble_events_type_charge_expired,
  'charge.pending': m.office_trouble_events_type_charge_pending,
  'refund.settled': m.office_trouble_events_type_refund_settled,
  'refund.failed': m.office_trouble_events_type_refund_failed,
  'refund.pending': m.office_trouble_events_type_refund_pending,
  'dispute.open': m.office_trouble_events_type_dispute_open,
  'dispute.won': m.office_trouble_events_type_dispute_won,
  'dispute.lost': m.office_trouble_events_type_dispute_lost,
}

const outcomes: Record<string, () => string> = {
  nothing_new: m.office_trouble_events_outcome_nothing_new,
  closed: m.office_trouble_events_outcome_closed,
  order_paid: m.office_trouble_events_outcome_order_paid,
  part_paid: m.office_trouble_events_outcome_part_paid,
  suspended: m.office_trouble_events_outcome_suspended,
  mismatch: m.office_trouble_events_outcome_mismatch,
  corrected: m.office_trouble_events_outcome_corrected,
  other_currency: m.office_trouble_events_outcome_other_currency,
  refund_settled: m.office_trouble_events_outcome_refund_settled,
  refund_failed: m.office_trouble_events_outcome_refund_failed,
  dispute_opened: m.office_trouble_events_outcome_dispute_opened,
  dispute_won: m.office_trouble_events_outcome_dispute_won,
  dispute_lost: m.office_trouble_events_outcome_dispute_lost,
  dispute_turned_won: m.office_trouble_events_outcome_dispute_turned_won,
  dispute_turned_lost: m.office_trouble_events_outcome_dispute_turned_lost,
  unknown_payment: m.office_trouble_events_outcome_unknown_payment,
  unknown_refund: m.office_trouble_events_outcome_unknown_refund,
  unknown_dispute: m.office_trouble_events_outcome_unknown_dispute,
  not_confirmed: m.office_trouble_events_outcome_not_confirmed,
}

export const noticeName = (type: string): string => types[type]?.() ?? type
export const outcomeName = (outcome: string): string => outcomes[outcome]?.() ?? outcome
