/** What is wrong with a field, by the name of the message `field_…` that says it. Pure: contracts and rules name it, field-text.ts says it. */
import type * as messages from './paraglide/messages.js'

type Said<Message> = Message extends `field_${infer Name}` ? Name : never
type Problem = Said<keyof typeof messages>
/** What the message has places for: a number, a list, a currency. */
type Values<Name extends Problem> = Parameters<(typeof messages)[`field_${Name}`]>[0]

/** `problem('too_long', { n: 200 })` is `too_long?n=200`, which travels where a contract has room for a text alone. */
export function problem<Name extends Problem>(
  name: Name,
  ...[values]: keyof Values<Name> extends never ? [] : [Values<Name>]
): string {
  return values ? `${name}?${new URLSearchParams(values as Record<string, string>)}` : name
}

/** The message and what its places are filled with. */
export function readProblem(said: string): { message: string; values: Record<string, string> } {
  const [name = '', query] = said.split('?', 2)
  return { message: `field_${name}`, values: Object.fromEntries(new URLSearchParams(query)) }
}
