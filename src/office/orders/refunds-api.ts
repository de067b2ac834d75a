/** Money back in the back office: granting and executing are two permissions, and two people above an amount (G10). */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { executeRefund, grantRefund, rejectRefund } from '../../orders/refunds/decide-refund.ts'
import { foreseeGrant } from '../../orders/refunds/granted-pieces.ts'
import * as shapes from '../../orders/refunds/office-refund-contract.ts'
import { listOfficeRefunds, listOfficeReviews } from '../../orders/refunds/office-refund-queries.ts'
import { viewRefundPicture } from '../../orders/refunds/view-refund-picture.ts'
import { retryRefundAsStaff } from '../../payments/retry-refund.ts'
import { listStuckRefunds } from '../../payments/stuck-refund-queries.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import { asFile } from '../kit/csv.ts'
import { MoneyRowsQuery } from '../kit/money-row-contract.ts'
import { PictureBytes, sendPicture } from '../kit/picture-answer.ts'
import { withMemberNames } from '../kit/with-member-names.ts'
import { returnsApi } from './returns-api.ts'
import { StuckRefundsPage } from './stuck-refunds-contract.ts'

const tags = ['office: refunds']
const sees = { access: 'staff', permission: 'refunds.see' } as const
const grants = { access: 'staff', permission: 'refunds.grant', once: true } as const
const executes = { access: 'staff', permission: 'refunds.execute', once: true } as const

export function refundsApi(door: Door, karat: Karat): void {
  door.get(
    '/refunds/list',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Requests for money back',
        querystring: shapes.OfficeRefundsQuery,
        response: { 200: shapes.OfficeRefundsPage },
      },
    },
    ({ query, language }) => listOfficeRefunds(karat, query, query, language),
  )
  door.get(
    '/refunds/reviews',
    {
      config: sees,
      schema: {
        tags,
        summary: 'Orders whose money waits for the choice of the member',
        querystring: shapes.OfficeReviewsQuery,
        response: { 200: shapes.OfficeReviewsPage },
      },
    },
    ({ query }) => listOfficeReviews(karat.db, query),
  )
  door.get(
    '/refunds/stuck',
    {
      config: sees,
      schema: {
        tags,
        summary:
          'Refunds that do not move by themselves: refused, waiting for a balance, or silent for days; the oldest first',
        querystring: MoneyRowsQuery,
        response: { 200: StuckRefundsPage },
      },
    },
    async ({ query }) => {
      const { total, rows } = await withMemberNames(karat.db, await listStuckRefunds(karat.db, karat.settlers, query))
      return { total, rows: rows.map(({ subject, ...row }) => ({ ...row, subject_id: subject })) }
    },
  )
  pictures(door, karat)
  deciding(door, karat)
  executing(door, karat)
  returnsApi(door, karat)
}

function pictures(door: Door, karat: Karat) {
  door.get(
    '/refunds/picture',
    {
      config: { ...sees, ...asFile },
      schema: {
        tags,
        summary: 'A picture of a request, as bytes; that somebody looked is on record',
        produces: ['image/webp'],
        querystring: shapes.RefundPicture,
        response: { 200: PictureBytes },
      },
    },
    async (request, reply) => {
      const { request_id: requestId, picture_id: pictureId } = request.query
      const wanted = { requestId, pictureId }
      const image = await karat.db.transaction((tx) => viewRefundPicture(tx, requireStaff(request), wanted))
      return sendPicture(reply, image)
    },
  )
}

function deciding(door: Door, karat: Karat) {
  door.post(
    '/refunds/foresee',
    {
      config: { ...grants, once: false },
      schema: {
        tags,
        summary: 'What granting these pieces would return now; nothing is changed',
        body: shapes.ForeseeGrant,
        response: { 200: shapes.GrantForeseenView },
      },
    },
    ({ body: { request_id: requestId, pieces } }) => foreseeGrant(karat.db, { requestId, pieces }),
  )
  door.post(
    '/refunds/grant',
    {
      config: grants,
      schema: { tags, summary: 'Grant all or some pieces', body: shapes.GrantRefund, response: { 200: Done } },
    },
    async (request) => {
      const { request_id: requestId, ...grant } = request.body
      await grantRefund(karat, requireStaff(request), { requestId, answer: '', ...grant }, staffOnce(request))
      return { done: true as const }
    },
  )
  door.post(
    '/refunds/reject',
    {
      config: grants,
      schema: {
        tags,
        summary: 'Reject, or take a grant back; the member reads the answer',
        body: shapes.RejectRefund,
        response: { 200: Done },
      },
    },
    async (request) => {
      const { request_id: requestId, answer } = request.body
      await rejectRefund(karat, requireStaff(request), { requestId, answer }, staffOnce(request))
      return { done: true as const }
    },
  )
}

function executing(door: Door, karat: Karat) {
  door.post(
    '/refunds/execute',
    {
      config: executes,
      schema: {
        tags,
        summary: 'Return the money, or ask for the second person that it takes',
        body: shapes.ExecuteRefund,
        response: { 200: shapes.Executed },
      },
    },
    async (request) => {
      const { request_id: requestId, reason } = request.body
      const wish = { requestId, reason }
      const { approval_id } = await executeRefund(karat, requireStaff(request), wish, staffOnce(request))
      return { approval_id }
    },
  )
  door.post(
    '/refunds/retry',
    {
      config: executes,
      schema: {
        tags,
        summary: 'Ask the provider again for a refund that it refused',
        body: shapes.RetryRefund,
        response: { 200: shapes.Retried },
      },
    },
    (request) => {
      const { refund_id: refundId, reason } = request.body
      return retryRefundAsStaff(karat, requireStaff(request), { refundId, reason }, staffOnce(request))
    },
  )
}
