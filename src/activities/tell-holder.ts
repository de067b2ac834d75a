import type { Tx } from '../db/database.ts'
import { findContact } from '../identity/member-queries.ts'
import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { wordsFor } from './activity-rules.ts'
import type { Activity } from './hold-activity.ts'
import { ownAddress } from './ticket-link.ts'

type HolderLetter =
  | 'activity_approved'
  | 'activity_rejected'
  | 'activity_suspended'
  | 'activity_resumed'
  | 'activity_change_approved'
  | 'activity_change_rejected'

/** The holder is told what the staff decided; once for each move or change (`of`). */
export async function tellHolder(
  tx: Tx,
  { config }: Pick<Bag<'activities'>, 'config'>,
  own: Activity,
  template: HolderLetter,
  { answer, of }: { answer: string; of: bigint | string },
): Promise<void> {
  const contact = await findContact(tx, own.memberId)
  await queueMail(tx, {
    ...contact,
    ...{ template, store: own.store, onceKey: `activity:${own.id}:${template}:${of}` },
    values: { title: wordsFor(own, contact.language).title, answer, link: ownAddress(config, own.id) },
  })
}
