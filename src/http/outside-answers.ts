/** Answers to what reaches no route: an address that cannot be read, bytes that are no HTTP. They have every answer's headers too. */
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareContentPolicy, securityHeaders } from './headers.ts'

const headers = {
  ...securityHeaders,
  'content-security-policy': bareContentPolicy,
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}
const headerLines = Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')

const bodyOf = (status: number, error: string, requestId: string) =>
  JSON.stringify({
    ...{ status: 'error', code: status, error, message: STATUS_CODES[status] ?? '' },
    data: { request_id: requestId },
  })

/** An address that is no address, such as one with half a UTF-8 character: 400. */
export function answerUnreadableAddress(_error: Error, request: FastifyRequest, reply: FastifyReply) {
  reply
    .code(400)
    .headers(headers)
    .serializer(String)
    .send(bodyOf(400, 'malformed', request.id))
}

/** A caller who does not speak HTTP, sends too many headers or takes too long for them: 400, 431, 408, and the line is cut. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = bodyOf(status, status === 431 ? 'too_large' : 'malformed', '')
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headerLines}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
  socket.destroy(error)
}

/** `Expect` with anything but 100-continue: 417. */
export function answerExpectations(server: Server) {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = bodyOf(417, 'malformed', '')
    response.writeHead(417, { ...headers, 'content-length': body.length, connection: 'close' }).end(body)
  })
}
