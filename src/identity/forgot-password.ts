import type { Bag } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { settings } from '../settings.ts'
import { issueLink } from './issue-link.ts'
import { askerOf, type CodeWish, findMember, requireAccount } from './send-log-in-code.ts'
import { takeSending } from './take-sending.ts'

/**
 * Sends a link that sets a new password; links sent before are dead. Whoever has no account is told so by the message, while answer and work
 * are the same.
 *
 * Refuses invalid_input, code_too_soon.
 */
export async function forgotPassword(karat: Bag<'identity'>, wish: CodeWish): Promise<{ sent: true }> {
  const to = requireAccount(wish)
  await karat.db.transaction(async (tx) => {
    const member = await findMember(tx, to)
    await takeSending(tx, to.destination, 'reset_password', await askerOf(tx, wish, member?.id ?? null))
    const link = await issueLink(tx, karat.config, {
      purpose: 'reset_password',
      memberId: member?.id ?? null,
      details: { account: to.destination },
    })
    const minutes = String(settings.link.lifeSeconds / 60)
    const { language, store } = member ?? wish
    if (member) await queueMail(tx, { ...to, language, store, template: 'password_reset', values: { link, minutes } })
    else await queueMail(tx, { ...to, language, store, template: 'no_account', values: {} })
  })
  return { sent: true }
}
