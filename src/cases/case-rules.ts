/** What a case is about, how it stands, and what happens to it. Pure. */
export const caseKinds = ['screening', 'legal_hold', 'large_sum'] as const
export type CaseKind = (typeof caseKinds)[number]
/** Confirmed: a hit that is the member. */
export const caseStates = ['open', 'confirmed', 'ended'] as const
export type CaseState = (typeof caseStates)[number]
export const caseEvents = ['opened', 'noted', 'confirmed', 'ended', 'grown', 'document', 'moved'] as const
export type CaseEvent = (typeof caseEvents)[number]
