import { hashOfToken } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput } from '../refusals.ts'
import { type Destination, readAccount } from './account-rules.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { SecondStepView } from './contract.ts'
import { issueCode } from './issue-code.ts'
import { type Asker, takeSending } from './take-sending.ts'

export type CodeWish = {
  account: string
  country: string
  language: string
  store: string
  address: string
  deviceToken?: string | undefined
}

/**
 * Begins a sign-in by a code alone. Whoever has no account is told so by the message, while answer and work are the same.
 *
 * Refuses invalid_input, code_too_soon.
 */
export async function sendLogInCode(karat: Bag<'identity'>, wish: CodeWish): Promise<SecondStepView> {
  const to = requireAccount(wish)
  return karat.db.transaction(async (tx) => {
    const member = await findMember(tx, to)
    await takeSending(tx, to.destination, 'sign_in', await askerOf(tx, wish, member?.id ?? null))
    const signIn = await beginSignIn(tx, { memberId: member?.id ?? null, to, proven: 'nothing', address: wish.address })
    const { code, minutes } = await issueCode(tx, karat.config, {
      purpose: 'sign_in',
      to,
      memberId: member?.id ?? null,
      boundTo: signIn.sign_in_id,
    })
    await tell(tx, to, member ?? wish, member && { template: 'log_in_code', values: { code, minutes } })
    return signIn
  })
}

/** The destination that an account name says. Refuses invalid_input. */
export function requireAccount({ account, country }: { account: string; country: string }): Destination {
  const to = readAccount(account, country)
  if (!to) throw invalidInput({ account: problem('account_destination') })
  return to
}

/** The member behind a destination, held until the transaction ends. */
export const findMember = (
  tx: Tx,
  { destination }: Destination,
): Promise<{ id: string; language: string; store: string } | undefined> =>
  tx.row(sql`select id, language, store from identity.members
    where email = ${destination} or mobile = ${destination} for no key update`)

/**
 * Who asks. The owner is known by the token of a browser in which they once showed both steps, also one that has been forgotten since:
 * it opens nothing, but what strangers ask for does not use up what is sent at its request.
 */
export async function askerOf(tx: Tx, { address, deviceToken }: CodeWish, memberId: string | null): Promise<Asker> {
  if (!deviceToken) return { is: 'anybody', address }
  const hash = hashOfToken(deviceToken)
  const own = await tx.row(
    sql`select 1 as one from identity.devices where token_hash = ${hash} and member_id = ${memberId}`,
  )
  return own ? { is: 'owner', browser: hash.toString('base64url') } : { is: 'anybody', address }
}

type CodeMail = {
  template: 'log_in_code' | 'unlock_code'
  values: { code: string; minutes: string }
}

/** Sends the message, or to whoever has no account the one that says so: one message either way. */
export async function tell(
  tx: Tx,
  to: Destination,
  { language, store }: { language: string; store: string },
  mail: CodeMail | undefined,
): Promise<void> {
  if (mail) await queueMail(tx, { ...to, language, store, ...mail })
  else await queueMail(tx, { ...to, language, store, template: 'no_account', values: {} })
}
