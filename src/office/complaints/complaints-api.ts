/** Complaints of members: seen, answered, prolonged, decided, and their register. */
import { answerComplaint, decideComplaint, prolongComplaint } from '../../complaints/decide-complaint.ts'
import * as shapes from '../../complaints/office-contract.ts'
import {
  getOfficeComplaint,
  listOfficeComplaints,
  registerHead,
  registerLines,
} from '../../complaints/office-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'

const tags = ['office: complaints']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const moved = { 200: shapes.ComplaintMoved }

export function officeComplaintsApi(door: Door, karat: Karat): void {
  door.get(
    '/complaints/list',
    {
      config: needs('complaints.see'),
      schema: {
        ...{ tags, summary: 'Complaints: what waits first, by its deadline' },
        ...{ querystring: shapes.OfficeComplaintsQuery, response: { 200: shapes.OfficeComplaints } },
      },
    },
    ({ query }) => listOfficeComplaints(karat.db, query),
  )
  door.get(
    '/complaints/one',
    {
      config: needs('complaints.see'),
      schema: {
        ...{ tags, summary: 'One complaint with all that was said' },
        ...{ querystring: shapes.OneComplaint, response: { 200: shapes.OfficeComplaint } },
      },
    },
    ({ query }) => getOfficeComplaint(karat, karat.db, query.complaint_id),
  )
  registerCall(door, karat)
  door.post(
    '/complaints/answer',
    {
      config: needs('complaints.answer'),
      schema: { tags, summary: 'Write to its member', body: shapes.AnswerComplaint, response: moved },
    },
    (request) => answerComplaint(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/complaints/prolong',
    {
      config: needs('complaints.prolong'),
      schema: { tags, summary: 'Take longer, once', body: shapes.ProlongComplaint, response: moved },
    },
    (request) => prolongComplaint(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/complaints/decide',
    {
      config: needs('complaints.decide'),
      schema: { tags, summary: 'Decide it', body: shapes.DecideComplaint, response: moved },
    },
    (request) => decideComplaint(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

function registerCall(door: Door, karat: Karat): void {
  door.get(
    '/complaints/register.csv',
    {
      config: { ...needs('complaints.export'), ...asFile },
      schema: {
        ...{ tags, summary: 'The register as CSV; it names nobody', produces: ['text/csv'] },
        ...{ querystring: shapes.RegisterQuery, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const rows = await registerLines(karat.db, request.query, karat.settings.staff.exportRows)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), { action: 'complaints.export', details }),
      )
      return sendCsv(reply, 'complaints', registerHead, rows, karat.now())
    },
  )
}
