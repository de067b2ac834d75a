/** Names as they are compared: without what the same name is written with in one place and not in another. Pure. */

const letters: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h' },
}
/** What stands before, between or behind the parts of a name and is left out as often as not. */
const beside = new Set(
  'bin binti ibn ibnu bint al el alias h hj haji hajjah dr drs dra ir prof kh ust ustadz mr mrs ms tn ny sdr'.split(
    ' ',
  ),
)
const spellings: [RegExp, string][] = [
  // Indonesian as it was written before 1972
  [/oe/g, 'u'],
  [/dj/g, 'j'],
  [/tj/g, 'c'],
  [/sj/g, 'sy'],
  [/nj/g, 'ny'],
  // transliterations of one sound
  [/ph/g, 'f'],
  [/sh/g, 'sy'],
  [/q/g, 'k'],
  [/(.)\1+/g, '$1'],
]
const MUHAMMAD = /^m(u|o)?h(a|m)?m?(a|e)?d?$|^m(u|o)ham(a|e)d$|^md$/

/** The parts of a name in their order: plain small letters and digits, in one spelling, without titles and particles. */
export function tokensOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’ʼ`´]/gu, '')
    .replace(/[ßæœøłđðþıħ]/g, (letter) => letters[letter] ?? letter)
  const parts = plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  const telling = parts.filter((part) => !beside.has(part))
  return (telling.length > 0 ? telling : parts).map(spelled)
}

function spelled(part: string): string {
  const one = spellings.reduce((text, [from, to]) => text.replace(from, to), part)
  return MUHAMMAD.test(one) ? 'muhamad' : one
}
