/**
 * Serial numbers that the house gives to pieces: two letters of the maker, seven characters that tell nothing, and one that checks the rest,
 * so that a slip of the pen is told from a number that does not exist. Numbers that a maker stamps: `maker-rules.ts`. Pure.
 */
import { plainNumber, scannedText } from './maker-rules.ts'

/** Crockford's base 32: no I, L, O, U, which are taken for others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BODY = 7
const FORM = new RegExp(`^[A-Z]{2}[${ALPHABET}]{${BODY + 1}}$`)

/** Positions weighted by their place, modulo a prime: sees every wrong character but one pair, and every swapped pair. */
function checkOf(start: string): string {
  const sum = [...start].reduce((total, char, place) => total + char.charCodeAt(0) * (place + 1), 0)
  return ALPHABET[sum % 31] ?? ''
}

/** The serial number of a maker's `value`; only its low 35 bits count. */
export function serialOf(maker: string, value: bigint): string {
  let rest = value
  let body = ''
  for (let place = 0; place < BODY; place++) {
    body = ALPHABET[Number(rest & 31n)] + body
    rest >>= 5n
  }
  return maker + body + checkOf(maker + body)
}

/** The two letters of a maker: the first of its first two words, or of its only one. */
export function makerLetters(brand: string): string {
  const words = brand
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean)
  const [first = 'K', second] = words
  return second ? first.slice(0, 1) + second.slice(0, 1) : first.padEnd(2, 'X').slice(0, 2)
}

type ReadSerial = { kind: 'serial'; serial: string } | { kind: 'mistyped'; letters: string } | { kind: 'not_a_serial' }

/** What somebody typed or scanned: spaces, hyphens and case do not count, and O, I and L after the letters are 0 and 1. */
export function readSerial(typed: string): ReadSerial {
  const plain = scannedText(typed)
    .toUpperCase()
    .replace(/[\s.·-]+/g, '')
  const serial = plain.slice(0, 2) + plain.slice(2).replace(/O/g, '0').replace(/[IL]/g, '1')
  if (!FORM.test(serial)) return { kind: 'not_a_serial' }
  return serial.endsWith(checkOf(serial.slice(0, -1)))
    ? { kind: 'serial', serial }
    : { kind: 'mistyped', letters: serial.slice(0, 2) }
}

/** "KM-7F3Q-X2M9", or "PAMP C012345" of a maker: as it is printed, and read again. */
export const showSerial = (serial: string): string =>
  serial.includes(':') ? serial.replace(':', ' ') : `${serial.slice(0, 2)}-${serial.slice(2, 6)}-${serial.slice(6)}`

/** The number, as it is kept, of what `showSerial` shows. */
export const keptSerial = (shown: string): string => shown.trim().replace(/-/g, '').replace(' ', ':')

/**
 * Which of these numbers, as they are kept, was typed or scanned; one of a maker may be said without it where no other of these is meant by
 * that. Undefined for none.
 */
export function serialMeant(serials: readonly string[], typed: string): string | undefined {
  const plain = plainNumber(scannedText(typed))
  const whole = serials.find((serial) => plainNumber(serial) === plain)
  if (whole !== undefined) return whole
  const stamped = serials.filter((serial) => serial.endsWith(`:${plain}`))
  return stamped.length === 1 ? stamped[0] : undefined
}

/** The numbers of our form that stand anywhere in a text, by their check character, as they would be kept. */
export function serialsWithin(text: string): string[] {
  const plain = text.toUpperCase().replace(/[^A-Z0-9]+/g, '')
  const length = 2 + BODY + 1
  const windows = Array.from({ length: Math.max(0, plain.length - length + 1) }, (_, at) =>
    plain.slice(at, at + length),
  )
  return windows.flatMap((window) => {
    const read = readSerial(window)
    return read.kind === 'serial' ? [read.serial] : []
  })
}

/** The letters of the maker of what would be a number of ours but for a wrong character, whether it is the whole text or one word of it. */
export const mistypedLetters = (text: string): string[] =>
  [text, ...text.split(/[\s,;:/]+/)].flatMap((one) => {
    const read = readSerial(one)
    return read.kind === 'mistyped' ? [read.letters] : []
  })

/** A number as that of a piece would be kept; what is none stays as it is. */
export function pieceNumber(typed: string): string {
  const read = readSerial(typed)
  return read.kind === 'serial' ? read.serial : typed
}
