import type { CaseEvent, CaseKind, CaseState, HoldKind } from '../../../cases/case-rules.ts'
import type { CaseRowView } from '../../../cases/office-contract.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { formatDay } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'

export const kindWords: Record<CaseKind, () => string> = {
  screening: m.office_cases_kind_screening,
  legal_hold: m.office_cases_kind_legal_hold,
  large_sum: m.office_cases_kind_large_sum,
  retained_gold: m.office_cases_kind_retained_gold,
}
export const stateWords: Record<CaseState, () => string> = {
  open: m.office_cases_state_open,
  confirmed: m.office_cases_state_confirmed,
  ended: m.office_cases_state_ended,
}
export const stateTones = { open: 'warn', confirmed: 'down', ended: 'plain' } as const
export const holdWords: Record<HoldKind, () => string> = {
  death: m.office_cases_hold_death,
  court: m.office_cases_hold_court,
  guardianship: m.office_cases_hold_guardianship,
  authority: m.office_cases_hold_authority,
}
export const didWords: Record<CaseEvent, () => string> = {
  opened: m.office_cases_did_opened,
  noted: m.office_cases_did_noted,
  confirmed: m.office_cases_did_confirmed,
  ended: m.office_cases_did_ended,
  grown: m.office_cases_did_grown,
  document: m.office_cases_did_document,
  moved: m.office_cases_did_moved,
}

type About = Pick<CaseRowView, 'kind' | 'hold_kind' | 'day' | 'gold_back'>

/** What a row is about, in a few words. */
export const aboutCase = ({ kind, hold_kind: hold, day, gold_back: sale }: About): string => {
  const more = hold ? holdWords[hold]() : day ? formatDay(Date.parse(day), 'UTC', language()) : sale?.number
  return more ? `${kindWords[kind]()}, ${more}` : kindWords[kind]()
}
