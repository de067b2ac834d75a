/** The calls of large trades, as their member makes them. */

import { z } from 'zod'
import { signatureField } from '../files/contract.ts'
import {
  currencyField,
  momentField,
  moneyField,
  nameText,
  ownedId,
  pinField,
  typedText,
  weightField,
} from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { withholdingReasons } from '../pricing/withholding-rules.ts'
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
  pay_by: momentField.nullable().meta({ description: 'of one that waits for its money' }),
}
const RequestRow = z.strictObject(requestFields)

export const Business = z.strictObject({
  company: CompanyFields.nullable().meta({ description: 'null until it was told' }),
  may_request: z.boolean().meta({ description: 'whether one more request may be open' }),
  requests: z.array(RequestRow).meta({ description: 'the newest first' }),
})

const priceFields = {
  price: moneyField.meta({ description: 'of one gram' }),
  amount: moneyField.meta({ description: 'of the gold' }),
  tax: moneyField.meta({ description: 'income tax (PPh 22) that is collected beside it' }),
  total: moneyField.meta({ description: 'what is paid in all, or got' }),
}
const Offer = z.strictObject({
  bps: z.int().meta({ description: 'hundredths of a percent: over spot of a purchase, under it of a sale' }),
  buyer_kind: z.enum(buyerKinds).meta({ description: 'as the desk has checked it' }),
  letter_until: z.iso.date().nullable(),
  words: z.string(),
  made_at: momentField,
  valid_until: momentField.meta({ description: 'until then it can be opened' }),
  openings_left: z.int(),
})
const Price = z.strictObject({
  quote_id: z.uuid(),
  ...priceFields,
  tax_bps: z.int(),
  tax_reason: z.enum(withholdingReasons),
  deposit: moneyField.nullable().meta({ description: 'of a purchase that is paid later; null for a sale' }),
  agreement_version: z
    .string()
    .nullable()
    .meta({ description: 'what is accepted with the trade; null where that was done before' }),
  opened_at: momentField,
  expires_at: momentField,
})
const Settled = z.strictObject({ ...priceFields, trade_id: z.uuid(), trade_number: z.string(), made_at: momentField })
const Agreed = z.strictObject({
  deposit: moneyField.meta({ description: 'set aside of the cash balance' }),
  rest: moneyField.meta({ description: 'what is to be there beside it' }),
  total: moneyField,
  pay_by: momentField,
  is_late: z.boolean(),
  ended: z.enum(['paid', 'closed_out', 'given_back']).nullable(),
  closed: z
    .strictObject({
      price: moneyField.meta({ description: 'of one gram, at which the desk closed it out' }),
      difference: moneyField,
      kept: moneyField.meta({ description: 'of the deposit; the rest is given back' }),
      claim: moneyField.meta({ description: 'what the deposit did not cover' }),
    })
    .nullable(),
})
export const tradeFields = {
  agreed: Agreed.nullable().meta({ description: 'what waits, or waited, for its money' }),
  offer: Offer.nullable().meta({ description: 'the newest quote of the desk' }),
  price: Price.nullable().meta({ description: 'the newest price while it is open' }),
  last_price: moneyField.nullable().meta({ description: 'of one gram, when it was opened before that' }),
  settled: Settled.nullable(),
  contract: z.string().nullable().meta({ description: 'its number; null until it was signed' }),
}

export const OpenOf = z.strictObject({ request_id: ownedId('business_request') })
export const AcceptOf = z.strictObject({
  request_id: ownedId('business_request'),
  quote_id: ownedId('business_quote'),
  signature: signatureField,
  with_deposit: z.boolean().optional().meta({ description: 'a purchase is paid later; its deposit is set aside now' }),
  pin: pinField,
  agreement_version: typedText(1, 20).optional(),
})

export const PayOf = z.strictObject({
  request_id: ownedId('business_request'),
  pin: pinField,
})

export const ContractPdf = z.string().meta({ format: 'binary', description: 'the contract, PDF, no envelope' })

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
  ...tradeFields,
  may_withdraw: z.boolean(),
  server_time: momentField,
  timeline: z
    .array(z.strictObject({ ...stepFields, by: z.enum(['member', 'desk', 'shop']) }))
    .meta({ description: 'the newest first' }),
})

export type AgreedView = z.output<typeof Agreed>
export type CompanyInput = z.output<typeof CompanyOf>
export type CompanyView = z.output<typeof CompanyFields>
export type RequestInput = z.output<typeof RequestOf>
export type RequestRowView = z.output<typeof RequestRow>
export type BusinessView = z.output<typeof Business>
export type BusinessRequestView = z.output<typeof BusinessRequest>
