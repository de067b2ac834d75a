/** What a refusal says to a person, in their language. */
import type { RefusalCode } from '../refusals.ts'
import { fieldTexts } from './field-text.ts'
import * as messages from './paraglide/messages.js'

type Locale = 'en-US' | 'id' | 'zh'
type Message = (inputs: Record<string, unknown>, options: { locale: Locale }) => string
const texts = messages as unknown as Record<string, Message>

/** The message of `code` in `language`, with the refusal's own numbers and names filled in. */
export function sayRefusal(
  code: RefusalCode | 'system_error',
  language: string,
  data: Record<string, unknown>,
): string {
  const message = texts[`refusal_${code}`]
  if (!message) throw new Error(`messages/refusals has no text for ${code}`)
  const fields = (data.fields as Record<string, string> | undefined) ?? {}
  return message({ ...data, field_text: sentenceOf(fieldTexts(fields, language)) }, { locale: language as Locale })
}

const sentenceOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${text}`)
    .join('; ')
