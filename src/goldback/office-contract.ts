/** Wire shapes of gold-back in the back office. */
import { z } from 'zod'
import { momentField, moneyField, typedText, weightField } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { documents } from '../orders/core/order-rules.ts'
import { trackingPattern } from '../orders/parcels/carrier-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { assayMethods, casePapers, caseStates, officeTabs, paidIns } from './case-rules.ts'
import { caseCollection, casePictures, casePiece, caseSummary } from './contract.ts'
import { melting } from './melting/contract.ts'

const caseId = z.uuid(problem('id'))

export const OfficeCasesQuery = z.strictObject({
  tab: z
    .enum(Object.keys(officeTabs) as [keyof typeof officeTabs])
    .optional()
    .meta({ description: 'absent: all, what is to be done first' }),
  store: typedText(1, 10).optional(),
  q: typedText(1, 200).optional().meta({ description: 'number of a case, or of a piece' }),
  ...pageQuery,
})
const Row = z.strictObject({ ...caseSummary, store: z.string(), member: z.string(), since: momentField })
export const OfficeCasesPage = z.strictObject({ total: z.int(), rows: z.array(Row) })

export const OfficeCaseOf = z.strictObject({ case_id: caseId })
export const OfficeCase = z.strictObject({
  ...caseSummary,
  store: z.string(),
  member: z.string(),
  member_id: z.uuid(),
  quoted: moneyField,
  estimate: moneyField,
  fixed_until: momentField.nullable(),
  price: moneyField.nullable(),
  offer: moneyField.nullable(),
  offer_weight: weightField.nullable(),
  come_until: momentField,
  pieces_in_it: z.array(
    z.strictObject({ ...casePiece, stolen: z.boolean().meta({ description: 'somebody reported it' }) }),
  ),
  found: z
    .strictObject({ weight: weightField, amount: moneyField.nullable(), differs: z.boolean() })
    .nullable()
    .meta({ description: 'what was measured, at the price that is certain; null before all of it is' }),
  point: z.string().meta({ description: 'empty: a courier collects it' }),
  collection: caseCollection,
  carriers: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  paid_in: z.enum(paidIns),
  account: z.string().nullable().meta({ description: 'masked; null: the cash balance, or the gold account' }),
  pictures: casePictures,
  meltings: z.array(melting).meta({ description: 'requests to melt, the newest first' }),
  takes_two: z.boolean(),
  second_asked: z.boolean(),
  timeline: z.array(
    z.strictObject({
      state: z.enum(caseStates),
      by: z.string().meta({ description: 'the name of who of the house; "member" or "system"' }),
      reason: z.string().meta({ description: 'what the staff typed; empty where the step says it all' }),
      bag: z.string().nullable(),
      document: z.string().nullable(),
      parcel: z.string().nullable(),
      at: momentField,
    }),
  ),
})

export const OfficePaperOf = z.strictObject({ case_id: caseId, paper: z.enum(casePapers) })

export const AddAssayPicture = z.strictObject({
  case_id: caseId,
  file: z
    .instanceof(Uint8Array, { error: problem('file') })
    .meta({ type: 'string', format: 'binary', description: 'JPEG, PNG or WebP, at most 10 MB' }),
})
export const PictureAdded = z.strictObject({ picture_id: z.uuid() })
export const OpenPicture = z.strictObject({ picture_id: z.uuid(problem('id')) })

const serials = z.array(typedText(1, 200)).min(1, problem('empty')).max(20)
const document = z.enum(documents, problem('empty'))
const shownAtCounter = document.optional().meta({ description: 'at the counter; without it where a courier saw it' })
const carrier = typedText(1, 20)
const tracking = z.string().regex(trackingPattern, problem('office_tracking'))
export const ReceiveOf = z.strictObject({
  ...{ case_id: caseId, serials, document: shownAtCounter, bag: typedText(1, 20) },
})
export const ScanOf = z.strictObject({
  ...{ case_id: caseId, carrier, tracking },
  scanned_at: momentField.meta({ description: 'first scan by the courier' }),
})
export const ReturnOf = z.strictObject({
  ...{ case_id: caseId, document: shownAtCounter },
  carrier: carrier.optional().meta({ description: 'with a courier, where one had collected it' }),
  tracking: tracking.optional(),
})
export const InspectOf = z.strictObject({
  case_id: caseId,
  found: z
    .array(
      z.strictObject({
        position: z.int().min(0).max(100),
        weighed: z.string().min(1, problem('empty')).max(12).meta({ description: 'gross grams' }),
        assayed: z.int(problem('number')).min(1, problem('number')).max(10_000, problem('number')),
        method: z.enum(assayMethods, problem('empty')),
        stamped: typedText(1, 200).nullable().optional().meta({
          description:
            'number that is stamped on it; null: it has none. Said of every bar and coin that was not bought here',
        }),
      }),
    )
    .min(1)
    .max(20),
})
export const DecideOf = z.strictObject({
  case_id: caseId,
  decision: z.enum(['accept', 'offer', 'reject', 'refuse_parcel', 'prove_title', 'refuse_title', 'retain', 'resume']),
  reason: reasonField,
})
export const PayOf = z.strictObject({ case_id: caseId, reason: reasonField })
export const PaidOrAsked = z.strictObject({ approval_id: z.uuid().nullable() })

export type DecideInput = z.output<typeof DecideOf>
export type OfficeCaseView = z.output<typeof OfficeCase>
export type OfficeCaseRow = z.output<typeof Row>
export type OfficeCasesInput = z.output<typeof OfficeCasesQuery>
