/** The shortest way out for bytes that are ready: one write, with the headers that every answer has. */
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { acceptsGzip, LEAST_GZIP_BYTES, varyOnEncoding } from './compress-answers.ts'
import { bareContentPolicy, securityHeaders } from './headers.ts'

const headers = Object.entries({
  ...securityHeaders,
  'content-security-policy': bareContentPolicy,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}).flat()

const gzipHeaders = [...headers, 'content-encoding', 'gzip']
/** Bytes that are kept are compressed once, for the first reader who wants them so. */
const compressed = new WeakMap<Buffer, Buffer>()

/**
 * Sends a whole JSON answer as it is. Hooks that run before a reply is sent do not run: their headers are here already.
 * A short body is best given as text: Node sends it in one piece with the headers, where bytes are a piece of their own;
 * it is never compressed. Bytes are, where that is worth it: they have to be the same buffer for every reader.
 */
export function sendReady(reply: FastifyReply, body: Buffer | string): void {
  reply.hijack()
  const small = typeof body === 'string' || body.length < LEAST_GZIP_BYTES ? null : smallerFor(reply, body)
  const ready = small ? gzipHeaders : headers
  const own = ['x-request-id', reply.request.id, 'content-length', String(Buffer.byteLength(small ?? body))]
  reply.raw.writeHead(200, [...ready, ...own])
  reply.raw.end(small ?? body)
}

function smallerFor(reply: FastifyReply, body: Buffer): Buffer | null {
  varyOnEncoding(reply)
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return null
  const small = compressed.get(body) ?? gzipSync(body)
  compressed.set(body, small)
  return small
}
