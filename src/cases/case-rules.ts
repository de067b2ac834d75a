/** What a case is about, how it stands, and what happens to it. Pure. */
export const caseKinds = ['screening', 'legal_hold', 'large_sum', 'retained_gold'] as const
export type CaseKind = (typeof caseKinds)[number]
/** Confirmed: a hit that is the member. */
export const caseStates = ['open', 'confirmed', 'ended'] as const
export type CaseState = (typeof caseStates)[number]
export const caseEvents = ['opened', 'noted', 'confirmed', 'ended', 'grown', 'document', 'moved'] as const
export type CaseEvent = (typeof caseEvents)[number]

export const holdKinds = ['death', 'court', 'guardianship', 'authority'] as const
export type HoldKind = (typeof holdKinds)[number]
/**
 * `signsIn`: the member may look at what is theirs. Nobody may act in the name of somebody dead, nor somebody under guardianship for
 * themselves. `isTold`: they may know of it; an authority says itself what may be told.
 */
export const holdRules: Record<HoldKind, { signsIn: boolean; isTold: boolean }> = {
  death: { signsIn: false, isTold: false },
  court: { signsIn: true, isTold: true },
  guardianship: { signsIn: false, isTold: false },
  authority: { signsIn: true, isTold: false },
}
