/** The calls of members who sell physical gold back. */
import { z } from 'zod'
import { signatureField } from '../files/contract.ts'
import { currencyField, momentField, moneyField, ownedId, pinField, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { AccountName } from '../payouts/contract.ts'
import { settings } from '../settings.ts'
import {
  assayMethods,
  caseKinds,
  casePapers,
  caseStates,
  goldForms,
  ownPictureKinds,
  paidIns,
  pictureKinds,
  titles,
} from './case-rules.ts'
import { melting } from './melting/contract.ts'

export const NoQuery = z.strictObject({})
const finenessField = z.int().min(1).max(10_000).meta({ description: 'parts of fine gold in 10,000' })
const serialField = typedText(1, 200)

export const OwnForSale = z.strictObject({
  currency: currencyField,
  pieces: z
    .array(
      z.strictObject({
        serial: z.string(),
        name: z.string(),
        image: z.string(),
        order_id: z.uuid(),
        number: z.string().meta({ description: 'of the order' }),
        weight: weightField.meta({ description: 'fine' }),
        fineness: finenessField,
        bought_for: moneyField.nullable().meta({ description: 'null where grams paid for its gold' }),
        bought_at: momentField,
        case_id: z.uuid().nullable().meta({ description: 'the case that it is in already' }),
      }),
    )
    .meta({ description: 'bought here and with the member, the newest order first' }),
  fixed: z.strictObject({
    limit: weightField.meta({ description: 'fine gold whose price may be fixed before it is handed over' }),
    taken: weightField,
    days: z.int().meta({ description: 'for how long' }),
    again_from: momentField.nullable().meta({ description: 'nobody came for a fixed price: none is fixed before' }),
  }),
  points: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      street: z.string(),
      city: z.string(),
      hours: z.record(z.string(), z.string()),
    }),
  ),
  collection: z
    .strictObject({ least: moneyField, most: moneyField })
    .nullable()
    .meta({ description: 'what a courier collects, free of charge and insured, by the estimate; null: nobody does' }),
  keeps_cash: z.boolean().meta({ description: 'the store keeps cash balances' }),
  agreement_version: z.string().nullable().meta({
    description: 'to be accepted by who is paid in grams; null: accepted before, or the store keeps no grams',
  }),
  keeps_gold: z.boolean().meta({ description: 'grams of the vault may be what it is paid in' }),
  may_consign: z.boolean().meta({ description: 'false below T1' }),
  most_pieces: z.int(),
  other: z
    .strictObject({
      most_pieces: z.int(),
      most_photographs: z.int(),
      most_weight: weightField,
      least_fineness: finenessField,
    })
    .meta({ description: 'what is bought of gold that was not bought here' }),
})

const { pieces: mostOther, photographs, leastFine } = settings.goldback.other
export const QuoteOf = z.strictObject({
  serials: z.array(serialField).min(1, problem('empty')).max(settings.goldback.mostPieces),
})
export const QuoteTitledOf = z.strictObject({
  serial: serialField,
  image_ids: z
    .array(ownedId('image'))
    .min(1, problem('photographs', { n: photographs }))
    .max(photographs, problem('photographs', { n: photographs }))
    .meta({ description: 'papers that show whose it is, uploaded for gold_back' }),
})
const OtherPiece = z.strictObject({
  form: z.enum(goldForms, problem('empty')),
  maker: typedText(2, 60).optional().meta({ description: 'of a bar or coin; of jewellery where it is known' }),
  serial: typedText(1, 40).optional().meta({ description: 'that its maker stamped on it' }),
  about: typedText(2, 200).optional().meta({ description: 'as “three rings and a chain”' }),
  weight: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,4})?$/, problem('grams'))
    .meta({ description: 'gross grams, as its member says' }),
  fineness: finenessField.min(leastFine, problem('other_fineness')),
  image_ids: z
    .array(ownedId('image'))
    .min(1, problem('photographs', { n: photographs }))
    .max(photographs, problem('photographs', { n: photographs }))
    .meta({ description: 'uploaded for gold_back' }),
})
export const QuoteOtherOf = z.strictObject({ pieces: z.array(OtherPiece).min(1, problem('empty')).max(mostOther) })
export const GoldBackQuote = z.strictObject({
  quote_id: z.uuid(),
  currency: currencyField,
  price: moneyField.meta({ description: 'of one gram of fine gold' }),
  weight: weightField.meta({ description: 'fine, of all pieces' }),
  amount: moneyField,
  fixed_until: momentField
    .nullable()
    .meta({ description: 'until when the price binds if it is signed now; null: the bid of the receipt counts' }),
  pieces: z.array(
    z.strictObject({
      serial: z.string().nullable().meta({ description: 'null: it has none before the consignment is signed' }),
      weight: weightField,
      amount: moneyField,
    }),
  ),
  expires_at: momentField,
  server_time: momentField,
})

export const Consign = z
  .strictObject({
    quote_id: ownedId('goldback_quote'),
    pickup_point_id: z.int().min(1).max(2_000_000_000).optional().meta({ description: 'brought there' }),
    address_id: ownedId('address').optional().meta({ description: 'or collected there' }),
    destination_id: ownedId('payout_destination')
      .optional()
      .meta({ description: 'of getPayoutAccounts; without one the cash balance' }),
    paid_in: z.enum(paidIns).optional().meta({ description: 'without it: money' }),
    agreement_version: typedText(1, 20).optional().meta({ description: 'accepted with it, for grams' }),
    signature: signatureField,
    pin: pinField,
  })
  .refine(({ paid_in, destination_id }) => paid_in !== 'grams' || destination_id === undefined, {
    message: problem('gold_to_no_account'),
    path: ['destination_id'],
  })
export const OneCase = z.strictObject({ case_id: ownedId('goldback_case') })
export const PaperOf = z.strictObject({ case_id: ownedId('goldback_case'), paper: z.enum(casePapers) })
export const PaperPdf = z.string().meta({ format: 'binary', description: 'the PDF itself, no envelope' })
const pictureFields = {
  picture_id: z.uuid(),
  kind: z.enum(pictureKinds).meta({ description: 'of the assay by the house; of a piece or a paper by its member' }),
  position: z
    .int()
    .nullable()
    .meta({ description: 'place of the piece in the case that it was consigned with, from 0; null: of the case' }),
  at: momentField,
}
export const casePictures = z.array(z.strictObject(pictureFields)).meta({ description: 'the oldest first' })
export const AddPicture = z.strictObject({
  case_id: ownedId('goldback_case'),
  of: z.enum(ownPictureKinds),
  image_id: ownedId('image').meta({ description: 'uploaded for gold_back' }),
})
export const OnePicture = z.strictObject({ picture_id: ownedId('goldback_picture') })
export const PictureBytes = z.string().meta({ format: 'binary', description: 'the picture itself, WebP, no envelope' })
export const TakeMoneyOf = z.strictObject({ case_id: ownedId('goldback_case'), pin: pinField })
export const AnswerOf = z.strictObject({
  case_id: ownedId('goldback_case'),
  accept: z.boolean().meta({ description: 'false: the pieces are wanted back' }),
  pin: pinField,
})

export const caseSummary = {
  case_id: z.uuid(),
  number: z.string(),
  state: z.enum(caseStates),
  kind: z.enum(caseKinds).meta({
    description:
      'own: numbered pieces of the member’s own orders; titled: one that somebody else bought; other: not bought here',
  }),
  title: z.enum(titles).nullable().meta({ description: 'of a titled piece: whether it was shown to be the member’s' }),
  currency: currencyField,
  pieces: z.int(),
  weight: weightField.meta({ description: 'fine, as it was consigned' }),
  amount: moneyField.meta({ description: 'what was offered; before that the estimate' }),
  booked_at: momentField,
  answer_until: momentField.nullable(),
}
const Summary = z.strictObject({ ...caseSummary, first_name: z.string().meta({ description: 'of the first piece' }) })
export const GoldBackCases = z.strictObject({ cases: z.array(Summary).meta({ description: 'the newest first' }) })

export const casePiece = {
  serial: z.string().meta({ description: 'of gold that was not bought here a number that the house gives it' }),
  form: z.enum(goldForms).nullable().meta({ description: 'null: bought here' }),
  marked: z.string().nullable().meta({ description: 'number that its maker stamped on it' }),
  about: z.string().nullable(),
  name: z.string(),
  gross: weightField,
  weight: weightField.meta({ description: 'fine' }),
  fineness: finenessField,
  weighed: weightField.nullable(),
  assayed: finenessField.nullable(),
  method: z.enum(assayMethods).nullable(),
}
export const caseCollection = z
  .strictObject({
    recipient: z.string().nullable(),
    address: z.string().nullable(),
    carrier: z.string().nullable(),
    tracking: z.string().nullable(),
    scanned_at: momentField.nullable(),
  })
  .nullable()
  .meta({ description: 'a courier collects it there, as long as the address is kept; null: it is brought' })
export const GoldBackCase = z.strictObject({
  ...caseSummary,
  quoted: moneyField.meta({ description: 'of one gram, when it was signed' }),
  estimate: moneyField,
  fixed_until: momentField.nullable(),
  price: moneyField.nullable().meta({ description: 'of one gram, once it is certain' }),
  offer: moneyField.nullable(),
  offer_weight: weightField.nullable(),
  bid: moneyField.meta({ description: 'of one gram, now' }),
  pieces_in_it: z.array(z.strictObject(casePiece)),
  point: z.strictObject({ name: z.string(), street: z.string(), city: z.string() }).nullable(),
  collection: caseCollection,
  paid_in: z.enum(paidIns),
  account: AccountName.nullable().meta({ description: 'null: the cash balance, or the gold account' }),
  come_until: momentField,
  timeline: z
    .array(
      z.strictObject({
        state: z.enum(['quoted', ...caseStates]),
        by: z.enum(['member', 'house', 'system']),
        told: z.string().nullable().meta({ description: 'why, in the words of the staff' }),
        bag: z.string().nullable(),
        document: z.string().nullable().meta({ description: 'that was seen' }),
        parcel: z.string().nullable().meta({ description: 'courier and number' }),
        at: momentField,
      }),
    )
    .meta({ description: 'the newest first' }),
  pictures: casePictures,
  meltings: z.array(melting).meta({ description: 'requests to melt, the newest first' }),
  server_time: momentField,
})

export type OwnForSaleView = z.output<typeof OwnForSale>
export type OtherPieceInput = z.output<typeof OtherPiece>
export type GoldBackQuoteView = z.output<typeof GoldBackQuote>
export type GoldBackCasesView = z.output<typeof GoldBackCases>
export type GoldBackCaseView = z.output<typeof GoldBackCase>
