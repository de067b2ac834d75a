/** The calls of accounts: sign-up, sign-in, sessions, PIN. */
import type { FastifyRequest } from 'fastify'
import type { Door } from '../http/door.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import type { Attributing } from './attribution.ts'
import { checkPin } from './check-pin.ts'
import * as shapes from './contract.ts'
import { callerOf, requireMember } from './door.ts'
import { endOtherSessions, endOwnSession, endSession } from './end-sessions.ts'
import { logIn } from './log-in.ts'
import { getUserInfo, listSessions } from './member-queries.ts'
import { sendSignUpCode } from './send-sign-up-code.ts'
import { setPin } from './set-pin.ts'
import { signUp } from './sign-up.ts'

const tags = ['user']
const visitor = { access: 'public', rate: 'login' } as const
const member = { access: 'member' } as const
const withPin = { access: 'member', rate: 'pin' } as const

const sessionOf = (request: FastifyRequest) => {
  const { id, sessionId } = requireMember(request)
  return { memberId: id, sessionId }
}

export function identityApi(door: Door, karat: Bag<'identity'> & Attributing): void {
  signUpCalls(door, karat)
  sessionCalls(door, karat)
  pinCalls(door, karat)
}

function signUpCalls(door: Door, karat: Bag<'identity'> & Attributing) {
  door.post(
    '/user/sendSignupCode',
    {
      config: visitor,
      schema: {
        tags,
        summary: 'Send a sign-up code',
        body: shapes.SendSignupCode,
        response: { 200: shapes.SignupCodeSent },
      },
    },
    ({ body, store, language, ip }) => {
      const { email, mobile, agreement_version: agreementVersion, invite, referral } = body
      return sendSignUpCode(karat, {
        email,
        mobile,
        agreementVersion,
        invite,
        referral,
        store,
        language,
        address: addressSubject(ip),
      })
    },
  )
  door.post(
    '/user/signup',
    {
      config: visitor,
      schema: {
        tags,
        summary: 'Become a member with the code',
        body: shapes.Signup,
        response: { 200: shapes.SignedIn },
      },
    },
    (request) => {
      const { sign_up_id: signUpId, code, name, password, device } = request.body
      return signUp(karat, { signUpId, code, name, password, caller: callerOf(request, device) })
    },
  )
  door.post(
    '/user/login',
    {
      config: visitor,
      schema: { tags, summary: 'Sign in', body: shapes.Login, response: { 200: shapes.SignInAnswer } },
    },
    (request) => {
      const { account, password, device } = request.body
      return logIn(karat, { account, password, country: request.store.country, caller: callerOf(request, device) })
    },
  )
}

function sessionCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/logout',
    {
      config: member,
      schema: { tags, summary: 'End this session', body: shapes.Nothing, response: { 200: shapes.SessionsEnded } },
    },
    (request) => endOwnSession(karat.db, sessionOf(request)),
  )
  door.post(
    '/user/logoutOthers',
    {
      config: member,
      schema: {
        tags,
        summary: 'End every other session',
        body: shapes.Nothing,
        response: { 200: shapes.SessionsEnded },
      },
    },
    (request) => karat.db.transaction((tx) => endOtherSessions(tx, sessionOf(request), 'ended_by_member')),
  )
  door.get(
    '/user/userInfo',
    { config: member, schema: { tags, summary: 'The member who asks', response: { 200: shapes.UserInfo } } },
    (request) => getUserInfo(karat.db, requireMember(request).id),
  )
  door.get(
    '/user/sessions',
    { config: member, schema: { tags, summary: 'Where the member is signed in', response: { 200: shapes.Sessions } } },
    (request) => listSessions(karat.db, requireMember(request).id, requireMember(request).sessionId),
  )
  door.post(
    '/user/endSession',
    {
      config: member,
      schema: { tags, summary: 'End one session', body: shapes.EndSession, response: { 200: shapes.SessionsEnded } },
    },
    (request) => {
      const session = { memberId: requireMember(request).id, sessionId: request.body.id }
      return karat.db.transaction((tx) => endSession(tx, session))
    },
  )
}

function pinCalls(door: Door, karat: Bag<'identity'>) {
  door.post(
    '/user/setPin',
    {
      config: withPin,
      schema: { tags, summary: 'Set the first payment PIN', body: shapes.SetPin, response: { 200: shapes.PinIsSet } },
    },
    (request) => setPin(karat, requireMember(request), { ...request.body, address: addressSubject(request.ip) }),
  )
  door.post(
    '/user/checkPin',
    {
      config: withPin,
      schema: { tags, summary: 'Compare the payment PIN', body: shapes.CheckPin, response: { 200: shapes.PinIsRight } },
    },
    async (request) => {
      await checkPin(karat, requireMember(request).id, request.body.pin)
      return { right: true } as const
    },
  )
}
