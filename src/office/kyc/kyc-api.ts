/** The identity desk: reviews, documents, decisions, levels, reports of large days. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { DocumentBytes } from '../../kyc/contract.ts'
import { approveReview, rejectReview } from '../../kyc/decide-review.ts'
import { endRelation } from '../../kyc/end-relation.ts'
import { fileReport } from '../../kyc/file-report.ts'
import { levelName, levels } from '../../kyc/level-rules.ts'
import { noteReportSent } from '../../kyc/note-report-sent.ts'
import * as shapes from '../../kyc/office-contract.ts'
import { countWaiting, listOfficeReviews, listReports } from '../../kyc/office-queries.ts'
import { openDocumentAsStaff } from '../../kyc/open-document.ts'
import { askOverride } from '../../kyc/override-level.ts'
import { sendDocument } from '../../kyc/send-document.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { readReview } from './read-review.ts'

const tags = ['office: identity']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const moves = (permission: Permission) => ({ ...needs(permission), once: true }) as const

export function officeKycApi(door: Door, karat: Karat): void {
  queue(door, karat)
  oneReview(door, karat)
  documents(door, karat)
  deciding(door, karat)
  levelCalls(door, karat)
  reports(door, karat)
}

function queue(door: Door, karat: Karat) {
  door.get(
    '/kyc/list',
    {
      config: needs('kyc.see'),
      schema: {
        tags,
        summary: 'Reviews of members',
        querystring: shapes.OfficeReviewsQuery,
        response: { 200: shapes.OfficeReviewsPage },
      },
    },
    ({ query }) => listOfficeReviews(karat.db, query, query),
  )
  door.get(
    '/kyc/counts',
    {
      config: needs('kyc.see'),
      schema: { tags, summary: 'How much waits in the office', response: { 200: shapes.OfficeReviewCounts } },
    },
    () => countWaiting(karat.db, null),
  )
  door.get(
    '/kyc/export',
    {
      config: { ...needs('kyc.see'), ...asFile },
      schema: {
        tags,
        summary: 'The same as a CSV file',
        querystring: shapes.OfficeReviewsExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const size = karat.settings.staff.exportRows
      const { rows } = await listOfficeReviews(karat.db, request.query, { page: 1, size })
      const details = { did: 'export' as const, rows: rows.length, state: request.query.state ?? 'submitted' }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'kyc.see', details }))
      const head = ['member', 'name', 'store', 'review', 'state', 'doubts', 'level', 'since', 'by']
      const cells = rows.map((row) => [
        ...[row.member_id, row.name, row.store, row.kind, row.state, row.doubts.join(' '), row.level, row.since],
        row.moved_by,
      ])
      return sendCsv(reply, 'identity', head, cells, karat.now())
    },
  )
}

function oneReview(door: Door, karat: Karat) {
  door.get(
    '/kyc/review',
    {
      config: needs('kyc.see'),
      schema: {
        tags,
        summary: 'One review with everything about it; the look is kept in the audit log',
        querystring: shapes.OneReview,
        response: { 200: shapes.OfficeReview },
      },
    },
    (request) => {
      const { member_id: memberId, kind } = request.query
      return readReview(karat, requireStaff(request), { memberId, kind })
    },
  )
}

/** A POST, so that no cache on the way keeps it and no address or log has the reason. */
function documents(door: Door, karat: Karat) {
  door.post(
    '/kyc/openDocument',
    {
      config: { ...needs('kyc.view_document'), ...asFile },
      schema: {
        tags,
        summary: 'A document as bytes; every look is kept in the audit log',
        produces: ['image/webp'],
        body: shapes.OpenDocument,
        response: { 200: DocumentBytes },
      },
    },
    async (request, reply) => {
      const { document_id: documentId, reason = '' } = request.body
      const content = await openDocumentAsStaff(karat, requireStaff(request), { documentId, reason })
      return sendDocument(reply, content)
    },
  )
}

function deciding(door: Door, karat: Karat) {
  door.post(
    '/kyc/approve',
    {
      config: moves('kyc.decide'),
      schema: { tags, summary: 'Approve', body: shapes.ApproveReview, response: { 200: shapes.Decided } },
    },
    async (request) => {
      const { member_id: memberId, ...decision } = request.body
      const { level } = await approveReview(karat, requireStaff(request), { memberId, ...decision }, staffOnce(request))
      return { level: levelName(level) }
    },
  )
  door.post(
    '/kyc/reject',
    {
      config: moves('kyc.decide'),
      schema: {
        tags,
        summary: 'Reject, or take an approval back; the member reads what is wrong and may send it again',
        body: shapes.RejectReview,
        response: { 200: shapes.Decided },
      },
    },
    async (request) => {
      const { member_id: memberId, words = '', ...decision } = request.body
      const rejection = { memberId, words, ...decision }
      const { level } = await rejectReview(karat, requireStaff(request), rejection, staffOnce(request))
      return { level: levelName(level) }
    },
  )
}

function levelCalls(door: Door, karat: Karat) {
  door.post(
    '/kyc/override',
    {
      config: moves('kyc.override'),
      schema: {
        tags,
        summary: 'Ask a second person to set a level that counts instead of what is proven',
        body: shapes.OverrideLevel,
        response: { 200: shapes.OverrideAsked },
      },
    },
    (request) => {
      const { member_id: memberId, level: name, reason } = request.body
      const level = levels.find((one) => levelName(one) === name) ?? null
      return askOverride(karat, requireStaff(request), { memberId, level, reason }, staffOnce(request))
    },
  )
  door.post(
    '/kyc/endRelation',
    {
      config: needs('kyc.end_relation'),
      schema: {
        tags,
        summary: 'A member has left: the years begin after which their documents are destroyed',
        body: shapes.MemberWithReason,
        response: { 200: Done },
      },
    },
    (request) => {
      const { member_id: memberId, reason } = request.body
      return endRelation(karat, requireStaff(request), { memberId, reason })
    },
  )
}

function reports(door: Door, karat: Karat) {
  door.get(
    '/kyc/reports',
    {
      config: needs('kyc.see'),
      schema: {
        tags,
        summary: 'Days on which somebody bought so much that staff look at it',
        querystring: shapes.OfficeReportsQuery,
        response: { 200: shapes.OfficeReportsPage },
      },
    },
    ({ query }) => listReports(karat.db, query, query),
  )
  reportFile(door, karat)
  door.post(
    '/kyc/fileReport',
    {
      config: needs('kyc.file_report'),
      schema: { tags, summary: 'Put a report away with a note', body: shapes.FileReport, response: { 200: Done } },
    },
    (request) => {
      const { member_id: memberId, day, reason } = request.body
      return fileReport(karat, requireStaff(request), { memberId, day, reason })
    },
  )
}

function reportFile(door: Door, karat: Karat) {
  door.get(
    '/kyc/exportReports',
    {
      config: { ...needs('kyc.file_report'), ...asFile },
      schema: {
        tags,
        summary: 'Large days as a CSV file, for the form of the authority',
        querystring: shapes.OfficeReportsExport,
        response: { 200: CsvAnswer },
      },
    },
    async (request, reply) => {
      const size = karat.settings.staff.exportRows
      const { rows } = await listReports(karat.db, request.query, { page: 1, size })
      const details = { did: 'export' as const, rows: rows.length, reports: request.query.state ?? 'all' }
      await karat.db.transaction((tx) => recordAction(tx, requireStaff(request), { action: 'kyc.see', details }))
      return sendCsv(reply, 'large-days', reportHead, rows.flatMap(reportCells), karat.now())
    },
  )
  door.post(
    '/kyc/reportSent',
    {
      config: needs('kyc.file_report'),
      schema: {
        tags,
        summary: 'Note that a person has sent a filed report to the authority',
        body: shapes.ReportSent,
        response: { 200: Done },
      },
    },
    (request) => {
      const { member_id: memberId, day, sent_on: sentOn, reference } = request.body
      return noteReportSent(karat, requireStaff(request), { memberId, day, sentOn, reference })
    },
  )
}

const reportHead = [
  ...['member', 'account_name', 'legal_name', 'id_number', 'day', 'currency', 'amount', 'purchases', 'reached_at'],
  ...['filed_by', 'filed_at', 'note', 'sent_on', 'reference'],
]

/** A line for each currency of a day; what came to nothing is not in it. */
const reportCells = (row: shapes.OfficeReportView) =>
  row.amounts.map(({ currency, amount }) => [
    ...[row.member_id, row.name, row.legal_name, row.id_number, row.day, currency, amount],
    row.purchases.filter((one) => one.currency === currency && !one.came_to_nothing).length,
    ...[row.reached_at, row.filed_by, row.filed_at, row.note, row.sent_on, row.sent_reference],
  ])
