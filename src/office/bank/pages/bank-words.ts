/** What states of lines, reasons and faults of files are called. */
import type { Why } from '../../../bank/match-rules.ts'
import type { LineView, ReturnView } from '../../../bank/office-contract.ts'
import type { StatementProblem } from '../../../bank/statements/statement-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { money } from '../../../ui/figures.tsx'
import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

/** As banks write amounts, with two places in every currency; what has no sen is shown without. */
export const statementMoney = (amount: string, currency: string) =>
  money({ amount: amount.replace(/\.00$/, ''), currency })
export const statementDay = (day: string) => formatDay(Date.parse(day), 'UTC', language())

export const lineWords: Record<LineView['state'], () => string> = {
  unmatched: m.office_bank_unmatched,
  proposed: m.office_bank_proposed,
  matched: m.office_bank_matched,
  confirmed: m.office_bank_confirmed,
  returning: m.office_bank_returning,
  returned: m.office_bank_returned,
  set_aside: m.office_bank_set_aside,
  not_ours: m.office_bank_not_ours,
  pays_return: m.office_bank_pays_return,
}
export const lineTones = {
  ...({ unmatched: 'down', proposed: 'warn', matched: 'nila', confirmed: 'up', returning: 'nila' } as const),
  ...({ returned: 'plain', set_aside: 'plain', not_ours: 'plain', pays_return: 'up' } as const),
}
export const whyWords: Record<Why, () => string> = {
  too_little: m.office_bank_why_too_little,
  too_much: m.office_bank_why_too_much,
  late: m.office_bank_why_late,
  twice: m.office_bank_why_twice,
  nameless: m.office_bank_why_nameless,
  name_shortened: m.office_bank_why_name_shortened,
  not_verified: m.office_bank_why_not_verified,
  no_reference: m.office_bank_why_no_reference,
  several: m.office_bank_why_several,
  gap: m.office_bank_why_gap,
  other_name: m.office_bank_why_other_name,
  no_match: m.office_bank_why_no_match,
  sen: m.office_bank_why_sen,
}
export const returnWords: Record<ReturnView['state'], () => string> = {
  to_list: m.office_bank_to_list,
  listed: m.office_bank_listed,
  paid: m.office_bank_paid,
}
export const faultWords: Record<StatementProblem, () => string> = {
  unreadable: m.office_bank_fault_unreadable,
  not_text: m.office_bank_fault_not_text,
  too_big: m.office_bank_fault_too_big,
  unknown_format: m.office_bank_fault_unknown_format,
  entities: m.office_bank_fault_entities,
  not_closed: m.office_bank_fault_unreadable,
  tag_missing: m.office_bank_fault_tag_missing,
  column_missing: m.office_bank_fault_column_missing,
  mapping_missing: m.office_bank_fault_mapping_missing,
  no_lines: m.office_bank_fault_no_lines,
  too_many_lines: m.office_bank_fault_too_big,
  amount: m.office_bank_fault_amount,
  date: m.office_bank_fault_date,
  currency: m.office_bank_fault_currency,
  balance_missing: m.office_bank_fault_balance_missing,
  does_not_add_up: m.office_bank_fault_does_not_add_up,
  two_accounts: m.office_bank_fault_other_account,
  other_account: m.office_bank_fault_other_account,
  gap: m.office_bank_fault_gap,
}
