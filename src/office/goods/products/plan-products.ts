/** What a product export would bring, variant by variant, and what cannot be placed and why. Asked twice: to show it, and again before it is done. */
import { createHash } from 'node:crypto'
import {
  type Known,
  type KnownProduct,
  knownProducts,
  type SourceWord,
  sourceWords,
} from '../../../catalogue/imports/import-queries.ts'
import { type Form, factsOf, holdsForm, ruleOf, type SkuFacts } from '../../../catalogue/new-goods-rules.ts'
import { MOST } from '../../../catalogue/save-sku.ts'
import type { Queryable } from '../../../db/database.ts'
import { type Currency, exponentOf, minor, type PricePerGram, parseDecimal } from '../../../money/money.ts'
import { premiumFor } from './premium-rules.ts'
import type { ProductFile } from './read-products.ts'
import {
  amountOf,
  chosenOf,
  codeOf,
  type Fineness,
  finenessRead,
  type Reading,
  textOfHtml,
  weightOf,
} from './reading-rules.ts'
import type { Source, SourceProblem, SourceProduct, SourceVariant } from './source-rules.ts'

export const rowProblems = [
  ...['category_unplaced', 'brand_unplaced', 'weight_unread', 'fineness_unread', 'code_unusable', 'code_twice'],
  ...['code_elsewhere', 'attributes_wrong', 'same_attributes', 'too_many'],
] as const
type RowProblem = (typeof rowProblems)[number] | SourceProblem
const longest = { name: 120, description: 4000 }

/** What staff said instead of what was read: of the line that it stands at. Grams as decimal text. */
export type Said = {
  line: number
  weight?: string | undefined
  karat?: number | undefined
  fineness?: number | undefined
  premium_bps?: number | undefined
}
export type PlanWish = {
  store: string
  language: 'id' | 'en-US' | 'zh'
  /** Of new skus whose price nobody takes over. */
  premium_bps: number
  words: SourceWord[]
  said: Said[]
}
export type House = { currency: Currency; ask: PricePerGram | null; categories: Map<string, { root: string }> }

export type PlanRow = {
  line: number
  does: 'new_product' | 'new_sku' | 'known'
  product: PlanProduct
  code: string
  weight: { read: Reading<string> | null; value: string | null }
  fineness: { read: Reading<Fineness> | null; value: Fineness | null }
  facts: SkuFacts | null
  price: string
  proposedBps: number | null
  premiumBps: number
  /** Of a sku that is here: what it asks and weighs now, and whether the file reads another weight or fineness. */
  now: { skuId: number; premiumBps: number; differs: boolean } | null
  problem: RowProblem | null
  told: string | null
}
type PlanProduct = {
  line: number
  handle: string
  title: string
  description: string
  isCut: boolean
  images: string[]
  theirs: { category: string; brand: string }
  form: Form | null
  category: string | null
  brand: string | null
  known: KnownProduct | null
}
export type ProductPlan = {
  source: Source
  digest: string
  rows: PlanRow[]
  words: SourceWord[]
  /** Words of the file that nobody has placed yet. */
  open: { kind: SourceWord['kind']; theirs: string; lines: number }[]
  faults: { line: number; problem: SourceProblem; value: string }[]
}

export async function planProducts(
  db: Queryable,
  file: ProductFile,
  wish: PlanWish,
  house: House,
): Promise<ProductPlan> {
  const { products, source } = file
  const kept = await sourceWords(db, wish.store, source)
  const words = new Map(
    [...kept, ...wish.words].filter((word) => isOurs(word, house)).map((word) => [keyOf(word.kind, word.theirs), word]),
  )
  const codes = products.flatMap(({ variants }) => variants.flatMap((variant) => codeOf(variant.code) ?? []))
  const handles = products.map(({ handle }) => handle)
  const known = await knownProducts(db, { store: wish.store, source, handles, codes })
  const said = new Map(wish.said.map((one) => [one.line, one]))
  const rows = products.flatMap((product) => planProduct(product, { said, words, known, wish, house }))
  markTwice(rows)
  const used = usedWords(products)
  return {
    source,
    rows,
    words: used.flatMap(({ kind, theirs }) => words.get(keyOf(kind, theirs)) ?? []),
    open: used.filter(({ kind, theirs }) => !words.has(keyOf(kind, theirs)) && (kind === 'category' || theirs === '')),
    faults: file.faults,
    digest: digestOf(file, wish, rows),
  }
}

const keyOf = (kind: string, theirs: string) => `${kind} ${theirs}`

/** A category that was renamed or holds other things now places nothing. */
const isOurs = ({ kind, ours, form }: SourceWord, { categories }: House) =>
  kind === 'brand' ? ours.trim() !== '' : form !== null && holds(categories.get(ours), form)

const holds = (category: { root: string } | undefined, form: Form) =>
  category !== undefined && holdsForm(category.root, form)

function usedWords(products: SourceProduct[]): ProductPlan['open'] {
  const count = (kind: SourceWord['kind'], all: string[]) =>
    [...Map.groupBy(all, (theirs) => theirs)].map(([theirs, own]) => ({ kind, theirs, lines: own.length }))
  return [
    ...count(
      'category',
      products.map(({ category }) => category),
    ),
    ...count(
      'brand',
      products.map(({ brand }) => brand),
    ),
  ]
}

type Setting = { said: Map<number, Said>; words: Map<string, SourceWord>; known: Known; wish: PlanWish; house: House }

function planProduct(product: SourceProduct, setting: Setting): PlanRow[] {
  const { words, known, wish } = setting
  const place = words.get(keyOf('category', product.category))
  const found =
    known.byHandle.get(product.handle) ??
    product.variants.map(({ code }) => known.byCode.get(codeOf(code) ?? '')).find((one) => one?.store === wish.store) ??
    null
  const description = textOfHtml(product.html)
  const [title, theirs] = [product.title.replace(/\s+/g, ' '), { category: product.category, brand: product.brand }]
  const planned: PlanProduct = {
    ...{ line: product.line, handle: product.handle, images: product.images, theirs, known: found },
    title: cut(title, longest.name),
    description: cut(description, longest.description),
    isCut: title.length > longest.name || description.length > longest.description,
    form: found?.form ?? place?.form ?? null,
    category: found?.category ?? place?.ours ?? null,
    brand: found?.brand ?? words.get(keyOf('brand', product.brand))?.ours ?? (cut(product.brand, 60).trim() || null),
  }
  return product.variants.map((variant, at) => planVariant(planned, product, { variant, at }, setting))
}

/** No half of a character is left. */
const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

type One = { variant: SourceVariant; at: number }

function planVariant(planned: PlanProduct, product: SourceProduct, { variant, at }: One, setting: Setting): PlanRow {
  const { wish, house, known } = setting
  const said = setting.said.get(variant.line)
  const [readWeight, readFineness] = [weightOf(product, variant), finenessRead(product, variant)]
  const weight = said?.weight ?? readWeight?.value ?? null
  const fineness =
    said?.karat && said.fineness ? { karat: said.karat, fineness: said.fineness } : (readFineness?.value ?? null)
  const code = codeOf(variant.code || `${product.handle}-${weight ?? at + 1}`)
  const sku = planned.known?.skus.find((one) => one.code === code)
  const elsewhere = sku ? undefined : known.byCode.get(code ?? '')
  const row: PlanRow = {
    line: variant.line,
    does: sku ? 'known' : planned.known ? 'new_sku' : 'new_product',
    product: planned,
    code: code ?? '',
    weight: { read: readWeight, value: weight },
    fineness: { read: readFineness, value: fineness },
    facts: null,
    price: amountOf(variant.price) ?? '',
    proposedBps: null,
    premiumBps: said?.premium_bps ?? sku?.premiumBps ?? wish.premium_bps,
    now: null,
    ...{ problem: null, told: null },
  }
  const wrong = problemOf(row, elsewhere)
  if (wrong) return { ...row, ...wrong }
  const facts = factsFor(row, variant, house)
  if (!facts && !sku) return { ...row, problem: 'attributes_wrong' }
  const fine = sku?.fine ?? facts?.fine ?? 0n
  const price = parseDecimal(row.price, exponentOf(house.currency))
  return {
    ...row,
    facts,
    proposedBps: price !== null && house.ask !== null ? premiumFor(minor(price), fine, house.ask) : null,
    now: sku
      ? {
          skuId: sku.id,
          premiumBps: sku.premiumBps,
          differs: facts !== null && (facts.fine !== sku.fine || facts.gross !== sku.gross),
        }
      : null,
  }
}

type Wrong = { problem: RowProblem; told: string | null }

function problemOf(
  { product, does, code, weight, fineness }: PlanRow,
  elsewhere: KnownProduct | undefined,
): Wrong | null {
  const wrong = (problem: RowProblem, told: string | null = null): Wrong => ({ problem, told })
  if (does === 'known') return null
  if (!product.form || !product.category) return wrong('category_unplaced', product.theirs.category)
  if (!product.brand) return wrong('brand_unplaced', product.theirs.brand)
  if (!code) return wrong('code_unusable')
  if (elsewhere) return wrong('code_elsewhere', String(elsewhere.id))
  if (!weight.value) return wrong('weight_unread')
  if (!fineness.value) return wrong('fineness_unread')
  return null
}

function factsFor(
  { product, code, weight, fineness, premiumBps }: PlanRow,
  variant: SourceVariant,
  { currency }: House,
): SkuFacts | null {
  if (!product.form || !weight.value || !fineness.value) return null
  const attributes = chosenOf(variant, ruleOf(product.form).may)
  const wish = { code, weight: weight.value, ...fineness.value, premium_bps: premiumBps, making: '0', attributes }
  const facts = factsOf(wish, product.form, currency)
  return 'fields' in facts ? null : facts
}

/** Two products of a file may be one of ours. */
const ownerOf = ({ known, handle }: PlanProduct): string => (known ? `here ${known.id}` : `file ${handle}`)
const lastNumber = ({ known }: PlanProduct): number =>
  known ? Math.max(0, ...known.skus.map(({ id }) => id - known.id * 100)) : 0

/** Codes and attributes are single: the first line has them, a later one says which that is. */
function markTwice(rows: PlanRow[]): void {
  const codes = new Map<string, number>()
  const attributes = new Map<string, string>()
  const numbers = new Map<string, number>()
  const nameOf = (owner: string, own: object) => `${owner} ${JSON.stringify(Object.entries(own).sort())}`
  for (const { product } of rows)
    for (const sku of product.known?.skus ?? []) attributes.set(nameOf(ownerOf(product), sku.attributes), sku.code)
  for (const row of rows) {
    if (row.problem || !row.code) continue
    const before = codes.get(row.code)
    if (before !== undefined) Object.assign(row, { problem: 'code_twice', told: String(before) })
    else codes.set(row.code, row.line)
    if (row.does === 'known' || row.problem || !row.facts) continue
    const owner = ownerOf(row.product)
    const name = nameOf(owner, row.facts.attributes)
    const same = attributes.get(name)
    const number = (numbers.get(owner) ?? lastNumber(row.product)) + 1
    if (same) Object.assign(row, { problem: 'same_attributes', told: same })
    else if (number > MOST) Object.assign(row, { problem: 'too_many', told: String(MOST) })
    else {
      attributes.set(name, row.code)
      numbers.set(owner, number)
    }
  }
}

/** Names all that was shown but the proposals, which follow the price of each moment and are taken as numbers. */
function digestOf(file: ProductFile, { store, language }: PlanWish, rows: PlanRow[]): string {
  const told = rows.map(
    ({
      line,
      does,
      product: { handle, category, form, brand, known },
      code,
      facts,
      fineness,
      premiumBps,
      now,
      problem,
    }) => [
      ...[line, does, handle, category, form, brand, known?.id, code, fineness.value?.fineness, premiumBps, problem],
      ...[now?.skuId, now?.premiumBps, facts && [`${facts.gross}`, `${facts.fine}`, facts.attributes]],
    ],
  )
  return createHash('sha256')
    .update(JSON.stringify([file.digest, file.source, store, language, told]))
    .digest('hex')
}
