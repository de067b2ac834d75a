/** What letters about complaints say, in their reader's language. */
import * as m from '../locale/paraglide/messages.js'
import { formatDay } from '../ui/format.ts'
import type { Language } from '../ui/language.ts'
import type { ComplaintOutcome } from './complaint-rules.ts'
import type { OutsideBodyView } from './contract.ts'
import { outcomeWords } from './pages/complaint-words.ts'

export const dayIn = (day: string, language: string) => formatDay(Date.parse(day), 'UTC', language as Language)

type Decided = {
  outcome: ComplaintOutcome
  text: string
  done: string
  reopenUntil: string | null
  body: OutsideBodyView | null
}

/** The decision as a letter gives it: outcome, why, what is done, and whom its reader may turn to next. */
export function decisionWords({ outcome, text, done, reopenUntil, body }: Decided, language: string): string {
  const locale = { locale: language as Language }
  return [
    outcomeWords[outcome]({}, locale),
    text,
    ...(done ? [m.complaints_letter_done({ done }, locale)] : []),
    ...(reopenUntil ? [m.complaints_letter_reopen({ day: dayIn(reopenUntil, language) }, locale)] : []),
    ...(body
      ? [[m.complaints_letter_body({}, locale), body.name, body.address, body.contact].filter(Boolean).join('\n')]
      : []),
  ].join('\n\n')
}
