import { type Queryable, type Sql, sql } from '../db/database.ts'
import type { Written } from './compose-mail.ts'

export type Message = Written & {
  id: string
  destination: string
  template: string
  state: string
  memberId: string | null
  createdAt: Date
}

const select = (where: Sql): Sql => sql`
  select id, destination, channel, template, language, subject, body, layout, state, member_id as "memberId",
    created_at as "createdAt" from mail.messages where ${where}`

/** The newest hundred messages, newest first; with `to`, only those to one destination. */
export const listMessages = (db: Queryable, to: string | null): Promise<Message[]> =>
  db.rows(
    sql`${select(sql`state <> 'withheld' and (${to}::text is null or destination = ${to})`)} order by created_at desc, id desc limit 100`,
  )

export const findMessage = (db: Queryable, id: string): Promise<Message | undefined> => db.row(select(sql`id = ${id}`))

export type MailState = 'queued' | 'sending' | 'sent' | 'refused' | 'unknown' | 'expired' | 'dropped'

/** What became of messages, by the key of their occasion. */
export async function mailStates(db: Queryable, onceKeys: string[]): Promise<Map<string, MailState>> {
  if (onceKeys.length === 0) return new Map()
  const rows = await db.rows<{ key: string; state: MailState }>(
    sql`select once_key as key, case when state = 'withheld' then 'dropped' else state end as state from mail.messages where once_key = any(${onceKeys}::text[])`,
  )
  return new Map(rows.map(({ key, state }) => [key, state]))
}
