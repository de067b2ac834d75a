/** Messages that will not be sent by themselves any more, and what a person decides of them. */
import { join, type Queryable, type Sql, sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { ChannelName } from './channels.ts'
import type { MailState } from './mail-queries.ts'

const stoppedStates = ['refused', 'unknown', 'expired'] as const
type StoppedState = (typeof stoppedStates)[number]

export type StoppedMessage = {
  id: string
  channel: ChannelName
  template: string
  destination: string
  subject: string
  language: string
  state: MailState
  problem: string | null
  tries: number
  /** False for a code that is dead by now, and for words that are not kept. */
  may_send: boolean
  stopped_by: string | null
  createdAt: Date
}
type StoppedFilter = {
  state?: StoppedState | 'dropped' | undefined
  channel?: ChannelName | undefined
  /** A whole destination, or an id. */
  q?: string | undefined
}

const maySend = sql`body <> '' and layout->>'about' is distinct from 'code'`
const select = (where: Sql) => sql`
  select id, channel, template, destination, subject, language, state, problem, tries, (${maySend}) as may_send, stopped_by,
    created_at as "createdAt" from mail.messages where ${where}`

function stoppedWhere({ state, channel, q }: StoppedFilter): Sql {
  const text = q?.trim()
  return join(
    [
      sql`state = any(${state ? [state] : stoppedStates}::text[])`,
      ...(channel ? [sql`channel = ${channel}`] : []),
      ...(text ? [sql`(destination = ${text.toLowerCase()} or id::text = ${text})`] : []),
    ],
    ' and ',
  )
}

/** The newest first. */
export async function listStoppedMail(
  db: Queryable,
  filter: StoppedFilter = {},
  { page, size }: { page: number; size: number } = { page: 1, size: 200 },
): Promise<{ total: number; rows: StoppedMessage[] }> {
  const where = stoppedWhere(filter)
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from mail.messages where ${where}`),
    db.rows<StoppedMessage>(sql`${select(where)} order by created_at desc, id
      limit ${size}::int offset ${(page - 1) * size}::int`),
  ])
  return { total: count?.total ?? 0, rows }
}

/** How many wait for a person. */
export async function countStoppedMail(db: Queryable): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from mail.messages where state = any(${stoppedStates}::text[])`,
  )
  return row?.count ?? 0
}

/** One that stopped; undefined when it did not, or there is none. */
export const findStopped = (db: Queryable, id: string): Promise<StoppedMessage | undefined> =>
  db.row(select(sql`id = ${id} and state = any(${stoppedStates}::text[])`))

/**
 * Puts a stopped message back into the queue, by a person's decision: the receiver may then have it twice. False when it
 * is not stopped, or holds a code that is dead by now.
 */
export async function sendAgain(
  { db, settings }: { db: Queryable } & Pick<Karat, 'settings'>,
  id: string,
): Promise<boolean> {
  const changed = await db.run(sql`
    update mail.messages set state = 'queued', tries = 0, next_try_at = now(),
      give_up_at = now() + make_interval(secs => ${settings.mail.worthSeconds.account}::int)
    where id = ${id} and state in ('refused', 'unknown', 'expired') and ${maySend}`)
  return changed === 1
}

/** It is never sent and waits for nobody; false when it is not stopped. */
export async function dropStopped(db: Queryable, id: string, by: string): Promise<boolean> {
  const changed = await db.run(sql`update mail.messages set state = 'dropped', stopped_by = ${by}
    where id = ${id} and state in ('refused', 'unknown', 'expired')`)
  return changed === 1
}

/** Why nothing was done: there is no such message, or somebody was faster. */
export async function whyNotStopped(db: Queryable, id: string): Promise<Refusal> {
  const now = await db.row<StoppedMessage>(select(sql`id = ${id}`))
  return now
    ? new Refusal('handled_meanwhile', { by: now.stopped_by ?? '–', state: now.state })
    : new Refusal('not_found')
}
