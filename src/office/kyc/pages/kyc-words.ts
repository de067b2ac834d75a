/** Kinds, states and faults of reviews in the reader's language. */
import type { Fault } from '../../../kyc/fault-rules.ts'
import type { Doubt } from '../../../kyc/id-number-rules.ts'
import type { Step } from '../../../kyc/level-rules.ts'
import type { DocumentKind, FundSource, ReviewState } from '../../../kyc/review-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'

type Words<Key extends string> = Record<Key, () => string>

export const kindWords: Words<Step> = {
  real_name: m.kycdesk_kind_real_name,
  documents: m.kycdesk_kind_documents,
  funds: m.kycdesk_kind_funds,
}
export const stateWords: Words<ReviewState> = {
  none: m.kycdesk_none,
  draft: m.kycdesk_draft,
  submitted: m.kycdesk_waiting,
  approved: m.kycdesk_approved,
  rejected: m.kycdesk_rejected,
}
export const doubtWords: Words<Doubt> = {
  birth_date: m.kycdesk_doubt_birth_date,
  sex: m.kycdesk_doubt_sex,
  region: m.kycdesk_doubt_region,
  passport: m.kycdesk_doubt_passport,
}
export const documentWords: Words<DocumentKind> = {
  id_document: m.kycdesk_doc_id_document,
  selfie: m.kycdesk_doc_selfie,
  address_proof: m.kycdesk_doc_address_proof,
  signature: m.kycdesk_doc_signature,
}
export const sourceWords: Words<FundSource> = {
  salary: m.kycdesk_source_salary,
  business: m.kycdesk_source_business,
  inheritance: m.kycdesk_source_inheritance,
  sale: m.kycdesk_source_sale,
  investments: m.kycdesk_source_investments,
  other: m.kycdesk_source_other,
}
export const faultWords: Words<Fault> = {
  name_differs: m.kycdesk_fault_name_differs,
  number_differs: m.kycdesk_fault_number_differs,
  birth_differs: m.kycdesk_fault_birth_differs,
  somebody_else: m.kycdesk_fault_somebody_else,
  unreadable: m.kycdesk_fault_unreadable,
  cut_off: m.kycdesk_fault_cut_off,
  out_of_date: m.kycdesk_fault_out_of_date,
  address_differs: m.kycdesk_fault_address_differs,
  signature_differs: m.kycdesk_fault_signature_differs,
  tax_number_wrong: m.kycdesk_fault_tax_number_wrong,
  source_unclear: m.kycdesk_fault_source_unclear,
  papers_missing: m.kycdesk_fault_papers_missing,
  other: m.kycdesk_fault_other,
}

const moveWords: Record<string, () => string> = { ...kindWords, level: m.kycdesk_kind_level }
/** What a move of the record was about: a review, or a level set by two people. */
export const moveName = (kind: string): string => moveWords[kind]?.() ?? kind
const targetWords: Record<string, () => string> = { ...stateWords, 'as proven': m.kycdesk_as_proven }
export const targetName = (to: string): string => targetWords[to]?.() ?? to
