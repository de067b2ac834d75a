/** Wire shapes of money back in the back office. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText, wholeCount } from '../../http/wire.ts'
import { problem } from '../../locale/field-rules.ts'
import { pageQuery, reasonField } from '../../staff/contract.ts'
import { orderStates } from '../core/order-rules.ts'
import { refundReasons, refundStates } from './refund-rules.ts'

const requestId = z.uuid(problem('id'))

export const OfficeRefundsQuery = z.strictObject({
  state: z
    .enum(['all', ...refundStates])
    .optional()
    .meta({ description: 'absent: those that wait for somebody' }),
  store: typedText(1, 20).optional(),
  q: typedText(1, 40).optional().meta({ description: 'order number' }),
  ...pageQuery,
})
const OfficeRefundRow = z.strictObject({
  request_id: z.uuid(),
  order_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  order_state: z.enum(orderStates),
  buyer: z.string(),
  state: z.enum(refundStates),
  reason: z.enum(refundReasons),
  note: z.string(),
  whole: z.boolean(),
  pictures: z.array(z.uuid()).meta({ description: 'each shown by refunds/picture' }),
  currency: currencyField,
  stated: moneyField.meta({ description: 'what the member was told it would be' }),
  granted: moneyField.nullable(),
  returned_before: moneyField.meta({ description: 'executed for the same order before' }),
  takes_two: z.boolean(),
  second_asked: z.boolean().meta({ description: 'a second person is waited for' }),
  lines: z.array(z.strictObject({ position: z.int(), name: z.string(), quantity: z.int(), granted: z.int() })),
  answer: z.string().nullable(),
  granted_by: z.string().nullable(),
  executed_by: z.string().nullable(),
  refunds: z.array(
    z.strictObject({
      refund_id: z.uuid(),
      state: z.enum(['pending', 'settled', 'failed']),
      amount: z.string(),
      failure: z.string().nullable(),
      may_retry: z.boolean(),
    }),
  ),
  created_at: momentField,
})
export type OfficeRefundView = z.output<typeof OfficeRefundRow>
export const OfficeRefundsPage = z.strictObject({ total: z.int(), rows: z.array(OfficeRefundRow) })

export const RefundPicture = z.strictObject({ request_id: requestId, picture_id: requestId })

const pieces = z
  .array(z.strictObject({ position: wholeCount(0, 1000), quantity: wholeCount(1, 1000) }))
  .min(1, problem('empty'))
  .max(100)
  .optional()
  .meta({ description: 'absent: all that was asked for' })
export const ForeseeGrant = z.strictObject({ request_id: requestId, pieces })
export const GrantForeseenView = z.strictObject({
  total: moneyField.meta({ description: 'what would go back' }),
  kept: moneyField.nullable().meta({ description: 'what leaving the sale costs' }),
  delivery: moneyField.nullable().meta({ description: 'delivery and insurance, within the total' }),
  currency: currencyField,
})
export const GrantRefund = z.strictObject({
  request_id: requestId,
  pieces,
  amount: typedText(1, 30).optional().meta({ description: 'what was shown; another amount is refused' }),
  reason: reasonField,
})
export const RejectRefund = z.strictObject({ request_id: requestId, answer: reasonField })
export const ExecuteRefund = z.strictObject({ request_id: requestId, reason: reasonField })
export const RetryRefund = z.strictObject({ refund_id: requestId, reason: reasonField })
export const Executed = z.strictObject({ approval_id: z.uuid().nullable() })
export const Retried = z.strictObject({ refund_id: z.uuid() })

export const OfficeReviewsQuery = z.strictObject({ ...pageQuery })
export const OfficeReviewRow = z.strictObject({
  order_id: z.uuid(),
  number: z.string(),
  store: z.string(),
  buyer: z.string(),
  currency: currencyField,
  total: moneyField,
  received: z.array(z.strictObject({ amount: z.string(), currency: z.string() })),
  until: momentField.nullable(),
  may_honour: z.boolean(),
})
export type OfficeReviewView = z.output<typeof OfficeReviewRow>
export const OfficeReviewsPage = z.strictObject({ total: z.int(), rows: z.array(OfficeReviewRow) })
