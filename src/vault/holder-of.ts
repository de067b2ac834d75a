/** Whose place in the vault a call is about. */
import type { FastifyRequest } from 'fastify'
import { onceOf } from '../http/door.ts'
import type { Once } from '../http/idempotency.ts'
import { requireMember } from '../identity/door.ts'
import type { Holder } from './holder.ts'

/** The member who calls, at the store that the call names. Refuses unauthenticated. */
export const holderOf = (request: FastifyRequest): Holder => ({
  memberId: requireMember(request).id,
  store: request.store.code,
  currency: request.store.currency,
})

/** The key of a call with a PIN: the same wish with another PIN is the same wish. */
export const onceWithPin = (request: FastifyRequest): Once => onceOf(request, requireMember(request).id, ['pin'])
