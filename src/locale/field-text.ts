/** What is wrong with a field, in a person's language; the API document says it in English. */
import { readProblem } from './field-rules.ts'
import * as messages from './paraglide/messages.js'

type Message = (inputs: Record<string, string>, options: { locale: 'en-US' | 'id' | 'zh' }) => string
const texts = messages as unknown as Record<string, Message | undefined>

/** Every field's problem in `language`. Of one that no message says: that it is not right. */
export const fieldTexts = (problems: Record<string, string>, language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => {
      const { message, values } = readProblem(problem)
      const say = texts[message] ?? messages.field_not_right
      return [name, say(values, { locale: language as 'id' })]
    }),
  )
