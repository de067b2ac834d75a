/**
 * Pages that every store has and its staff write (decision 0166): about, contact and privacy. Each language is written whole or not at all;
 * `{company}` and its like stand for what the house says of itself now. Pure, so that the preview is what readers get.
 */
import { problem } from '../locale/field-rules.ts'
import type { SettingValue } from '../stores/setting-rules.ts'
import { languages } from './entry-rules.ts'
import { type Block, readArticle, type Texts, textIn } from './text-rules.ts'

type House = SettingValue<'house'>
export const pageSlugs = ['about', 'contact', 'privacy'] as const
export type PageSlug = (typeof pageSlugs)[number]
export const pageParts = ['title', 'lead', 'facts', 'body'] as const
export type PagePart = (typeof pageParts)[number]
/** `facts` are lines of `label: value`. */
export type PageTexts = Record<PagePart, Texts>
export const mostOf: Record<PagePart, number> = { title: 120, lead: 300, facts: 2000, body: 20_000 }

const same = (text: string): Texts => ({ 'en-US': text, id: text, zh: text })

/** The name by which a house that has not said its own is spoken of. */
export const seller = ({ legal_name }: Pick<House, 'legal_name'>): Texts =>
  legal_name === '' ? { 'en-US': 'This house', id: 'Toko ini', zh: '本店' } : same(legal_name)

const facts: Record<string, (house: House) => Texts> = {
  company: ({ legal_name }) => same(legal_name),
  address: ({ street, city }) => same([street, city].filter(Boolean).join(', ')),
  city: ({ city }) => same(city),
  registration: ({ registration }) => same(registration),
  licence: ({ licence }) => same(licence),
  tax_number: ({ tax_number }) => same(tax_number),
  insurer: ({ insurer }) => same(insurer),
  auditor: ({ auditor }) => same(auditor),
  telephone: ({ telephone }) => same(telephone),
  mail: ({ mail }) => same(mail),
  hours: ({ hours_en, hours_id, hours_zh }) => ({ 'en-US': hours_en, id: hours_id, zh: hours_zh }),
}

/** What may stand between braces, with what the house says of it; empty where it says nothing. */
export const houseFacts = (house: House): { name: string; value: Texts }[] =>
  Object.entries(facts).map(([name, of]) => ({ name, value: of(house) }))

const NAMED = /\{([a-z_]{1,20})\}/g
const filled = (text: string, said: (name: string) => string | undefined): string =>
  text.replace(NAMED, (whole, name: string) => said(name) ?? whole)

/** Whether a language has a page: the parts without which there is none. */
export const isWritten = (texts: PageTexts, language: string): boolean =>
  (['title', 'lead', 'body'] as const).every((part) => (texts[part][language] ?? '').trim() !== '')

/** The language in which a page is shown to who asks for one: that, else the store's own, else whichever there is. */
export const languageOf = (texts: PageTexts, asked: string, own: string): string =>
  [asked, own, ...languages].find((language) => isWritten(texts, language)) ?? own

type PageFact = { label: string; value: string; href: string | null }
type ShownPage = { language: string; title: string; lead: string; body: Block[]; facts: PageFact[] }
type At = { house: House; asked: string; own: string }

/** As readers get it; a fact that the house has not said is left out, in a sentence it is a dash. */
export function shownPage(texts: PageTexts, { house, asked, own }: At): ShownPage {
  const language = languageOf(texts, asked, own)
  const bare = (name: string) => {
    const value = Object.hasOwn(facts, name) ? facts[name]?.(house) : undefined
    return value && textIn(value, language)
  }
  const said = (name: string) => {
    const value = name === 'company' ? textIn(seller(house), language) : bare(name)
    return value === '' ? '–' : value
  }
  const sentence = (part: PagePart) => filled(texts[part][language] ?? '', said)
  return {
    language,
    title: sentence('title'),
    lead: sentence('lead'),
    body: readArticle(sentence('body')),
    facts: factLines(texts.facts[language] ?? '')
      .map(({ label, value }) => ({ label, value: filled(value, bare), href: hrefOf(value, bare) }))
      .filter(({ value }) => value !== ''),
  }
}

const FACT = /^([^:：]{1,60})[:：]\s*(.{1,300})$/

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const factLines = (text: string) =>
  linesOf(text).flatMap((line) => {
    const [, label, value] = FACT.exec(line) ?? []
    return label && value ? [{ label: label.trim(), value: value.trim() }] : []
  })

/** An address can be written to and a number rung; a number that is no telephone's has no plus in front. */
function hrefOf(written: string, bare: (name: string) => string | undefined): string | null {
  const value = filled(written, bare)
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value)) return `mailto:${value}`
  const isNumber = written === '{telephone}' || /^\+[\d ()-]{6,}$/.test(value)
  return isNumber && value !== '' ? `tel:${value.replace(/[^+\d]/g, '')}` : null
}

/** What of a draft is too long to be kept. */
export function tooLong(texts: PageTexts): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const part of pageParts)
    for (const [language, text] of Object.entries(texts[part]))
      if (!languages.includes(language as 'id')) wrong[`${part}.${language}`] = problem('unknown')
      else if (text.length > mostOf[part]) wrong[`${part}.${language}`] = problem('too_long', { n: mostOf[part] })
  return wrong
}

/** Why a page cannot be published, by part and language; the store's own language has to be written. */
export function wrongPage(texts: PageTexts, own: string): Record<string, string> {
  const wrong = tooLong(texts)
  for (const language of languages) {
    const begun = pageParts.some((part) => (texts[part][language] ?? '').trim() !== '')
    if (!begun && language !== own) continue
    for (const part of pageParts) {
      const said = wrongPart(part, texts[part][language] ?? '')
      if (said) wrong[`${part}.${language}`] ??= said
    }
  }
  return wrong
}

function wrongPart(part: PagePart, text: string): string | null {
  if (text.trim() === '') return part === 'facts' ? null : problem('empty')
  const stranger = [...text.matchAll(NAMED)].find(([, name = '']) => !Object.hasOwn(facts, name))
  if (stranger) return problem('fact_unknown', { name: stranger[0] })
  if (part !== 'facts') return null
  const odd = linesOf(text).findIndex((line) => !FACT.test(line))
  return odd < 0 ? null : problem('fact_line', { n: odd + 1 })
}

/** Which parts of which languages are no longer what they were. */
export const changedParts = (before: PageTexts, after: PageTexts): string[] =>
  pageParts.flatMap((part) =>
    languages
      .filter((language) => (before[part][language] ?? '') !== (after[part][language] ?? ''))
      .map((language) => `${part}.${language}`),
  )
