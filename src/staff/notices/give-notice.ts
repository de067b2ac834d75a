/** Notices to the staff: rows of the transaction that causes them, one for everybody who may know it and wants to. */
import { v7 as newId } from 'uuid'
import { sql, type Tx } from '../../db/database.ts'
import { queueMail } from '../../mail/send-mail.ts'
import type { MailTemplate, MailValues } from '../../mail/templates.ts'
import { DEFAULT_STORE } from '../../stores/stores.ts'
import { type Permission, rolesWith } from '../permission-rules.ts'
import { type Saying, sayings, usualChoice } from './notice-rules.ts'

export type Notice = {
  /** What happened. A second notice of it is not written. */
  occasion?: string
  /** Of what it is about: its id, and what people call it. Never the name of a member. */
  subject: { id: string; number: string }
  store: string | null
}
/** Of a request for a second person: who may decide it. */
type Deciders = { permission: Permission; exceptFor: string }
/** A letter of its own for what cannot wait to be gathered. */
type Letter<T extends MailTemplate> = { template: T; values: MailValues[T]; store: string }

/** Tells everybody who may know it, as they chose: in the office, by letter, or both. A `letter` leaves with this transaction. */
export async function giveNotice<T extends MailTemplate>(
  tx: Tx,
  said: Exclude<Saying, 'approval_waits'>,
  notice: Notice,
  letter?: Letter<T>,
): Promise<void> {
  const told = await write(tx, said, notice, { permission: sayings[said].permission, exceptFor: null }, !letter)
  if (!letter) return
  for (const { email, language } of told)
    await queueMail(tx, { ...letter, destination: email, channel: 'email', language })
}

/** Tells everybody but the one who asked, of those who may give what takes two people, and not on their first day. */
export const giveNoticeOfRequest = (tx: Tx, notice: Notice, deciders: Deciders) =>
  write(tx, 'approval_waits', notice, deciders, true)

/** Answers to whom a letter is to go. Where it goes at once, `gathered` is false and no other follows. */
function write(
  tx: Tx,
  said: Saying,
  { occasion = newId(), subject, store }: Notice,
  { permission, exceptFor }: { permission: Permission; exceptFor: string | null },
  gathered: boolean,
): Promise<{ email: string; language: string }[]> {
  const { kind } = sayings[said]
  const usual = usualChoice[kind]
  return tx.rows(sql`
    with told as (
      select p.id, p.email, p.language, coalesce(c.in_office, ${usual.in_office}::bool) as in_office, coalesce(c.by_mail, ${usual.by_mail}::bool) as by_mail
      from staff.people p left join staff.notice_choices c on c.person_id = p.id and c.kind = ${kind}
      where p.disabled_at is null and p.password_hash is not null and p.roles && ${rolesWith(permission)}::text[]
        and (${exceptFor}::uuid is null or p.id <> ${exceptFor} and p.approves_from <= now())
    ), written as (
      insert into staff.notices (id, person_id, occasion, kind, said, permission, subject_id, number, store, in_office, by_mail, mailed_at)
      select gen_random_uuid(), id, ${occasion}::uuid, ${kind}, ${said}, ${permission}, ${subject.id}, ${subject.number}, ${store}::text, in_office, by_mail,
        case when by_mail and not ${gathered}::bool then now() end
      from told where in_office or by_mail
      on conflict do nothing returning person_id
    )
    select t.email, t.language from told t join written w on w.person_id = t.id where t.by_mail order by t.id`)
}

/** Nothing waits any more of what happened: whoever has not read it need not. */
export const endNotices = (tx: Tx, occasions: string[]): Promise<number> =>
  tx.run(sql`update staff.notices set over_at = now() where occasion = any(${occasions}::uuid[]) and over_at is null`)

/** Whose seller a letter names that is about no store. */
export const NO_STORE = DEFAULT_STORE
