/** What may need a licence, and what it is allowed by, as the staff read it. */
import * as m from '../../../locale/paraglide/messages.js'
import type { Feature } from '../../../stores/feature-rules.ts'

export const featureWords: Record<Feature, { title: () => string; text: () => string }> = {
  gold_accounts: { title: m.office_licences_gold_accounts, text: m.office_licences_gold_accounts_text },
  cash_balance: { title: m.office_licences_cash_balance, text: m.office_licences_cash_balance_text },
  transfers: { title: m.office_licences_transfers, text: m.office_licences_transfers_text },
  plans: { title: m.office_licences_plans, text: m.office_licences_plans_text },
  agents: { title: m.office_licences_agents, text: m.office_licences_agents_text },
}

const kinds: Record<string, () => string> = {
  licence: m.office_licences_licence,
  opinion: m.office_licences_opinion,
  demonstration: m.office_licences_demonstration,
}
export const licenceKindName = (kind: string): string => kinds[kind]?.() ?? kind
