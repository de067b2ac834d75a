/** Who is asking: the member behind a request's bearer token. */
import type { FastifyRequest } from 'fastify'
import { deviceOf } from '../credentials/device-rules.ts'
import { hashOfToken } from '../credentials/session-token.ts'
import { addressSubject } from '../http/limits.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import type { Caller } from './open-session.ts'

export type Member = { id: string; sessionId: string; name: string; store: string; language: string; hasPin: boolean }
declare module 'fastify' {
  interface FastifyRequest {
    member: Member | null
  }
}

/** The member behind the bearer token, or null: for calls that a visitor may make as well. Refuses too_many_requests to who tries tokens out. */
export async function recognise(request: FastifyRequest, karat: Bag<'identity'>): Promise<Member | null> {
  const token = /^Bearer ([\w-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  return token ? karat.tokenTries.find(hashOfToken(token), addressSubject(request.ip), karat.sessions.find) : null
}

/** Sets `request.member` from the bearer token. Refuses too_many_requests to who tries tokens out, unauthenticated (401, 4001). */
export async function authenticate(request: FastifyRequest, karat: Bag<'identity'>): Promise<void> {
  request.member = await recognise(request, karat)
  if (!request.member) throw new Refusal('unauthenticated')
}

/** The member of a request whose door is for members. */
export function requireMember(request: FastifyRequest): Member {
  if (!request.member) throw new Refusal('unauthenticated')
  return request.member
}

/** From where a request comes, with the token by which its browser says that it is known. */
export const callerOf = (request: FastifyRequest, deviceToken: string | undefined): Caller => ({
  device: deviceOf(request.headers['user-agent']),
  deviceToken,
  address: addressSubject(request.ip),
})
