/** What the reader was told, and how they want to be told. */
import type { Door } from '../../http/door.ts'
import type { Karat } from '../../karat.ts'
import { Done } from '../../staff/contract.ts'
import { requireStaff } from '../../staff/door.ts'
import { countUnread, listNotices, readChoices } from '../../staff/notices/notice-queries.ts'
import { chooseNotices, markRead } from '../../staff/notices/read-notices.ts'
import * as shape from './contract.ts'
import { placeOfNotice, wordsOfNotice } from './notice-words.ts'

const tags = ['office: notices']
const config = { access: 'staff', permission: 'account.own' } as const

export function noticesApi(door: Door, karat: Karat) {
  door.get(
    '/notices/list',
    {
      // Read anew by an open page whenever the count changes: nobody stays signed in by it, nor by the count.
      config: { ...config, unattended: true },
      schema: {
        tags,
        summary: 'What one was told',
        querystring: shape.NoticesQuery,
        response: { 200: shape.NoticesPage },
      },
    },
    async (request) => {
      const { total, rows } = await listNotices(karat.db, requireStaff(request), request.query)
      return {
        total,
        rows: rows.map(({ id, kind, store, happened, read, over, ...notice }) => ({
          ...{ id, kind, store, read, over, happened_at: happened.toISOString() },
          ...{ text: wordsOfNotice(notice, request.language), to: placeOfNotice({ ...notice, store }) },
        })),
      }
    },
  )
  door.get(
    '/notices/count',
    {
      config: { ...config, unattended: true },
      schema: { tags, summary: 'How many one has not read', response: { 200: shape.UnreadCount } },
    },
    async (request) => ({ unread: await countUnread(karat.db, requireStaff(request)) }),
  )
  door.post(
    '/notices/read',
    { config, schema: { tags, summary: 'One is read', body: shape.ReadNotice, response: { 200: shape.MarkedRead } } },
    async (request) => ({
      read: await markRead(karat, requireStaff(request), { noticeId: request.body.notice_id }),
    }),
  )
  door.post(
    '/notices/readAll',
    {
      config,
      schema: {
        tags,
        summary: 'All are read, or all of a kind',
        body: shape.ReadAll,
        response: { 200: shape.MarkedRead },
      },
    },
    async (request) => ({ read: await markRead(karat, requireStaff(request), request.body) }),
  )
  door.get(
    '/notices/choices',
    { config, schema: { tags, summary: 'How one wants to be told', response: { 200: shape.NoticeChoices } } },
    async (request) => ({ choices: await readChoices(karat.db, requireStaff(request)) }),
  )
  door.post(
    '/notices/choose',
    {
      config,
      schema: { tags, summary: 'To be told of a kind otherwise', body: shape.NoticeChoice, response: { 200: Done } },
    },
    async (request) => {
      await chooseNotices(karat, requireStaff(request), request.body)
      return { done: true as const }
    },
  )
}
