import type { Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import type { MailTemplate, MailValues } from '../mail/templates.ts'
import { reachOf } from './raise-alarm.ts'

/** A letter to the member everywhere they are reached, in their language. It names nothing of one destination alone, as a link does. */
export async function tellMember<T extends MailTemplate>(
  tx: Tx,
  memberId: string,
  letter: { template: T; values: MailValues[T] },
): Promise<void> {
  const { destinations, ...reach } = await reachOf(tx, memberId)
  for (const to of destinations) await queueMail(tx, { ...to, ...reach, ...letter, memberId })
}
