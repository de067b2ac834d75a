/** The calls of members who hold activities. */
import type { FastifyRequest } from 'fastify'
import { type Door, onceOf } from '../http/door.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import { listOwn, readOwn } from './activity-queries.ts'
import { cancelActivity } from './cancel-activity.ts'
import { changeCapacity, proposeChange, withdrawChange } from './change-activity.ts'
import * as shapes from './contract.ts'
import { saveActivity, submitActivity, takeBackActivity } from './save-activity.ts'

const tags = ['activity']
const config = { access: 'member' } as const
const response = { 200: shapes.OwnActivity }

export function activitiesApi(door: Door, karat: Bag<'activities'>): void {
  /** What a command did, as its holder sees it then. */
  const shown = async (request: FastifyRequest, done: Promise<{ activityId: string }>) =>
    readOwn(karat.db, requireMember(request).id, (await done).activityId)
  const keyOf = (request: FastifyRequest) => onceOf(request, requireMember(request).id)
  readingCalls(door, karat)
  door.post(
    '/activity/save',
    {
      config,
      schema: { tags, summary: 'Write an activity, or a draft of it anew', body: shapes.SaveActivity, response },
    },
    (request) => {
      const holder = { memberId: requireMember(request).id, store: request.store.code }
      return shown(request, saveActivity(karat, holder, request.body, keyOf(request)))
    },
  )
  door.post(
    '/activity/submit',
    {
      config,
      schema: { tags, summary: 'Hand a draft in: the staff look at it', body: shapes.SubmitActivity, response },
    },
    (request) => {
      const { activity_id: activityId, revision } = request.body
      return shown(request, submitActivity(karat, requireMember(request).id, { activityId, revision }, keyOf(request)))
    },
  )
  door.post(
    '/activity/takeBack',
    {
      config,
      schema: { tags, summary: 'Make a draft of what waits or was rejected', body: shapes.OneActivity, response },
    },
    (request) =>
      shown(request, takeBackActivity(karat, requireMember(request).id, request.body.activity_id, keyOf(request))),
  )
  door.post(
    '/activity/cancel',
    { config, schema: { tags, summary: 'Cancel an activity', body: shapes.CancelActivity, response } },
    (request) => {
      const { activity_id: activityId, reason } = request.body
      return shown(request, cancelActivity(karat, requireMember(request).id, { activityId, reason }, keyOf(request)))
    },
  )
  changingCalls(door, karat, shown)
}

function readingCalls(door: Door, karat: Bag<'activities'>): void {
  door.get(
    '/activity/list',
    {
      config,
      schema: {
        ...{ tags, summary: 'Activities of the member' },
        ...{ querystring: shapes.NoQuery, response: { 200: shapes.OwnActivities } },
      },
    },
    (request) => {
      const { store, language } = request
      return listOwn(karat.db, karat.config, { memberId: requireMember(request).id, store: store.code, language })
    },
  )
  door.get(
    '/activity/own',
    {
      config,
      schema: {
        tags,
        summary: 'One activity of the member with its history',
        querystring: shapes.OneActivity,
        response,
      },
    },
    (request) => readOwn(karat.db, requireMember(request).id, request.query.activity_id),
  )
}

type Shown = (request: FastifyRequest, done: Promise<{ activityId: string }>) => ReturnType<typeof readOwn>

function changingCalls(door: Door, karat: Bag<'activities'>, shown: Shown): void {
  const keyOf = (request: FastifyRequest) => onceOf(request, requireMember(request).id)
  door.post(
    '/activity/proposeChange',
    {
      config,
      schema: { tags, summary: 'Ask for a change of what was approved', body: shapes.ProposeChange, response },
    },
    (request) => shown(request, proposeChange(karat, requireMember(request).id, request.body, keyOf(request))),
  )
  door.post(
    '/activity/withdrawChange',
    { config, schema: { tags, summary: 'Take back a change that waits', body: shapes.OneActivity, response } },
    (request) =>
      shown(request, withdrawChange(karat, requireMember(request).id, request.body.activity_id, keyOf(request))),
  )
  door.post(
    '/activity/changeCapacity',
    { config, schema: { tags, summary: 'Give an event more places', body: shapes.ChangeCapacity, response } },
    (request) => {
      const { activity_id: activityId, capacity } = request.body
      return shown(request, changeCapacity(karat, requireMember(request).id, { activityId, capacity }, keyOf(request)))
    },
  )
}
