/** Wire shapes of the returns desk. */
import { z } from 'zod'
import { momentField, typedText, weightField, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { orderStates } from '../core/order-rules.ts'
import { refundReasons, refundStates } from '../refunds/refund-rules.ts'
import { conditions, returnStages, returnStates, verdicts, waiverKinds } from './return-rules.ts'

const id = z.uuid(problem('id'))

export const ReturnsQuery = z.strictObject({
  stage: z
    .enum(['all', ...returnStages])
    .optional()
    .meta({ description: 'absent: all of which something is left to do' }),
  store: typedText(1, 20).optional(),
  q: typedText(1, 60).optional().meta({ description: 'order number, or the number of a piece' }),
  ...pageQuery,
})
const ReturnedPiece = z.strictObject({
  return_id: z.uuid(),
  position: z.int(),
  serial: z.string().nullable(),
  state: z.enum(returnStates),
  condition: z.enum(conditions).nullable(),
  weighed: weightField.nullable(),
  findings: z.string(),
  received_by: z.string(),
  received_at: momentField,
  decided_by: z.string().nullable(),
  decided_at: momentField.nullable(),
  sent_how: z.string().nullable(),
})
export type ReturnedPieceView = z.output<typeof ReturnedPiece>
const ReturnRow = z.strictObject({
  request_id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  buyer: z.string(),
  order_state: z.enum(orderStates),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  note: z.string(),
  stage: z.enum(returnStages).nullable().meta({ description: 'null: nothing is left to do' }),
  waiver: z.enum(waiverKinds).nullable(),
  since: momentField.meta({ description: 'when it was asked for, or granted' }),
  lines: z.array(
    z.strictObject({
      position: z.int(),
      name: z.string(),
      weight: weightField.meta({ description: 'gross, of one piece as it was sold' }),
      numbered: z.boolean(),
      due: z.int().meta({ description: 'pieces that come back' }),
      here: z.int(),
      kept: z.int(),
    }),
  ),
  pieces: z.array(ReturnedPiece),
})
export type ReturnRowView = z.output<typeof ReturnRow>
export const ReturnsPage = z.strictObject({ total: z.int(), rows: z.array(ReturnRow) })

export const ReceiveReturn = z.strictObject({
  request_id: id,
  number: typedText(1, 200).optional().meta({ description: 'as it was scanned or typed' }),
  position: wholeCount(0, 1000).optional().meta({ description: 'the line of goods without numbers' }),
})
export const ReturnReceived = z.strictObject({ return_id: z.uuid(), serial: z.string().nullable() })
export const JudgeReturn = z.strictObject({
  return_id: id,
  condition: z.enum(conditions),
  weight: z
    .string()
    .regex(/^(\d{1,5}(\.\d{1,4})?)?$/, problem('grams'))
    .default('')
    .meta({ description: 'grams; empty where nobody weighed it' }),
  to: z.enum(verdicts).meta({ description: 'received: it waits for the decision about its money' }),
  reason: reasonField.meta({ description: 'what was found; the buyer of a refused piece reads it' }),
})
export const ReturnJudged = z.strictObject({ state: z.enum(returnStates) })
export const ReturnWithReason = z.strictObject({ return_id: id, reason: reasonField })
export const SendReturn = z.strictObject({ return_id: id, how: typedText(3, 200).regex(/\S/, problem('empty')) })
export const WaivePieces = z.strictObject({ request_id: id, kind: z.enum(waiverKinds), reason: reasonField })
