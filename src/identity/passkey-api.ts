/** The calls of passkeys: add, list, remove, and sign in with one. */
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { addPasskey, beginPasskey } from './add-passkey.ts'
import { Nothing, SignedIn } from './contract.ts'
import { callerOf, requireMember } from './door.ts'
import { beginPasskeyLogIn, logInWithPasskey } from './log-in-with-passkey.ts'
import { askForPasskey } from './match-passkey.ts'
import * as shapes from './passkey-contract.ts'
import { listPasskeys } from './passkey-queries.ts'
import { removePasskey } from './remove-passkey.ts'

const tags = ['user']
const visitor = { access: 'public', rate: 'login' } as const
const member = { access: 'member' } as const
const guarded = { access: 'member', rate: 'pin' } as const

export function passkeyApi(door: Door, karat: Bag<'identity'>): void {
  ownPasskeyCalls(door, karat)
  logInCalls(door, karat)
}

function ownPasskeyCalls(door: Door, karat: Bag<'identity'>) {
  door.get(
    '/user/passkeys',
    { config: member, schema: { tags, summary: 'The passkeys of the member', response: { 200: shapes.Passkeys } } },
    (request) => listPasskeys(karat.db, requireMember(request).id),
  )
  door.post(
    '/user/beginPasskey',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Begin to add a passkey',
        body: shapes.BeginPasskey,
        response: { 200: shapes.PasskeyToAdd },
      },
    },
    (request) => beginPasskey(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
  door.post(
    '/user/beginPasskeyProof',
    {
      config: guarded,
      schema: {
        tags,
        summary: 'Begin to show a passkey before factors change',
        body: Nothing,
        response: { 200: shapes.PasskeyLoginBegun },
      },
    },
    (request) => askForPasskey(karat, { purpose: 'prove', memberId: requireMember(request).id }),
  )
  door.post(
    '/user/addPasskey',
    {
      config: guarded,
      schema: { tags, summary: 'Add the passkey', body: shapes.AddPasskey, response: { 200: shapes.Passkeys } },
    },
    (request) => addPasskey(karat, requireMember(request), request.body),
  )
  door.post(
    '/user/removePasskey',
    {
      config: guarded,
      schema: { tags, summary: 'Remove a passkey', body: shapes.RemovePasskey, response: { 200: shapes.Passkeys } },
    },
    (request) => removePasskey(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
}

function logInCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/beginPasskeyLogin',
    {
      config: visitor,
      schema: {
        tags,
        summary: 'Begin to sign in with a passkey',
        body: Nothing,
        response: { 200: shapes.PasskeyLoginBegun },
      },
    },
    () => beginPasskeyLogIn(karat),
  )
  door.post(
    '/user/passkeyLogin',
    {
      config: visitor,
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        body: shapes.PasskeyLogin,
        response: { 200: SignedIn },
      },
    },
    (request) => logInWithPasskey(karat, { ...request.body, caller: callerOf(request, request.body.device) }),
  )
}
