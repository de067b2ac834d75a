/** What browsers report about refused content: taken, bounded, logged without what came from outside. */
import { beforeEach, expect, test } from 'vitest'
import { openShop } from './support/shop.ts'

let lines: string[] = []
const shop = openShop({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) })
beforeEach(() => {
  lines = []
  shop.clock.ms += 60_000
})
const send = (payload: string, type = 'application/csp-report') =>
  shop.app.inject({ method: 'POST', url: '/api/csp-report', payload, headers: { 'content-type': type } })
const told = () =>
  lines.map((line) => JSON.parse(line)).map(({ directive, blocked, page }) => ({ directive, blocked, page }))
const old = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://shop.example/user/order/list?order_id=canary',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/canary.js?x=canary',
      'script-sample': 'canary',
      ...more,
    },
  })

test('a report of either kind is one line of our own words', async () => {
  expect((await send(old())).statusCode).toBe(204)
  const modern = [
    {
      type: 'csp-violation',
      url: 'x',
      body: {
        effectiveDirective: 'img-src',
        blockedURL: 'data',
        documentURL: 'https://shop.example/product/product?q=canary',
      },
    },
    { type: 'deprecation', body: {} },
  ]
  expect((await send(JSON.stringify(modern), 'application/reports+json')).statusCode).toBe(204)
  expect(told()).toEqual([
    { directive: 'script-src-elem', blocked: 'https', page: '/user' },
    { directive: 'img-src', blocked: 'data', page: '/product' },
  ])
  expect(lines.join('')).not.toContain('canary')
})

test('whatever else is sent says nothing in the log', async () => {
  for (const payload of [
    '',
    '{',
    'null',
    '[]',
    '"canary"',
    JSON.stringify([{ type: 'canary' }]),
    old({ 'document-uri': 5 }),
  ])
    expect((await send(payload)).statusCode).toBe(204)
  await send(
    old({ 'document-uri': 'https://shop.example/canary', 'blocked-uri': 'canary', 'effective-directive': 'canary' }),
  )
  expect(told()).toEqual([{ directive: 'other', blocked: 'other', page: 'other' }])
  expect(lines.join('')).not.toContain('canary')
  expect((await send(`"${'x'.repeat(20_000)}"`)).statusCode).toBe(413)
  expect((await send(old(), 'text/plain')).statusCode).toBe(415)
  expect((await shop.app.inject({ url: '/api/csp-report' })).statusCode).toBe(404)
})

test('a flood is thirty lines a minute, and the next minute says how many were left out', async () => {
  for (let i = 0; i < 40; i++) await send(old())
  expect(lines).toHaveLength(30)
  shop.clock.ms += 60_000
  await send(old())
  expect(JSON.parse(lines.at(-1) ?? '{}').dropped).toBe(10)
})
