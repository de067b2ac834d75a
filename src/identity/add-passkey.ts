/** A passkey comes to an account. */
import { v7 as newId } from 'uuid'
import { brokenConstraint, sql, type Tx } from '../db/database.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { settings } from '../settings.ts'
import { brandIn } from '../stores/stores.ts'
import type { Member } from './door.ts'
import type { FactorProofInput } from './factors-contract.ts'
import { requireOwnPassword } from './own-password.ts'
import { handleOf, makeChallenge, relyingParty, takeChallenge } from './passkey-challenge.ts'
import type { AddPasskeyInput, PasskeysView, PasskeyToAddView } from './passkey-contract.ts'
import { listPasskeys } from './passkey-queries.ts'
import { requireShown, showFactor } from './show-factor.ts'
import { tellFactorChange } from './tell-factor-change.ts'
import { webauthn } from './webauthn.ts'

const TIMEOUT_MS = 60_000
/** EdDSA, ES256, RS256: what authenticators speak today. */
const ALGORITHMS = [-8, -7, -257]

/**
 * What the browser needs to make a passkey that it can offer by itself and that asks for finger, face or PIN.
 *
 * Refuses sign_in_wait, sign_in_refused for a wrong password, passkey_limit, then whatever `showFactor` refuses, overloaded.
 */
export async function beginPasskey(
  karat: Bag<'identity'>,
  member: Member,
  { password, address, ...proof }: { password: string; address: string } & FactorProofInput,
): Promise<PasskeyToAddView> {
  await requireOwnPassword(karat, { memberId: member.id, password, address })
  const row = await karat.db.row<{ account: string }>(
    sql`select coalesce(email, mobile) as account from identity.members where id = ${member.id}`,
  )
  const known = await karat.db.rows<{ id: string; transports: string[] }>(
    sql`select credential_id as id, transports from identity.passkeys where member_id = ${member.id}`,
  )
  if (known.length >= settings.passkeys.max) throw new Refusal('passkey_limit')
  const factorShown = await showFactor(karat, { memberId: member.id, address, ...proof })
  const { id, challenge } = await makeChallenge(karat.db, { purpose: 'add', memberId: member.id, factorShown })
  const { generateRegistrationOptions } = await webauthn()
  const {
    hints: _,
    extensions: __,
    ...options
  } = await generateRegistrationOptions({
    rpName: brandIn(karat.stores, member.store),
    rpID: relyingParty(karat.config).id,
    userID: handleOf(member.id),
    userName: row?.account ?? '',
    userDisplayName: member.name,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { challenge_id: id, options: options as PasskeyToAddView['options'] }
}

/**
 * The passkey can sign in from now on; what follows is that of any change of factors.
 *
 * Refuses passkey_refused: a challenge that is unknown, used, too old or another member's, an answer from another site or
 * without the person having been verified, a passkey that is known already; second_factor_required; passkey_limit.
 */
export async function addPasskey(
  karat: Bag<'identity'>,
  member: Member,
  input: AddPasskeyInput,
): Promise<PasskeysView> {
  const what = { purpose: 'add', memberId: member.id } as const
  const { challenge, factorShown } = await takeChallenge(karat.db, input.challenge_id, what)
  const made = await verified(karat, input, challenge)
  await karat.db.transaction(async (tx) => {
    await requireShown(tx, member.id, factorShown)
    await requireRoom(tx, member.id)
    await keepPasskey(tx, member.id, input, made)
    await tellFactorChange(tx, karat.config, member, 'passkey_added')
  })
  return listPasskeys(karat.db, member.id)
}

async function verified(karat: Bag<'identity'>, input: AddPasskeyInput, challenge: string) {
  const { origin, id } = relyingParty(karat.config)
  const { verifyRegistrationResponse } = await webauthn()
  const answer = await verifyRegistrationResponse({
    response: {
      id: input.credential_id,
      rawId: input.credential_id,
      type: 'public-key',
      response: { clientDataJSON: input.client_data, attestationObject: input.attestation },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  if (!answer?.verified) throw new Refusal('passkey_refused')
  return answer.registrationInfo
}

type Made = Awaited<ReturnType<typeof verified>>

/** The member's row is held, so that of any number at once those over the limit find the others. */
async function requireRoom(tx: Tx, memberId: string) {
  const kept = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from identity.passkeys where member_id = ${memberId}`,
  )
  if (kept && kept.count >= settings.passkeys.max) throw new Refusal('passkey_limit')
}

async function keepPasskey(tx: Tx, memberId: string, { name, transports }: AddPasskeyInput, made: Made) {
  const { id, publicKey, counter } = made.credential
  try {
    await tx.run(sql`
      insert into identity.passkeys (id, member_id, credential_id, public_key, counter, transports, synced, name)
      values (${newId()}, ${memberId}, ${id}, ${Buffer.from(publicKey)}, ${counter}, ${transports},
        ${made.credentialBackedUp}, ${name.trim()})`)
  } catch (error) {
    if (brokenConstraint(error) === 'passkey_is_single') throw new Refusal('passkey_refused')
    throw error
  }
}
