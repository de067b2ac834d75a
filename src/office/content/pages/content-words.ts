/** Kinds, states and fields of what the dealer writes, in the reader's language. */
import type { EntryKind } from '../../../content/entry-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import type { AgreementRowView, EntryRowView } from '../content-contract.ts'

export const kindWords: Record<EntryKind, () => string> = {
  news: m.content_news,
  banner: m.content_banners,
  problem: m.content_problems,
  partner: m.content_partners,
}

export const entryStateWords: Record<EntryRowView['state'], () => string> = {
  shown: m.content_shown,
  coming: m.content_coming,
  over: m.content_over,
  draft: m.content_draft,
}
export const entryStateTones = { shown: 'up', coming: 'nila', over: 'plain', draft: 'warn' } as const

export const agreementStates: Record<AgreementRowView['state'], () => string> = {
  in_force: m.content_in_force,
  former: m.content_former,
  coming: m.content_coming,
}

const fieldWords: Record<string, () => string> = {
  category: m.content_field_category,
  author: m.content_field_author,
  image: m.content_field_image,
  image_alt: m.content_field_image_alt,
  title: m.content_title,
  summary: m.content_field_summary,
  body: m.content_field_body,
  position: m.content_field_position,
  link: m.content_field_link,
  text: m.content_field_text,
  group_id: m.content_field_group,
  slug: m.content_field_slug,
  question: m.content_field_question,
  answer: m.content_field_answer,
  kind: m.content_kind,
  name: m.content_field_name,
  place: m.content_field_place,
  since: m.content_field_since,
  changes: m.content_field_changes,
}
export const fieldName = (name: string): string => fieldWords[name]?.() ?? name

const choiceWords: Record<string, () => string> = {
  house: m.content_choice_house,
  market: m.content_choice_market,
  product: m.content_choice_product,
  guide: m.content_choice_guide,
  refinery: m.content_choice_refinery,
  assay: m.content_choice_assay,
  courier: m.content_choice_courier,
  insurer: m.content_choice_insurer,
  bank: m.content_choice_bank,
}
export const choiceName = (value: string): string => choiceWords[value]?.() ?? value

export const textOf = (texts: Record<string, string>, language: string): string =>
  texts[language] || texts['en-US'] || Object.values(texts)[0] || '–'
