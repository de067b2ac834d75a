/** Kinds, states and fields of what the dealer writes, in the reader's language. */
import type { EntryKind } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { AgreementRowView, EntryRowView } from '../content-contract.ts'

export const kindWords: Record<EntryKind, () => string> = {
  news: m.office_content_news,
  banner: m.office_content_banners,
  problem: m.office_content_problems,
  partner: m.office_content_partners,
}

export const entryStateWords: Record<EntryRowView['state'], () => string> = {
  shown: m.office_content_shown,
  coming: m.office_content_coming,
  over: m.office_content_over,
  draft: m.office_content_draft,
}
export const entryStateTones = { shown: 'up', coming: 'nila', over: 'plain', draft: 'warn' } as const

export const agreementStates: Record<AgreementRowView['state'], () => string> = {
  in_force: m.office_content_in_force,
  former: m.office_content_former,
  coming: m.office_content_coming,
}

const fieldWords: Record<string, () => string> = {
  category: m.office_content_field_category,
  author: m.office_content_field_author,
  image: m.office_content_field_image,
  image_alt: m.office_content_field_image_alt,
  title: m.office_content_title,
  summary: m.office_content_field_summary,
  body: m.office_content_field_body,
  position: m.office_content_field_position,
  link: m.office_content_field_link,
  text: m.office_content_field_text,
  group_id: m.office_content_field_group,
  slug: m.office_content_field_slug,
  question: m.office_content_field_question,
  answer: m.office_content_field_answer,
  kind: m.office_content_kind,
  name: m.office_content_field_name,
  place: m.office_content_field_place,
  since: m.office_content_field_since,
  changes: m.office_content_field_changes,
}
export const fieldName = (name: string): string => fieldWords[name]?.() ?? name

const choiceWords: Record<string, () => string> = {
  house: m.office_content_choice_house,
  market: m.office_content_choice_market,
  product: m.office_content_choice_product,
  guide: m.office_content_choice_guide,
  refinery: m.office_content_choice_refinery,
  assay: m.office_content_choice_assay,
  courier: m.office_content_choice_courier,
  insurer: m.office_content_choice_insurer,
  bank: m.office_content_choice_bank,
}
export const choiceName = (value: string): string => choiceWords[value]?.() ?? value

export const textOf = (texts: Record<string, string>, language: string): string =>
  texts[language] || texts['en-US'] || Object.values(texts)[0] || '–'
