/** What staff find wrong with what a member has sent. The member reads it in their own language. Pure. */
import type { Step } from './level-rules.ts'

export const faults = {
  real_name: ['name_differs', 'number_differs', 'birth_differs', 'somebody_else', 'other'],
  documents: ['unreadable', 'cut_off', 'out_of_date', 'somebody_else', 'address_differs', 'signature_differs', 'other'],
  funds: ['tax_number_wrong', 'source_unclear', 'papers_missing', 'other'],
} as const satisfies Record<Step, readonly string[]>

export type Fault = (typeof faults)[Step][number]
export const allFaults = [...new Set(Object.values(faults).flat())] as [Fault, ...Fault[]]

export const isFaultOf = (kind: Step, fault: Fault): boolean => (faults[kind] as readonly Fault[]).includes(fault)
