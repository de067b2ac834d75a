/** Wire shapes of product exports of other shops that the office reads in. */

import { z } from 'zod'
import { forms } from '../../../catalogue/new-goods-rules.ts'
import { momentField, rowIdText, typedText, wholeCount } from '../../../http/wire.ts'
import { problem } from '../../../locale/field-rules.ts'
import { reasonField } from '../../../staff/contract.ts'
import { importBounds, productBounds } from '../import-rules.ts'
import { linesOf, saidOf } from '../line-rules.ts'
import { rowProblems } from './plan-products.ts'
import { readFrom } from './reading-rules.ts'
import { sourceProblems, sources } from './source-rules.ts'

const premium = wholeCount(0, importBounds.premiumBps)
/** A text that `read` makes something of. */
const readAs = <T>(length: number, read: (text: string) => T | null) =>
  typedText(0, length).transform((text, context) => {
    const value = read(text)
    if (value === null) context.addIssue({ code: 'custom', message: problem('commas') })
    return value as T
  })
const lines = readAs(60_000, linesOf)
const theirs = z.string().max(200, problem('too_long', { n: 200 }))
const word = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('category'), theirs, ours: typedText(1, 60), form: z.enum(forms) }),
  z.strictObject({
    kind: z.literal('brand'),
    theirs,
    ours: typedText(1, 60).regex(/\S/, problem('empty')),
    form: z.null(),
  }),
])
const wish = {
  store: typedText(1, 10),
  language: z.enum(['id', 'en-US', 'zh']).meta({ description: 'in which the texts of the file are written' }),
  text: typedText(1, productBounds.characters),
  premium_bps: premium.meta({ description: 'of new skus for which no premium is said' }),
  words: z
    .array(word)
    .max(100)
    .meta({ description: 'what categories and brands of the file are with us, beside what is remembered' }),
  said: readAs(200_000, saidOf).meta({
    description:
      'instead of what was read, one to a line: `12;10;24;9999;450` is line, grams, karat, fineness, premium; empty: as read',
  }),
}
export const PreviewProducts = z.strictObject(wish)
const reading = { words: z.string(), from: z.enum(readFrom) }
const allProblems = [...rowProblems, ...sourceProblems] as const
export const ProductPlanShape = z.strictObject({
  source: z.enum(sources),
  digest: z.string().meta({ description: 'names this plan: importProducts does exactly this or nothing' }),
  rows: z.array(
    z.strictObject({
      line: z.int(),
      does: z.enum(['new_product', 'new_sku', 'known']),
      product_line: z.int().meta({ description: 'rows of one product have one' }),
      handle: z.string(),
      title: z.string(),
      brand: z.string().nullable(),
      category: z.string().nullable().meta({ description: 'a slug of ours' }),
      form: z.enum(forms).nullable(),
      product_id: z.int().nullable(),
      code: z.string(),
      weight: z
        .string()
        .nullable()
        .meta({ description: 'grams: of fine gold for bars and coins, of the whole piece for jewellery' }),
      weight_read: z.strictObject({ value: z.string(), ...reading }).nullable(),
      karat: z.int().nullable(),
      fineness: z.int().nullable(),
      fineness_read: z.strictObject({ karat: z.int(), fineness: z.int(), ...reading }).nullable(),
      price: z.string().meta({ description: 'of the file; it is never taken over' }),
      proposed_bps: z.int().nullable().meta({ description: 'the premium that its price would be at the ask of now' }),
      premium_bps: z.int(),
      now_bps: z.int().nullable().meta({ description: 'premium of a sku that is here' }),
      differs: z
        .boolean()
        .meta({ description: 'the file reads another weight than the sku that is here has, which stays' }),
      problem: z.enum(allProblems).nullable(),
      told: z.string().nullable(),
      cut: z.boolean().meta({ description: 'title or description was too long and is cut' }),
      images: z
        .int()
        .meta({ description: 'pictures that the file names for the product; nothing is fetched from there' }),
    }),
  ),
  words: z.array(word),
  open: z.array(z.strictObject({ kind: z.enum(['category', 'brand']), theirs: z.string(), lines: z.int() })),
  faults: z.array(z.strictObject({ line: z.int(), problem: z.enum(allProblems), value: z.string() })),
})
export const ImportProducts = z.strictObject({
  ...wish,
  digest: z.string().regex(/^[0-9a-f]{64}$/, problem('staff_whole')),
  take: lines.meta({
    description:
      'lines that come in, as `2-5,9`, their readings confirmed; of skus that are here, whose premium becomes what is said',
  }),
  texts: lines.meta({
    description: 'first lines of products that are here, whose name and description become those of the file',
  }),
  reason: reasonField,
})
export const ProductsImported = z.strictObject({
  ...{ import_id: z.string(), products: z.int(), skus: z.int(), changed: z.int(), passed_over: z.int() },
  approval_id: z
    .string()
    .nullable()
    .meta({ description: 'names the request where premiums take a second person; those have not changed' }),
})
export const ProductImports = z.strictObject({
  imports: z.array(
    z.strictObject({
      ...{
        id: z.string(),
        store: z.string(),
        source: z.enum(sources),
        products: z.int(),
        skus: z.int(),
        changed: z.int(),
      },
      ...{
        made_by: z.string(),
        made_at: momentField,
        undone_by: z.string().nullable(),
        undone_at: momentField.nullable(),
      },
    }),
  ),
})
export const UndoImport = z.strictObject({ id: rowIdText, reason: reasonField })
export const ImportUndone = z.strictObject({ products: z.int(), skus: z.int(), changed: z.int() })

export type ProductPlanView = z.output<typeof ProductPlanShape>
export type PlanRowView = ProductPlanView['rows'][number]
export type WordView = z.output<typeof word>
export type ProductImportView = z.output<typeof ProductImports>['imports'][number]
export type SourceProblemView = NonNullable<PlanRowView['problem']>
export type ProductsImportedView = z.output<typeof ProductsImported>
