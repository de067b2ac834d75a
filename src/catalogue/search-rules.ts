/** Text search over a catalogue that fits into memory: words in any language, weights however they are written. Pure. */

export type Searchable = { words: string[]; han: string }
export type Search = { words: string[]; han: string[] }

const grams: Record<string, (grams: string) => string> = {
  g: (text) => `${text}g`,
  kg: (text) => `${trimZeros(String(Number(text) * 1000))}g`,
  oz: (text) => `${text}oz`,
  k: (text) => `${text}k`,
}
const units: Record<string, keyof typeof grams> = {
  ...{ g: 'g', gr: 'g', gram: 'g', grams: 'g', 克: 'g' },
  ...{ kg: 'kg', kilo: 'kg', kilogram: 'kg', 公斤: 'kg' },
  ...{ oz: 'oz', ounce: 'oz', ons: 'oz', 盎司: 'oz' },
  ...{ k: 'k', kt: 'k', karat: 'k', carat: 'k' },
}
const MEASURE = new RegExp(
  `(\\d+(?:\\.\\d+)?)\\s*(${Object.keys(units)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?![a-z])`,
  'g',
)

/** Lower case without accents, a decimal point for a decimal comma, and measures as one word: `0,5 gram` is `0.5g`. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(MEASURE, (_all, number: string, unit: string) => ` ${grams[units[unit] ?? 'g']?.(trimZeros(number))} `)
}

const trimZeros = (number: string): string => (number.includes('.') ? number.replace(/\.?0+$/, '') : number)

const wordsOf = (text: string): string[] =>
  text.match(/\d+(?:\.\d+)?[a-z]*|[\p{L}\p{N}]+/gu)?.filter((word) => !HAN.test(word)) ?? []
const HAN = /\p{Script=Han}/u
const HAN_RUNS = /\p{Script=Han}+/gu

/** What can be found of a piece whose texts are these. */
export function searchableOf(texts: string[]): Searchable {
  const text = plain(texts.join(' | '))
  return { words: [...new Set(wordsOf(text.replace(HAN_RUNS, ' ')))], han: (text.match(HAN_RUNS) ?? []).join(' ') }
}

/** A search as it was typed. Han text is looked for by pairs of characters, for it has no spaces. */
export function searchOf(typed: string): Search {
  const text = plain(typed)
  const runs = text.match(HAN_RUNS) ?? []
  return {
    words: wordsOf(text.replace(HAN_RUNS, ' ')),
    han: runs.flatMap((run) =>
      run.length === 1 ? [run] : Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
    ),
  }
}

/** Whether every word of the search begins a word of the piece. A bare number means exactly that weight, karat or size. */
export const isFound = (search: Search, piece: Searchable): boolean => matches(search, piece, begins)

/** The same, forgiving one wrong, missing or extra letter in a word of four letters or more. */
export const isFoundRoughly = (search: Search, piece: Searchable): boolean =>
  matches(search, piece, (typed, word) => begins(typed, word) || beginsRoughly(typed, word))

function matches(search: Search, piece: Searchable, fits: (typed: string, word: string) => boolean): boolean {
  return (
    search.han.every((pair) => piece.han.includes(pair)) &&
    search.words.every((typed) => piece.words.some((word) => fits(typed, word)))
  )
}

const begins = (typed: string, word: string): boolean =>
  /^\d/.test(typed)
    ? word === typed || (/^[\d.]+$/.test(typed) && (word === `${typed}g` || word === `${typed}k`))
    : word.startsWith(typed)

const beginsRoughly = (typed: string, word: string): boolean =>
  typed.length >= 4 &&
  !/^\d/.test(typed) &&
  [0, -1, 1].some(
    (more) => word.length >= typed.length + more && oneEditApart(typed, word.slice(0, typed.length + more)),
  )

/** Whether one letter put in, taken out or exchanged turns one text into the other. */
function oneEditApart(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return Math.max(a.length, b.length) - start - end <= 1
}
