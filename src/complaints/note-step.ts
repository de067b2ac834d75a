import { sql, type Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import { type Mail, queueMail } from '../mail/send-mail.ts'
import type { MailValues } from '../mail/templates.ts'
import type { Staff } from '../staff/door.ts'
import type { ComplaintOutcome, ComplaintStep } from './complaint-rules.ts'

type Step = {
  step: ComplaintStep
  staff?: Pick<Staff, 'id' | 'name'>
  text: string
  done?: string
  outcome?: ComplaintOutcome
  dueOn?: string
}

/** Writes what was done into the timeline of a complaint. */
export async function noteStep(
  tx: Tx,
  complaintId: string,
  { step, staff, text, done, outcome, dueOn }: Step,
): Promise<void> {
  await tx.run(sql`
    insert into complaints.events (complaint_id, step, staff_id, staff_name, text, done, outcome, due_on)
    values (${complaintId}, ${step}, ${staff?.id ?? null}, ${staff?.name ?? null}, ${text}, ${done ?? ''}, ${outcome ?? null},
      ${dueOn ?? null}::date)`)
}

type ComplaintLetter =
  | 'complaint_received'
  | 'complaint_answered'
  | 'complaint_prolonged'
  | 'complaint_decided'
  | 'complaint_reopened'

/** Writes to the member where they are reached now; `values` are made in the language they are written to in. */
export async function tellMember<T extends ComplaintLetter>(
  tx: Tx,
  { memberId, store }: { memberId: string; store: string },
  template: T,
  values: (language: string) => MailValues[T],
): Promise<void> {
  const contact = await findContact(tx, memberId)
  await queueMail(tx, { ...contact, store, template, values: values(contact.language) } as Mail<T>)
}
