/** Pages of other origins that may call the API: an exact list, never with cookies (docs/security.md §5.5). */
import type { FastifyInstance } from 'fastify'

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, currency, idempotency-key, platform',
  'access-control-max-age': '600',
}

/** Lets pages of `origins` read what /api/ answers. Without any, nothing is added to any answer. */
export function allowOrigins(app: FastifyInstance, origins: string[]) {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/')) return done()
    const { origin } = request.headers
    // On the bare answer, for ready bytes and streams leave without going through the reply.
    reply.raw.setHeader('vary', 'Origin')
    if (!origin || !origins.includes(origin)) return done()
    reply.raw.setHeader('access-control-allow-origin', origin)
    reply.raw.setHeader('access-control-expose-headers', 'idempotent-replayed, retry-after')
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return done()
    reply.code(204).headers(preflight).send()
  })
}
