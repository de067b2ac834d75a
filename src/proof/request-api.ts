/** Where a witness asks for the moment of a day's count. */
import type { FastifyInstance } from 'fastify'
import { addressSubject } from '../http/limits.ts'
import { takePlainText } from '../http/plain-text.ts'
import type { Bag } from '../karat.ts'
import { Refusal } from '../refusals.ts'
import { answerRequest } from './answer-request.ts'

/** POST /proof/<store>/request: a signed request, answered by the signed commitment. */
export function proofRequestApi(app: FastifyInstance, karat: Bag<'proof'>): void {
  takePlainText(app)
  app.post<{ Params: { store: string } }>(
    '/proof/:store/request',
    { config: { access: 'public' }, schema: { hide: true }, bodyLimit: 4096 },
    async ({ ip, params, body }, reply) => {
      await karat.limits.count('proof', addressSubject(ip), karat.now())
      const store = karat.stores.get(params.store)
      if (!store) throw new Refusal('not_found')
      if (typeof body !== 'string') throw new Refusal('malformed')
      return reply.type('text/plain; charset=utf-8').send(await answerRequest(karat, store, body))
    },
  )
}
