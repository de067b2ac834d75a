/** Marker values sent as password, PIN, token, code and card number through every call, good and bad, never stand in the log. */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../src/db/database.ts'
import { askForCode, codeFor, post, signUpThrough } from './support/account.ts'
import { hearRoutes } from './support/all-routes.ts'
import { listCalls, listStaffCalls, type Schema } from './support/api-document.ts'
import { signedIn, type TestMember } from './support/members.ts'
import { freshTick } from './support/prices.ts'
import { ask, payable, someSku } from './support/purchase.ts'
import { openShop } from './support/shop.ts'
import { staffSignedIn } from './support/staff.ts'

let lines: string[] = []
const routes = hearRoutes()
const shop = openShop({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })

const password = 'canary-Xq7-kata-sandi'
const pin = '739204'
const card = '4111111111117770'
const email = 'canary-who@example.com'
const code = '918273'
const strangeToken = 'canaryTokenThatNobodyHasXXXXXXXXXXXXXXXXXXX'

let member: TestMember
type Target = { method: 'GET' | 'POST'; url: string; input: Schema; isStaff: boolean }
let calls: Target[]
beforeAll(async () => {
  await freshTick(shop)
  member = await signedIn(shop)
  calls = [
    ...listCalls(shop.app).map((call) => ({ ...call, url: `/api/storeid${call.path}`, isStaff: false })),
    ...listStaffCalls(shop.app).map((call) => ({ ...call, url: call.path, isStaff: true })),
  ].filter(({ url }) => !url.endsWith('Stream'))
})
beforeEach(() => {
  shop.intercept.current = undefined
  lines = []
})

/** What was logged, without the clock and the process's number, in which any digits may come. */
const logged = () =>
  lines
    .map((line) => {
      const { time: _time, pid: _pid, ...rest } = JSON.parse(line)
      return JSON.stringify(rest)
    })
    .join('\n')

function expectNoCanary(...more: string[]) {
  const log = logged()
  for (const secret of [password, pin, card, code, strangeToken, member.token, '$argon2id$', ...more])
    expect(
      log.includes(secret),
      `${secret.slice(0, 12)}… in ${log.slice(Math.max(0, log.indexOf(secret) - 300)).slice(0, 500)}`,
    ).toBe(false)
}

/** An input in which every text is a secret: as it fits the field, and as it does not. */
function secretInput(schema: Schema, name: string): unknown {
  if (schema['x-owned'] || schema.format === 'uuid') return '019a0000-0000-7000-8000-000000000000'
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.[0]
  if (choice) return secretInput(choice, name)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([field, child]) => [field, secretInput(child, field)]),
    )
  if (schema.items) return [secretInput(schema.items, name)]
  const type = [schema.type].flat()[0]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  return name === 'pin' ? pin : name === 'code' ? code : password
}

async function sendEverywhere(own: string, staffOwn: string) {
  for (const call of calls) {
    const { url } = call
    const token = call.isStaff ? staffOwn : own
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': `${password} ${url}`,
      cookie: `token=${token}`,
    }
    const input = secretInput(call.input, '') as Record<string, unknown>
    const spoilt = {
      ...input,
      card_number: card,
      [password]: pin,
      password: [password],
      code: Number(code),
      pin: [pin],
    }
    if (call.method === 'GET') {
      for (const one of [input, spoilt])
        await shop.app.inject({
          url,
          headers,
          query: Object.fromEntries(Object.entries(one).map(([k, v]) => [k, String(v)])),
        })
      continue
    }
    for (const payload of [input, spoilt]) await shop.app.inject({ method: 'POST', url, headers, payload })
    for (const broken of [`{"password":"${password}`, `{"pin":${pin}x}`, `${card}`])
      await shop.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        payload: broken,
      })
    await shop.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': `text/${password}` },
      payload: card,
    })
  }
}

test('the log is listened to', async () => {
  await post(shop, '/user/login', { account: email, password })
  await shop.app.inject({ url: '/api/nothing' })
  expect(logged()).toContain('"refusal":"not_found"')
})

test.each(['a good token', 'a strange token'])('every call, right and wrong, with %s', async (which) => {
  const good = which === 'a good token'
  const token = good ? (await signedIn(shop)).token : strangeToken
  const staffToken = good ? (await staffSignedIn(shop, 'owner')).token : strangeToken
  await sendEverywhere(token, staffToken)
  expect(lines.length).toBeGreaterThan(50)
  expectNoCanary(token, staffToken)
})

test('every call while every statement fails in the database', async () => {
  const { token } = await signedIn(shop)
  const { token: staffToken } = await staffSignedIn(shop, 'owner')
  shop.intercept.current = (text) => (/from (identity|staff).sessions s/.test(text) ? text : `${text} canary`)
  await sendEverywhere(token, staffToken)
  expect(logged()).toContain('"msg":"defect"')
  expectNoCanary(token, staffToken)
})

test('signing up, signing in, setting and missing the PIN, with the code, the hash and the token that came of it', async () => {
  await askForCode(shop, email)
  const sent = await codeFor(shop, email)
  await shop.karat.db.run(
    sql`update identity.sendings set sent_at = sent_at - interval '1 hour' where destination = ${email}`,
  )
  const { token } = await signUpThrough(shop, email)
  await post(shop, '/user/login', { account: email, password })
  await post(shop, '/user/setPin', { pin, password: 'kopi-tubruk-pagi-hari' }, { token })
  for (let n = 0; n < 3; n++) await post(shop, '/user/checkPin', { pin: '518305' }, { token })
  expect(logged()).toContain('pin_locked')
  expectNoCanary(token, sent, 'kopi-tubruk-pagi-hari', '518305')
})

test('a row that the database refuses: its values stay out of the log', async () => {
  const address = 'canary-row@example.com'
  await askForCode(shop, address)
  shop.intercept.current = (text) =>
    text.includes('insert into identity.members')
      ? text.replace('values ($1, $2, $3, $4,', 'values ($1, $2, $3, left($4, 0) || null,')
      : text
  const sent = await shop.karat.db.row<{ id: string }>(
    sql`select id from identity.codes where destination = ${address}`,
  )
  const answer = await post(shop, '/user/signup', {
    ...{ sign_up_id: sent?.id, code: await codeFor(shop, address), name: 'Ratna', password },
  })
  expect(answer.status).toBe(500)
  expect(logged()).toContain('null value in column')
  expectNoCanary(address)
})

test('the acquirer’s pages and its notices', async () => {
  const { payment } = await payable(shop, member, await someSku(shop))
  const created = await shop.app.inject({
    method: 'POST',
    url: '/sandbox/api/charges',
    headers: { authorization: `Bearer ${shop.karat.config.SANDBOX_KEY}` },
    payload: {
      ...{ reference: payment.payment_id, amount_minor: payment.amount, currency: 'IDR', description: 'Karat' },
      ...{
        return_url: 'https://shop.example/back',
        webhook_url: 'http://127.0.0.1:9/hook',
        expires_at: payment.expires_at,
      },
    },
  })
  const url = new URL(created.json().pay_url).pathname
  const form = (path: string, fields: Record<string, string>) =>
    shop.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  await form(url, { card_number: card, expiry: '12/39', cvc: '123', name: password })
  await form(url, { card_number: card.repeat(30), [card]: card })
  await form(`${url}/challenge`, { code })
  shop.intercept.current = (text) => `${text} canary`
  await form(url, { card_number: card, expiry: '12/39', cvc: '123', name: password })
  shop.intercept.current = undefined
  for (const payload of [`{"card":"${card}"}`, `{"card":"${card}`])
    await shop.app.inject({
      method: 'POST',
      url: '/api/webhooks/sandbox',
      headers: { 'content-type': 'application/json', 'sandbox-signature': `t=1,v1=${password}` },
      payload,
    })
  await ask(shop, member, '/product/cartList')
  expect(logged()).toContain('signature_invalid')
  expectNoCanary(shop.karat.config.SANDBOX_KEY)
})

test('every route there is, also those that no document names, with secrets in path, query, headers and body', async () => {
  const all = routes.filter(
    ({ method, url }) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(method) && !/Stream$|\*$/.test(url),
  )
  expect(all.length).toBeGreaterThan(calls.length)
  for (const part of ['/api/mail/', '/api/csp-report', '/dev/', '/sandbox/', '/api/webhooks/'])
    expect(
      all.some(({ url }) => url.startsWith(part)),
      part,
    ).toBe(true)
  const { token } = await signedIn(shop)
  const broken = (text: string) => (/from identity.sessions s/.test(text) ? text : `${text} canary`)
  for (const intercept of [undefined, broken]) {
    shop.intercept.current = intercept
    for (const { method, url } of all) {
      const path = url.replace(':code', 'id').replace(/:\w+/g, encodeURIComponent(password))
      const query = `?link=${strangeToken}&to=${password}&id=${code}&token=${token}&${password}=${pin}`
      const headers = {
        authorization: `Bearer ${token}`,
        cookie: `session=${strangeToken}`,
        referer: `/?token=${token}`,
      }
      const bodies: [string, string][] = [
        ['application/json', JSON.stringify({ password, pin, code, token, card_number: card })],
        ['application/json', `{"password":"${password}`],
        ['application/x-www-form-urlencoded', `card_number=${card}&password=${password}`],
        [`multipart/form-data; boundary=${strangeToken}`, `--${strangeToken}\r\n${password}`],
      ]
      for (const [type, payload] of method === 'GET' ? [] : bodies)
        await shop.app.inject({
          ...{ method: method as 'POST', url: path + query, payload },
          headers: { ...headers, 'content-type': type },
        })
      if (method === 'GET') await shop.app.inject({ url: path + query, headers })
    }
  }
  expect(logged()).toContain('"msg":"defect"')
  expectNoCanary(token)
})
