/** A letter to whoever asks for it, so that they see before the opening whether mail leaves. */
import { v7 as newId } from 'uuid'
import { standInLine } from '../../db/stand-in-line.ts'
import { type Once, once } from '../../http/idempotency.ts'
import type { Karat } from '../../karat.ts'
import * as m from '../../locale/paraglide/messages.js'
import type { Outcome } from '../../mail/channels.ts'
import { composeMail } from '../../mail/compose-mail.ts'
import type { Locale } from '../../mail/templates.ts'
import { troubleOf } from '../../mail/trouble-rules.ts'
import { Refusal } from '../../refusals.ts'
import { settings } from '../../settings.ts'
import type { Staff } from '../../staff/door.ts'
import { countOwn, recordAction } from '../../staff/record-action.ts'
import { brandIn } from '../../stores/stores.ts'
import type { TestMailView } from './setup-contract.ts'

/**
 * One letter was handed to the mail server, for the person's own address and none else, and what the server made of it is answered; that it
 * was asked for is recorded before. Without a mail server nothing is sent or recorded. A repeated key sends nothing again.
 *
 * Refuses too_many_requests beyond so many of one person in an hour; permission_missing.
 */
export async function sendTestMail(karat: Karat, staff: Staff, key: Once): Promise<TestMailView> {
  const channel = karat.channels.get('email')
  if (!channel) return { to: staff.email, outcome: 'not_set', trouble: null, code: null }
  const id = newId()
  const { asked } = await once(karat.db, key, async (tx) => {
    const { most, seconds } = settings.testMail
    await standInLine(tx, `test messages of ${staff.id}`)
    const sent = await countOwn(tx, staff, { did: 'test_mail', seconds })
    if (sent && sent.times >= most) throw new Refusal('too_many_requests', { retry_after: sent.wait })
    const subject = { kind: 'staff', id: staff.id }
    await recordAction(tx, staff, { action: 'shop.set_up', subject, details: { did: 'test_mail' } })
    return { asked: id }
  })
  if (asked !== id) return { to: staff.email, outcome: 'unknown', trouble: null, code: null }
  return told(staff.email, await channel.send({ id, to: staff.email, ...letterFor(karat, staff), unsubscribe: null }))
}

function letterFor({ config, stores }: Pick<Karat, 'config' | 'stores'>, { language }: Staff) {
  const locale = { locale: language as Locale }
  const [subject, body] = [m.office_setup_test_mail_subject({}, locale), m.office_setup_test_mail_body({}, locale)]
  const written = {
    channel: 'email' as const,
    language,
    subject,
    body,
    layout: { about: 'account' as const, text: body },
  }
  return {
    subject,
    ...composeMail(written, {
      publicUrl: config.PUBLIC_URL,
      unsubscribePage: null,
      brand: brandIn(stores),
      seller: [],
    }),
  }
}

const told = (to: string, outcome: Outcome): TestMailView =>
  outcome.is === 'sent'
    ? { to, outcome: 'sent', trouble: null, code: null }
    : { to, outcome: outcome.is, trouble: troubleOf(outcome.problem), code: outcome.problem }
