/** Kinds, states and faults of reviews in the reader's language. */
import type { Fault } from '../../../kyc/fault-rules.ts'
import type { Doubt } from '../../../kyc/id-number-rules.ts'
import type { Step } from '../../../kyc/level-rules.ts'
import type { DocumentKind, FundSource, ReviewState } from '../../../kyc/review-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'

type Words<Key extends string> = Record<Key, () => string>

export const kindWords: Words<Step> = {
  real_name: m.office_kyc_kind_real_name,
  documents: m.office_kyc_kind_documents,
  funds: m.office_kyc_kind_funds,
}
export const stateWords: Words<ReviewState> = {
  none: m.office_kyc_none,
  draft: m.office_kyc_draft,
  submitted: m.office_kyc_waiting,
  approved: m.office_kyc_approved,
  rejected: m.office_kyc_rejected,
}
export const doubtWords: Words<Doubt> = {
  birth_date: m.office_kyc_doubt_birth_date,
  sex: m.office_kyc_doubt_sex,
  region: m.office_kyc_doubt_region,
  passport: m.office_kyc_doubt_passport,
  told_before: m.office_kyc_doubt_told_before,
}
export const documentWords: Words<DocumentKind> = {
  id_document: m.office_kyc_doc_id_document,
  selfie: m.office_kyc_doc_selfie,
  address_proof: m.office_kyc_doc_address_proof,
  signature: m.office_kyc_doc_signature,
}
export const sourceWords: Words<FundSource> = {
  salary: m.office_kyc_source_salary,
  business: m.office_kyc_source_business,
  inheritance: m.office_kyc_source_inheritance,
  sale: m.office_kyc_source_sale,
  investments: m.office_kyc_source_investments,
  other: m.office_kyc_source_other,
}
export const faultWords: Words<Fault> = {
  name_differs: m.office_kyc_fault_name_differs,
  number_differs: m.office_kyc_fault_number_differs,
  birth_differs: m.office_kyc_fault_birth_differs,
  somebody_else: m.office_kyc_fault_somebody_else,
  unreadable: m.office_kyc_fault_unreadable,
  cut_off: m.office_kyc_fault_cut_off,
  out_of_date: m.office_kyc_fault_out_of_date,
  address_differs: m.office_kyc_fault_address_differs,
  signature_differs: m.office_kyc_fault_signature_differs,
  tax_number_wrong: m.office_kyc_fault_tax_number_wrong,
  source_unclear: m.office_kyc_fault_source_unclear,
  papers_missing: m.office_kyc_fault_papers_missing,
  other: m.office_kyc_fault_other,
}

const moveWords: Record<string, () => string> = { ...kindWords, level: m.office_kyc_kind_level }
/** What a move of the record was about: a review, or a level set by two people. */
export const moveName = (kind: string): string => moveWords[kind]?.() ?? kind
const targetWords: Record<string, () => string> = { ...stateWords, 'as proven': m.office_kyc_as_proven }
export const targetName = (to: string): string => targetWords[to]?.() ?? to
