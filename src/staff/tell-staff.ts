/** Letters to the staff about who may come into the back office. */
import { sql, type Tx } from '../db/database.ts'
import * as m from '../locale/paraglide/messages.js'
import { queueMail } from '../mail/send-mail.ts'
import type { Locale } from '../mail/templates.ts'
import { DEFAULT_STORE } from '../stores/stores.ts'

const sentences = {
  invited: m.staff_mail_staff_invited,
  invited_again: m.staff_mail_staff_invited_again,
  came_in: m.staff_mail_staff_came_in,
  roles_changed: m.staff_mail_staff_roles_changed,
  disabled: m.staff_mail_staff_disabled,
  enabled: m.staff_mail_staff_enabled,
} as const
type StaffNews = keyof typeof sentences

type Addressee = { email: string; language: string }

/**
 * Everybody with the owner's role is told what happened to the person's access, and so is the person, at the address they
 * have; who is invited for the first time has the invitation. */
export async function tellStaffNews(
  tx: Tx,
  { personId, news, by }: { personId: string; news: StaffNews; by: string },
): Promise<void> {
  const person = await tx.row<{ name: string; email: string }>(
    sql`select name, email from staff.people where id = ${personId}`,
  )
  if (!person) throw new Error('nobody to tell of')
  const told = await tx.rows<Addressee>(sql`select email, language from staff.people
    where (('owner' = any(roles) and disabled_at is null) or id = ${personId})
      and not (id = ${personId} and ${news === 'invited'})`)
  for (const { email, language } of told) {
    const what = sentences[news]({ name: person.name, email: person.email, by }, { locale: language as Locale })
    await queueMail(tx, {
      ...{ destination: email, channel: 'email', language, store: DEFAULT_STORE },
      ...{ template: 'staff_news', values: { what } },
    })
  }
}

/** Sends the link of an invitation to the address that is invited; nobody else sees it. */
export async function sendInvitation(tx: Tx, personId: string, link: string): Promise<void> {
  const person = await tx.row<Addressee & { name: string }>(
    sql`select name, email, language from staff.people where id = ${personId}`,
  )
  if (!person) throw new Error('nobody to invite')
  const { email: destination, language, name } = person
  await queueMail(tx, {
    ...{ destination, channel: 'email', language, store: DEFAULT_STORE },
    ...{ template: 'staff_invitation', values: { name, link } },
  })
}
