/** The small shapes that every contract is built from. Nothing here coerces: a wrong form is refused by name. */

import { z } from 'zod'
import { problem } from '../locale/field-rules.ts'

/** A whole number in a query string. */
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, problem('whole'))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(from, problem('too_small', { n: from }))
        .max(to, problem('too_big', { n: to })),
    )

/** A whole number in a body. */
export const wholeCount = (from: number, to: number) =>
  z
    .int(problem('whole'))
    .min(from, problem('too_small', { n: from }))
    .max(to, problem('too_big', { n: to }))

/** A row's number: categories, products, skus, pickup points. */
export const rowId = wholeCount(1, 2_000_000_000)
export const rowIdText = wholeNumber(1, 999_999_999)

/** The transaction PIN. */
export const pinField = z.string().regex(/^\d{6}$/, problem('six_digits'))

/** Text that a person typed: trimmed of nothing, without NUL or lone surrogates, so that it can be stored and shown intact. */
export const typedText = (min: number, max: number) =>
  z
    .string()
    .min(min, min === 1 ? problem('empty') : problem('too_short', { n: min }))
    .max(max, problem('too_long', { n: max }))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what must be refused
    .refine((text) => !/\u0000/.test(text) && text.isWellFormed(), problem('unstorable'))

/** A name: typed text on one line, without line breaks, tabs and other control characters, which letters and papers would obey. */
export const nameText = (min: number, max: number) =>
  typedText(min, max).refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), problem('unstorable'))

/** Grams as decimal text with four places, such as "1.2500". */
export const weightField = z.string().regex(/^-?\d+\.\d{4}$/)
/** Money as decimal text in major units; the currency stands beside it. */
export const moneyField = z.string().regex(/^-?\d+(\.\d{2})?$/)
export const currencyField = z.string().length(3)
/** A moment: ISO 8601 in UTC. */
export const momentField = z.iso.datetime()

/**
 * The id of something that belongs to one member. `kind` marks it in the API document, from which the access matrix
 * is generated: somebody else's id must answer exactly like a missing one.
 */
export const ownedId = (kind: string) => z.uuid(problem('id')).meta({ 'x-owned': kind })

/** What every answer of the API is wrapped in (seed §3). */
export const envelopeOf = (data: z.ZodType) =>
  z.strictObject({
    status: z.literal('success'),
    code: z.literal(200),
    message: z.string(),
    error: z.null(),
    data,
  })

export const refusalEnvelope = z.strictObject({
  status: z.literal('error'),
  code: z.int(),
  message: z.string(),
  error: z.string(),
  data: z.looseObject({ request_id: z.string() }),
})
