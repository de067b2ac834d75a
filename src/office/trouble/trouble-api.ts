/** What did not get through: notices of providers that failed, and messages that the outbox gave up. */
import type { Door } from '../../http/door.ts'
import { maskEmail, maskMobile } from '../../identity/masking-rules.ts'
import type { Karat } from '../../karat.ts'
import { listStoppedMail, type StoppedMessage } from '../../mail/stopped-mail.ts'
import { listProviderEvents } from '../../payments/event-queries.ts'
import * as events from '../../payments/office-contract.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'
import * as outbox from './outbox-contract.ts'
import { retryFailedEvent } from './retry-event.ts'
import { dropStoppedMail, sendStoppedAgain } from './stopped-mail.ts'

const needs = (permission: Permission) => ({ access: 'staff', permission }) as const

export function troubleApi(door: Door, karat: Karat): void {
  eventCalls(door, karat)
  outboxCalls(door, karat)
}

function eventCalls(door: Door, karat: Karat) {
  const tags = ['office: provider events']
  door.get(
    '/events/list',
    {
      config: needs('events.see'),
      schema: {
        tags,
        summary: 'Notices of payment providers',
        querystring: events.EventsQuery,
        response: { 200: events.EventsPage },
      },
    },
    ({ query }) => listProviderEvents(karat, query),
  )
  door.post(
    '/events/retry',
    {
      config: needs('events.retry'),
      schema: {
        tags,
        summary: 'Process a failed notice again, at once',
        body: events.RetryEvent,
        response: { 200: events.RetriedEvent },
      },
    },
    (request) => {
      const { provider, event_id: eventId, reason } = request.body
      return retryFailedEvent(karat, requireStaff(request), { provider, eventId, reason })
    },
  )
}

function outboxCalls(door: Door, karat: Karat) {
  const tags = ['office: stopped messages']
  door.get(
    '/outbox/list',
    {
      config: needs('outbox.see'),
      schema: {
        tags,
        summary: 'Messages that will not be sent by themselves any more',
        querystring: outbox.StoppedQuery,
        response: { 200: outbox.StoppedPage },
      },
    },
    async ({ query }) => {
      const { total, rows } = await listStoppedMail(karat.db, query, query)
      return { total, rows: rows.map(viewStopped) }
    },
  )
  door.post(
    '/outbox/sendAgain',
    {
      config: needs('outbox.send'),
      schema: { tags, summary: 'Put it back into the queue', body: outbox.OnStopped, response: { 200: Done } },
    },
    (request) => {
      const { mail_id: mailId, reason } = request.body
      return sendStoppedAgain(karat, requireStaff(request), { mailId, reason })
    },
  )
  door.post(
    '/outbox/drop',
    {
      config: needs('outbox.drop'),
      schema: { tags, summary: 'It is never sent', body: outbox.OnStopped, response: { 200: Done } },
    },
    (request) => {
      const { mail_id: mailId, reason } = request.body
      return dropStoppedMail(karat, requireStaff(request), { mailId, reason })
    },
  )
}

const viewStopped = ({ createdAt, destination, state, ...rest }: StoppedMessage): outbox.StoppedView => ({
  ...rest,
  state: state as outbox.StoppedView['state'],
  destination: rest.channel === 'sms' ? maskMobile(destination) : maskEmail(destination),
  created_at: createdAt.toISOString(),
})
