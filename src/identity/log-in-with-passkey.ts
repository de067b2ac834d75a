/** Signing in with a passkey: the device is one factor, the finger, face or PIN that it asked for the other. */
import { sql } from '../db/database.ts'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { SignedInView } from './contract.ts'
import { type Caller, openSession } from './open-session.ts'
import { handleOf, makeChallenge, relyingParty, takeChallenge } from './passkey-challenge.ts'
import type { PasskeyLoginBegunView, PasskeyLoginInput } from './passkey-contract.ts'
import { webauthn } from './webauthn.ts'

const TIMEOUT_MS = 60_000

/** What the browser needs to ask for any passkey of this shop: the same for everybody. */
export async function beginPasskeyLogIn(karat: Karat): Promise<PasskeyLoginBegunView> {
  const { id, challenge } = await makeChallenge(karat.db, { purpose: 'sign_in' })
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

/**
 * Opens a session, in any browser, for the member whose passkey signed the challenge.
 *
 * Refuses passkey_refused alike for an unknown passkey, a challenge that is used or too old, a signature that is wrong or
 * from another site, a person who was not verified, a counter that did not move (a copied device), a frozen account.
 */
export async function logInWithPasskey(
  karat: Karat,
  { caller, ...input }: PasskeyLoginInput & { caller: Caller },
): Promise<SignedInView> {
  const challenge = await takeChallenge(karat.db, input.challenge_id, { purpose: 'sign_in' })
  const passkey = await karat.db.row<Passkey>(sql`
    select id, member_id as "memberId", public_key as "publicKey", counter
    from identity.passkeys where credential_id = ${input.credential_id}`)
  if (!passkey || Buffer.from(handleOf(passkey.memberId)).toString('base64url') !== input.user_handle)
    throw new Refusal('passkey_refused')
  const counter = await verifiedCounter(karat, input, { passkey, challenge })
  return karat.db.transaction(async (tx) => {
    const member = await tx.row(
      sql`select id from identity.members where id = ${passkey.memberId} and frozen_at is null for share`,
    )
    const used = await tx.run(sql`update identity.passkeys set counter = ${counter}, last_used_at = now()
      where id = ${passkey.id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
    if (!member || used === 0) throw new Refusal('passkey_refused')
    return openSession(tx, passkey.memberId, caller)
  })
}

async function verifiedCounter(
  karat: Karat,
  input: PasskeyLoginInput,
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
