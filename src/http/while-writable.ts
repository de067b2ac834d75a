/** What changes something is refused at the door while the database takes no writes: nobody waits for what cannot happen. */
import type { FastifyInstance } from 'fastify'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function refuseWritesInTrouble(app: FastifyInstance, { pulse }: Pick<Karat, 'pulse'>) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (pulse.trouble() === null || READS.has(request.method)) done()
    else done(new Refusal('not_writable', { retry_after: 2 }))
  })
  // What was read before is marked with its time (docs/decisions/0043).
  app.addHook('onSend', (_request, reply, payload, done) => {
    const since = pulse.since()
    if (since !== null) reply.header('x-shown-as-of', new Date(since).toISOString())
    done(null, payload)
  })
}
