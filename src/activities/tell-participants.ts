/** Who signed up is told. */
import { type Sql, sql, type Tx } from '../db/database.ts'
import { type Contact, contactOf, type KeptContact, readContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { formatSpan } from '../ui/format-span.ts'
import type { Language } from '../ui/language.ts'
import { type Said, wordsFor } from './activity-rules.ts'
import type { Activity } from './hold-activity.ts'
import type { ParticipantState } from './participant-rules.ts'
import { calendarAddress, pageAddress, ticketAddress } from './ticket-link.ts'

type Keys = Pick<Bag<'activities'>, 'config'>
type TicketLetter =
  | 'activity_signed_up'
  | 'activity_signed_up_online'
  | 'activity_waiting'
  | 'activity_promoted'
  | 'activity_changed'
type Reached = {
  id: string
  memberId: string | null
  email: string | null
  language: string
  state: ParticipantState
  contact: KeptContact | null
}

const reachedColumns = sql`p.id, p.member_id as "memberId", p.email, p.language, p.state, ${contactOf(sql`p.member_id`)} as contact`

const whenOf = ({ startsAt, endsAt, timeZone }: Said, language: string): string =>
  formatSpan(startsAt.getTime(), endsAt.getTime(), timeZone, language as Language)

/** A member as their account says; a visitor at the address that they proved. */
function reach(
  { memberId, contact, email, language }: Reached,
  store: string,
): Omit<Contact, 'memberId'> & { memberId?: string } {
  if (memberId && contact) return readContact(memberId, contact)
  return { destination: email ?? '', channel: 'email', language, store }
}

/** Tells those of the activity's sign-ups that `who` names; each once for each `of`. */
export async function tellParticipants(
  tx: Tx,
  { config }: Keys,
  own: Activity,
  { who, template, of }: { who: Sql; template: TicketLetter; of: string },
): Promise<void> {
  const { code, store } = own
  if (!code) throw new Error('nobody signs up before there is a code')
  for (const one of await reached(tx, own, who)) {
    const contact = reach(one, store)
    await queueMail(tx, {
      ...{ ...contact, template, store, onceKey: `activity:${one.id}:${template}:${of}` },
      values: {
        ...{
          title: wordsFor(own, contact.language).title,
          when: whenOf(own, contact.language),
          where: own.place || (one.state === 'placed' ? own.link : pageAddress(config, code)),
        },
        ...{ calendar: calendarAddress(config, { store, code }), link: ticketAddress(config, one.id) },
      },
    })
  }
}

const reached = (tx: Tx, { id }: Activity, who: Sql): Promise<Reached[]> =>
  tx.rows(sql`
    select ${reachedColumns} from activities.participants p
    where p.activity_id = ${id} and p.erased_at is null and ${who} order by p.signed_up_at, p.id`)

/** Everybody who signed up and did not cancel is told that there is nothing to come to. */
export async function tellOfCancelling(tx: Tx, own: Activity, answer: string): Promise<void> {
  for (const one of await reached(tx, own, sql`p.state <> 'cancelled'`)) {
    const contact = reach(one, own.store)
    const { language } = contact
    await queueMail(tx, {
      ...{ ...contact, template: 'activity_cancelled', store: own.store, onceKey: `activity:${one.id}:cancelled` },
      values: { title: wordsFor(own, language).title, when: whenOf(own, language), answer },
    })
  }
}
