/** What is looked into about a member, the states of that, and every move between them. A move that is not here is refused. */
import type { Step } from './level-rules.ts'

export const reviewStates = ['none', 'draft', 'submitted', 'approved', 'rejected'] as const
export type ReviewState = (typeof reviewStates)[number]

/** A name that fits its number is approved at once; documents are gathered in a draft; all else waits for staff. */
export const reviewMoves: Record<Step, Record<ReviewState, readonly ReviewState[]>> = {
  real_name: {
    none: ['submitted', 'approved'],
    draft: [],
    submitted: ['approved', 'rejected'],
    approved: ['rejected'],
    rejected: ['submitted', 'approved'],
  },
  documents: {
    none: ['draft'],
    draft: ['submitted'],
    submitted: ['approved', 'rejected'],
    approved: ['rejected'],
    rejected: ['draft'],
  },
  funds: {
    none: ['submitted'],
    draft: [],
    submitted: ['approved', 'rejected'],
    approved: ['rejected'],
    rejected: ['submitted'],
  },
}

export const mayMoveTo = (subject: Step, from: ReviewState, to: ReviewState): boolean =>
  reviewMoves[subject][from].includes(to)

/** What the documents review needs before it can be sent. */
export const documentKinds = ['id_document', 'selfie', 'address_proof', 'signature'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Where money comes from. */
export const fundSources = ['salary', 'business', 'inheritance', 'sale', 'investments', 'other'] as const
export type FundSource = (typeof fundSources)[number]
