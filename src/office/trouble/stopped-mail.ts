/** What a person decides of a message that the outbox gave up. */
import type { Karat } from '../../karat.ts'
import { dropStopped, findStopped, sendAgain, whyNotStopped } from '../../mail/stopped-mail.ts'
import { Refusal } from '../../refusals.ts'
import type { Staff } from '../../staff/door.ts'
import { recordAction } from '../../staff/record-action.ts'

type OnMail = { mailId: string; reason: string }
const done = { done: true as const }

/**
 * Puts it back into the queue; the receiver may then have it twice, where nobody knew whether it had left.
 *
 * Refuses permission_missing; invalid_input (reason); not_found; mail_is_spent for a code that is dead by now or words that are
 * not kept; handled_meanwhile when somebody was faster.
 */
export const sendStoppedAgain = (karat: Karat, staff: Staff, { mailId, reason }: OnMail): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    const before = await findStopped(tx, mailId)
    if (before && !before.may_send) throw new Refusal('mail_is_spent')
    if (!(await sendAgain({ db: tx, settings: karat.settings }, mailId))) throw await whyNotStopped(tx, mailId)
    await recordAction(tx, staff, {
      ...{ action: 'outbox.send', subject: { kind: 'mail', id: mailId }, reason },
      details: { did: 'send', template: before?.template, before: before?.state, problem: before?.problem },
    })
    return done
  })

/** It is never sent and waits for nobody. Refuses as `sendStoppedAgain`, but for mail_is_spent. */
export const dropStoppedMail = (karat: Karat, staff: Staff, { mailId, reason }: OnMail): Promise<typeof done> =>
  karat.db.transaction(async (tx) => {
    const before = await findStopped(tx, mailId)
    if (!(await dropStopped(tx, mailId, staff.name))) throw await whyNotStopped(tx, mailId)
    await recordAction(tx, staff, {
      ...{ action: 'outbox.drop', subject: { kind: 'mail', id: mailId }, reason },
      details: { did: 'drop', template: before?.template, before: before?.state, problem: before?.problem },
    })
    return done
  })
