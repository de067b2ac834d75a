import { agreementInForce } from '../content/agreement-queries.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { problem } from '../locale/field-rules.ts'
import { queueMail } from '../mail/send-mail.ts'
import { takeNewNumber } from '../mail/sms-budget.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { type Destination, readEmail, readMobile } from './account-rules.ts'
import { issueCode } from './issue-code.ts'
import { takeSending } from './take-sending.ts'

export type SignUpWish = {
  email: string | undefined
  mobile: string | undefined
  agreementVersion: string
  invite: string | undefined
  referral: string | undefined
  store: Store
  language: string
  address: string
}

/** What the visitor said when asking for the code, kept until the code comes back. */
export type SignUpDetails = Pick<Destination, 'channel'> & {
  agreementVersion: string
  store: string
  language: string
  invite?: string | undefined
  referral?: string | undefined
}

/**
 * Sends a code to an e-mail address or mobile number; codes sent there before are dead. Whoever owns an account already is
 * told so by the message, while the answer is the same.
 *
 * Refuses agreement_outdated, invalid_input, sms_country, sms_spent, code_too_soon.
 */
export async function sendSignUpCode(
  karat: Bag<'identity'>,
  wish: SignUpWish,
): Promise<{ sign_up_id: string; expires_at: string }> {
  const inForce = await agreementInForce(karat.db, wish.store.code)
  if (wish.agreementVersion !== inForce) throw new Refusal('agreement_outdated', { agreement_version: inForce })
  const to = destinationOf(wish)
  const { agreementVersion, invite, referral, language } = wish
  const details: SignUpDetails = {
    channel: to.channel,
    agreementVersion,
    invite,
    referral,
    language,
    store: wish.store.code,
  }

  return karat.db.transaction(async (tx) => {
    const asker = wish.address
    if (to.channel === 'sms') await takeNewNumber(tx, karat, { store: wish.store.code, number: to.destination, asker })
    await takeSending(tx, to.destination, 'sign_up', { is: 'anybody', address: asker })
    const { id, code, expiresAt } = await issueCode(tx, karat.config, { purpose: 'sign_up', to, details })
    await tellCode(tx, { to, code, language, store: wish.store.code })
    return { sign_up_id: id, expires_at: expiresAt.toISOString() }
  })
}

function destinationOf({ email, mobile, store }: SignUpWish): Destination {
  if (email !== undefined) {
    const read = readEmail(email)
    if (read === null) throw invalidInput({ email: problem('email') })
    return { channel: 'email', destination: read }
  }
  const read = readMobile(mobile ?? '', store.country)
  if (read === null) throw invalidInput({ mobile: problem('phone') })
  return { channel: 'sms', destination: read }
}

type Coded = { to: Destination; code: string; language: string; store: string }

async function tellCode(tx: Tx, { to, code, language, store }: Coded) {
  const owner = await tx.row<{ language: string; store: string }>(sql`
    select language, store from identity.members where email = ${to.destination} or mobile = ${to.destination}`)
  if (owner) await queueMail(tx, { ...to, template: 'sign_up_existing', ...owner, values: {} })
  else {
    const minutes = String(settings.code.lifeSeconds / 60)
    await queueMail(tx, { ...to, template: 'sign_up_code', language, store, values: { code, minutes } })
  }
}
