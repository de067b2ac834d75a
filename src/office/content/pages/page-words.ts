/** The pages that every store has, their parts, and what is wrong with one, in the reader's language. */

import { languages } from '../../../content/entry-rules.ts'
import type { PagePart, PageSlug, PageTexts } from '../../../content/page-rules.ts'
import { pageParts } from '../../../content/page-rules.ts'
import { readProblem } from '../../../locale/field-rules.ts'
import * as m from '../../../locale/paraglide/messages.js'
import { sentence } from '../../../ui/format.ts'
import { language } from '../../../ui/language.ts'
import { languageNames } from '../../kit/pages/language-words.ts'

export const slugWords: Record<PageSlug, () => string> = {
  about: m.office_content_page_about,
  contact: m.office_content_page_contact,
  privacy: m.office_content_page_privacy,
}
/** Where readers find each. */
export const pathOf: Record<PageSlug, string> = { about: '/home/aboutUs', contact: '/contactUs', privacy: '/privacy' }

export const partWords: Record<PagePart, () => string> = {
  title: m.office_content_title,
  lead: m.office_content_page_lead,
  facts: m.office_content_page_facts,
  body: m.office_content_field_body,
}

/** `body.id` as "Text, Bahasa Indonesia". */
export function partName(name: string): string {
  const [part, code] = name.split('.')
  return `${partWords[part as PagePart]()}, ${languageNames[code as 'id']}`
}

export const versionName = (version: number): string =>
  version === 0 ? m.office_content_page_release() : m.office_content_page_version({ n: version })

const problems: Record<string, (values: { n: string; name: string }) => string> = {
  field_empty: m.office_content_page_empty,
  field_too_long: m.field_too_long,
  field_fact_unknown: m.field_fact_unknown,
  field_fact_line: m.field_fact_line,
}
export function sayProblem(problem: string): string {
  const { message, values } = readProblem(problem)
  return sentence((problems[message] ?? m.field_not_right)({ n: '', name: '', ...values }), language())
}

export type PageValues = Record<string, string>

export const valuesOfPage = (texts: PageTexts): PageValues =>
  Object.fromEntries(
    pageParts.flatMap((part) => languages.map((each) => [`${part}.${each}`, texts[part][each] ?? ''] as const)),
  )

/** A language of which nothing is written is left out. */
export const textsOfPage = (values: PageValues): PageTexts => {
  const of = (part: PagePart) =>
    Object.fromEntries(
      languages
        .map((each) => [each, values[`${part}.${each}`] ?? ''] as const)
        .filter(([, text]) => text.trim() !== ''),
    )
  return { title: of('title'), lead: of('lead'), facts: of('facts'), body: of('body') }
}
