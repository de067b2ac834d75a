/** The calls of second factors: authenticator app and recovery codes. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { SignedIn } from './contract.ts'
import { callerOf, requireMember } from './door.ts'
import * as shapes from './factors-contract.ts'
import { signInWithApp } from './finish-with-app.ts'
import { newRecoveryCodes, removeAuthenticator } from './remove-authenticator.ts'
import { beginAuthenticator, confirmAuthenticator } from './set-up-authenticator.ts'

const tags = ['user']
const guarded = { access: 'member', rate: 'pin' } as const

export function factorsApi(door: Door, karat: Bag<'identity'>): void {
  authenticatorCalls(door, karat)
  door.post(
    '/user/loginWithApp',
    {
      config: { access: 'public', rate: 'login' },
      schema: {
        tags,
        summary: 'Finish a sign-in with a code of the authenticator app, or a recovery code',
        body: shapes.LoginWithApp,
        response: { 200: SignedIn },
      },
    },
    (request) => {
      const { sign_in_id: signInId, code, device } = request.body
      return signInWithApp(karat, { signInId, code, caller: callerOf(request, device) })
    },
  )
}

function authenticatorCalls(door: Door, karat: Bag<'identity'>) {
  const from = <Body>({ ip, body }: FastifyRequest & { body: Body }) => ({ ...body, address: addressSubject(ip) })
  door.post(
    '/user/beginAuthenticator',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Begin to set up an authenticator app',
        body: shapes.BeginAuthenticator,
        response: { 200: shapes.AuthenticatorSecret },
      },
    },
    (request) => beginAuthenticator(karat, requireMember(request), from(request)),
  )
  door.post(
    '/user/confirmAuthenticator',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Turn the authenticator app on with its first code',
        body: shapes.ConfirmAuthenticator,
        response: { 200: shapes.RecoveryCodes },
      },
    },
    (request) => confirmAuthenticator(karat, requireMember(request), from(request)),
  )
  door.post(
    '/user/removeAuthenticator',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Turn the authenticator app off',
        body: shapes.BothFactors,
        response: { 200: shapes.AuthenticatorOff },
      },
    },
    (request) => removeAuthenticator(karat, requireMember(request), from(request)),
  )
  door.post(
    '/user/newRecoveryCodes',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Replace the recovery codes',
        body: shapes.BothFactors,
        response: { 200: shapes.RecoveryCodes },
      },
    },
    (request) => newRecoveryCodes(karat, requireMember(request), from(request)),
  )
}
