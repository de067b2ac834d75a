/** Messages to the house: read, taken, answered, closed. */
import { answerMessage, closeMessage, releaseMessage, takeMessage } from '../../community/answer-message.ts'
import * as shapes from '../../community/office-contract.ts'
import { listMessagesForOffice } from '../../community/office-queries.ts'
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { requireStaff, staffOnce } from '../../staff/door.ts'
import type { Permission } from '../../staff/permission-rules.ts'

const tags = ['office: inbox']
const needs = (permission: Permission) => ({ access: 'staff', permission }) as const
const moved = { 200: shapes.MessageMoved }

export function inboxApi(door: Door, karat: Karat): void {
  door.get(
    '/inbox/list',
    {
      config: needs('inbox.see'),
      schema: {
        tags,
        summary: 'Messages to the house',
        querystring: shapes.InboxQuery,
        response: { 200: shapes.InboxPage },
      },
    },
    (request) => listMessagesForOffice(karat.db, requireStaff(request).id, request.query),
  )
  door.post(
    '/inbox/take',
    {
      config: needs('inbox.answer'),
      schema: { tags, summary: 'Take a message into one’s own hands', body: shapes.SeenMessage, response: moved },
    },
    (request) => takeMessage(karat, requireStaff(request), seenOf(request.body)),
  )
  door.post(
    '/inbox/release',
    {
      config: needs('inbox.answer'),
      schema: { tags, summary: 'Give it back to all', body: shapes.SeenMessage, response: moved },
    },
    (request) => releaseMessage(karat, requireStaff(request), seenOf(request.body)),
  )
  door.post(
    '/inbox/answer',
    {
      config: needs('inbox.answer'),
      schema: { tags, summary: 'Answer by mail', body: shapes.AnswerMessage, response: moved },
    },
    (request) => answerMessage(karat, requireStaff(request), request.body, staffOnce(request)),
  )
  door.post(
    '/inbox/close',
    {
      config: needs('inbox.close'),
      schema: {
        tags,
        summary: 'Close it without an answer, mark it as spam, or open it again',
        body: shapes.CloseMessage,
        response: moved,
      },
    },
    (request) => closeMessage(karat, requireStaff(request), request.body, staffOnce(request)),
  )
}

const seenOf = ({ message_id: messageId, revision }: { message_id: string; revision: number }) => ({
  messageId,
  revision,
})
