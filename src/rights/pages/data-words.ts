/** What requests about data are called, on pages and in letters. */
import * as m from '../../locale/paraglide/messages.js'
import type { Correctable, DeletedPart, Ground, KeptPart, RequestKind, RequestState } from '../request-rules.ts'

type Message = typeof m.rights_kind_access
type Words<Name extends string> = Record<Name, Message>

export const kindWords: Words<RequestKind> = {
  access: m.rights_kind_access,
  correction: m.rights_kind_correction,
  restriction: m.rights_kind_restriction,
  deletion: m.rights_kind_deletion,
}
export const stateWords: Words<RequestState> = {
  waiting: m.rights_state_waiting,
  granted: m.rights_state_granted,
  refused: m.rights_state_refused,
  withdrawn: m.rights_state_withdrawn,
}
export const stateTones = { waiting: 'nila', granted: 'up', refused: 'down', withdrawn: 'plain' } as const
export const aboutWords: Words<Correctable> = {
  name: m.rights_about_name,
  contact: m.rights_about_contact,
  address: m.rights_about_address,
  identity: m.rights_about_identity,
  order: m.rights_about_order,
  other: m.rights_about_other,
}
export const groundWords: Words<Ground> = {
  kept_by_law: m.rights_ground_kept_by_law,
  running_business: m.rights_ground_running_business,
  not_inaccurate: m.rights_ground_not_inaccurate,
  rights_of_others: m.rights_ground_rights_of_others,
  unfounded: m.rights_ground_unfounded,
}
export const deletedWords: Words<DeletedPart> = {
  account: m.rights_deleted_account,
  devices: m.rights_deleted_devices,
  addresses: m.rights_deleted_addresses,
  wishes: m.rights_deleted_wishes,
  messages: m.rights_deleted_messages,
  testimonials: m.rights_deleted_testimonials,
}
export const keptWords: Words<KeptPart> = {
  books: m.rights_kept_books,
  invoices: m.rights_kept_invoices,
  identity: m.rights_kept_identity,
  payouts: m.rights_kept_payouts,
  audit: m.rights_kept_audit,
  proof: m.rights_kept_proof,
}
