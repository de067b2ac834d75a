/** Campaigns and events of members: looked at, approved, rejected, taken off the web, and what came of them. */
import { decideChange } from '../../activities/change-activity.ts'
import { approveActivity, rejectActivity, resumeActivity, suspendActivity } from '../../activities/decide-activity.ts'
import * as shapes from '../../activities/office-contract.ts'
import {
  listOfficeActivities,
  readLimits,
  readOfficeActivity,
  reportHead,
  reportRows,
  requireActivityPicture,
} from '../../activities/office-queries.ts'
import { askLimits } from '../../activities/set-limits.ts'
import { getImage } from '../../files/image-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Asked } from '../../referral/office-contract.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import { recordAction } from '../../staff/record-action.ts'
import { asFile, CsvAnswer, sendCsv } from '../kit/csv.ts'
import { PictureBytes, sendPicture } from '../kit/picture-answer.ts'

const tags = ['office: activities']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const response = { 200: Done }

export function activitiesOfficeApi(door: Door, karat: Karat): void {
  readingCalls(door, karat)
  limitCalls(door, karat)
  door.post(
    '/activities/approve',
    {
      config: needs('activities.approve'),
      schema: { tags, summary: 'Approve an activity as it was seen', body: shapes.ApproveActivity, response },
    },
    (request) => {
      const { activity_id: activityId, revision } = request.body
      return approveActivity(karat, requireStaff(request), { activityId, revision })
    },
  )
  door.post(
    '/activities/reject',
    {
      config: needs('activities.reject'),
      schema: { tags, summary: 'Reject an activity; its holder reads why', body: shapes.DecideActivity, response },
    },
    (request) => {
      const { activity_id: activityId, reason } = request.body
      return rejectActivity(karat, requireStaff(request), { activityId, reason })
    },
  )
  door.post(
    '/activities/suspend',
    {
      config: needs('activities.suspend'),
      schema: { tags, summary: 'Take an activity off the web at once', body: shapes.DecideActivity, response },
    },
    (request) => {
      const { activity_id: activityId, reason } = request.body
      return suspendActivity(karat, requireStaff(request), { activityId, reason })
    },
  )
  door.post(
    '/activities/resume',
    {
      config: needs('activities.suspend'),
      schema: { tags, summary: 'Put a suspended activity on the web again', body: shapes.DecideActivity, response },
    },
    (request) => {
      const { activity_id: activityId, reason } = request.body
      return resumeActivity(karat, requireStaff(request), { activityId, reason })
    },
  )
  door.post(
    '/activities/approveChange',
    {
      config: needs('activities.approve'),
      schema: { tags, summary: 'Everybody reads a change from now on', body: shapes.ApproveChange, response },
    },
    (request) =>
      decideChange(karat, requireStaff(request), { changeId: request.body.change_id, approve: true, reason: '' }),
  )
  door.post(
    '/activities/rejectChange',
    {
      config: needs('activities.reject'),
      schema: { tags, summary: 'Refuse a change; its holder reads why', body: shapes.RejectChange, response },
    },
    (request) => {
      const { change_id: changeId, reason } = request.body
      return decideChange(karat, requireStaff(request), { changeId, approve: false, reason })
    },
  )
}

function readingCalls(door: Door, karat: Karat): void {
  door.get(
    '/activities/list',
    {
      config: needs('activities.see'),
      schema: {
        ...{ tags, summary: 'Activities with what came of them, what is to be decided first' },
        ...{ querystring: shapes.OfficeActivitiesQuery, response: { 200: shapes.OfficeActivities } },
      },
    },
    ({ query, language }) => listOfficeActivities(karat.db, query, language),
  )
  door.get(
    '/activities/activity',
    {
      config: needs('activities.see'),
      schema: {
        ...{ tags, summary: 'One activity as the public sees it, with its history' },
        ...{ querystring: shapes.OfficeActivityOf, response: { 200: shapes.OfficeActivity } },
      },
    },
    ({ query }) => readOfficeActivity(karat.db, query.activity_id),
  )
  door.get(
    '/activities/picture',
    {
      config: { ...needs('activities.see'), ...asFile },
      schema: {
        ...{ tags, summary: 'The picture of an activity, or of a change that waits', produces: ['image/webp'] },
        ...{ querystring: shapes.OfficePicture, response: { 200: PictureBytes } },
      },
    },
    async ({ query }, reply) => {
      await requireActivityPicture(karat.db, query.activity_id, query.picture_id)
      return sendPicture(reply, await getImage(karat.db, query.picture_id))
    },
  )
  door.get(
    '/activities/export',
    {
      config: { ...needs('activities.export'), ...asFile },
      schema: {
        ...{ tags, summary: 'What came of activities, as a CSV file' },
        ...{ querystring: shapes.OfficeActivitiesExport, response: { 200: CsvAnswer } },
      },
    },
    async (request, reply) => {
      const rows = await reportRows(karat.db, request.query, request.language)
      const details = { did: 'export' as const, rows: rows.length }
      await karat.db.transaction((tx) =>
        recordAction(tx, requireStaff(request), { action: 'activities.export', details }),
      )
      return sendCsv(reply, 'activities', reportHead, rows, karat.now())
    },
  )
}

function limitCalls(door: Door, karat: Karat): void {
  door.get(
    '/activities/limits',
    {
      config: needs('activities.see'),
      schema: {
        ...{ tags, summary: 'What a store lets its holders do' },
        ...{ querystring: shapes.LimitsOf, response: { 200: shapes.Limits } },
      },
    },
    ({ query }) => readLimits(karat.db, query.store),
  )
  door.post(
    '/activities/setLimits',
    {
      config: { ...needs('activities.limit'), once: true },
      schema: {
        ...{ tags, summary: 'Ask a second person for other limits of a store, from their approval on' },
        ...{ body: shapes.SetLimits, response: { 200: Asked } },
      },
    },
    (request) => askLimits(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}
