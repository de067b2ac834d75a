/** Requests that HTTP allows or Node lets through, and that mean something else to whoever stands in front of us. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../refusals.ts'

/** The path of an address as a proxy is asked for it (`GET http://shop.example/x`): every server has to understand that. */
export function pathAsked({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/') || url === '*') return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Refuses `malformed` what names more than one host, and what is older than HTTP/1.0. */
export function refuseOddRequests(app: FastifyInstance) {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.httpVersionMajor < 1) return done(new Refusal('malformed', { reason: 'this is no HTTP/1.1' }))
    if (namesHostTwice(raw)) return done(new Refusal('malformed', { reason: 'the host is named twice' }))
    done()
  })
}

function namesHostTwice({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}
