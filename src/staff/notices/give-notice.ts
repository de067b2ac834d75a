/** Notices to the staff: rows of the transaction that causes them, one for everybody who may know it and wants to. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { queueMail } from '../../mail/send-mail.ts'
import type { MailTemplate, MailValues } from '../../mail/templates.ts'
import { type Permission, rolesWith } from '../permission-rules.ts'
import { type Saying, sayings, usualChoice } from './notice-rules.ts'

export type Notice = {
  /** What happened. A second notice of it is not written. */
  occasion?: string
  /** Of what it is about: its id, and what people call it. Never the name of a member. */
  subject: { id: string; number: string }
  store: string | null
}
/** Everything but a request for a second person, which is told to whoever may give its action. */
export type Watched = Exclude<Saying, 'approval_waits'>
/** Of a request for a second person: who may decide it. */
type Deciders = { permission: Permission; exceptFor: string }
/** A letter of its own for what cannot wait to be gathered. */
type Letter<T extends MailTemplate> = { template: T; values: MailValues[T]; store: string }

/** Tells everybody who may know it, as they chose: in the office, by letter, or both. A `letter` leaves with this transaction. */
export async function giveNotice<T extends MailTemplate>(
  tx: Tx,
  said: Watched,
  notice: Notice,
  letter?: Letter<T>,
): Promise<void> {
  const told = await write(tx, said, [notice], knowing(said), !letter)
  if (!letter) return
  for (const { email, language } of told)
    await queueMail(tx, { ...letter, destination: email, channel: 'email', language })
}

/** Several of the same, in their order. */
export const giveNotices = (tx: Tx, said: Watched, notices: Notice[]) => write(tx, said, notices, knowing(said), true)

/** Tells everybody but the one who asked, of those who may give what takes two people, and not on their first day. */
export const giveNoticeOfRequest = (tx: Tx, notice: Notice, deciders: Deciders) =>
  write(tx, 'approval_waits', [notice], deciders, true)

const knowing = (said: Watched) => ({ permission: sayings[said].permission, exceptFor: null })

/** Answers to whom a letter is to go. Where it goes at once, `gathered` is false and no other follows. */
function write(
  tx: Tx,
  said: Saying,
  notices: Notice[],
  { permission, exceptFor }: { permission: Permission; exceptFor: string | null },
  gathered: boolean,
): Promise<{ email: string; language: string }[]> {
  const { kind } = sayings[said]
  const usual = usualChoice[kind]
  const about = notices.map(({ occasion = newId(), subject, store }, n) => ({ n, occasion, ...subject, store }))
  return tx.rows(sql`
    with told as (
      select p.id, p.email, p.language, coalesce(c.in_office, ${usual.in_office}::bool) as in_office, coalesce(c.by_mail, ${usual.by_mail}::bool) as by_mail
      from staff.people p left join staff.notice_choices c on c.person_id = p.id and c.kind = ${kind}
      where p.disabled_at is null and p.password_hash is not null and p.roles && ${rolesWith(permission)}::text[]
        and (${exceptFor}::uuid is null or p.id <> ${exceptFor} and p.approves_from <= now())
    ), written as (
      insert into staff.notices (id, person_id, occasion, kind, said, permission, subject_id, number, store, in_office, by_mail, mailed_at)
      select gen_random_uuid(), t.id, a.occasion, ${kind}, ${said}, ${permission}, a.id, a.number, a.store, in_office, by_mail,
        case when by_mail and not ${gathered}::bool then now() end
      from told t, jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as a(n int, occasion uuid, id text, number text, store text)
      where in_office or by_mail order by a.n
      on conflict do nothing returning person_id
    )
    select email, language from told where by_mail and id in (select person_id from written) order by id`)
}

/** Nothing waits any more of what happened: whoever has not read it need not. */
export const endNotices = (tx: Tx, occasions: string[]): Promise<number> =>
  tx.run(sql`update staff.notices set over_at = now() where occasion = any(${occasions}::uuid[]) and over_at is null`)

/** The same of what began without an occasion that anybody keeps: by what was said of what. */
export const endSaid = (tx: Tx, said: Watched, subjectId: string): Promise<number> =>
  tx.run(
    sql`update staff.notices set over_at = now() where said = ${said} and subject_id = ${subjectId} and over_at is null`,
  )
