/** Challenges of passkeys: made by the server, good for one answer within minutes, whatever that answer is. */
import { v7 as newId } from 'uuid'
import type { Config } from '../config.ts'
import { newToken } from '../credentials/session-token.ts'
import { type Queryable, sql } from '../db/database.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'

/** Whom a passkey belongs to: the shop at its public address, never the one that a request names. */
export function relyingParty({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): { origin: string; id: string } {
  const { origin, hostname } = new URL(PUBLIC_URL)
  return { origin, id: hostname }
}

type Purpose = { purpose: 'add'; memberId: string } | { purpose: 'sign_in' }

export async function makeChallenge(db: Queryable, what: Purpose): Promise<{ id: string; challenge: string }> {
  const id = newId()
  const challenge = newToken()
  await db.run(sql`insert into identity.passkey_challenges (id, challenge, purpose, member_id, expires_at)
    values (${id}, ${challenge}, ${what.purpose}, ${what.purpose === 'add' ? what.memberId : null},
      clock_timestamp() + make_interval(secs => ${settings.passkeys.challengeSeconds}::int))`)
  return { id, challenge }
}

/** Takes a challenge; of any number at once one gets it. Refuses passkey_refused. */
export async function takeChallenge(db: Queryable, id: string, what: Purpose): Promise<string> {
  const memberId = what.purpose === 'add' ? what.memberId : null
  const taken = await db.row<{ challenge: string }>(sql`
    update identity.passkey_challenges set used_at = clock_timestamp()
    where id = ${id} and purpose = ${what.purpose} and member_id is not distinct from ${memberId}
      and used_at is null and expires_at > clock_timestamp()
    returning challenge`)
  if (!taken) throw new Refusal('passkey_refused')
  return taken.challenge
}

/** The id by which a passkey knows its member: the bytes of theirs, which say nothing about them. */
export const handleOf = (memberId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(memberId.replaceAll('-', ''), 'hex'))
