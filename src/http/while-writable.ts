/** What changes something is refused at the door while the database takes no writes: nobody waits for what cannot happen. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Karat } from '../karat.ts'
import { Refusal } from '../refusals.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function refuseWritesInTrouble(app: FastifyInstance, { pulse }: Pick<Karat, 'pulse'>) {
  // What was read before is marked with its time (docs/decisions/0043).
  const mark = ({ raw }: FastifyReply) => {
    const since = pulse.since()
    if (since !== null && !raw.headersSent) raw.setHeader('x-shown-as-of', new Date(since).toISOString())
  }
  app.addHook('onRequest', (request, reply, done) => {
    mark(reply) // an answer of ready-reply.ts passes no later hook
    if (pulse.trouble() === null || READS.has(request.method)) done()
    else done(new Refusal('not_writable', { retry_after: 2 }))
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    mark(reply)
    done(null, payload)
  })
}
