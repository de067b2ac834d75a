/** What letters about personal data say, in their reader's language. */
import * as m from '../locale/paraglide/messages.js'
import type { DeletedPart, Ground, KeptPart, Outcome, RequestKind } from './request-rules.ts'

type Locale = { locale: 'en-US' | 'id' | 'zh' }
type Words = (values: Record<never, never>, options: Locale) => string

const kinds: Record<RequestKind, Words> = {
  access: m.rights_kind_access,
  correction: m.rights_kind_correction,
  restriction: m.rights_kind_restriction,
  deletion: m.rights_kind_deletion,
}
const groundWords: Record<Ground, Words> = {
  kept_by_law: m.rights_ground_kept_by_law,
  running_business: m.rights_ground_running_business,
  not_inaccurate: m.rights_ground_not_inaccurate,
  rights_of_others: m.rights_ground_rights_of_others,
  unfounded: m.rights_ground_unfounded,
}
const deletedWords: Record<DeletedPart, Words> = {
  account: m.rights_deleted_account,
  devices: m.rights_deleted_devices,
  addresses: m.rights_deleted_addresses,
  wishes: m.rights_deleted_wishes,
  messages: m.rights_deleted_messages,
  testimonials: m.rights_deleted_testimonials,
}
const keptWords: Record<KeptPart, Words> = {
  books: m.rights_kept_books,
  invoices: m.rights_kept_invoices,
  identity: m.rights_kept_identity,
  payouts: m.rights_kept_payouts,
  audit: m.rights_kept_audit,
  proof: m.rights_kept_proof,
}

const inLanguage = (language: string): Locale => ({ locale: language as Locale['locale'] })
export const kindWords = (kind: RequestKind, language: string) => kinds[kind]({}, inLanguage(language))

/** The answer as a letter gives it: what was decided, on what ground, in whose words, and what a deletion left. */
export function answerWords(
  decision: { answer: string; ground: Ground | undefined; granted: boolean; outcome: Outcome | null },
  language: string,
): string {
  const { answer, ground, granted, outcome } = decision
  const locale = inLanguage(language)
  return [
    granted ? m.rights_letter_granted({}, locale) : m.rights_letter_refused({}, locale),
    ...(ground ? [groundWords[ground]({}, locale)] : []),
    answer,
    ...(outcome ? outcomeWords(outcome, locale) : []),
  ].join('\n\n')
}

function outcomeWords({ deleted, kept }: Outcome, locale: Locale): string[] {
  const until = (day: string | null) =>
    day ? m.rights_kept_until({ day }, locale) : m.rights_kept_without_end({}, locale)
  return [
    [m.rights_letter_deleted({}, locale), ...deleted.map((part) => `– ${deletedWords[part]({}, locale)}`)].join('\n'),
    [
      m.rights_letter_kept({}, locale),
      ...kept.map((one) => `– ${keptWords[one.part]({}, locale)} (${until(one.until)})`),
    ].join('\n'),
  ]
}
