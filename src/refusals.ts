/**
 * Every expected "no", by name: its HTTP status, the number in the envelope, and how loudly it is logged.
 * The texts members read stand in messages/refusals. 4001, 4000 and 6000 are the seed's (§8).
 */
type Rule = { status: number; code: number; log: 'debug' | 'info' | 'warn' }

const refused = (status: number, log: Rule['log'] = 'info'): Rule => ({ status, code: status, log })
/** Handed to the caller as an ordinary result, without a toast: the page has its own way to show it. */
const passedOn: Rule = { status: 409, code: 6000, log: 'info' }

export const refusals = {
  // every door
  invalid_input: refused(422, 'debug'),
  unauthenticated: { status: 401, code: 4001, log: 'debug' },
  not_found: refused(404, 'debug'),
  unknown_store: refused(404, 'debug'),
  unknown_currency: refused(400, 'debug'),
  unknown_platform: refused(400, 'debug'),
  unsupported_media: refused(415, 'debug'),
  too_large: refused(413, 'debug'),
  malformed: refused(400, 'debug'),
  too_many_requests: refused(429),
  overloaded: refused(503, 'warn'),
  busy: refused(503, 'debug'),
  too_slow: refused(408, 'debug'),
  outcome_unknown: refused(503, 'warn'),
  /** The database takes no writes: nothing was begun. */
  not_writable: refused(503, 'warn'),
  idempotency_key_invalid: refused(400),
  idempotency_still_running: refused(409),
  idempotency_body_differs: refused(422),
  // identity
  sign_in_refused: refused(401),
  sign_in_wait: refused(429),
  sign_in_expired: refused(422),
  account_locked: refused(403),
  code_wrong: refused(422),
  code_expired: refused(422),
  code_too_soon: refused(429),
  sms_country: refused(422),
  sms_spent: refused(503, 'warn'),
  link_expired: refused(422),
  unlock_limit: refused(429),
  destination_same: refused(409),
  outgoing_paused: passedOn,
  /** Says nothing of why: a case stops the member's movements (decision 0080). */
  not_possible_now: refused(409),
  password_too_short: refused(422),
  password_too_common: refused(422),
  agreement_outdated: refused(422),
  agreement_required: refused(409),
  vault_not_open: refused(409),
  statement_too_long: refused(422),
  receipt_not_ready: refused(409),
  paper_not_ready: refused(409),
  pin_not_set: refused(409),
  pin_already_set: refused(409),
  pin_too_weak: refused(422),
  pin_same: refused(422),
  pin_wrong: refused(403),
  pin_locked: { status: 403, code: 4000, log: 'warn' },
  authenticator_on: refused(409),
  factors_used: refused(409),
  second_factor_required: refused(403),
  second_factor_wrong: refused(422),
  passkey_refused: refused(422),
  passkey_limit: refused(409),
  email_already_set: refused(409),
  // files
  file_type: refused(422),
  file_too_large: refused(413),
  file_too_many_pixels: refused(422),
  file_unreadable: refused(422),
  file_name: refused(422),
  file_limit: refused(409),
  // who somebody is, and what that allows
  verification_required: passedOn,
  review_state: refused(409),
  review_moved: refused(409),
  report_filed: refused(409),
  relation_not_open: refused(409),
  kyc_kept: refused(409),
  order_kept: refused(409),
  number_lost: refused(409),
  report_sent: refused(409),
  case_state: refused(409),
  hold_stands: refused(409),
  id_number_taken: refused(409, 'warn'),
  id_tries_over: refused(429),
  documents_missing: refused(422),
  // personal data
  data_request_waiting: refused(409),
  data_copy_limit: refused(429),
  data_request_limit: refused(429),
  account_not_closable: refused(409),
  // payout destinations
  payout_name_differs: refused(422),
  payout_bound: refused(409),
  payout_limit: refused(409),
  payout_cooling: passedOn,
  // money out
  payout_amount: refused(409),
  payout_day_limit: refused(409),
  payout_state: refused(409),
  // physical gold that is sold back
  goldback_state: refused(409),
  goldback_piece_unknown: refused(409),
  goldback_piece_taken: refused(409),
  goldback_piece_stolen: refused(409, 'warn'),
  goldback_serials: refused(409),
  goldback_not_inspected: refused(409),
  goldback_differs: refused(409),
  goldback_matches: refused(409),
  goldback_too_late: refused(409),
  goldback_no_picture: refused(409),
  remitted_already: refused(409),
  remittance_over: refused(409),
  // proof of backing
  proof_day_made: refused(409, 'debug'),
  // prices
  price_unavailable: passedOn,
  price_changed: passedOn,
  price_on_hold: refused(409),
  price_withdrawn: refused(409),
  price_choice_waiting: refused(409),
  price_chosen: refused(409),
  window_no_level: refused(409),
  window_empty: refused(409),
  window_line_ended: refused(409),
  member_gone: refused(409),
  // catalogue and cart
  out_of_stock: passedOn,
  no_such_combination: refused(404, 'debug'),
  wish_limit: refused(409),
  sku_in_stock: refused(409),
  cart_line_limit: refused(409),
  cart_empty: refused(409),
  cart_line_unavailable: refused(409),
  // goods in the office
  stock_promised: refused(409),
  piece_short: refused(409),
  piece_state: refused(409),
  pieces_wrong: refused(422),
  import_wrong: refused(422),
  import_running: refused(409),
  nothing_to_show: refused(409),
  product_incomplete: refused(409),
  sku_exists: refused(409),
  sku_ordered: refused(409),
  sku_numbered: refused(409),
  sku_limit: refused(409),
  sku_shown: refused(409),
  piece_does_not_fit: refused(409),
  picture_limit: refused(409),
  // delivery
  region_unknown: refused(422),
  address_limit: refused(409),
  address_required: refused(422),
  pickup_point_unknown: refused(422),
  // community
  testimonial_waiting: refused(409),
  // orders and payments
  order_limit: refused(409),
  hold_limit: passedOn,
  exposure_limit: passedOn,
  order_state: refused(409),
  guarantee_void: passedOn,
  payment_closed: refused(409),
  method_unavailable: refused(409),
  provider_unavailable: refused(503, 'warn'),
  invoice_not_ready: refused(409),
  parcel_lost: refused(409),
  parcel_not_lost: refused(409),
  parcel_paid_back: refused(409),
  parcel_partly_paid: refused(409),
  parcels_used_up: refused(409),
  pickup_code_wrong: refused(422),
  pickup_locked: refused(409, 'warn'),
  quote_expired: passedOn,
  cancel_fallen: passedOn,
  quote_required: passedOn,
  cancel_window_over: refused(409),
  amount_changed: passedOn,
  money_short: refused(409),
  // money back
  refund_not_open: refused(409),
  refund_pieces_taken: refused(409),
  refund_exceeds_captured: refused(409, 'warn'),
  refund_state: refused(409),
  refund_waiting: refused(409),
  payment_disputed: refused(409),
  payment_short: refused(409),
  receivable_less: refused(409),
  note_taken_back: refused(409),
  paid_at_bank: refused(409),
  payment_uncleared: refused(409),
  permission_missing: refused(403, 'warn'),
  second_person_required: refused(409),
  approver_too_new: refused(409),
  // staff
  staff_exists: refused(409),
  last_owner: refused(409),
  invitation_void: refused(410),
  approval_waiting: refused(409),
  approval_closed: refused(409),
  edited_meanwhile: refused(409),
  handled_meanwhile: refused(409),
  answer_sent: refused(409),
  requester_gone: refused(409),
  mail_is_spent: refused(409),
  // webhooks and providers
  signature_invalid: refused(401, 'warn'),
  // vault
  no_cash_balance: refused(409),
  nothing_waits: refused(409),
  deposit_amount: refused(409),
  deposits_full: refused(409),
  purchase_state: refused(409),
  trade_too_small: passedOn,
  gold_sold_out: passedOn,
  value_disputed: passedOn,
  cash_disputed: passedOn,
  value_uncleared: passedOn,
  alert_limit: refused(409),
  alert_exists: refused(409),
  alert_reached: refused(409),
  limit_reached: passedOn,
  limit_orders_full: refused(409),
  limit_over: refused(409),
  plan_limit: refused(409),
  plan_state: refused(409),
  plan_day_moved: refused(409),
  plan_paused_by_shop: refused(409),
  transfer_over: refused(409),
  transfer_own: refused(409),
  /** The store has less gold than it owes: it sells none until two people say that it may. */
  buying_closed: passedOn,
  bars_wrong: refused(422),
  bar_state: refused(409),
  place_known: refused(409),
  place_not_open: refused(409),
  place_not_empty: refused(409),
  still_short: refused(409),
  pledge_too_large: refused(409),
  hedge_known: refused(409),
  hedge_corrected: refused(409),
  business_state: refused(409),
  business_requests_open: refused(409),
  business_quote_over: refused(409),
  business_openings_used: refused(409),
  business_price_open: refused(409),
  company_missing: refused(409),
  // ledger
  balance_too_low: refused(409),
  /** Jewellery is paid in money. */
  not_in_grams: refused(409),
  transfer_reversed: refused(409),
  hold_exists: refused(409),
  hold_resolved: refused(409),
  hold_expired: refused(409),
} as const satisfies Record<string, Rule>

export type RefusalCode = keyof typeof refusals

/** An expected "no". Thrown by commands and guards; rolls back; the door turns it into the envelope. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly data: Record<string, unknown>
  constructor(code: RefusalCode, data: Record<string, unknown> = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
  get rule(): Rule {
    return refusals[this.code]
  }
}

/** Input that names what is wrong with which field: each a `problem(…)` of locale/field-rules.ts. */
export const invalidInput = (fields: Record<string, string>) => new Refusal('invalid_input', { fields })
