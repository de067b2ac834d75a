import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../mail/send-mail.ts'
import { issueLink } from './issue-link.ts'
import { maskEmail, maskMobile } from './masking-rules.ts'
import { type Replaced, reachOf, wordsOfChange } from './raise-alarm.ts'

/** Tells every destination of a member which change was asked for, with a link that cancels it, before and after it is done. */
export async function tellOfWish(
  tx: Tx,
  config: Config,
  { memberId, replaced }: { memberId: string; replaced: Replaced },
): Promise<void> {
  const { language, store, destinations } = await reachOf(tx, memberId)
  const values = {
    what: wordsOfChange(replaced.column, language),
    to: replaced.column === 'email' ? maskEmail(replaced.after) : maskMobile(replaced.after),
  }
  for (const to of destinations) {
    const link = await issueLink(tx, config, {
      purpose: 'cancel_change',
      memberId,
      told: to.destination,
      details: { replaced },
    })
    await queueMail(tx, { ...to, template: 'change_asked', language, store, values: { ...values, link } })
  }
}
