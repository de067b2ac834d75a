import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedTroubleOf } from './feed-trouble.ts'
import { type HttpFeedOptions, httpFeed } from './http-feed.ts'

/** A price source on a port of its own; each test says what it answers. */
let answer: http.RequestListener = () => {}
let seen: http.IncomingMessage | undefined
const server = http.createServer((request, response) => {
  seen = request
  answer(request, response)
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const read = (own: Partial<HttpFeedOptions> = {}) =>
  httpFeed({
    url: base,
    pricePointer: '/price',
    timePointer: '',
    unit: 'ounce',
    currency: 'USD',
    key: '',
    rates: 'IDR=16250,MYR=4.13',
    timeoutMs: 20_000,
    maxBytes: 1000,
    now: () => 1_700_000_000_000,
    ...own,
  }).read()
const answering = (body: string, status = 200, headers: http.OutgoingHttpHeaders = {}) => {
  answer = (_request, response) => response.writeHead(status, headers).end(body)
}

test('an ounce in dollars becomes millionths of a dollar for a gram, cut down', async () => {
  answering('{"price": 4366.12}')
  expect(await read()).toEqual({
    sourceAt: 1_700_000_000_000,
    timed: false,
    spotUsdE6: 140_374_017n, // 4366.12 / 31.1034768 = 140.37401786…
    ratesE6: { USD: 1_000_000n, IDR: 16_250_000_000n, MYR: 4_130_000n },
    source: new URL(base).host,
  })
})

test('a gram in rupiah becomes dollars by the rate, and text counts like a number', async () => {
  answering('{"data": [{"sell": "2281250.5"}]}')
  const { spotUsdE6 } = await read({ pricePointer: '/data/0/sell', unit: 'gram', currency: 'IDR' })
  expect(spotUsdE6).toBe(140_384_646n) // 2281250.5 / 16250 = 140.3846461…
})

test.each([
  ['"2026-11-20T08:00:00+07:00"', Date.parse('2026-11-20T01:00:00Z')],
  ['1795136400', 1_795_136_400_000],
  ['1795136400123', 1_795_136_400_123],
])('the time of the source may be %s', async (time, expected) => {
  answering(`{"price": 4366, "at": ${time}}`)
  expect((await read({ timePointer: '/at' })).sourceAt).toBe(expected)
})

test('the key goes as a bearer token, and only when there is one', async () => {
  answering('{"price": 4366}')
  await read({ key: 'secret key' })
  expect(seen?.headers.authorization).toBe('Bearer secret key')
  await read()
  expect(seen?.headers.authorization).toBeUndefined()
})

test.each([
  ['no price at the place', '{"other": 1}', 'no positive decimal'],
  ['a price of zero', '{"price": 0}', 'no positive decimal'],
  ['a negative price', '{"price": -4366}', 'no positive decimal'],
  ['an exponent', '{"price": 4.366e3}', 'no positive decimal'],
  ['a null', '{"price": null}', 'no positive decimal'],
  ['what is not JSON', '<html>', 'JSON'],
  ['more than it may', `{"price": 4366, "more": "${'x'.repeat(1000)}"}`, 'larger than'],
])('refuses %s', async (_title, body, message) => {
  answering(body)
  await expect(read()).rejects.toThrow(message)
})

test('refuses a time that is none', async () => {
  answering('{"price": 4366, "at": "yesterday"}')
  await expect(read({ timePointer: '/at' })).rejects.toThrow('no time at /at')
})

test('refuses an error answer, follows no redirect and does not wait for ever', async () => {
  answering('{"price": 4366}', 500)
  await expect(read()).rejects.toThrow('500')
  answering('', 302, { location: '/elsewhere' })
  await expect(read()).rejects.toThrow()
  answer = () => {}
  await expect(read({ timeoutMs: 300 })).rejects.toThrow(/timeout/)
  answer = (_request, response) => response.writeHead(200).write('{"price":')
  await expect(read({ timeoutMs: 300 })).rejects.toThrow(/timeout|abort/)
})

test('a currency without a rate is refused before the first look', () => {
  expect(() => read({ currency: 'EUR' })).toThrow('have none for EUR')
})

const troubleOf = (own: Partial<HttpFeedOptions> = {}) => read(own).then(() => null, feedTroubleOf)

test('what went wrong is of a kind that somebody can do something about', async () => {
  answering('{"price": 4366.12}')
  expect(await troubleOf()).toBeNull()
  expect(await troubleOf({ pricePointer: '/spot' })).toBe('unreadable')
  answering('<html>', 200)
  expect(await troubleOf()).toBe('unreadable')
  answering('{"error": "no such key"}', 401)
  expect(await troubleOf()).toBe('refused')
  answer = () => {} // says nothing
  expect(await troubleOf({ timeoutMs: 20 })).toBe('slow')
  expect(await troubleOf({ url: 'http://127.0.0.1:1/price' })).toBe('unreachable')
})
