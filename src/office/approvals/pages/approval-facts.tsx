/** What a second person approves, in words: every fact of every kind of request has a name here, and shows as what it is. */

import type { ReactNode } from 'react'
import { formatPpm } from '../../../agents/pages/rate-words.ts'
import { showSerial } from '../../../catalogue/serial-rules.ts'
import { type AssayMethod, assayMethods } from '../../../goldback/case-rules.ts'
import { methodWords } from '../../../goldback/pages/case-words.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { type Doubt, doubtKinds } from '../../../referral/reward-rules.ts'
import { type Role, roles } from '../../../staff/permission-rules.ts'
import { type Feature, features } from '../../../stores/feature-rules.ts'
import { formatBps, formatCount } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { doubtWords } from '../../growth/pages/growth-words.ts'
import { amountFact } from '../../kit/pages/amount-fact.ts'
import { causeName } from '../../kit/pages/cause-words.ts'
import type { Fact } from '../../kit/pages/detail.tsx'
import { featureWords, licenceKindName } from '../../kit/pages/feature-words.ts'
import { roleName } from '../../kit/pages/words.ts'
import { changeFacts } from './change-facts.tsx'

type Shown = { label: () => string; value?: (fact: unknown, moment: (text: string) => string) => ReactNode }

const time: Shown['value'] = (fact, moment) => moment(String(fact))
const amount: Shown['value'] = (fact) => amountFact(fact) ?? String(fact)
const bps: Shown['value'] = (fact) => formatBps(Number(fact), language(), { sign: true })
const ppm: Shown['value'] = (fact) => formatPpm(Number(fact), language())
const staffChanges: Record<string, () => string> = {
  invite_again: m.office_people_again,
  change_roles: m.office_people_change_roles,
  disable: m.office_people_disable,
}
const isFeature = (fact: unknown): fact is Feature => (features as readonly unknown[]).includes(fact)
const isDoubt = (fact: unknown): fact is Doubt => (doubtKinds as readonly unknown[]).includes(fact)
const isRole = (fact: unknown): fact is Role => (roles as readonly unknown[]).includes(fact)

const shown: Record<string, Shown> = {
  from: { label: m.office_approvals_fact_from, value: time },
  to: { label: m.office_approvals_fact_to, value: time },
  what: { label: m.office_approvals_fact_what, value: amount },
  case: { label: m.office_approvals_fact_case },
  bank: { label: m.office_approvals_fact_bank },
  number: { label: m.office_approvals_fact_number },
  csv: { label: m.office_approvals_fact_csv, value: columnsText },
  returns: {
    label: m.office_approvals_fact_returns,
    value: (fact) => (Array.isArray(fact) ? formatCount(fact.length, language()) : String(fact)),
  },
  total: { label: m.office_approvals_fact_total, value: amount },
  doubts: {
    label: m.office_approvals_fact_doubts,
    value: (fact) =>
      Array.isArray(fact)
        ? fact
            .filter(isDoubt)
            .map((one) => doubtWords[one]())
            .join(', ')
        : '',
  },
  paid_in: {
    label: m.office_approvals_fact_paid_in,
    value: (fact) => (fact === 'grams' ? m.office_goldback_gold() : m.office_goldback_cash()),
  },
  kind: {
    label: m.office_approvals_fact_kind,
    value: (fact) => (fact === 'succession' ? m.office_cases_succession() : m.office_cases_court_order()),
  },
  recipient: { label: m.office_approvals_fact_recipient },
  authority: { label: m.office_approvals_fact_authority },
  asks: { label: m.office_approval_fact_asks, value: amount },
  level_at: { label: m.office_approvals_fact_level_at, value: time },
  void: { label: m.office_approvals_fact_void },
  end: { label: m.office_approvals_fact_end },
  choose: { label: m.office_approvals_fact_choose },
  list: { label: m.office_approvals_fact_list },
  price_before: { label: m.office_approval_fact_price_before, value: amount },
  price_after: { label: m.office_approval_fact_price_after, value: amount },
  charges: { label: m.office_approvals_fact_charges, value: chargesText },
  market: {
    label: m.office_approvals_fact_market,
    value: (fact) =>
      fact === 'closed' ? m.office_approvals_fact_market_closed() : m.office_approvals_fact_market_open(),
  },
  ask_bps: { label: m.office_approval_fact_ask, value: bps },
  bid_bps: { label: m.office_approval_fact_bid, value: bps },
  feature: {
    label: m.office_approvals_fact_feature,
    value: (fact) => (isFeature(fact) ? featureWords[fact].title() : String(fact)),
  },
  licence_kind: { label: m.office_licences_kind, value: (fact) => licenceKindName(String(fact)) },
  licence_number: { label: m.office_licences_number },
  issuer: { label: m.office_licences_issuer },
  issued_on: { label: m.office_licences_issued },
  until_on: {
    label: m.office_licences_until,
    value: (fact) => (fact === null ? m.office_licences_no_end() : String(fact)),
  },
  licence_text: { label: m.office_licences_text },
  valid_from: { label: m.office_approvals_fact_valid_from },
  commission_ppm: { label: m.office_approvals_fact_commission, value: ppm },
  withheld_ppm: { label: m.office_approvals_fact_withheld, value: ppm },
  withheld_unnumbered_ppm: { label: m.office_approvals_fact_unnumbered, value: ppm },
  order: { label: m.office_approval_fact_order },
  withdrawal: { label: m.office_payouts_number },
  court_order: { label: m.office_approvals_fact_court_order },
  remittance: { label: m.office_approvals_fact_remittance },
  amount: { label: m.office_approval_fact_amount, value: amount },
  paid_to: { label: m.office_approvals_fact_paid_to },
  holder: {
    label: m.office_approvals_fact_holder,
    value: holderText,
  },
  reference: { label: m.office_owed_reference },
  cause: { label: m.office_give_up_cause, value: (fact) => causeName({ code: String(fact) }) },
  paid_by: {
    label: m.office_orders_counter_how,
    value: (fact) => (fact === 'counter_cash' ? m.orders_method_counter_cash() : m.orders_method_counter_card()),
  },
  terminal: { label: m.office_orders_counter_terminal },
  slip: { label: m.office_orders_counter_slip },
  carrier: { label: m.office_approval_fact_carrier },
  tracking: { label: m.office_approval_fact_tracking },
  parcel: { label: m.office_approval_fact_parcel },
  did: { label: m.office_audit_action, value: (fact) => staffChanges[String(fact)]?.() ?? String(fact) },
  name: { label: m.office_approval_fact_name },
  email: { label: m.office_approval_fact_email },
  roles: {
    label: m.office_approval_fact_roles,
    value: (fact) => (Array.isArray(fact) ? fact.filter(isRole).map(roleName).join(', ') : ''),
  },
  app: { label: m.ui_app_title, value: (fact) => (fact ? m.identity_app_on() : m.identity_app_off()) },
  passkeys: { label: m.ui_passkeys_title },
  last_used: { label: m.office_people_seen, value: time },
  way: {
    label: m.office_members_adjust_way,
    value: (fact) => (fact === 'add' ? m.office_members_adjust_add() : m.office_members_adjust_take()),
  },
  told: { label: m.office_members_adjust_told },
  hedge: { label: m.office_vault_hedge_take_back },
  side: {
    label: m.office_vault_hedge_side,
    value: (fact) => (fact === 'buy' ? m.office_vault_hedge_buy() : m.office_vault_hedge_sell()),
  },
  grams: { label: m.office_vault_fine, value: amount },
  price: { label: m.office_vault_hedge_price, value: amount },
  counterparty: { label: m.office_vault_hedge_counterparty },
  traded_at: { label: m.office_vault_hedge_traded, value: time },
  serial: { label: m.office_vault_serial },
  maker: { label: m.office_vault_maker },
  from_place: { label: m.office_vault_from_place },
  to_place: { label: m.office_vault_to_place },
  bars: {
    label: m.office_vault_list,
    value: (fact) => (Array.isArray(fact) ? fact.join(', ') : String(fact)),
  },
  seal: { label: m.office_vault_send_seal },
  expected_on: { label: m.office_vault_send_expected },
  lots: {
    label: m.office_goldback_stock_lots,
    value: (fact) => (Array.isArray(fact) ? fact.join(', ') : String(fact)),
  },
  serials: {
    label: m.office_goldback_stock_pieces,
    value: (fact) => (Array.isArray(fact) ? fact.map((one) => showSerial(String(one))).join(', ') : String(fact)),
  },
  weighed: { label: m.office_goldback_stock_weighed },
  assayed: { label: m.office_goldback_stock_assayed },
  method: {
    label: m.office_approvals_fact_method,
    value: (fact) => (assayMethods.some((one) => one === fact) ? methodWords[fact as AssayMethod]() : String(fact)),
  },
  creditor: { label: m.office_vault_pledge_creditor },
  owed: { label: m.office_gold_owed, value: amount },
  owned: { label: m.office_gold_owned, value: amount },
  was: { label: m.office_approvals_fact_was, value: (fact) => levelText(fact) },
  volume: { label: m.office_approvals_fact_volume, value: amount },
  per_month: { label: m.office_approvals_fact_per_month },
  open_activities: { label: m.office_activities_limits_open },
  drafts: { label: m.office_activities_limits_drafts },
  participants: { label: m.office_activities_limits_places },
  waiting: { label: m.office_activities_limits_waiting },
  level: { label: m.office_approvals_fact_level, value: (fact) => levelText(fact) },
}

type Step = { from: unknown; to: unknown }
const isStep = (fact: unknown): fact is Step =>
  typeof fact === 'object' && fact !== null && 'from' in fact && 'to' in fact

/** Of an account of the house it is a name. */
function holderText(fact: unknown): string {
  if (fact === 'verified') return m.office_approvals_fact_holder_verified()
  return fact === 'unknown' ? m.office_approvals_fact_holder_unknown() : String(fact)
}

/** Of each sku what it costs over its gold, and what it would. */
function chargesText(fact: unknown): string {
  const rows = (Array.isArray(fact) ? fact : []) as { code: string; premium_bps?: unknown; making?: unknown }[]
  const say = (part: unknown) => amountFact(part) ?? formatBps(Number(part), language())
  return rows
    .map(({ code, premium_bps, making }) => {
      const step = [premium_bps, making].find(isStep)
      return `${code}: ${step ? `${say(step.from)} → ${say(step.to)}` : '–'}`
    })
    .join(' · ')
}

/** Which column of a bank's file is what, as its file writes them, and how it writes days and decimals. */
function columnsText(fact: unknown): string {
  const { columns, dates, decimal } = fact as { columns?: object; dates?: string; decimal?: string }
  return [...Object.values(columns ?? {}), dates, decimal].filter(Boolean).join(' · ')
}

const levelText = (fact: unknown) => (fact === 'as proven' ? m.office_approvals_fact_as_proven() : String(fact))

/** What only the machine needs: ids, and sums that stand beside their words. */
const unshownFacts = [
  'member',
  'asset',
  'units',
  'bar_ids',
  'level_tick',
  'amount_minor',
  'cause_code',
  'follows',
  'quarantine',
  'tick',
  'language',
]

type Said = Record<string, unknown>

/** Of a change of the settings what changes; of any other request its facts, in the order of the table. One without a name, of an older release, stands under its own. */
export function approvalFacts(facts: Said, moment: (text: string) => string, currency?: string): Fact[] {
  const change = changeFacts(facts, currency ?? '')
  return change ?? plainFacts(facts, moment)
}

function plainFacts(facts: Said, moment: (text: string) => string): Fact[] {
  const known = Object.entries(shown).flatMap(([name, { label, value }]) =>
    name in facts && facts[name] !== null
      ? [{ label: label(), value: value ? value(facts[name], moment) : String(facts[name]) }]
      : [],
  )
  const others = Object.entries(facts)
    .filter(([name, fact]) => !(name in shown) && fact !== null && !unshownFacts.includes(name))
    .map(([name, fact]) => ({ label: name, value: typeof fact === 'string' ? fact : JSON.stringify(fact) }))
  return [...known, ...others]
}
