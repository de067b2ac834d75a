/**
 * Numbers as makers stamp them. A maker's pieces are known by its code and the stamped number without separators, since two makers may
 * stamp the same number; brands that no maker has are numbered by the house (`serial-rules.ts`). Pure.
 */

export const checkRules = ['none', 'luhn', 'mod97'] as const
export type CheckRule = (typeof checkRules)[number]
/** `forms`: what a number may look like, `@` a letter, `#` a digit, `*` either, anything else itself; none: whatever it looks like. */
export type Maker = { code: string; forms: string[]; check: CheckRule }

const LONGEST = 24

/** What was typed, pasted or scanned, in capitals and without separators; leading zeros are part of a number. */
export const plainNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·:/_‐-―-]+/g, '')

/** The serial number (AI 21) of a GS1 element string: as it is printed, as a scanner sends it, or as a Digital Link. */
const ofGs1 = [
  /\(21\)([^()]{1,20})/,
  /^(?:\][A-Za-z]\d)?01\d{14}(?:1[1-7]\d{6})*21([!-~]{1,20})/,
  /^https?:\/\/\S+\/01\/\d{14}\S*\/21\/([^/?#\s]{1,60})/i,
]

/** What a scanner reads of a label: the number of a passport's address, or of a GS1 element string; else the text itself. */
export function scannedText(typed: string): string {
  const text = typed.trim()
  const ofAddress = /^https?:\/\/\S+[?&]serial=([^&#\s]+)/i.exec(text)?.[1]
  const part = ofAddress ?? ofGs1.map((form) => form.exec(text)?.[1]).find(Boolean)
  return part === undefined ? text : decoded(part)
}

/** As an address says it; what cannot be decoded, or hides characters that nobody types, stays as it stands. */
function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part.replace(/\+/g, ' '))
    return /\p{Cc}/u.test(text) ? part : text
  } catch {
    return part
  }
}

/** A form as a person types it; null for one that no number could have. */
export function readForm(typed: string): string | null {
  const form = typed.toUpperCase().replace(/[\s.-]+/g, '')
  return /^[A-Z0-9@#*]{1,24}$/.test(form) ? form : null
}

const parts: Record<string, string> = { '@': '[A-Z]', '#': '[0-9]', '*': '[A-Z0-9]' }
const fits = (number: string, form: string): boolean =>
  new RegExp(`^${[...form].map((char) => parts[char] ?? char).join('')}$`).test(number)

/** Letters count from 10 (ISO/IEC 7064). */
const digitsOf = (number: string): string => [...number].map((char) => Number.parseInt(char, 36)).join('')

const checks: Record<CheckRule, (number: string) => boolean> = {
  none: () => true,
  luhn: (number) =>
    [...digitsOf(number)].reverse().reduce((sum, char, place) => {
      const value = Number(char) * (place % 2 ? 2 : 1)
      return sum + (value > 9 ? value - 9 : value)
    }, 0) %
      10 ===
    0,
  mod97: (number) => BigInt(digitsOf(number)) % 97n === 1n,
}

type ReadStamped = { kind: 'serial'; serial: string } | { kind: 'no_number' | 'wrong_form' | 'mistyped' }

/** The number of a maker's piece as it is kept. The code of the maker may stand before it. */
export function readStamped({ code, forms, check }: Maker, typed: string): ReadStamped {
  const whole = plainNumber(scannedText(typed))
  const number =
    whole.startsWith(code) && whole.length > code.length && !isOfForm(whole, forms) ? whole.slice(code.length) : whole
  if (number.length > LONGEST || !/^[A-Z0-9]*[0-9][A-Z0-9]*$/.test(number)) return { kind: 'no_number' }
  if (forms.length > 0 && !isOfForm(number, forms)) return { kind: 'wrong_form' }
  return checks[check](number) ? { kind: 'serial', serial: `${code}:${number}` } : { kind: 'mistyped' }
}

/** As what a typed number may be kept, whatever numbers of the maker look like by now: with its code taken off where that stands before it. */
export function keptNumbers({ code }: Pick<Maker, 'code'>, typed: string): string[] {
  const plain = plainNumber(scannedText(typed))
  return [plain, ...(plain.startsWith(code) ? [plain.slice(code.length)] : [])].map((number) => `${code}:${number}`)
}

const isOfForm = (number: string, forms: readonly string[]): boolean => forms.some((form) => fits(number, form))

export const MOST_OF_A_RANGE = 1000

/**
 * The numbers from one to another, both included, where "A100..A149" stands for them: the same but for digits at the end, as many in both.
 * Null for what is no range; `too_many` and `wrong` for one that cannot be.
 */
export function rangeOf(typed: string): string[] | 'wrong' | 'too_many' | null {
  if (typed.length > 100) return null
  const ends = typed.split(/\s*(?:\.{2,}|…)\s*/)
  if (ends.length === 1) return null
  const [first, last, more] = ends.map((end) => /^(.*?)(\d+)$/.exec(plainNumber(end)))
  if (more !== undefined || !first || !last) return 'wrong'
  const [[, before = '', from = ''], [, other = '', to = '']] = [first, last]
  // The second may be said without what both begin with, and by its last digits alone.
  const whole = other === '' && to.length < from.length ? from.slice(0, from.length - to.length) + to : to
  if (!before.endsWith(other) || whole.length !== from.length) return 'wrong'
  const [low, high] = [BigInt(from), BigInt(whole)]
  if (high < low) return 'wrong'
  if (high - low >= BigInt(MOST_OF_A_RANGE)) return 'too_many'
  return Array.from(
    { length: Number(high - low) + 1 },
    (_, step) => before + String(low + BigInt(step)).padStart(from.length, '0'),
  )
}
