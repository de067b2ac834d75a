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

/** What a challenge is for: a new passkey, proof inside a session, or a sign-in. `factorShown`: whether a second factor was shown first. */
export type ChallengePurpose =
  | { purpose: 'add'; memberId: string; factorShown?: boolean }
  | { purpose: 'prove'; memberId: string }
  | { purpose: 'sign_in' }

export async function makeChallenge(db: Queryable, what: ChallengePurpose): Promise<{ id: string; challenge: string }> {
  const id = newId()
  const challenge = newToken()
  await db.run(sql`insert into identity.passkey_challenges (id, challenge, purpose, member_id, factor_shown, expires_at)
    values (${id}, ${challenge}, ${what.purpose}, ${memberOf(what)}, ${what.purpose === 'add' && what.factorShown === true},
      clock_timestamp() + make_interval(secs => ${settings.passkeys.challengeSeconds}::int))`)
  return { id, challenge }
}

/** Takes a challenge; of any number at once one gets it. Refuses passkey_refused. */
export async function takeChallenge(
  db: Queryable,
  id: string,
  what: ChallengePurpose,
): Promise<{ challenge: string; factorShown: boolean }> {
  const taken = await db.row<{ challenge: string; factorShown: boolean }>(sql`
    update identity.passkey_challenges set used_at = clock_timestamp()
    where id = ${id} and purpose = ${what.purpose} and member_id is not distinct from ${memberOf(what)}
      and used_at is null and expires_at > clock_timestamp()
    returning challenge, factor_shown as "factorShown"`)
  if (!taken) throw new Refusal('passkey_refused')
  return taken
}

const memberOf = (what: ChallengePurpose) => (what.purpose === 'sign_in' ? null : what.memberId)

/** The id by which a passkey knows its member: the bytes of theirs, which say nothing about them. */
export const handleOf = (memberId: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(memberId.replaceAll('-', ''), 'hex'))
