/** The calls of large trades, as their member makes them. */

import { z } from 'zod'
import { currencyField, momentField, nameText, ownedId, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { sides } from '../vault/trade-rules.ts'
import { buyerKinds, deliveries, requestStates } from './request-rules.ts'

export const NoQuery = z.strictObject({})

const line = (min: number, max: number) =>
  nameText(min, max).refine((text) => text.trim().length >= min, problem('too_short', { n: min }))

export const CompanyOf = z
  .strictObject({
    name: line(3, 120),
    registration: line(3, 40).meta({ description: 'of the company: NIB in Indonesia, SSM in Malaysia' }),
    tax_number: z
      .string()
      .regex(/^[\d.\- ]{10,25}$/, problem('number'))
      .meta({ description: 'digits, with the dots and dashes that are usual' }),
    address: typedText(10, 300).refine((text) => text.trim().length >= 10, problem('too_short', { n: 10 })),
    buyer_kind: z.enum(buyerKinds),
    letter_number: line(3, 60).optional(),
    letter_until: z.iso.date(problem('staff_day')).optional().meta({ description: 'the last day of its validity' }),
  })
  .refine((company) => company.buyer_kind !== 'small_business' || company.letter_number !== undefined, {
    path: ['letter_number'],
    message: problem('empty'),
  })
  .refine(({ letter_number: number, letter_until: until }) => number === undefined || until !== undefined, {
    path: ['letter_until'],
    message: problem('empty'),
  })
  .refine(({ letter_number: number, letter_until: until }) => until === undefined || number !== undefined, {
    path: ['letter_number'],
    message: problem('empty'),
  })

export const CompanyFields = z.strictObject({
  name: z.string(),
  registration: z.string(),
  tax_number: z.string(),
  address: z.string(),
  buyer_kind: z.enum(buyerKinds),
  letter_number: z.string().nullable(),
  letter_until: z.iso.date().nullable(),
})

export const RequestOf = z.strictObject({
  side: z.enum(sides).meta({ description: 'from the member’s side: they buy from the house, or sell to it' }),
  weight: z
    .string()
    .regex(/^(0|[1-9]\d{0,6})(\.\d{1,4})?$/, problem('number'))
    .meta({ description: 'fine grams' }),
  delivery: z.enum(deliveries).meta({ description: 'what is sold comes out of the vault' }),
  words: typedText(0, 500).meta({ description: 'what the desk should know' }),
})
export const WithdrawOf = z.strictObject({ request_id: ownedId('business_request') })
export const RequestQuery = z.strictObject({ request_id: ownedId('business_request') })

export const requestFields = {
  request_id: z.uuid(),
  number: z.string(),
  side: z.enum(sides),
  weight: weightField,
  delivery: z.enum(deliveries),
  currency: currencyField,
  state: z.enum(requestStates),
  made_at: momentField,
}
const RequestRow = z.strictObject(requestFields)

export const Business = z.strictObject({
  company: CompanyFields.nullable().meta({ description: 'null until it was told' }),
  may_request: z.boolean().meta({ description: 'whether one more request may be open' }),
  requests: z.array(RequestRow).meta({ description: 'the newest first' }),
})

export const stepFields = {
  from: z.enum(requestStates).nullable(),
  to: z.enum(requestStates),
  reason: z.string(),
  at: momentField,
}
export const BusinessRequest = z.strictObject({
  ...requestFields,
  words: z.string(),
  company: CompanyFields.meta({ description: 'as it was when the request was made' }),
  may_withdraw: z.boolean(),
  timeline: z
    .array(z.strictObject({ ...stepFields, by: z.enum(['member', 'desk', 'shop']) }))
    .meta({ description: 'the newest first' }),
})

export type CompanyInput = z.output<typeof CompanyOf>
export type CompanyView = z.output<typeof CompanyFields>
export type RequestInput = z.output<typeof RequestOf>
export type RequestRowView = z.output<typeof RequestRow>
export type BusinessView = z.output<typeof Business>
export type BusinessRequestView = z.output<typeof BusinessRequest>
