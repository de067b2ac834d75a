import { type Queryable, sql } from '../db/database.ts'

export type Message = {
  id: string
  destination: string
  channel: 'email' | 'sms'
  template: string
  subject: string
  body: string
  createdAt: Date
}

/** The newest hundred messages, newest first; with `to`, only those to one destination. */
export const listMessages = (db: Queryable, to: string | null): Promise<Message[]> =>
  db.rows(sql`select id, destination, channel, template, subject, body, created_at as "createdAt" from mail.messages
    where ${to}::text is null or destination = ${to} order by created_at desc, id desc limit 100`)
