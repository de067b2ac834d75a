import { v7 as newId } from 'uuid'
import { agreementInForce } from '../content/agreement-queries.ts'
import { hashOfCode, newCode } from '../credentials/session-token.ts'
import { sql, type Tx } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { queueMail } from '../mail/send-mail.ts'
import { invalidInput, Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import type { Store } from '../stores/stores.ts'
import { type Destination, readEmail, readMobile } from './account-rules.ts'

export type SignUpWish = {
  email: string | undefined
  mobile: string | undefined
  agreementVersion: string
  invite: string | undefined
  referral: string | undefined
  store: Store
  language: string
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
 * Refuses agreement_outdated, invalid_input, code_too_soon.
 */
export async function sendSignUpCode(
  karat: Karat,
  wish: SignUpWish,
): Promise<{ sign_up_id: string; expires_at: string }> {
  const inForce = await agreementInForce(karat.db, wish.store.code)
  if (wish.agreementVersion !== inForce) throw new Refusal('agreement_outdated', { agreement_version: inForce })
  const to = destinationOf(wish)
  const id = newId()
  const code = newCode()
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
    await requireCodeMayBeSent(tx, to.destination)
    const expiresAt = await keepCode(tx, { id, to, codeHash: hashOfCode(karat.config, id, code), details })
    await tellCode(tx, { to, code, language })
    return { sign_up_id: id, expires_at: expiresAt.toISOString() }
  })
}

function destinationOf({ email, mobile, store }: SignUpWish): Destination {
  if (email !== undefined) {
    const read = readEmail(email)
    if (read === null) throw invalidInput({ email: 'must be an e-mail address' })
    return { channel: 'email', destination: read }
  }
  const read = readMobile(mobile ?? '', store.country)
  if (read === null) throw invalidInput({ mobile: 'must be a phone number' })
  return { channel: 'sms', destination: read }
}

/** At most one code a minute and five a day go to one destination, however many ask at once. */
async function requireCodeMayBeSent(tx: Tx, destination: string) {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up code ${destination}`}, 0))`)
  const { againSeconds, perDay } = settings.code
  const sent = await tx.row<{ today: number; wait: number | null; waitForDay: number | null }>(sql`
    select count(*)::int as today, ceil(${againSeconds}::int - extract(epoch from clock_timestamp() - max(created_at)))::int as wait,
      ceil(86400 - extract(epoch from clock_timestamp() - min(created_at)))::int as "waitForDay"
    from identity.codes
    where destination = ${destination} and purpose = 'sign_up' and created_at > clock_timestamp() - interval '1 day'`)
  if (sent?.wait && sent.wait > 0) throw new Refusal('code_too_soon', { retry_after: sent.wait })
  if (sent && sent.today >= perDay) throw new Refusal('code_too_soon', { retry_after: sent.waitForDay ?? 1 })
}

type NewCode = { id: string; to: Destination; codeHash: Buffer; details: SignUpDetails }

async function keepCode(tx: Tx, { id, to, codeHash, details }: NewCode): Promise<Date> {
  await tx.run(sql`update identity.codes set expires_at = now()
    where destination = ${to.destination} and purpose = 'sign_up' and used_at is null and expires_at > now()`)
  const row = await tx.row<{ expiresAt: Date }>(sql`
    insert into identity.codes (id, purpose, destination, code_hash, details, created_at, expires_at)
    values (${id}, 'sign_up', ${to.destination}, ${codeHash}, ${JSON.stringify(details)}, clock_timestamp(),
      clock_timestamp() + make_interval(secs => ${settings.code.lifeSeconds}::int))
    returning expires_at as "expiresAt"`)
  if (!row) throw new Error('the code was not written')
  return row.expiresAt
}

async function tellCode(tx: Tx, { to, code, language }: { to: Destination; code: string; language: string }) {
  const owner = await tx.row<{ language: string }>(sql`
    select language from identity.members where email = ${to.destination} or mobile = ${to.destination}`)
  if (owner) await queueMail(tx, { ...to, template: 'sign_up_existing', language: owner.language, values: {} })
  else {
    const minutes = String(settings.code.lifeSeconds / 60)
    await queueMail(tx, { ...to, template: 'sign_up_code', language, values: { code, minutes } })
  }
}
