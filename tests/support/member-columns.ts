/**
 * Every table of the database that says something about a member, and what becomes of each of its columns. A column stands in
 * exactly one class: told in the member's copy of their data or not, and erased (when the account closes, or by a round when its
 * period is over) or kept. What is not told, and what is kept, has its reason in `why`. `src/rights/columns.test.ts` proves it.
 */
export type Held = {
  /** Whose row it is: by the member's id unless told otherwise. */
  of?:
    | 'order'
    | 'complaint'
    | 'subject'
    | 'refund'
    | 'set-off'
    | 'dispute'
    | 'paper'
    | 'document'
    | 'message'
    | 'payment'
    | 'testimonial'
    | 'case'
    | 'elsewhere'
  /** In the copy, and gone in time. */
  copiedErased?: string
  /** In the copy, and kept under the member's id. */
  copiedKept?: string
  /** Not in the copy, and gone in time. */
  untoldErased?: string
  /** Not in the copy, and kept. */
  untoldKept?: string
  why?: string
}

const key = 'keys of our own and counters say nothing to a member'
const secret = 'a hash, token or sealed secret is told to nobody'
const books = 'sums and what happened when are kept as tax law asks, and afterwards under a pseudonym (0028)'
const level = 'the level and its limits prove what was allowed (money laundering law); under the member’s id'
const suspicion = 'who looked and why may name a suspicion, which must not be told (0028)'
const proof = 'proof of a consent or a departure, without an end'
const demo = 'the stand-in of a provider, in the demonstration alone'
const sweep = 'gone with the account or some days after it served'

export const memberColumns: Record<string, Held> = {
  'identity.members': {
    copiedErased: 'email mobile name invited_by referred_by',
    copiedKept: 'id code store language agreement_version created_at frozen_at frozen_by',
    untoldErased: 'password_hash pin_hash pin_tries_used pin_tried_at pin_locked_at pin_wrong',
    untoldKept: 'closed_at',
    why: `the row stays under a pseudonym for what names it (0028); ${secret}; nobody whose account is closed asks for a copy`,
  },
  'identity.agreement_acceptances': { copiedKept: 'store version accepted_at', untoldKept: 'member_id', why: proof },
  'identity.audit_keys': {
    untoldErased: 'member_id sealed_key made_at',
    why: `${secret}; its member reads it at “my proof”`,
  },
  'identity.authenticators': {
    untoldErased: 'member_id sealed_secret last_step created_at confirmed_at',
    why: `${secret}; that there is one is told`,
  },
  'identity.codes': {
    untoldErased:
      'id purpose destination code_hash details tries_used created_at expires_at used_at member_id bound_to',
    why: `${secret}; they live some minutes`,
  },
  'identity.devices': {
    copiedErased: 'name created_at last_used_at ended_at',
    untoldErased: 'token_hash member_id',
    why: secret,
  },
  'identity.shared_browsers': { untoldErased: 'member_id other_id at', why: suspicion },
  'identity.links': {
    untoldErased: 'token_hash purpose member_id details created_at expires_at ended_at ended_because',
    why: secret,
  },
  'identity.outgoing_pauses': { untoldErased: 'id member_id reason began_at ends_at', why: sweep },
  'identity.passkey_challenges': {
    untoldErased: 'id challenge purpose member_id expires_at used_at factor_shown',
    why: secret,
  },
  'identity.passkeys': {
    copiedErased: 'name created_at last_used_at',
    untoldErased: 'id member_id credential_id public_key counter transports synced',
    why: key,
  },
  'identity.recovery_codes': { untoldErased: 'member_id code_hash created_at used_at', why: secret },
  'identity.security_events': { copiedErased: 'kind happened_at', untoldErased: 'id member_id', why: key },
  'identity.sendings': {
    of: 'elsewhere',
    untoldErased: 'id destination budget sent_at purpose asker',
    why: 'counts letters for two days; the letters themselves are told',
  },
  'identity.sessions': {
    copiedErased: 'created_at last_used_at expires_at ended_at ended_because device address',
    untoldErased: 'token_hash id member_id device_hash',
    why: secret,
  },
  'identity.sign_ins': {
    untoldErased: 'id member_id destination channel proven address created_at expires_at ended_at',
    why: sweep,
  },
  'identity.sign_in_failures': {
    of: 'elsewhere',
    untoldErased: 'subject failures first_at wait_until',
    why: 'a brake: counted by a hash, 30 days',
  },
  'identity.rate_windows': { of: 'elsewhere', untoldErased: 'subject window_start used', why: 'a brake: five minutes' },
  'identity.unlocks': { copiedErased: 'unlocked_at address', untoldErased: 'id member_id', why: key },
  'foundation.idempotency_keys': {
    of: 'elsewhere',
    untoldErased: 'scope key body_hash answer created_at',
    why: 'answers already given, kept a day for who asks twice',
  },
  'cart.lines': {
    copiedErased: 'store quantity added_at sku_id price_when_added_minor currency',
    untoldErased: 'member_id',
    why: key,
  },
  'wishes.wishes': {
    copiedErased: 'store added_at sku_id price_when_added_minor currency',
    untoldErased: 'member_id',
    why: key,
  },
  'wishes.back_notices': { copiedErased: 'store sku_id asked_at told_at', untoldErased: 'id member_id', why: key },
  'delivery.addresses': {
    copiedErased:
      'store label recipient mobile country province_code regency_code district_code city street postal_code is_default created_at removed_at',
    untoldErased: 'id member_id changed_at',
    why: key,
  },
  'files.images': {
    copiedErased: 'id purpose width height created_at used_at published_at',
    untoldErased: 'member_id content sha256',
    why: 'the picture is seen where it is used',
  },
  'community.testimonials': {
    copiedErased: 'store name place rating text language has_bought state created_at',
    untoldErased: 'id member_id',
    why: key,
  },
  'community.testimonial_decisions': {
    of: 'testimonial',
    untoldErased: 'id testimonial_id state decided_by reason decided_at',
    why: 'words of staff: a person gives them',
  },
  'community.testimonial_pictures': { of: 'testimonial', untoldErased: 'testimonial_id position image_id', why: key },
  'community.messages': {
    copiedErased: 'number store name email topic text language state created_at',
    untoldErased: 'id member_id address handled_by handled_at revision assigned_to note',
    why: 'who of us works on it, and notes of staff: a person gives them; the network address lives one day',
  },
  'community.answers': {
    of: 'message',
    copiedErased: 'text created_at',
    untoldErased: 'id message_id staff_id staff_name',
    why: 'who of us answered',
  },
  'mail.messages': {
    copiedErased: 'destination channel template language subject created_at sent_at state',
    untoldErased:
      'id body once_key layout rank tries next_try_at give_up_at claimed_until provider_id problem member_id stopped_by claim',
    why: 'how it was sent; a body may hold a code or a link, and was sent to the member',
  },
  'mail.consents': { copiedKept: 'topic agreed how at', untoldKept: 'id member_id', why: proof },
  'payouts.destinations': {
    copiedErased: 'holder number_end is_default',
    copiedKept: 'store kind provider created_at removed_at',
    untoldErased: 'number_sealed number_hash',
    untoldKept: 'id member_id usable_from destroyed_at',
    why: `that there was an account, at which bank, proves where money went; ${secret}`,
  },
  'proof.piece_secrets': {
    of: 'elsewhere',
    untoldKept: 'serial secret',
    why: 'what hides the number of a piece in a public list, and says nothing of who has it',
  },
  'complaints.complaints': {
    copiedErased: 'text wish',
    copiedKept:
      'store year number about order_id state received_at due_on prolonged_at outcome decided_at reopen_until reopened_at',
    untoldKept: 'id member_id revision handled_by',
    why: 'the register of complaints: the law asks for it, and its lines name nobody; who of us dealt with it',
  },
  'complaints.events': {
    of: 'complaint',
    copiedErased: 'text done',
    copiedKept: 'step at outcome due_on',
    untoldKept: 'id complaint_id staff_id staff_name',
    why: 'what became of a complaint, and when; who of us did it',
  },
  'rights.requests': {
    copiedErased: 'kind state about words asked_at due_at decided_at ground answer',
    untoldErased: 'id member_id store decided_by outcome',
    why: 'who of us decided; the outcome is in the letter',
  },
  'kyc.real_names': {
    copiedErased: 'id_type country full_name birth_date sex number_end doubts told_at',
    untoldErased: 'member_id store number_sealed number_hash',
    why: secret,
  },
  'kyc.funds': {
    copiedErased: 'source explanation tax_number_end told_at',
    untoldErased: 'member_id store tax_number_sealed',
    why: secret,
  },
  'kyc.reviews': { copiedErased: 'subject state answer moved_at', untoldErased: 'member_id', why: key },
  'kyc.id_tries': { untoldErased: 'member_id day used', why: 'a brake' },
  'kyc.documents': {
    copiedKept: 'kind created_at sent_at replaced_at destroyed_at',
    untoldErased: 'wrapped_key content',
    untoldKept: 'id member_id width height bytes',
    why: `that a paper was seen proves what was checked; the picture is what the member sent; ${key}`,
  },
  'kyc.levels': {
    copiedErased: 'level override changed_at',
    copiedKept: 'relation_ended_at',
    untoldKept: 'member_id destroyed_at',
    why: level,
  },
  'kyc.days': {
    copiedKept: 'day used',
    untoldKept: 'member_id bought deposited sold unpaid unpaid_deposits',
    why: level,
  },
  'kyc.moves': {
    copiedErased: 'answer',
    copiedKept: 'subject from_state to_state at',
    untoldErased: 'reason fault',
    untoldKept: 'id member_id actor destroyed_at',
    why: `${suspicion}; ${level}`,
  },
  'kyc.views': {
    of: 'document',
    copiedKept: 'at',
    untoldErased: 'reason address',
    untoldKept: 'id document_id viewer destroyed_at',
    why: suspicion,
  },
  'cases.people': { untoldKept: 'member_id version screened_at', why: suspicion },
  'cases.cases': {
    untoldKept:
      'id number kind member_id store state opened_at ended_at entry_id person matched stops day hold_kind gold_back_id gold_back',
    why: 'that somebody is looked into must not be told (money laundering law, 0080); the list names them, not us',
  },
  'cases.documents': {
    untoldErased: 'wrapped_key content',
    untoldKept: 'id case_id member_id width height added_by added_at destroyed_at',
    why: 'papers of courts and registries that staff looked at; that there is a case must not be told (0080)',
  },
  'cases.events': {
    of: 'case',
    untoldErased: 'words',
    untoldKept: 'id case_id did actor at',
    why: 'what was done in a case must not be told (0080)',
  },
  'kyc.reports': {
    untoldErased: 'note',
    untoldKept: 'member_id day reached_at seen_by seen_at sent_on sent_reference sent_by',
    why: 'a report to the authority must not be told (money laundering law)',
  },
  'kyc.takings': {
    untoldKept:
      'reference member_id day kind currency amount_minor used taken_at returned_at from_balance beside_deposit paid',
    why: `what the days in the copy add up from; ${level}`,
  },
  'orders.orders': {
    copiedErased: 'delivery',
    copiedKept: 'number store currency state refund_state method total_minor created_at paid_at packed_by',
    untoldKept:
      'id guarantee_id member_id ask_minor tick_id tax_rule goods_minor delivery_minor insurance_minor tax_minor discount_minor expires_at review_until invoiced_at pieces_settled_at papers_next_try_at forgotten_at held_by held_when_paid end_next_try_at sale_due grams_e4 transfer_until cancel_seconds refund_days',
    why: `${books}; the sums of an order are told by its invoice`,
  },
  'orders.lines': {
    of: 'order',
    copiedKept: 'name sku_code quantity position',
    untoldKept:
      'order_id sku_id product_id image attributes gross_weight_e4 fine_weight_e4 premium_bps tier_bps method_bps making_minor unit_minor total_minor tax_minor tax_bps in_grams',
    why: `${books}; the sums of an order are told by its invoice`,
  },
  'orders.guarantees': {
    copiedErased: 'delivery',
    copiedKept: 'store origin created_at expires_at used_at',
    untoldKept:
      'id member_id currency method lines tick_id ask_minor tax_rule goods_minor delivery_minor insurance_minor tax_minor discount_minor total_minor released_at released_because replaced_by held_by sku_ids draft_id',
    why: books,
  },
  'orders.invoices': {
    of: 'order',
    copiedKept: 'serials',
    untoldKept: 'order_id paper_id',
    why: books,
  },
  'orders.later_papers': {
    of: 'order',
    copiedKept: 'serials',
    untoldKept: 'id order_id paper_id kind refund_id amount_minor currency loss_id packed issued_at',
    why: `kind and moment are told with the paper; ${books}`,
  },
  'papers.papers': {
    of: 'paper',
    copiedErased: 'document',
    copiedKept: 'kind year number issued_at',
    untoldKept: 'id subject_kind subject_id occasion store',
    why: `the parties go out of the document; ${books}`,
  },
  'orders.refund_requests': {
    copiedErased: 'note answer',
    copiedKept: 'state reason created_at decided_at',
    untoldErased: 'pictures',
    untoldKept:
      'id order_id member_id whole stated_minor granted_minor kept_minor delivery_minor insurance_minor granted_by executed_by executed_at',
    why: `the pictures are among those of the copy; what was paid back stands among the refunds; ${books}`,
  },
  'orders.lost_parcels': {
    of: 'order',
    untoldErased: 'reason',
    untoldKept: 'id order_id parcel reported_by reported_at ended ended_by ended_at papers_at papers_next_try_at',
    why: `words of staff; ${books}`,
  },
  'orders.returns': {
    of: 'order',
    untoldErased: 'findings sent_how',
    untoldKept:
      'id request_id order_id position serial state condition weighed_e4 received_by received_at decided_by decided_at sent_by sent_at',
    why: `words of staff; their member reads them with the request; ${books}`,
  },
  'orders.return_waivers': {
    of: 'elsewhere',
    untoldKept: 'request_id kind reason waived_by waived_at',
    why: `a decision of the house, as the audit log keeps it; ${books}`,
  },
  'orders.shipments': {
    of: 'order',
    copiedKept: 'carrier tracking shipped_at',
    untoldKept: 'order_id shipped_by parcel',
    why: books,
  },
  'orders.drafts': {
    copiedErased: 'note',
    copiedKept: 'number store lines made_at ends_at ended_at state',
    untoldErased: 'email',
    untoldKept: 'id member_id pickup_point_id made_by opened_at ended_by order_id letters language',
    why: `${key}; ${books}; the address is kept of who has no account, until they come or the time is over`,
  },
  'orders.delivery_changes': {
    of: 'order',
    copiedErased: 'was became',
    copiedKept: 'changed_at',
    untoldKept: 'id order_id changed_by',
    why: books,
  },
  'orders.tracking_corrections': {
    of: 'order',
    copiedKept: 'carrier tracking corrected_at',
    untoldKept: 'id order_id parcel was_carrier was_tracking corrected_by',
    why: books,
  },
  'orders.hand_overs': {
    of: 'order',
    untoldKept: 'order_id document handed_by handed_at',
    why: `which kind of document was shown, and to whom of us; ${books}`,
  },
  'orders.scans': {
    of: 'order',
    untoldKept: 'order_id serial in_place_of scanned_by scanned_at',
    why: `whose piece it is, the order says; ${books}`,
  },
  'orders.bulk_rows': {
    of: 'order',
    untoldKept: 'run_id position order_id expected result refusal told approval_id at',
    why: 'what staff did to many orders at once; the order itself says what became of it',
  },
  'orders.repackings': { of: 'order', untoldKept: 'order_id at papers_at papers_next_try_at', why: key },
  'orders.departures': { untoldKept: 'member_id left_at', why: proof },
  'payments.payments': {
    copiedKept: 'provider method bank currency amount_minor state created_at',
    untoldKept:
      'id subject_id member_id store provider_reference purpose allocation pay_url expires_at checked_at captured_at decline_reason captured_minor captured_currency allocated_minor refunded_allocated_minor refunded_suspense_minor told_at bookings short_minor disputed_minor charged_back_minor covered_minor offset_minor foreign_minor foreign_currency foreign_at paid_minor written_off_minor pay_code replaced_at mandate_id',
    why: books,
  },
  'payments.mandates': {
    copiedKept: 'store provider kind currency limit_minor state ended_by created_at agreed_at ended_at',
    copiedErased: 'account_end',
    untoldErased: 'token_sealed agree_url',
    untoldKept: 'id subject_id member_id agree_by to_revoke tries next_try_at',
    why: `${books}; ${key}; what it is charged with is a secret, and destroyed when it is over`,
  },
  'payments.refunds': {
    copiedKept: 'currency amount_minor state created_at decided_at',
    untoldKept:
      'id payment_id subject_id member_id store allocated_minor occasion actor provider_reference failure tries next_try_at papers_at papers_next_try_at way owed',
    why: books,
  },
  'bank.charges': {
    of: 'payment',
    untoldKept: 'payment_id account_id subject_id store reference amount_minor currency made_at',
    why: books,
  },
  'bank.lines': {
    of: 'elsewhere',
    untoldKept:
      'id statement_id store currency line key amount_e2 amount_minor booked_on booked_at texts name account bank_id state payment_id why proposed_by decided_by decided_at outcome',
    why: `the bank’s statement, whose payers are not known to be members; ${books}`,
  },
  'bank.returns': {
    of: 'elsewhere',
    untoldKept:
      'id number store currency line_id receipt_id refund_id amount_minor name account list_id paid_line_id paid_by paid_at made_at',
    why: `where money was paid back to, as the bank’s statement or whoever asks for it names it; ${books}`,
  },
  'payments.counter_receipts': {
    of: 'payment',
    untoldKept:
      'payment_id number subject_id store method amount_minor currency terminal slip taken_by taken_on taken_at',
    why: books,
  },
  'payments.tenders': {
    of: 'payment',
    untoldKept: 'id purpose subject_id kind payment_id amount_minor currency state brought_at',
    why: books,
  },
  'payments.refund_parts': { of: 'refund', untoldKept: 'refund_id account_kind amount_minor', why: books },
  'payments.set_off_parts': { of: 'set-off', untoldKept: 'set_off_id account_kind amount_minor', why: books },
  'staff.notes': {
    of: 'elsewhere',
    untoldErased: 'id subject_kind subject_id text person_id person_name created_at',
    why: suspicion,
  },
  'staff.notices': {
    of: 'elsewhere',
    untoldErased:
      'id person_id occasion kind said permission subject_id number store in_office by_mail happened_at read_at over_at mailed_at',
    why: `what staff were told, by numbers and ids alone, for 90 days (0144); ${key}`,
  },
  'staff.told': {
    of: 'elsewhere',
    untoldErased: 'said subject_id occasion told_at over_at',
    why: `that it was told, until two days after it is over (0144); ${key}`,
  },
  'orders.claimed_pieces': { of: 'order', untoldKept: 'order_id position bought claimed', why: books },
  'ledger.holds': {
    copiedKept: 'store asset amount purpose state used placed_at expires_at resolved_at',
    untoldKept: 'id member_id subject',
    why: `${books}; ${key}`,
  },
  'vault.holders': { copiedKept: 'store opened_at', untoldKept: 'id member_id', why: `${books}; ${key}` },
  'vault.cost_heads': {
    untoldKept: 'member_id store number weight_e4 cost_minor realised_minor purchases begun_at moved_at',
    why: `${books}; the last of the steps, which are told`,
  },
  'vault.cost_steps': {
    copiedKept: 'store at weight_e4 cost_minor result_minor price_minor',
    untoldKept: 'member_id number transfer_id weight_after cost_after realised_after purchases_after',
    why: `${books}; ${key}; running sums of what is told`,
  },
  'vault.quotes': {
    untoldKept:
      'id kind holder_id member_id tick_id ask_minor bid_minor figures weight_e4 created_at expires_at used_at',
    why: books,
  },
  'vault.deposits': {
    copiedKept: 'number store currency amount_minor state made_at expires_at paid_at clears_at',
    untoldKept: 'id holder_id member_id',
    why: `${books}; ${key}`,
  },
  'vault.purchases': {
    copiedKept:
      'number store currency price_minor weight_e4 amount_minor state refusal made_at expires_at paid_at clears_at',
    untoldKept: 'id quote_id holder_id member_id tick_id value_minor spread_minor rounding_minor mandate_id',
    why: `${books}; ${key}; what the house earned by it is its own`,
  },
  'vault.redemptions': {
    copiedKept: 'store weight_e4 state held_at ended_at',
    untoldKept: 'id order_id member_id hold_id',
    why: `${books}; ${key}`,
  },
  'vault.redemption_returns': {
    of: 'elsewhere',
    copiedKept: 'weight_e4 made_at',
    untoldKept: 'id redemption_id occasion',
    why: `${books}; ${key}`,
  },
  'vault.transfers': {
    copiedKept: 'number store weight_e4 shown_to note card state made_at ends_at ended_at',
    untoldKept: 'id member_id recipient_id hold_id claim_hash',
    why: `${books}; ${key}; the note is the sender's to the recipient, and both have it`,
  },
  'business.companies': {
    copiedErased: 'name registration tax_number address letter_number',
    copiedKept: 'store buyer_kind letter_until made_at',
    untoldKept: 'id member_id',
    why: `${books}; ${key}; what was agreed on names the company in its contract`,
  },
  'business.requests': {
    copiedErased: 'words',
    copiedKept: 'number store currency side weight_e4 goes_to state made_at',
    untoldKept: 'id member_id company_id',
    why: `${books}; ${key}`,
  },
  'business.offers': {
    of: 'elsewhere',
    copiedKept: 'bps buyer_kind letter_until words made_at valid_until',
    untoldKept: 'id request_id made_by',
    why: `${books}; ${key}; who of the house decided is not told`,
  },
  'business.openings': {
    of: 'elsewhere',
    copiedKept: 'price_minor amount_minor tax_rule tax_bps tax_reason tax_minor opened_at',
    untoldKept: 'quote_id request_id offer_id',
    why: `${books}; ${key}`,
  },
  'business.agreements': {
    copiedKept:
      'deposit_minor pay_by made_at reminded_at told_late_at ended ended_at close_price_minor difference_minor kept_minor claim_minor',
    untoldKept: 'request_id quote_id member_id store currency hold_id',
    why: `${books}; ${key}`,
  },
  'business.contracts': {
    copiedKept: 'accepted_at',
    untoldKept: 'request_id quote_id member_id store signature_sealed paper_id left_at forgotten_at',
    why: `${books}; ${key}; what it says is told as it stands; the signature is the contract's, and sealed`,
  },
  'business.deals': {
    copiedKept: 'store currency tax_minor made_at',
    untoldKept: 'request_id quote_id trade_id member_id',
    why: `${books}; ${key}; the trade itself is told with the vault`,
  },
  'business.moves': {
    of: 'elsewhere',
    copiedKept: 'from_state to_state reason at',
    untoldKept: 'id request_id actor',
    why: `${books}; ${key}; who of the house decided is not told`,
  },
  'referral.links': {
    copiedKept: 'code kind store made_at',
    untoldKept: 'subject_id member_id',
    why: `${books}; ${key}; a code that was given away keeps its meaning`,
  },
  'referral.attributions': {
    copiedKept: 'code kind store at',
    untoldKept: 'member_id owner_id',
    why: `${books}; ${key}; the other person is told masked`,
  },
  'referral.rewards': {
    copiedKept:
      'store currency weight_e4 state waits_for because set_off_e4 taken_e4 made_at reserved_at credited_at ended_at',
    untoldKept: 'id invited_id member_id needs_minor per_month doubts accepted_by accepted_at accepted_doubts next_at',
    why: `${books}; ${key}; ${suspicion}`,
  },
  'referral.visits': { of: 'elsewhere', copiedKept: 'code day visits', why: books },
  'agents.agents': {
    copiedErased: 'words',
    copiedKept: 'number store state terms_version tax_number_end applied_at began_at ended_at',
    untoldKept: 'id member_id tax_number_sealed signature_sealed paper_id left_at forgotten_at next_look_at',
    why: `${books}; ${key}; the tax number is told by its end, the signature is the contract's; both are sealed, and gone with the years of tax law`,
  },
  'agents.moves': {
    of: 'elsewhere',
    copiedKept: 'from_state to_state reason at',
    untoldKept: 'id agent_id actor',
    why: `${books}; ${key}; who of the house decided is not told`,
  },
  'agents.commissions': {
    of: 'elsewhere',
    copiedKept:
      'store currency purchase_kind number paid_at purchase_minor stands_minor ppm amount_minor due_at disputed made_at',
    untoldKept: 'id agent_id client_id purchase_id slip_id',
    why: `${books}; ${key}; it is told to the agent, whose it is; who the client is they chose`,
  },
  'agents.reversals': {
    of: 'elsewhere',
    copiedKept: 'stands_minor amount_minor made_at',
    untoldKept: 'id commission_id slip_id',
    why: `${books}; ${key}`,
  },
  'agents.slips': {
    copiedKept:
      'store currency month gross_minor withheld_ppm withheld_minor net_minor goes_to weight_e4 fell_back made_at',
    untoldKept: 'id agent_id member_id paper_id choice_id trade_id payable_id',
    why: `${books}; ${key}; the purchase is told with the vault, what is owed with the payouts`,
  },
  'agents.slip_choices': {
    copiedKept: 'store goes_to chosen_at',
    untoldKept: 'id member_id destination_id',
    why: `${books}; ${key}; the account is told with the payout accounts`,
  },
  'agents.preparations': {
    copiedErased: 'words',
    copiedKept:
      'number store currency kind weight_e4 amount_minor sku_id quantity state made_at ends_at opened_at ended_at purchase_kind',
    untoldKept: 'id agent_id member_id purchase_id',
    why: `${books}; ${key}; the purchase is told with the orders or the vault`,
  },
  'agents.client_choices': { copiedErased: 'shows_name at', untoldErased: 'member_id', why: key },
  'vault.alerts': {
    copiedErased: 'store currency kind side level_minor move_bps repeats by_mail state reached_at made_at',
    untoldErased: 'id member_id rearm_minor armed reached_day reached_way',
    why: `${key}; what is not told follows from the level and from when it was reached`,
  },
  'vault.alert_firings': {
    copiedErased: 'store currency kind side level_minor move_bps price_minor change_bps made_at seen_at',
    untoldErased: 'id alert_id member_id',
    why: key,
  },
  'vault.plans': {
    copiedErased:
      'store currency amount_minor rhythm on_day ceiling_minor paid_by state because due_on missed begun_at ended_at',
    untoldErased: 'id member_id next_at waits_for',
    why: `${key}; what is not told follows from the day that is next; what was bought is told and kept with the trades`,
  },
  'vault.plan_runs': {
    copiedErased: 'currency due_on state tries problem price_minor began_at ended_at',
    untoldErased: 'plan_id member_id trade_id purchase_id',
    why: `${key}; the trade is told by its number`,
  },
  'vault.legal_transfers': {
    untoldKept: 'id number kind case_id member_id recipient_id authority store asset amount made_at made_by',
    why: `${books}; what came and went is in the movements of both`,
  },
  'goldback.quotes': {
    untoldKept: 'id kind holder_id member_id tick_id ask_minor bid_minor figures created_at expires_at used_at',
    why: books,
  },
  'goldback.cases': {
    copiedKept:
      'number kind title store currency state quoted_minor fine_e4 estimate_minor fixed_until price_minor offer_minor answer_until booked_at come_until received_at ended_at paid_in carrier tracking scanned_at',
    untoldErased: 'address_sealed',
    untoldKept:
      'id quote_id member_id pickup_point_id destination_id tick_id price_tick_id offer_fine_e4 signature_sealed',
    why: `${books}; ${key}; the signature is the contract's, and sealed`,
  },
  'goldback.pieces': {
    copiedKept: 'serial form maker marked about fine_e4 fineness weighed_e4 assayed method paid_minor',
    untoldKept: 'case_id position member_id sku_id order_id name gross_e4 over_at',
    why: `${books}; ${key}; what it was sold as is told with its order`,
  },
  'goldback.case_papers': {
    ...{ of: 'elsewhere', copiedKept: 'kind due_at' },
    untoldKept: 'case_id paper_id next_try_at',
    why: `${books}; ${key}; what it says is told as its document`,
  },
  'goldback.pictures': {
    copiedKept: 'kind added_at destroyed_at',
    untoldErased: 'wrapped_key content',
    untoldKept: 'id case_id member_id width height added_by position',
    why: `${key}; the picture is seen in its case, and destroyed with what kyc holds, of what nobody brought after 90 days`,
  },
  'goldback.lots': {
    of: 'elsewhere',
    untoldKept:
      'id number case_id position melting_id store gross_e4 fineness fine_e4 cost_minor currency state held_until bought_at',
    why: `${books}; the house's, since it paid for it: what was found and paid is told with the piece`,
  },
  'goldback.house_melting_parts': {
    of: 'elsewhere',
    untoldKept: 'melting_id position lot_id serial gross_e4 fine_e4 cost_minor',
    why: `${books}; the house's, since it paid for what went in`,
  },
  'goldback.meltings': {
    of: 'elsewhere',
    copiedKept: 'state reason asked_at answer_until answered_at started_at melted_at ended_at',
    untoldKept: 'id case_id asked_by signature_sealed started_by melted_by',
    why: `${books}; ${key}; the signature is the consent's, and sealed; who of the house did it is no part of it`,
  },
  'goldback.melting_pieces': {
    ...{ of: 'elsewhere', copiedKept: 'position gross_e4 fineness after_e4 found method' },
    untoldKept: 'melting_id case_id',
    why: `${books}; ${key}`,
  },
  'goldback.moves': {
    ...{ of: 'elsewhere', copiedKept: 'from_state to_state created_at' },
    untoldKept: 'id case_id actor reason details',
    why: `${books}; ${suspicion}`,
  },
  'activities.activities': {
    copiedErased: 'texts place link',
    copiedKept: 'store kind state language time_zone opens_at starts_at ends_at capacity made_at over_at',
    untoldErased: 'image_id',
    untoldKept: 'id member_id revision taken code',
    why: `what the public was shown, when, by whom of the members; ${key}; the picture is among those of the copy`,
  },
  'activities.changes': {
    copiedErased: 'wanted answer',
    copiedKept: 'state made_at decided_at',
    untoldErased: 'image_id',
    untoldKept: 'id activity_id member_id revision decided_by',
    why: `${key}; who of us decided`,
  },
  'activities.participants': {
    copiedErased: 'activity_id name email language ticket state signed_up_at placed_at cancelled_at attended_at',
    untoldErased: 'id member_id erased_at',
    why: 'the row stays without who it is of: that somebody signed up and came is counted',
  },
  'activities.moves': {
    ...{ of: 'elsewhere', copiedKept: 'activity_id from_state to_state created_at' },
    untoldKept: 'id revision actor reason',
    why: `words of staff: a person gives them; ${key}`,
  },
  'vault.payouts': {
    copiedKept: 'number store currency amount_minor state failure requested_at accepted_at paid_at ended_at',
    untoldKept: 'id holder_id member_id destination_id provider hold_id tries next_try_at returned_to',
    why: `${books}; ${key}`,
  },
  'vault.adjustments': {
    copiedKept: 'number store asset amount told made_at',
    untoldKept: 'id member_id made_by',
    why: `${books}; ${key}; who of the house did it is the house's own`,
  },
  'vault.remittances': {
    untoldKept:
      'id number payout_id legal_transfer_id member_id store currency amount_minor paid_to reference made_at made_by returned_at returned_by',
    why: `${books}; of an account the bank and four digits are kept, as proof where money went; nobody whose account is closed asks for a copy, and what courts took is in the movements`,
  },
  'vault.payables': {
    copiedKept: 'store currency amount_minor because state made_at ended_at',
    untoldKept: 'id holder_id member_id trade_id refund_id hold_id destination_id payout_id waits_for next_look_at',
    why: `${books}; ${key}`,
  },
  'vault.price_choices': {
    copiedKept: 'store price_minor amount_minor state made_at choose_until ended_at',
    untoldKept: 'trade_id member_id hold_id value_minor spread_minor rounding_minor tries next_try_at',
    why: `${books}; ${key}; what the house earns of a trade is its own`,
  },
  'vault.payout_tries': {
    of: 'elsewhere',
    untoldKept: 'id payout_id number state asks next_ask_at provider_reference failure made_at decided_at',
    why: books,
  },
  'vault.receipts': {
    copiedKept: 'about due_at',
    untoldKept: 'id about_id member_id store paper_id next_try_at',
    why: `${books}; ${key}; what it says is told as its paper`,
  },
  'vault.month_closings': {
    of: 'elsewhere',
    untoldKept: 'store month done_to left_out began_at finished_at',
    why: 'how far the round has come',
  },
  'vault.statements': {
    copiedKept: 'store month currency opening_money opening_gold closing_money closing_gold movements closed_at',
    untoldKept: 'member_id cash_to cash_held_to gold_to gold_held_to document digest key_id signature',
    why: `${books}; the document names nobody and lists what is told already`,
  },
  'vault.past_trades': {
    untoldKept: 'id member_id store side currency price_minor weight_e4 amount_minor happened_at',
    why: 'made-up past of the members of a demonstration; a real shop has none',
  },
  'vault.limit_orders': {
    copiedKept:
      'number store currency side weight_e4 amount_minor limit_minor state because waits_for placed_at ends_at ended_at',
    untoldKept: 'id holder_id member_id reserved hold_id next_try_at',
    why: `${books}; ${key}; what was set aside for it follows from the order`,
  },
  'vault.trades': {
    copiedKept: 'number store side currency price_minor weight_e4 amount_minor made_at',
    untoldKept:
      'id quote_id limit_order_id holder_id member_id tick_id value_minor spread_minor rounding_minor purchase_id',
    why: `${books}; what the house earned by it is its own`,
  },
  'orders.commitments': {
    untoldKept: 'guarantee_id member_id store currency total_minor fine_e4 newcomer look_at',
    why: books,
  },
  'orders.former_lines': { of: 'order', untoldKept: 'order_id position line replaced_at', why: books },
  'orders.moves': { of: 'order', untoldKept: 'id order_id from_state to_state actor reason created_at', why: books },
  'orders.pickup_tries': { of: 'order', untoldKept: 'order_id used last_at', why: books },
  'orders.quotes': {
    untoldKept: 'id kind order_id member_id tick_id ask_minor bid_minor figures created_at expires_at used_at',
    why: books,
  },
  'orders.refund_lines': {
    of: 'order',
    untoldKept: 'request_id order_id position quantity granted goods_minor tax_minor',
    why: books,
  },
  'orders.differences': { of: 'order', untoldKept: 'order_id back_minor gain_minor created_at', why: books },
  'orders.sales': {
    of: 'order',
    untoldKept: 'order_id number gold_minor premium_minor making_minor sold_at booked_at',
    why: books,
  },
  'orders.settlements': {
    of: 'order',
    untoldKept: 'order_id quote_id kept_minor gain_minor because created_at',
    why: books,
  },
  'orders.window_sales': {
    untoldKept:
      'kind sale_id window_id member_id currency sold_ask_minor right_ask_minor right_total_minor state because choose_until tries next_try_at created_at done_at decided_by decided_because',
    why: books,
  },
  'payments.corrections': {
    of: 'payment',
    untoldKept: 'id payment_id was_minor now_minor suspense_minor short_minor created_at',
    why: books,
  },
  'payments.disputes': {
    of: 'payment',
    untoldKept:
      'id payment_id provider provider_reference amount_minor currency reason state respond_by loss_minor short_minor opened_at decided_at checked_at covered_minor spent_minor rounds taken_minor',
    why: books,
  },
  'payments.dispute_rounds': {
    of: 'dispute',
    untoldKept:
      'id dispute_id number kind state amount_minor respond_by loss_minor short_minor spent_minor taken_minor suspense_minor cash_minor created_at',
    why: books,
  },
  'payments.receivable_notes': {
    of: 'payment',
    untoldKept: 'id payment_id dispute_id kind amount_minor reference reason actor takes_back created_at',
    why: `words of staff; ${books}`,
  },
  'payments.set_offs': {
    of: 'payment',
    untoldKept: 'id payment_id occasion receivable_minor loss_minor actor created_at',
    why: books,
  },
  'staff.actions': {
    of: 'elsewhere',
    untoldKept:
      'id at person_id person_name action outcome subject_kind subject_id store reason details address request_id',
    why: 'the audit log of our own staff, without an end for now (0028)',
  },
  'staff.approvals': {
    of: 'elsewhere',
    untoldKept:
      'id action subject_kind subject_id store params reason state requested_by requested_at expires_at decided_by decided_at decided_because',
    why: 'the audit log of our own staff, without an end for now (0028)',
  },
  'ledger.accounts': {
    of: 'elsewhere',
    untoldKept: 'id owner kind asset floored holder gold created_at store member_id',
    why: 'the ledger: sums under the member’s id, without an end for now (0028); the sums are in the copy',
  },
  'ledger.balances': {
    of: 'elsewhere',
    untoldKept: 'account_id balance last_number moved_at',
    why: 'the ledger: sums under the member’s id, without an end for now (0028); the sums are in the copy',
  },
  'ledger.parts': {
    of: 'elsewhere',
    untoldKept: 'account_id part balance',
    why: 'the ledger: balances of the house alone, by its laws (0052)',
  },
  'ledger.entries': {
    of: 'elsewhere',
    untoldKept: 'transfer_id position account_id amount at number balance_after',
    why: 'the ledger: sums under the member’s id, without an end for now (0028); the sums are in the copy',
  },
  'ledger.transfers': {
    of: 'elsewhere',
    untoldKept:
      'id kind reference accounts amounts actor reason reverses created_at shard seq previous_hash hash happened_at',
    why: 'the ledger: sums under the member’s id, without an end for now (0028); the sums are in the copy',
  },
  'catalogue.piece_moves': {
    of: 'elsewhere',
    untoldKept:
      'id serial from_state to_state order_id actor reason created_at from_sku_id gram_move act cost_minor cost_currency',
    why: 'the history of a piece, which follows the piece (0028)',
  },
  'catalogue.arrivals': {
    of: 'elsewhere',
    untoldKept: 'id supplier papers_complete actor created_at',
    why: 'from whom the house bought pieces that are its own; a member who sells one back is not named here',
  },
  'catalogue.pieces': {
    of: 'elsewhere',
    untoldKept:
      'serial sku_id state order_id brand gross_weight_e4 fine_weight_e4 fineness assayed_on arrival_id cost_minor cost_currency quarantined_until is_short',
    why: 'the history of a piece, which follows the piece (0028)',
  },
  'payments.closings': { of: 'subject', untoldKept: 'subject_id wanted_at next_try_at tries', why: books },
  'payments.events': {
    of: 'elsewhere',
    untoldErased:
      'payload provider event_id type provider_reference received_at tries next_try_at processed_at outcome last_error asked',
    why: 'as a provider sent it; deleted by a round when it was processed long ago',
  },
  'sandbox.charges': {
    of: 'elsewhere',
    untoldKept:
      'id reference amount_minor currency description return_url webhook_url state scenario decline_reason wrong_codes created_at expires_at capture_at decided_at captured_minor correct_at dispute_at method bank pay_code transfer mandate_id',
    why: demo,
  },
  'sandbox.disputes': {
    of: 'elsewhere',
    untoldKept: 'id charge_id amount_minor reason state respond_by decide_at opened_at decided_at turn_at',
    why: demo,
  },
  'sandbox.notices': {
    of: 'elsewhere',
    untoldKept: 'id charge_id payout_id mandate_id type body url copies tries next_try_at delivered_at created_at',
    why: demo,
  },
  'sandbox.mandates': {
    of: 'elsewhere',
    untoldKept:
      'id reference kind limit_minor currency description return_url webhook_url state token scenario account_end expires_at over_at created_at ended_at',
    why: demo,
  },
  'sandbox.payouts': {
    of: 'elsewhere',
    untoldKept:
      'id reference amount_minor currency description account scenario state failure_reason silent_until webhook_url decide_at return_at created_at decided_at',
    why: demo,
  },
  'sandbox.refunds': {
    of: 'elsewhere',
    untoldKept: 'id charge_id reference amount_minor state failure_reason settle_at created_at decided_at',
    why: demo,
  },
}
