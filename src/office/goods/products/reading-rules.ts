/** What a product of another shop says about its gold, in its own words. A reading is a guess that staff confirm. Pure. */
import { finenessOf, usualFineness } from '../../../catalogue/new-goods-rules.ts'
import { divideDown } from '../../../money/money.ts'
import type { SourceProduct, SourceVariant } from './source-rules.ts'

export const readFrom = ['option', 'attribute', 'title'] as const
/** `words` are those that were read, `from` is where they stand. */
export type Reading<T> = { value: T; words: string; from: (typeof readFrom)[number] }
export type Fineness = { karat: number; fineness: number }

/** 0.0001 g in units: a troy ounce is 31.1034768 g. Gold is weighed in no other ounce, and the pound is not gold's. */
const units: readonly [RegExp, bigint][] = [
  [/^(g|gr|gm|gram|grams|gramme|克)$/, 100_000_000n],
  [/^(kg|kilo|kilogram|公斤|千克)$/, 100_000_000_000n],
  [/^(mg|milligram)$/, 100_000n],
  [/^(oz|ozt|ounce|ounces|troy oz|troy ounce|troy ounces|oz t|盎司)$/, 3_110_347_680n],
]
/** 0.0001 g times `10^4`, so that an ounce is whole. */
const SCALE = 10_000n

const weightWords =
  /(?<![\p{L}\d.,/])(\d{1,3}\/\d{1,4}|\d{1,7}(?:[.,]\d{1,5})?)\s{0,2}(troy ounces?|troy oz|oz t|ozt|oz|ounces?|kilogram|kilo|kg|milligram|mg|gramme|grams?|gram|gr|gm|g|克|公斤|千克|盎司)(?![\p{L}\d])/giu

/** The weight that a text names, in grams to 0.0001; null where it names none, several, or one that can be read two ways. */
export function weightIn(text: string): { value: string; words: string } | null {
  const found = [...text.matchAll(weightWords)].map(([words, number = '', unit = '']) => ({
    words,
    value: gramsOf(number, unit.toLowerCase()),
  }))
  const [first] = found
  if (!first || /\d\s*[x×*]\s*\d/i.test(text)) return null
  const { words, value } = first
  return value !== null && found.every((other) => other.value === value) ? { words: words.trim(), value } : null
}

function gramsOf(number: string, unit: string): string | null {
  const size = units.find(([form]) => form.test(unit))?.[1]
  // 1.000 g is a gram to one reader and a kilogram to another
  if (!size || /^\d{1,3}[.,]\d{3}$/.test(number)) return null
  const [above = '', below] = number.split('/')
  const [whole = '', part = ''] = above.replace(',', '.').split('.')
  const divisor = below === undefined ? 10n ** BigInt(part.length) : BigInt(below)
  if (divisor === 0n) return null
  const e4 = divideDown(2n * BigInt(whole + part) * size + divisor * SCALE, 2n * divisor * SCALE)
  return e4 > 0n ? textOf(e4) : null
}

const textOf = (e4: bigint): string => `${e4 / 10_000n}.${String(e4 % 10_000n).padStart(4, '0')}`.replace(/\.?0+$/, '')

const karatWords = /(?<![\p{L}\d.,])(1?\d|2[0-4])\s{0,2}(k|kt|karat|carat)(?![\p{L}\d])/giu
/** Hallmarks and stamps, as parts of a thousand or of ten thousand. */
const stampWords =
  /(?<![\p{L}\d.,/])(?:0?\.)?(9999|999[.,]9|999|995|990|986|958|917|916[.,][67]|916|875|833|750|585|417|375)(?![\d/]|[.,]\d)/gu

/** The fineness that a text names as karat or stamp; null where it names none, or two that differ. */
export function finenessIn(text: string): { value: Fineness; words: string } | null {
  const karats = [...text.matchAll(karatWords)].map(([words, karat]) => ({
    words,
    value: { karat: Number(karat), fineness: usualFineness(Number(karat)) },
  }))
  const stamps = [...withoutWeights(text).matchAll(stampWords)].map(([words, parts = '']) => ({
    words,
    value: stampOf(parts),
  }))
  const [first] = [...stamps, ...karats]
  if (!first?.value || first.value.karat < 1) return null
  const agrees = [...stamps, ...karats].every(({ value }) => value?.karat === first.value?.karat)
  return agrees ? { value: first.value, words: first.words.trim() } : null
}

const withoutWeights = (text: string) => text.replace(weightWords, ' ')

function stampOf(parts: string): Fineness | null {
  const digits = parts.replace(/[.,]/, '')
  const fineness = Number(digits.padEnd(4, '0'))
  const karat = karatOf(fineness)
  return karat === null ? null : { karat, fineness }
}

/** The karat that is a true name of a fineness; null for one between two. */
export function karatOf(fineness: number): number | null {
  for (let karat = 24; karat >= 1; karat -= 1) {
    const [least, most] = finenessOf(karat)
    if (fineness >= least && fineness <= most) return karat
  }
  return null
}

type Texts = Pick<SourceProduct, 'title' | 'attributes'>
/** Where a variant's own words come before its product's; the weight of its parcel is never asked. */
function read<T>(
  product: Texts,
  variant: SourceVariant,
  find: (text: string) => { value: T; words: string } | null,
): Reading<T> | null {
  const texts: [Reading<T>['from'], string][] = [
    ...variant.options.map(([, value]) => ['option', value] as const),
    ['option', variant.title],
    ...product.attributes.map(([, value]) => ['attribute', value] as const),
    ['title', product.title],
  ].map(([from, text]) => [from as Reading<T>['from'], text ?? ''])
  for (const [from, text] of texts) {
    const found = find(text.slice(0, 500))
    if (found) return { ...found, from }
  }
  return null
}

export const weightOf = (product: Texts, variant: SourceVariant) => read(product, variant, weightIn)
export const finenessRead = (product: Texts, variant: SourceVariant) => read(product, variant, finenessIn)

const colours: readonly [RegExp, string][] = [
  [/\b(yellow|kuning)\b|黄/i, 'yellow'],
  [/\b(white|putih)\b|白/i, 'white'],
  [/\b(rose|mawar|pink)\b|玫瑰/i, 'rose'],
]
const sizeName = /^(ring size|size|ukuran|ukuran cincin|尺寸|戒围)$/i
const lengthName = /^(length|panjang|长度)$/i

/** Colour, ring size and length that a variant's options name; a size is one of rings alone. */
export function chosenOf({ options }: SourceVariant, may: readonly string[]): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const [name, value] of options) {
    const colour = colours.find(([form]) => form.test(value))?.[1]
    const number = /^(\d{1,3}(?:[.,]\d)?)\s?(?:cm|mm)?$/.exec(value)?.[1]?.replace(',', '.')
    if (colour && may.includes('colour')) chosen.colour ??= colour
    if (number && sizeName.test(name) && may.includes('ring_size')) chosen.ring_size ??= number
    if (number && lengthName.test(name) && may.includes('length')) chosen.length ??= number
  }
  return chosen
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of a piece of HTML: blocks are lines, a list's items begin with a bullet, scripts and styles are not words. Each step is linear. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style|template|iframe)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<(?:br|\/?(?:p|div|h[1-6]|ul|ol|tr|table|section))\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? whole
      const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
        ? String.fromCodePoint(point)
        : ' '
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** A code as ours may be written, `AU_10G` as `AU-10G`; null where too little is left. */
export function codeOf(typed: string): string | null {
  const code = typed
    .slice(0, 200)
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z0-9.-]+/g, '-')
    .replace(/^[^A-Z0-9]+|[^A-Z0-9]+$/g, '')
    .slice(0, 40)
  return /^[A-Z0-9][A-Z0-9.-]{2,39}$/.test(code) ? code : null
}

/** "1250000.00", "1.250.000" or "Rp 1.250.000,50" as decimal text; null for no amount, and for "1.250", which can be read two ways. */
export function amountOf(text: string): string | null {
  const plain = /^[^\d-]{0,5}(\d[\d.,]{0,20})[^\d]{0,5}$/.exec(text)?.[1] ?? ''
  const decimal = /^(\d+)(?:[.,](\d+))?$/.exec(plain)
  if (decimal && !/^\d{1,3}[.,]\d{3}$/.test(plain)) return amountText(decimal[1] ?? '', decimal[2])
  const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{1,2}))?$/.exec(plain)
  const isOne = grouped && !grouped[3] && plain.length < 8
  return grouped && !isOne ? amountText((grouped[1] ?? '').replace(/[.,]/g, ''), grouped[3]) : null
}

const amountText = (whole: string, part = ''): string => {
  const digits = part.replace(/0+$/, '')
  return digits ? `${whole}.${digits}` : whole
}
