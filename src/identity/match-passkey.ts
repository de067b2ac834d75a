/** What a passkey signed, compared with its public half. */
import { type Queryable, sql } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { PasskeyAnswerInput } from './passkey-answer.ts'
import { type ChallengePurpose, handleOf, makeChallenge, relyingParty, takeChallenge } from './passkey-challenge.ts'
import type { PasskeyLoginBegunView } from './passkey-contract.ts'
import { webauthn } from './webauthn.ts'

const TIMEOUT_MS = 60_000

/** What the browser needs to ask for any passkey of this shop: the same for everybody. */
export async function askForPasskey(
  karat: Bag<'identity'>,
  what: Exclude<ChallengePurpose, { purpose: 'add' }>,
): Promise<PasskeyLoginBegunView> {
  const { id, challenge } = await makeChallenge(karat.db, what)
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(karat.config).id,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
  const rpId = options.rpId ?? ''
  return {
    challenge_id: id,
    options: { challenge: options.challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required' },
  }
}

type Passkey = { id: string; memberId: string; publicKey: Buffer; counter: bigint }
type RightPasskey = { id: string; memberId: string; counter: bigint }

/**
 * Takes the challenge and answers whose passkey signed it. It counts only once `keepCounter` has written its counter.
 *
 * Refuses passkey_refused alike for an unknown passkey, a challenge that is used, too old or for something else, a signature that
 * is wrong or from another site, a person who was not verified.
 */
export async function matchPasskey(
  karat: Bag<'identity'>,
  input: PasskeyAnswerInput,
  what: Exclude<ChallengePurpose, { purpose: 'add' }>,
): Promise<RightPasskey> {
  const { challenge } = await takeChallenge(karat.db, input.challenge_id, what)
  const passkey = await karat.db.row<Passkey>(sql`
    select id, member_id as "memberId", public_key as "publicKey", counter
    from identity.passkeys where credential_id = ${input.credential_id}`)
  if (!passkey || Buffer.from(handleOf(passkey.memberId)).toString('base64url') !== input.user_handle)
    throw new Refusal('passkey_refused')
  const counter = await verifiedCounter(karat, input, { passkey, challenge })
  return { id: passkey.id, memberId: passkey.memberId, counter }
}

/** Writes the counter of a passkey that was right. Refuses passkey_refused where it did not move: a copied device. */
export async function keepCounter(db: Queryable, { id, counter }: RightPasskey): Promise<void> {
  const used = await db.run(sql`update identity.passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
  if (used === 0) throw new Refusal('passkey_refused')
}

async function verifiedCounter(
  karat: Bag<'identity'>,
  input: PasskeyAnswerInput,
  { passkey, challenge }: { passkey: Passkey; challenge: string },
): Promise<bigint> {
  const { origin, id } = relyingParty(karat.config)
  const { verifyAuthenticationResponse } = await webauthn()
  const answer = await verifyAuthenticationResponse({
    response: {
      id: input.credential_id,
      rawId: input.credential_id,
      type: 'public-key',
      response: {
        clientDataJSON: input.client_data,
        authenticatorData: input.authenticator_data,
        signature: input.signature,
        userHandle: input.user_handle,
      },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: input.credential_id,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
  }).catch(() => null)
  if (!answer?.verified) throw new Refusal('passkey_refused')
  return BigInt(answer.authenticationInfo.newCounter)
}
