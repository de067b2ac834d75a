/** What is wrong with a field, in a person's language; the API document says it in English. */
import { readProblem } from './field-rules.ts'
import * as messages from './paraglide/messages.js'

type Message = (inputs: Record<string, string>, options: { locale: 'en-US' | 'id' | 'zh' }) => string
const texts = messages as unknown as Record<string, Message | undefined>

/** Every field's problem in `language`. Throws for one that no message says: it would be shown as a name of our own. */
export const fieldTexts = (problems: Record<string, string>, language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => {
      const { message, values } = readProblem(problem)
      const say = texts[message]
      if (!say) throw new Error(`messages/refusals has no ${message}`)
      return [name, say(values, { locale: language as 'id' })]
    }),
  )
