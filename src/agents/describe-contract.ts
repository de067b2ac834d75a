/** Writes the contract of an agent out in their language: who, what they earn, and the terms that were shown and signed. */
import * as m from '../locale/paraglide/messages.js'
import { type Paper, sellerOf } from '../papers/paper-rules.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { formatMoment } from '../ui/format.ts'
import { termsOf } from './pages/agent-terms.ts'
import { formatPpm } from './pages/rate-words.ts'
import type { Rates } from './rates.ts'

type ContractFacts = {
  number: string
  issuedAt: Date
  language: Paper['language']
  store: Store
  name: string
  rates: Rates
  agent: string
  taxEnd: string | null
  appliedAt: Date
}
type Voice = { locale: Paper['language'] }

export function describeContract(facts: ContractFacts): Paper {
  const { number, issuedAt, language, store, name, rates, agent, taxEnd, appliedAt } = facts
  const locale: Voice = { locale: language }
  const moment = (at: Date) => formatMoment(at.getTime(), store.timeZone, language, { seconds: true })
  const taxed = taxEnd ? m.agents_contract_taxed({ end: taxEnd }, locale) : m.agents_contract_untaxed({}, locale)
  const rate = formatPpm(rates.commission_ppm, language)
  return {
    ...{ layout: 1, language, issuedAt: issuedAt.toISOString(), number, seller: sellerOf(store), checks: null },
    title: m.agents_contract_title({}, locale),
    facts: [
      [m.agents_contract_agent({}, locale), agent],
      [m.agents_contract_signed_at({}, locale), moment(appliedAt)],
      [m.agents_contract_approved_at({}, locale), moment(issuedAt)],
      [m.agents_contract_terms({}, locale), settings.agents.termsVersion],
    ],
    parties: [
      { title: m.agents_contract_house({}, locale), lines: sellerOf(store) },
      { title: m.agents_contract_party({}, locale), lines: [name, taxed] },
    ],
    columns: [m.agents_contract_item({}, locale), m.agents_contract_rate({}, locale), '', ''],
    lines: [{ name: m.agents_commission({}, locale), details: [], quantity: rate, each: '', amount: '' }],
    amounts: [],
    total: null,
    notes: termsOf(rates, language),
    signed: { title: m.agents_contract_signature({}, locale), lines: [name, moment(appliedAt)] },
  }
}
