import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSmsChannel } from './sms-channel.ts'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: { headers: IncomingMessage['headers']; body: string }[] = []
beforeEach(async () => {
  asked = []
  answer = (_request, response) => response.end('{"id":"sms-1"}')
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    asked.push({ headers: request.headers, body })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`
const message = {
  id: 'm-1',
  to: '+628121000447',
  subject: '',
  text: '482913 是您的验证码',
  html: '',
  unsubscribe: null,
}
const send = (timeoutMs?: number) =>
  openSmsChannel({ url: address(), key: 'the key', from: 'Karat', ...(timeoutMs ? { timeoutMs } : {}) }).send(message)
const status = (code: number, headers: Record<string, string> = {}) => {
  answer = (_request, response) => response.writeHead(code, headers).end('{}')
}

test('a message is posted once, with its own key', async () => {
  expect(await send()).toEqual({ is: 'sent', providerId: 'sms-1' })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer the key', 'idempotency-key': 'm-1' })
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({
    ...{ to: '+628121000447', from: 'Karat', text: '482913 是您的验证码', reference: 'm-1' },
  })
})

test.each([
  [400, 'refused'],
  [422, 'refused'],
  [401, 'away'],
  [404, 'away'],
  [429, 'later'],
  [409, 'later'],
  [500, 'later'],
  [503, 'later'],
])('%i is %s', async (code, is) => {
  status(code)
  expect(await send()).toEqual({ is, problem: `HTTP ${code}` })
})

test('a redirect is not followed: the key goes nowhere else', async () => {
  status(307, { location: address() })
  expect(await send()).toEqual({ is: 'away', problem: 'HTTP 307' })
  expect(asked).toHaveLength(1)
})

test('an answer without end is not read to its end', async () => {
  let written = 0
  answer = (_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(8192))) written += 8192
    }
    response.on('drain', more)
    more()
  }
  expect(await send()).toEqual({ is: 'sent', providerId: null })
  expect(written).toBeLessThan(50 * 1024 * 1024)
})

test('no answer in time, or a line cut: nobody knows whether it was sent', async () => {
  answer = () => {}
  expect(await send(200)).toMatchObject({ is: 'unknown' })
  answer = (request) => request.socket.destroy()
  expect(await send()).toMatchObject({ is: 'unknown' })
})

test('nobody there: nothing has left', async () => {
  const url = address()
  await new Promise((resolve) => server.close(resolve))
  expect(await openSmsChannel({ url, key: 'k', from: 'Karat' }).send(message)).toEqual({
    ...{ is: 'away', problem: 'ECONNREFUSED' },
  })
  server.listen(0)
})

test.each(['0812', '+62 812', '+62812\r\nto: +1', 'ratna@karat.test'])('nothing is sent to %j', async (to) => {
  expect(await openSmsChannel({ url: address(), key: 'k', from: 'K' }).send({ ...message, to })).toMatchObject({
    is: 'refused',
  })
  expect(asked).toEqual([])
})
