/**
 * Answers as gzip, for those who read it. Nothing secret is at stake where somebody else could make a browser ask
 * (BREACH): a member's answers need the bearer token, which no browser sends by itself, and pages know no member.
 */

import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Below this an answer fits one packet either way. */
export const LEAST_GZIP_BYTES = 1000

/** Whether a browser reads gzip, by its Accept-Encoding. */
export const acceptsGzip = (accepted: string | string[] | undefined): boolean =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(1|0\.\d*[1-9]\d*|1\.0+)\s*)?(,|$)/i.test(String(accepted ?? ''))

/** Says that the answer depends on Accept-Encoding. On the bare answer, beside what cors.ts says there. */
export function varyOnEncoding({ raw }: FastifyReply) {
  const known = raw.getHeader('vary')
  raw.setHeader('vary', known ? `${known}, Accept-Encoding` : 'Accept-Encoding')
}

/** Compresses the texts that the calls of this scope answer with. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < LEAST_GZIP_BYTES) return done(null, payload)
    varyOnEncoding(reply)
    if (!acceptsGzip(request.headers['accept-encoding'])) return done(null, payload)
    gzip(payload, (error, bytes) => {
      if (error) return done(error)
      reply.header('content-encoding', 'gzip')
      done(null, bytes)
    })
  })
}
