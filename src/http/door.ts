/** What a door is made of: the typed instance that each area's api.ts adds its calls to, and what a call must declare. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refusal } from '../refusals.ts'
import { hashOfBody, type Once } from './idempotency.ts'
import type { RateClass } from './limits.ts'

export type Door = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. A call that does not say so does not start the server. */
    access?: 'public' | 'member' | 'provider' | 'staff'
    /** What a staff call needs of the table in staff/permission-rules.ts. A staff call without one does not start the server. */
    permission?: string
    /**
     * Whether a staff call takes effect once for one Idempotency-Key, without which it is refused then. A POST whose permission
     * moves something says so or says no, or the server does not start.
     */
    once?: boolean
    /** For staff: an open page asks by itself, so the session ends as if nobody had. */
    unattended?: boolean
    rate?: RateClass
    /** The answer waits for nothing outside this process, so it needs no limit of time and is never shed. */
    fromMemory?: true
    /** Where the call waits while there is too much to do; `own`: in a line of its own, or nowhere. Else its class says so (http/admission.ts). */
    admission?: 'outside' | 'own'
    /** Served before everything else, like calls that move money. */
    shed?: 'last'
    /** The answer stands outside the envelope. */
    raw?: true
  }
  interface FastifyRequest {
    language: string
    replayed: boolean
    /** Its Idempotency-Key was handed to a command. */
    keyTaken: boolean
  }
}

/** The Idempotency-Key of a request as its command takes it; `null` without one. Refuses a key outside 1–255 characters. */
const without = (body: unknown, names: string[]) =>
  names.length === 0 ? body : Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !names.includes(name)))

/** `secret`: fields of the body that the key's row must not be able to give away, such as a PIN; the same request has the same of the rest. */
export function onceOf(request: FastifyRequest, memberId: string, secret: string[] = []): Once {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) throw new Refusal('idempotency_key_invalid')
  return {
    scope: `${memberId} ${request.store.code} ${request.routeOptions.url}`,
    key,
    bodyHash: hashOfBody(without(request.body, secret)),
    replayed: () => {
      request.replayed = true
    },
  }
}
