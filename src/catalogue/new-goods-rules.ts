/** What a product and a sku of the office must be: which attributes a form has, and what follows from weight and karat. Pure. */
import { problem } from '../locale/field-rules.ts'
import { type Currency, divideDown, divideUp, exponentOf, parseDecimal } from '../money/money.ts'
import type { AttributeName, Attributes } from './attribute-rules.ts'

type FormRule = {
  kind: 'bar' | 'coin' | 'jewellery'
  /** The slug of the category that its own stands below, or is. */
  root: string
  /** Beside weight or karat, which every sku has: may be given, and must be. */
  may: readonly ChosenAttribute[]
  must: readonly ChosenAttribute[]
}
export type ChosenAttribute = Exclude<AttributeName, 'weight' | 'karat'>
const bar = { kind: 'bar', root: 'bars', may: ['packaging'], must: [] } as const
const jewel = { kind: 'jewellery', root: 'jewellery', may: ['colour'], must: [] } as const
const long = { ...jewel, may: ['colour', 'length'] } as const

const formRules = {
  minted: bar,
  cast: bar,
  coin: { kind: 'coin', root: 'coins', may: ['packaging'], must: [] },
  ring: { ...jewel, may: ['colour', 'ring_size'], must: ['ring_size'] },
  bracelet: long,
  necklace: long,
  earrings: jewel,
  pendant: jewel,
} as const satisfies Record<string, FormRule>
export type Form = keyof typeof formRules
export const forms = Object.keys(formRules) as [Form, ...Form[]]
export const isForm = (text: string): text is Form => Object.hasOwn(formRules, text)
export const ruleOf = (form: Form): FormRule => formRules[form]
/** Whether products of the form are filed below this top category: its own kind's, or one of the dealer's, which holds any. */
export const holdsForm = (top: string, form: Form): boolean =>
  ruleOf(form).root === top || Object.values(formRules).every(({ root }) => root !== top)

export const chosenValues = { colour: ['yellow', 'white', 'rose'], packaging: ['sealed', 'gift'] } as const

/** Parts of fine gold in 10,000 that are usual for a karat: 916 and 750 are the hallmarks of 22 and 18. */
const usual: Record<number, number> = { 24: 9999, 22: 9160, 18: 7500 }
export const usualFineness = (karat: number): number => usual[karat] ?? Math.round((karat * 10_000) / 24)

/** The finenesses that a karat is a true name of: at least what its label says, and less than half a karat above. */
export const finenessOf = (karat: number): [number, number] => [
  usualFineness(karat),
  Math.min(10_000, Math.ceil(((karat + 0.5) * 10_000) / 24) - 1),
]

/** One way to write a number, so that equal ones are equal as text: `12` for `12.0` and `012`. */
const plainNumber = (text: string): string =>
  text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '')

/** `weight` is grams as decimal text: of fine gold for bars and coins, which are named by it, of the whole piece for jewellery. */
export type SkuWish = {
  code: string
  weight: string
  karat: number
  fineness: number
  premium_bps: number
  making: string
  attributes: { [name in ChosenAttribute]?: string | undefined }
}
export type SkuFacts = {
  attributes: Attributes
  gross: bigint
  fine: bigint
  making: bigint
}

/** Whether a sku of these attributes could be one of this form. */
export function fitsForm(attributes: Attributes, form: Form): boolean {
  const { may, must } = ruleOf(form)
  const chosen = (Object.keys(attributes) as AttributeName[]).filter((name) => name !== 'weight' && name !== 'karat')
  return chosen.every((name) => may.some((one) => one === name)) && must.every((name) => attributes[name])
}

/** What is kept of a sku, or what is wrong with which field. */
export function factsOf(wish: SkuWish, form: Form, currency: Currency): SkuFacts | { fields: Record<string, string> } {
  const { kind, may, must } = ruleOf(form)
  const fields: Record<string, string> = {}
  const weight = parseDecimal(wish.weight, 4)
  if (weight === null || weight <= 0n || weight > 1_000_000_000n) fields.weight = problem('grams')
  const making = parseDecimal(wish.making, exponentOf(currency))
  if (making === null || making < 0n) fields.making = problem('decimals', { n: exponentOf(currency), currency })
  const [least, most] = finenessOf(wish.karat)
  if (wish.fineness < least || wish.fineness > most) fields.fineness = problem('of_karat')
  const chosen = Object.fromEntries(
    Object.entries(wish.attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, name === 'ring_size' || name === 'length' ? plainNumber(value) : value]],
    ),
  ) as Attributes
  for (const name of Object.keys(chosen) as ChosenAttribute[])
    if (!may.includes(name)) fields[`attributes.${name}`] = problem('unknown')
  for (const name of must) if (!chosen[name]) fields[`attributes.${name}`] = problem('required')
  if (Object.keys(fields).length > 0 || weight === null || making === null) return { fields }
  const parts = BigInt(wish.fineness)
  return kind === 'jewellery'
    ? {
        attributes: { karat: `${wish.karat}`, ...chosen },
        gross: weight,
        fine: divideDown(weight * parts, 10_000n),
        making,
      }
    : {
        attributes: { weight: plainNumber(wish.weight), ...chosen },
        gross: divideUp(weight * 10_000n, parts),
        fine: weight,
        making,
      }
}

export const incompletes = ['texts', 'picture', 'picture_texts', 'sku'] as const
type Incomplete = (typeof incompletes)[number]
type Texts = Record<string, string>
export const shopLanguages = ['id', 'en-US', 'zh'] as const
export const isWhole = (texts: Texts): boolean => shopLanguages.every((language) => texts[language]?.trim())

/** What a product lacks before visitors may see it. */
export function missingOf(product: { texts: Texts[]; pictures: { alt: Texts }[]; skusShown: number }): Incomplete[] {
  const { texts, pictures, skusShown } = product
  const lacks: Record<Incomplete, boolean> = {
    texts: !texts.every(isWhole),
    picture: pictures.length === 0,
    picture_texts: !pictures.every(({ alt }) => isWhole(alt)),
    sku: skusShown === 0,
  }
  return incompletes.filter((name) => lacks[name])
}
