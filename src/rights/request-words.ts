/** What letters about personal data say, in their reader's language. */
import * as m from '../locale/paraglide/messages.js'
import { deletedWords, groundWords, keptWords, kindWords } from './pages/data-words.ts'
import { type Correctable, type Ground, type Outcome, opensName, type RequestKind } from './request-rules.ts'

type Locale = { locale: 'en-US' | 'id' | 'zh' }
const inLanguage = (language: string): Locale => ({ locale: language as Locale['locale'] })
export const kindIn = (kind: RequestKind, language: string) => kindWords[kind]({}, inLanguage(language))

/** The answer as a letter gives it: what was decided, on what ground, in whose words, and what a deletion left. */
export function answerWords(
  decision: {
    about: Correctable | null
    answer: string
    ground: Ground | undefined
    granted: boolean
    outcome: Outcome | null
  },
  language: string,
): string {
  const { about, answer, ground, granted, outcome } = decision
  const done = opensName(about) ? m.rights_letter_name_opened : m.rights_letter_granted
  const locale = inLanguage(language)
  return [
    granted ? done({}, locale) : m.rights_letter_refused({}, locale),
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
