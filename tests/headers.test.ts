/** Every kind of answer has the security headers, also those that no route gives. */
import net, { type AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { securityHeaders } from '../src/http/headers.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { ask, payable, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
const behindProxy = openShop({ TRUST_PROXY: '127.0.0.1' })
const open = openShop({ CORS_ORIGINS: 'https://partner.example,http://localhost:8080' })
let member: TestMember
beforeAll(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  for (const { app } of [shop, open, behindProxy]) await app.listen({ port: 0, host: '127.0.0.1' })
})

/** Sends bytes as they are and reads until the other side closes: the status and the headers by their lower-case name. */
async function send(
  text: string,
  { app } = shop,
): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const { port } = app.server.address() as AddressInfo
  const said = await new Promise<string>((resolve, reject) => {
    let all = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')))
    socket.on('data', (bytes) => (all += bytes.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(all))
  })
  const [head = '', body = ''] = said.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  const headers = lines.map((one) => [one.slice(0, one.indexOf(':')).toLowerCase(), one.slice(one.indexOf(':') + 2)])
  return { status: Number(line.split(' ')[1]), headers: Object.fromEntries(headers), body }
}

const request = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

const price = '/api/storeid/product/getGoldPrice'
const answers: [string, number, () => string][] = [
  ['an answer from memory', 200, () => request('GET', price)],
  ['its HEAD', 200, () => request('HEAD', price)],
  ['ready bytes', 200, () => request('GET', '/api/storeid/product/getList')],
  ['an answer from the database', 200, () => request('GET', '/api/storeid/product/getBanner')],
  ['a refusal', 401, () => request('GET', '/api/storeid/product/cartList')],
  ['input that does not fit', 422, () => request('GET', '/api/storeid/product/getDetails?id=x')],
  ['an unknown call', 404, () => request('GET', '/api/nothing')],
  ['an unknown address', 404, () => request('GET', '/nothing')],
  ['an unknown store', 404, () => request('GET', '/api/store__proto__/product/getGoldPrice')],
  ['two currencies', 400, () => request('GET', price, 'currency: IDR', 'currency: USD')],
  ['a method that nobody listens to', 404, () => request('TRACE', price)],
  ['a preflight from nowhere', 404, () => request('OPTIONS', price)],
  [
    'a body that is not JSON',
    400,
    () => `${request('POST', '/api/storeid/user/login', 'content-type: application/json', 'content-length: 1')}{`,
  ],
  [
    'a form',
    415,
    () => `${request('POST', '/api/storeid/user/login', 'content-type: text/plain', 'content-length: 1')}x`,
  ],
  [
    'a webhook without a signature',
    401,
    () => `${request('POST', '/api/webhooks/sandbox', 'content-type: application/json', 'content-length: 2')}{}`,
  ],
  ['the API document', 200, () => request('GET', '/api/docs')],
  ['the mailbox', 200, () => request('GET', '/dev/mailbox')],
  ['the mailbox as JSON', 200, () => request('GET', '/dev/mailbox.json')],
  ['the mailbox’s style', 200, () => request('GET', '/dev/mailbox.css')],
  ['the card page’s style', 200, () => request('GET', '/sandbox/pay.css')],
  ['a card page that is not there', 404, () => request('GET', '/sandbox/pay/ch_0')],
  ['the acquirer’s own calls', 401, () => request('GET', '/sandbox/api/charges?reference=x')],
  ['half a character', 400, () => request('GET', '/%E0%A4%A')],
  ['too many headers', 431, () => request('GET', price, `x: ${'y'.repeat(17_000)}`)],
  ['no HTTP at all', 400, () => 'HELLO\r\n\r\n'],
  ['two lengths', 400, () => `${request('POST', price, 'content-length: 1', 'transfer-encoding: chunked')}0\r\n\r\n`],
  ['an expectation', 417, () => request('GET', price, 'expect: miracles')],
]

test.each(answers)(
  '%s (%i) has every security header, a policy for its content, and says nothing of the server',
  async (_kind, status, text) => {
    const answer = await send(text())
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(securityHeaders)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['cache-control']).toBeTruthy()
    expect(answer.headers['content-type']).toContain('charset=utf-8')
    expect(answer.headers).not.toHaveProperty('server')
    expect(answer.headers).not.toHaveProperty('x-powered-by')
    expect(answer.body).not.toMatch(/node_modules|FST_|Error:/)
  },
)

test('a hosted card page, which leads back to the shop, has them too', async () => {
  const { payment } = await payable(shop, member, await someSku(shop))
  const created = await shop.app.inject({
    method: 'POST',
    url: '/sandbox/api/charges',
    headers: { authorization: `Bearer ${shop.karat.config.SANDBOX_KEY}` },
    payload: {
      ...{ reference: payment.payment_id, amount_minor: payment.amount, currency: 'IDR', description: 'Karat' },
      ...{
        return_url: 'https://shop.example/back',
        webhook_url: 'https://shop.example/hook',
        expires_at: payment.expires_at,
      },
    },
  })
  const page = await send(request('GET', new URL(created.json().pay_url).pathname))
  expect([page.status, page.headers]).toEqual([200, expect.objectContaining(securityHeaders)])
  expect(page.headers['content-security-policy']).toContain("form-action 'self' https://shop.example")
})

test('an answer with something personal is not kept by anybody', async () => {
  await ask(shop, member, '/product/cartList')
  const answer = await send(request('GET', '/api/storeid/user/userInfo', `authorization: Bearer ${member.token}`))
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
})

test('the price stream has them', async () => {
  const { port } = shop.app.server.address() as AddressInfo
  const stop = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${port}/api/storeid/product/goldPriceStream`, { signal: stop.signal })
  expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders)
  stop.abort()
})

test.each([
  [400, ''],
  [400, 'k'.repeat(256)],
  [404, 'k'.repeat(255)],
  [404, '\u00ff'.repeat(255)],
])('an Idempotency-Key outside 1 to 255 characters is refused: %i', async (status, key) => {
  const body = '{"guarantee_id":"019a0000-0000-7000-8000-000000000000"}'
  const headers = [
    `authorization: Bearer ${member.token}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  const answer = await send(
    `${request('POST', '/api/storeid/product/submit_order', ...headers, `idempotency-key: ${key}`)}${body}`,
  )
  expect(answer.status).toBe(status)
})

const origins = ['https://partner.example', 'http://localhost:8080']

test.each(origins)('a page of %s, which is on the list, may call and read the API', async (origin) => {
  const preflight = await send(
    request('OPTIONS', '/api/storeid/product/add_cart', `origin: ${origin}`, 'access-control-request-method: POST'),
    open,
  )
  expect(preflight).toMatchObject({
    status: 204,
    headers: {
      ...securityHeaders,
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, currency, idempotency-key, platform',
      vary: 'Origin',
    },
  })
  for (const path of [price, '/api/storeid/product/getList', '/api/storeid/product/cartList', '/api/nothing']) {
    const { headers } = await send(request('GET', path, `origin: ${origin}`), open)
    expect(headers, path).toMatchObject({
      ...securityHeaders,
      'access-control-allow-origin': origin,
      vary: expect.stringMatching(/^Origin(, Accept-Encoding)?$/),
    })
    expect(headers, path).not.toHaveProperty('access-control-allow-credentials')
  }
})

test.each(['https://partner.example.evil.example', 'https://PARTNER.example', 'http://partner.example', 'null', '*'])(
  'a page of %s may not',
  async (origin) => {
    const preflight = await send(
      request('OPTIONS', price, `origin: ${origin}`, 'access-control-request-method: GET'),
      open,
    )
    expect(preflight.status).toBe(404)
    for (const { headers } of [preflight, await send(request('GET', price, `origin: ${origin}`), open)]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(headers.vary).toBe('Origin')
    }
  },
)

test('only the API is opened, and without a list nothing is', async () => {
  const from = `origin: ${origins[0]}`
  expect((await send(request('GET', '/dev/mailbox.json', from), open)).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  const closed = await send(request('GET', price, from))
  expect(closed.headers).not.toHaveProperty('access-control-allow-origin')
  expect(closed.headers).not.toHaveProperty('vary')
})

/** An answer as text, whatever it came as. */
const listOf = (encoding: string, path = '/api/storeid/product/getList') => {
  const { port } = shop.app.server.address() as AddressInfo
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': encoding } })
}

test.each([
  ['ready bytes', '/api/storeid/product/getList'],
  ['a chart', '/api/storeid/product/getGoldPriceK?interval=1h'],
  ['an answer made for this request', '/api/storeid/home/getCommonProblems'],
])('%s: gzip for whoever reads it, the same text for all, and caches are told', async (_kind, path) => {
  const [plain, small] = await Promise.all([listOf('identity', path), listOf('br, gzip;q=0.8', path)])
  expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, 'gzip'])
  for (const answer of [plain, small]) {
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(Object.fromEntries(answer.headers)).toMatchObject(securityHeaders)
  }
  expect(Number(small.headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 2)
  expect(await small.text()).toBe(await plain.text())
})

test.each(['identity', 'gzip;q=0', 'br', 'x-gzip', 'gzip;q=0.0, br'])(
  'nothing is compressed for whoever says %s, nor is an answer that fits one packet',
  async (encoding) => {
    expect((await listOf(encoding)).headers.get('content-encoding')).toBeNull()
    expect((await listOf('gzip', price)).headers.get('content-encoding')).toBeNull()
  },
)

test('the demo’s mailbox is not there under a name that somebody else could point here', async () => {
  for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', ''])
    expect((await send(request('GET', '/dev/mailbox.json').replace('Host: localhost', `Host: ${host}`))).status).toBe(
      404,
    )
  expect((await send(request('GET', '/dev/mailbox.json'))).status).toBe(200)
})

test('the demo’s mailbox is not there for a proxy that nobody told it of', async () => {
  for (const header of ['X-Forwarded-For: 203.0.113.1', 'Forwarded: for=203.0.113.1', 'X-Real-IP: ::1', 'Via: 1.1 x']) {
    const asked = request('GET', '/dev/mailbox.json', header)
    expect([header, (await send(asked)).status, (await send(asked, behindProxy)).status]).toEqual([header, 404, 200])
  }
})

test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /live HTTP/0.9\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ['an address as a proxy is asked', 'GET http://x/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
])('%s', async (_, text, status) => {
  expect((await send(text)).status).toBe(status)
})

test('every answer names its request', async () => {
  for (const path of ['/live', price, '/api/storeid/product/getList', '/api/nothing'])
    expect((await send(request('GET', path))).headers['x-request-id']).toMatch(/^[\da-f]{8}-\w+$/)
})
