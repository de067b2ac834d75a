/** What goes out and what comes back, for all four methods; tests/e2e/client.spec.ts and session.spec.ts show it in a browser. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, get, post, put, remove } from './api-client.ts'

type Sent = { url: string; method: string; body: unknown; headers: Record<string, string> }
let sent: Sent[]
let answer: { status: number; text: string }

beforeEach(() => {
  sent = []
  answer = { status: 200, text: JSON.stringify({ status: 'success', code: 200, data: 7 }) }
  vi.stubGlobal('fetch', async (url: string, { method, body, headers }: Sent & { body?: string }) => {
    sent.push({ url, method, body: body && JSON.parse(body), headers })
    return new Response(answer.text, { status: answer.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('GET sends a query; POST, PUT and DELETE send a body; all to /api/store{code} with currency and platform', async () => {
  await get('/product/getList', { q: 'a b&c', page: 2, empty: '', none: undefined })
  for (const call of [post, put, remove]) await call('/x/y', { sku_id: 1 })
  expect(sent.map(({ url, method, body }) => ({ url, method, body }))).toEqual([
    { method: 'GET', url: '/api/storeid/product/getList?q=a+b%26c&page=2', body: undefined },
    ...['POST', 'PUT', 'DELETE'].map((method) => ({ method, url: '/api/storeid/x/y', body: { sku_id: 1 } })),
  ])
  for (const { headers, method } of sent) {
    expect(headers).toMatchObject({ currency: 'IDR', platform: 'web' })
    expect(headers['content-type']).toBe(method === 'GET' ? undefined : 'application/json')
  }
})

test('a POST carries an Idempotency-Key of its own, or the one it is given', async () => {
  await post('/x')
  await post('/x')
  await post('/x', {}, { key: 'mine' })
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).not.toBe(keys[0])
  expect(keys[2]).toBe('mine')
})

test.each([
  ['text', '<h1>Privacy</h1>', '<h1>Privacy</h1>'],
  ['an answer that would end the session', '{"code":4001}', { code: 4001 }],
  ['a list', '[1,2]', [1, 2]],
])("the answer of a path with 'privacy' is returned unchanged: %s", async (_, text, returned) => {
  answer = { status: 500, text }
  expect(await get('/home/privacyPolicy')).toEqual(returned)
})

test('code 6000 is handed to the caller as it came', async () => {
  answer = {
    status: 409,
    text: JSON.stringify({ status: 'error', code: 6000, error: 'price_changed', data: { ask: '1' } }),
  }
  expect(await post('/product/submit_order')).toMatchObject({ code: 6000, data: { ask: '1' } })
})

test('a refusal is rejected with its rule and its fields in the member’s language', async () => {
  const data = { fields: { street: 'must not be empty' }, field_texts: { street: 'tidak boleh kosong' } }
  answer = {
    status: 422,
    text: JSON.stringify({ status: 'error', code: 422, message: 'x', error: 'invalid_input', data }),
  }
  const failure = await post('/address/saveAddress', {}, { quiet: true }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ message: 'x', error: 'invalid_input', fields: { street: 'tidak boleh kosong' } })
})

test('what was refused for want of room is asked again with the same key; what nobody asked for is not', async () => {
  vi.useFakeTimers()
  const served = answer
  const busy = {
    status: 503,
    text: JSON.stringify({ status: 'error', code: 503, message: 'x', error: 'busy', data: {} }),
  }
  answer = busy
  await expect(get('/cart/count', {}, { quiet: true })).rejects.toMatchObject({ error: 'busy' })
  expect(sent).toHaveLength(1)
  const bought = post('/product/submit_order')
  await vi.advanceTimersByTimeAsync(500)
  answer = served
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect(await bought).toMatchObject({ data: 7 })
  const [, first, second] = sent
  expect(sent).toHaveLength(3)
  expect(second).toEqual(first)
})
