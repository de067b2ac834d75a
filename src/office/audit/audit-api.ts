/** The audit log, as pages and as a file. */
import type { z } from 'zod'
import { findSerials } from '../../catalogue/piece-queries.ts'
import type { Door } from '../../http/door.ts'
import { findMemberIds } from '../../identity/member-name-queries.ts'
import type { Karat } from '../../karat.ts'
import { idsOfNumbers } from '../../orders/promises/promised-queries.ts'
import { AuditExport, AuditPage, AuditQuery } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'
import { listActions } from '../../staff/staff-queries.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'

const tags = ['office: audit log']
const config = { access: 'staff', permission: 'audit.see' } as const
const head = [
  'id',
  'at',
  'person',
  'action',
  'outcome',
  'subject',
  'subject_id',
  'store',
  'reason',
  'details',
  'address',
  'request_id',
]

/** What people call a thing, as the ids under which the log keeps it. */
async function filterOf(karat: Karat, { subject, ...filter }: z.output<typeof AuditExport>) {
  if (!subject) return filter
  const text = subject.trim()
  const [members, orders, pieces] = await Promise.all([
    findMemberIds(karat.db, text),
    idsOfNumbers(karat.db, [text.toUpperCase()]),
    findSerials(karat.db, text),
  ])
  return { ...filter, subjects: [text, ...members, ...orders, ...pieces] }
}

export function auditApi(door: Door, karat: Karat) {
  door.get(
    '/audit/list',
    { config, schema: { tags, summary: 'What the staff did', querystring: AuditQuery, response: { 200: AuditPage } } },
    async ({ query }) => listActions(karat.db, await filterOf(karat, query), karat.settings.staff.timeZone, query),
  )
  door.get(
    '/audit/export',
    {
      config: { ...config, ...asFile },
      schema: { tags, summary: 'The same as a CSV file', querystring: AuditExport, response: { 200: CsvAnswer } },
    },
    async (request, reply) => {
      const { exportRows, timeZone } = karat.settings.staff
      const { rows } = await listActions(karat.db, await filterOf(karat, request.query), timeZone, {
        page: 1,
        size: exportRows,
      })
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), { action: 'audit.see', details: { did: 'export', rows: rows.length } }),
      )
      const cells = rows.map((row) => [
        row.id,
        row.at,
        row.person,
        row.action,
        row.outcome,
        row.subject_kind,
        row.subject_id,
        row.store,
        row.reason,
        JSON.stringify(row.details),
        row.address,
        row.request_id,
      ])
      return sendCsv(reply, 'audit', head, cells, karat.now())
    },
  )
}
