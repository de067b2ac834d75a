/**
 * What is wrong with a field, in a person's language. Code says it in English, as the API document does; the messages
 * `field_…` hold the same English beside the other languages, and are found by it.
 */
import * as messages from './paraglide/messages.js'

type Inputs = Record<string, string>
type Message = (inputs: Inputs, options: { locale: 'en-US' | 'id' | 'zh' }) => string
type Known = { message: Message; pattern: RegExp }

const inputs = ['n', 'list', 'currency']
const asEscaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The longest text first: what a place for a number would also take must not be swallowed by it. */
const known: Known[] = Object.entries(messages as unknown as Record<string, Message>)
  .filter(([key]) => key.startsWith('field_'))
  .map(([, message]) => {
    const marked = message(Object.fromEntries(inputs.map((name) => [name, `<${name}>`])), { locale: 'en-US' })
    const pattern = asEscaped(marked).replace(/<(\w+)>/g, '(?<$1>.+)')
    return { message, pattern: new RegExp(`^${pattern}$`) }
  })
  .sort((one, other) => other.pattern.source.length - one.pattern.source.length)

/** `english` in `language`; null when no message says it. */
export function knownFieldText(english: string, language: string): string | null {
  for (const { message, pattern } of known) {
    const match = pattern.exec(english)
    if (match) return message(match.groups ?? {}, { locale: language as 'id' })
  }
  return null
}

/** Every field's problem in `language`; one that no message says keeps its own English words. */
export const fieldTexts = (fields: Record<string, string>, language: string): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, knownFieldText(text, language) ?? text]))
