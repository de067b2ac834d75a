/** Passkeys as the browser makes and uses them. The library is fetched when somebody wants one. */
import * as m from '../../locale/paraglide/messages.js'
import { ApiError, dataOf, post } from '../../ui/api-client.ts'
import { deviceToken } from '../../ui/session.ts'
import type { SignedInView } from '../contract.ts'
import type { FactorProofInput } from '../factors-contract.ts'
import type { PasskeyAnswerInput } from '../passkey-answer.ts'
import type { PasskeyLoginBegunView, PasskeysView, PasskeyToAddView } from '../passkey-contract.ts'

/** Why the browser or the person did not go on, in words for the page. */
export class PasskeyNotUsed extends Error {}

const library = () => import('@simplewebauthn/browser')

export const canUsePasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

function wordsOf(failure: unknown): string {
  const { name, code } = failure as { name?: string; code?: string }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError')
    return m.identity_passkeys_known()
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'NotAllowedError' || name === 'AbortError')
    return m.identity_passkeys_cancelled()
  return m.identity_passkeys_failed()
}

/** Lets the device act; what it says when it does not is put into words. */
async function byDevice<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (failure) {
    throw failure instanceof ApiError ? failure : new PasskeyNotUsed(wordsOf(failure))
  }
}

export type NewPasskey = FactorProofInput & { name: string; password: string }

/** Makes a passkey on the device and adds it to the account. */
export async function addPasskey({ name, ...proof }: NewPasskey): Promise<PasskeysView> {
  const begun = await dataOf(post<PasskeyToAddView>('/user/beginPasskey', proof, { beside: true }))
  const { startRegistration } = await library()
  const made = await byDevice(() => startRegistration({ optionsJSON: begun.options }))
  return dataOf(
    post<PasskeysView>('/user/addPasskey', {
      challenge_id: begun.challenge_id,
      name,
      credential_id: made.id,
      client_data: made.response.clientDataJSON,
      attestation: made.response.attestationObject,
      transports: made.response.transports ?? [],
    }),
  )
}

/** Asks the device for a passkey of this shop and signs in with it. */
export async function signInWithPasskey(): Promise<SignedInView> {
  const answer = await answerOf(await dataOf(post<PasskeyLoginBegunView>('/user/beginPasskeyLogin', {})))
  return dataOf(post<SignedInView>('/user/passkeyLogin', { ...answer, ...deviceToken() }, { beside: true }))
}

/** Asks the device for a passkey of this shop; what it signed. */
export async function answerOf(begun: PasskeyLoginBegunView): Promise<PasskeyAnswerInput> {
  const { startAuthentication } = await library()
  const given = await byDevice(() => startAuthentication({ optionsJSON: begun.options }))
  return {
    challenge_id: begun.challenge_id,
    credential_id: given.id,
    client_data: given.response.clientDataJSON,
    authenticator_data: given.response.authenticatorData,
    signature: given.response.signature,
    user_handle: given.response.userHandle ?? '-',
  }
}
