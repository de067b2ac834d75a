/** The facts of an entry of the audit log: each named where it has a name, and written as what it is: an amount, a moment, a day, a share. */
import * as m from '../../../locale/paraglide/messages.js'
import { formatBps, formatCount, formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { amountFact } from '../../kit/pages/amount-fact.ts'
import { causeName } from '../../kit/pages/cause-words.ts'

type Moment = (text: string) => string

const names: Record<string, () => string> = {
  order: m.office_approval_fact_order,
  number: m.office_approval_fact_order,
  withdrawal: m.office_payouts_number,
  trade: m.office_windows_kind_trade,
  amount: m.office_approval_fact_amount,
  asks: m.office_approval_fact_asks,
  price_before: m.office_approval_fact_price_before,
  price_after: m.office_approval_fact_price_after,
  ask_bps: m.office_approval_fact_ask,
  bid_bps: m.office_approval_fact_bid,
  reference: m.office_owed_reference,
  carrier: m.office_approval_fact_carrier,
  tracking: m.office_approval_fact_tracking,
  parcel: m.office_approval_fact_parcel,
  name: m.office_approval_fact_name,
  email: m.office_approval_fact_email,
  roles: m.office_approval_fact_roles,
  cause: m.office_give_up_cause,
  paid_by: m.office_orders_counter_how,
  terminal: m.office_orders_counter_terminal,
  slip: m.office_orders_counter_slip,
  before: m.office_audit_fact_before,
  after: m.office_audit_fact_after,
  rows: m.office_audit_fact_rows,
  kind: m.office_audit_fact_kind,
  pieces: m.office_audit_fact_pieces,
  bars: m.office_vault_list,
  maker: m.office_vault_maker,
  place: m.office_vault_place,
  count: m.office_counts_title,
  resolution: m.office_counts_settle_how,
  from_place: m.office_vault_from_place,
  to_place: m.office_vault_to_place,
  seal: m.office_vault_send_seal,
  expected_on: m.office_vault_send_expected,
  transport: m.office_audit_fact_transport,
  keeper: m.office_vault_keeper,
  insured: m.office_vault_insured,
  serial: m.office_vault_serial,
  grams: m.office_vault_fine,
  hedge: m.office_vault_hedge_take_back,
  side: m.office_vault_hedge_side,
  price: m.office_vault_hedge_price,
  counterparty: m.office_vault_hedge_counterparty,
  statement_date: m.office_vault_bank_day,
  traded_at: m.office_vault_hedge_traded,
  owed: m.office_gold_owed,
  owned: m.office_gold_owned,
  revision: m.office_audit_fact_revision,
  changed: m.office_audit_fact_changed,
  approval: m.office_audit_fact_approval,
  requested_by: m.office_audit_fact_requested_by,
  device: m.office_audit_fact_device,
  day: m.office_audit_fact_day,
  sent_on: m.office_audit_fact_sent_on,
  code: m.office_audit_fact_code,
  state: m.office_audit_fact_state,
  before_bps: m.office_audit_fact_before_bps,
  after_bps: m.office_audit_fact_after_bps,
  effective_on: m.office_audit_fact_effective_on,
  assayed_on: m.office_audit_fact_assayed_on,
  problem: m.office_audit_fact_problem,
  template: m.office_audit_fact_template,
}
const nameOf = (key: string) => names[key]?.() ?? key.replaceAll('_', ' ')

/** What stands beside its words, or is said elsewhere on the page. */
const unshown = ['did', 'amount_minor', 'cause_code', 'digest', 'bar_ids']
const isMoment = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

export const auditFacts = (details: Record<string, unknown>, moment: Moment): { label: string; value: string }[] =>
  Object.entries(details)
    .filter(([key]) => !unshown.includes(key))
    .map(([key, fact]) => ({ label: nameOf(key), value: said(key, fact, moment) }))

function said(key: string, fact: unknown, moment: Moment): string {
  if (key === 'cause') return causeName({ code: String(fact) })
  const amount = amountFact(fact)
  if (amount !== null) return amount
  if (fact === null || fact === '') return '–'
  if (typeof fact === 'number')
    return key.endsWith('_bps') ? formatBps(fact, language(), { sign: true }) : formatCount(fact, language())
  if (typeof fact === 'string') return isMoment(fact) ? moment(fact) : isDay(fact) ? dayOf(fact) : fact
  if (Array.isArray(fact)) return fact.map((one) => said(key, one, moment)).join(', ') || '–'
  if (typeof fact !== 'object') return String(fact)
  return Object.entries(fact)
    .map(([inner, value]) => `${nameOf(inner)}: ${said(inner, value, moment)}`)
    .join(', ')
}

/** The day that was written down, in no zone. */
const dayOf = (text: string) => formatDay(Date.parse(text), 'UTC', language())
