/** Wire shapes of the office. */

import { z } from 'zod'
import { currencyField, momentField, moneyField, typedText } from '../http/wire.ts'
import { problem } from '../locale/field-rules.ts'
import { pageQuery, reasonField } from '../staff/contract.ts'
import { allFaults } from './fault-rules.ts'
import { idTypes } from './id-number-rules.ts'
import { steps, takingKinds } from './level-rules.ts'
import { documentKinds, fundSources, reviewStates } from './review-rules.ts'

const memberId = z.uuid(problem('id'))
const kind = z.enum(steps, problem('one_of', { list: steps.join(', ') }))
const level = z.enum(['T0', 'T1', 'T2', 'T3'])
const day = z.iso.date(problem('staff_day'))
const decidedStates = ['submitted', 'approved', 'rejected'] as const
const doubts = z.array(z.enum(['birth_date', 'sex', 'region', 'passport', 'told_before']))

const reviewFilter = {
  state: z.enum(decidedStates).optional().meta({ description: 'absent: those that wait' }),
  kind: kind.optional(),
  store: typedText(1, 20).optional(),
  older: z.enum(['24', '72', '168']).optional().meta({ description: 'in this state for at least so many hours' }),
  q: typedText(1, 100).optional().meta({ description: 'part of a name, a whole e-mail or mobile number' }),
  sort: z.enum(['since', '-since']).optional().meta({ description: 'absent: the longest wait first, else the newest' }),
}
export const OfficeReviewsQuery = z.strictObject({ ...reviewFilter, ...pageQuery })
export const OfficeReviewsExport = z.strictObject(reviewFilter)
export const OfficeReviewRow = z.strictObject({
  member_id: z.uuid(),
  name: z.string(),
  store: z.string().nullable(),
  kind,
  state: z.enum(decidedStates),
  doubts,
  level,
  since: momentField,
  moved_by: z
    .string()
    .nullable()
    .meta({ description: 'of the staff; null: the member, or the rule that fits numbers' }),
})
export const OfficeReviewsPage = z.strictObject({ total: z.int(), rows: z.array(OfficeReviewRow) })
export const OfficeReviewCounts = z.strictObject({ reviews: z.int(), reports: z.int() })

export const OneReview = z.strictObject({ member_id: memberId, kind })
export const OfficeReview = z.strictObject({
  member_id: z.uuid(),
  account_name: z.string(),
  store: z.string(),
  state_of_account: z.enum(['open', 'frozen']),
  member_since: momentField,
  level,
  override: level.nullable().meta({ description: 'set by two people; counts instead of what is proven' }),
  destroyed_at: momentField.nullable().meta({ description: 'when everything told before was destroyed' }),
  kind,
  state: z.enum(reviewStates),
  since: momentField.nullable(),
  seen: z.string().meta({ description: 'a decision is refused when the review has moved on from here' }),
  reviews: z.array(z.strictObject({ kind, state: z.enum(reviewStates) })),
  told: z
    .strictObject({
      name: z.string(),
      id_type: z.enum(idTypes),
      country: z.string(),
      number: z.string().meta({ description: 'masked' }),
      birth_date: day,
      sex: z.enum(['female', 'male']),
      told_at: momentField,
      doubts,
    })
    .nullable(),
  lost: z
    .array(z.enum(['number', 'tax_number']))
    .meta({ description: 'what no key opens any more: nothing that rests on it can be approved' }),
  number_says: z
    .strictObject({
      birth: z.string().meta({ description: 'DD-MM-YY' }),
      sex: z.enum(['female', 'male']),
      region: z.string().nullable().meta({ description: 'where the card was given; null: not of today’s list' }),
    })
    .nullable()
    .meta({ description: 'null: nothing is told, or a number that says nothing' }),
  funds: z
    .strictObject({
      tax_number: z.string().meta({ description: 'masked' }),
      source: z.enum(fundSources),
      explanation: z.string(),
      told_at: momentField,
    })
    .nullable(),
  addresses: z.array(z.string()),
  documents: z.array(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(documentKinds),
      width: z.int(),
      height: z.int(),
      sent_at: momentField,
      is_replaced: z.boolean(),
    }),
  ),
  opens_freely: z
    .boolean()
    .meta({ description: 'something of the member waits: documents open without a reason typed' }),
  moves: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.string(),
      to: z.string(),
      by: z.string().nullable().meta({ description: 'null: the member' }),
      at: momentField,
      reason: z.string().nullable().meta({ description: 'null: destroyed' }),
      fault: z.string().nullable(),
      answer: z.string().nullable(),
    }),
  ),
})

/** What a member's page of the back office says of their verification. */
export const MemberStanding = z.strictObject({
  level,
  override: level.nullable(),
  relation_ended_at: momentField.nullable(),
  destroyed_at: momentField.nullable(),
  reviews: z.array(z.strictObject({ kind, state: z.enum(reviewStates), since: momentField.nullable() })),
})

export const OpenDocument = z.strictObject({
  document_id: z.uuid(problem('id')),
  reason: reasonField.optional().meta({ description: 'needed unless something of the member waits for a decision' }),
})

const decision = { member_id: memberId, kind, seen: z.string().regex(/^\d{1,19}$/, problem('staff_whole')) }
export const ApproveReview = z.strictObject({ ...decision, reason: reasonField })
export const RejectReview = z.strictObject({
  ...decision,
  fault: z.enum(allFaults, problem('kyc_fault')),
  words: typedText(1, 500).optional().meta({ description: 'to the member, after the sentence of the fault' }),
  reason: reasonField,
})
export const Decided = z.strictObject({ level })

export const OverrideLevel = z.strictObject({
  member_id: memberId,
  level: level.nullable().meta({ description: 'null: what is proven counts again' }),
  reason: reasonField,
})
export const OverrideAsked = z.strictObject({ approval_id: z.uuid() })
export const MemberWithReason = z.strictObject({ member_id: memberId, reason: reasonField })

const reportState = {
  state: z
    .enum(['open', 'filed', 'sent'])
    .optional()
    .meta({ description: 'filed: and not sent yet; absent: all, the open ones first' }),
}
export const OfficeReportsQuery = z.strictObject({
  ...reportState,
  member_id: memberId.optional(),
  day: day.optional(),
  ...pageQuery,
})
export const OfficeReportsExport = z.strictObject(reportState)
const OfficeReportRow = z.strictObject({
  member_id: z.uuid(),
  name: z.string(),
  legal_name: z.string().nullable(),
  id_number: z.string().nullable().meta({ description: 'kind and number, masked' }),
  day,
  reached_at: momentField,
  amounts: z.array(z.strictObject({ currency: currencyField, amount: moneyField })),
  purchases: z.array(
    z.strictObject({
      kind: z.enum(takingKinds),
      currency: currencyField,
      amount: moneyField,
      at: momentField,
      came_to_nothing: z.boolean(),
    }),
  ),
  filed_by: z.string().nullable(),
  filed_at: momentField.nullable(),
  note: z.string().nullable(),
  sent_on: day.nullable().meta({ description: 'to the authority, as a person noted' }),
  sent_reference: z.string().nullable(),
  sent_by: z.string().nullable(),
})
export const OfficeReportsPage = z.strictObject({ total: z.int(), rows: z.array(OfficeReportRow) })
export const FileReport = z.strictObject({ member_id: memberId, day, reason: reasonField })
export const ReportSent = z.strictObject({
  member_id: memberId,
  day,
  sent_on: day,
  reference: typedText(3, 100).meta({ description: 'as the authority gave it' }),
})

export type OfficeReviewRowView = z.output<typeof OfficeReviewRow>
export type OfficeReviewView = z.output<typeof OfficeReview>
export type OfficeReviewCountsView = z.output<typeof OfficeReviewCounts>
export type MemberStandingView = z.output<typeof MemberStanding>
export type OfficeReportView = z.output<typeof OfficeReportRow>
export type OfficeReviewFilter = z.output<typeof OfficeReviewsExport>
