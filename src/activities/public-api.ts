/** The calls of whoever signs up for an event, and of its holder at the door. */
import { type Door, onceOf } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import { sendFile } from '../http/send-file.ts'
import { requireMember } from '../identity/door.ts'
import type { Bag } from '../karat.ts'
import * as shapes from './contract.ts'
import { countAttendance } from './count-attendance.ts'
import { joinAsMember, joinAsVisitor, sendJoinCode } from './join-activity.ts'
import { leaveActivity } from './leave-activity.ts'
import { readCalendar, readTicketView } from './public-queries.ts'

const tags = ['activity']

export function activityPublicApi(door: Door, karat: Bag<'activities'>): void {
  joiningCalls(door, karat)
  door.post(
    '/activity/ticket',
    {
      config: { access: 'public' },
      schema: {
        ...{ tags, summary: 'A ticket, for whoever has its link' },
        ...{ body: shapes.TicketOf, response: { 200: shapes.Ticket } },
      },
    },
    ({ body, language }) => readTicketView(karat.db, karat.config, body.token, language),
  )
  door.post(
    '/activity/leave',
    {
      config: { access: 'public' },
      schema: {
        ...{ tags, summary: 'Give a place back, or leave the waiting list, by the link of the ticket' },
        ...{ body: shapes.TicketOf, response: { 200: shapes.Left } },
      },
    },
    ({ body }) => leaveActivity(karat, body.token),
  )
  door.get(
    '/activity/calendar',
    {
      config: { access: 'public', raw: true },
      schema: {
        ...{ tags, summary: 'An event as a calendar file (RFC 5545)', produces: ['text/calendar'] },
        ...{ querystring: shapes.CalendarOf, response: { 200: shapes.CalendarFile } },
      },
    },
    async ({ query, store, language }, reply) => {
      const content = await readCalendar(karat.db, karat.config, { store: store.code, language }, query.code)
      return sendFile(reply, { name: 'karat.ics', type: 'text/calendar; charset=utf-8', content })
    },
  )
  door.post(
    '/activity/attend',
    {
      config: { access: 'member' },
      schema: {
        ...{ tags, summary: 'Count who came by the ticket that was scanned or typed; once' },
        ...{ body: shapes.Attend, response: { 200: shapes.Attended } },
      },
    },
    (request) => {
      const { activity_id: activityId, ticket: typed } = request.body
      return countAttendance(karat, requireMember(request).id, { activityId, typed })
    },
  )
}

function joiningCalls(door: Door, karat: Bag<'activities'>): void {
  door.post(
    '/activity/join',
    {
      config: { access: 'member' },
      schema: {
        ...{ tags, summary: 'Sign up for an event as a member' },
        ...{ body: shapes.Join, response: { 200: shapes.Joined } },
      },
    },
    (request) => {
      const { id: memberId } = requireMember(request)
      const { store, language, body } = request
      const joining = { code: body.activity_code, store: store.code, language }
      return joinAsMember(karat, memberId, joining, onceOf(request, memberId))
    },
  )
  door.post(
    '/activity/sendJoinCode',
    {
      config: { access: 'public', rate: 'code' },
      schema: {
        ...{ tags, summary: 'Send a visitor the code with which they sign up for an event' },
        ...{ body: shapes.SendJoinCode, response: { 200: shapes.JoinCodeSent } },
      },
    },
    ({ body, store, language, ip }) => {
      const { activity_code: code, name, email } = body
      const visitor = { name, email, address: addressSubject(ip) }
      return sendJoinCode(karat, { code, store: store.code, language }, visitor)
    },
  )
  door.post(
    '/activity/joinAsVisitor',
    {
      config: { access: 'public', rate: 'code' },
      schema: {
        ...{ tags, summary: 'Sign up for an event with the code that was sent' },
        ...{ body: shapes.JoinAsVisitor, response: { 200: shapes.Joined } },
      },
    },
    ({ body }) => joinAsVisitor(karat, { id: body.sign_up_id, code: body.code }),
  )
}
