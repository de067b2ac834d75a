/** Blind counts of the bars of a place. */
import * as shapes from '../../backing/counts/count-contract.ts'
import { describeCount, listCounts } from '../../backing/counts/count-queries.ts'
import { addSeen, finishSheet, removeSeen } from '../../backing/counts/fill-sheet.ts'
import { abandonCount, openCount } from '../../backing/counts/open-count.ts'
import { settleDifference } from '../../backing/counts/settle-difference.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'

const tags = ['office: counts']
const sees = { access: 'staff', permission: 'vault.count' } as const
const counts = { ...sees, once: true } as const
const settles = { access: 'staff', permission: 'vault.resolve', once: true } as const

export function countsOfficeApi(door: Door, karat: Karat): void {
  door.get(
    '/vault/counts',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'Counts of bars, those to go on with first' },
        ...{ querystring: shapes.CountsQuery, response: { 200: shapes.CountsPage } },
      },
    },
    ({ query }) => listCounts(karat.db, query, query),
  )
  door.get(
    '/vault/count',
    {
      config: sees,
      schema: {
        ...{ tags, summary: 'One count: the reader’s own sheet, and what was found once both people are done' },
        ...{ querystring: shapes.CountOf, response: { 200: shapes.CountView } },
      },
    },
    (request) => describeCount(karat.db, requireStaff(request).id, request.query.count_id),
  )
  counting(door, karat)
  settling(door, karat)
}

function counting(door: Door, karat: Karat) {
  door.post(
    '/vault/openCount',
    {
      config: counts,
      schema: {
        ...{ tags, summary: 'Begin a blind count of a place by two people' },
        ...{ body: shapes.OpenCount, response: { 200: shapes.CountOpened } },
      },
    },
    (request) => openCount(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/vault/countAdd',
    {
      config: counts,
      schema: {
        ...{ tags, summary: 'Write bars on one’s own sheet, which begins with the first one' },
        ...{ body: shapes.AddSeen, response: { 200: shapes.SeenAdded } },
      },
    },
    (request) => {
      const { count_id: countId, bars: typed } = request.body
      return addSeen(karat, requireStaff(request), { countId, typed }, staffOnce(request))
    },
  )
  door.post(
    '/vault/countRemove',
    {
      config: counts,
      schema: { tags, summary: 'Take a bar off one’s own sheet', body: shapes.RemoveSeen, response: { 200: Done } },
    },
    (request) => removeSeen(karat, requireStaff(request), { entryId: request.body.entry_id }, staffOnce(request)),
  )
  door.post(
    '/vault/countDone',
    {
      config: counts,
      schema: {
        ...{ tags, summary: 'All was seen; with the second sheet both are compared' },
        ...{ body: shapes.CountOf, response: { 200: shapes.SheetDone } },
      },
    },
    (request) => finishSheet(karat, requireStaff(request), { countId: request.body.count_id }, staffOnce(request)),
  )
}

function settling(door: Door, karat: Karat) {
  door.post(
    '/vault/countResolve',
    {
      config: settles,
      schema: {
        ...{ tags, summary: 'Settle a difference, as somebody who did not count' },
        ...{ body: shapes.SettleDifference, response: { 200: shapes.DifferenceSettled } },
      },
    },
    (request) => {
      const { finding_id: findingId, ...wish } = request.body
      return settleDifference(karat, requireStaff(request), { findingId, ...wish }, staffOnce(request))
    },
  )
  door.post(
    '/vault/countAbandon',
    {
      config: settles,
      schema: { tags, summary: 'Give up a count', body: shapes.AbandonCount, response: { 200: Done } },
    },
    (request) => {
      const { count_id: countId, reason } = request.body
      return abandonCount(karat, requireStaff(request), { countId, reason }, staffOnce(request))
    },
  )
}
