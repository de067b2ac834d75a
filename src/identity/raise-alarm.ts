/** What follows a change of something that an account is guarded by. */
import type { Config } from '../config.ts'
import { sql, type Tx } from '../db/database.ts'
import * as m from '../locale/paraglide/messages.js'
import { queueMail } from '../mail/send-mail.ts'
import type { Destination } from './account-rules.ts'
import { endMemberSessions } from './end-sessions.ts'
import { issueLink } from './issue-link.ts'
import { type PauseReason, pauseOutgoing } from './outgoing-pause.ts'

type Locale = 'en-US' | 'id' | 'zh'
/** Changes that the one alarm tells of; second factors have messages of their own. */
type Told = Exclude<PauseReason, 'factor'>
const words: Record<Told, (values: object, options: { locale: Locale }) => string> = {
  email: m.identity_mail_alarm_what_email,
  mobile: m.identity_mail_alarm_what_mobile,
  password: m.identity_mail_alarm_what_password,
  pin: m.identity_mail_alarm_what_pin,
  payout_account: m.identity_mail_alarm_what_payout,
}
/** What changed, as a message in `language` says it. */
export const wordsOfChange = (what: Told, language: string) => words[what]({}, { locale: language as Locale })

/** Which destination a change has replaced, so that whoever owned it can take it back. */
export type Replaced = { column: 'email' | 'mobile'; before: string | null; after: string }

export type Change = {
  memberId: string
  what: Told
  /** The session in which the change was made; every other one ends. */
  sessionId?: string | undefined
  /** Where the member was reached before the change; else where they are reached now. */
  told?: Destination[]
  replaced?: Replaced
}

/**
 * Follows a change of e-mail, mobile, password, PIN or payout account, in its transaction: what goes out pauses for a day, the
 * other sessions, known devices and begun sign-ins end, and every destination that the member had before is told, with a
 * link that freezes the account at one press.
 */
export async function raiseAlarm(tx: Tx, config: Config, change: Change): Promise<void> {
  const { memberId, what, sessionId, replaced } = change
  await pauseOutgoing(tx, memberId, what)
  await endMemberSessions(tx, { memberId, exceptId: sessionId, because: `${what}_changed` })
  const { language, store, destinations } = await reachOf(tx, memberId)
  for (const to of change.told ?? destinations) {
    const link = await issueLink(tx, config, {
      purpose: 'freeze',
      memberId,
      told: to.destination,
      details: replaced ? { replaced } : {},
    })
    const values = { what: wordsOfChange(what, language), link }
    await queueMail(tx, { ...to, template: 'alarm', language, store, values })
  }
}

export type Reach = { language: string; store: string; destinations: Destination[] }

/** Every destination of a member, the language they are written to in, and whose store's member they are. */
export async function reachOf(tx: Tx, memberId: string): Promise<Reach> {
  const row = await tx.row<{ email: string | null; mobile: string | null; language: string; store: string }>(sql`
    select email, mobile, language, store from identity.members where id = ${memberId}`)
  if (!row) throw new Error('this member does not exist')
  const destinations: Destination[] = []
  if (row.email) destinations.push({ channel: 'email', destination: row.email })
  if (row.mobile) destinations.push({ channel: 'sms', destination: row.mobile })
  return { language: row.language, store: row.store, destinations }
}
