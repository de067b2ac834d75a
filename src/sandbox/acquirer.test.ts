import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { challengeCode, type Scenario, testCards } from './card-rules.ts'
import { decideDue } from './charges.ts'
import { deliverNotices } from './notices.ts'
import { startSandboxWorker } from './worker.ts'

const shop = openShop()
const authorization = `Bearer ${testEnvironment.SANDBOX_KEY}`

/** A merchant's webhook address that answers what the test says and keeps what it got. */
const receiver = {
  answers: [] as number[],
  got: [] as { body: string; signature: string; id: string; type: string }[],
  url: '',
}
let server: Server
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += part))
    request.on('end', () => {
      const { id, type } = JSON.parse(body)
      receiver.got.push({ body, id, type, signature: String(request.headers['sandbox-signature']) })
      response.writeHead(receiver.answers.shift() ?? 200, { location: receiver.url }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(async () => {
  receiver.got = []
  receiver.answers = []
  await shop.karat.db.run(sql`update sandbox.notices set delivered_at = now() where delivered_at is null`)
})

const request = (more = {}) => ({
  reference: randomUUID(),
  amount_minor: '26513193',
  currency: 'IDR',
  description: 'Order 100001 <b>',
  return_url: 'http://localhost:3000/mallOrder/payment?order=1',
  webhook_url: receiver.url,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
  ...more,
})
const create = (body: object) =>
  shop.app.inject({
    method: 'POST',
    url: '/sandbox/api/charges',
    headers: { authorization, 'idempotency-key': 'k' },
    payload: body,
  })
const openCharge = async (more = {}) => (await create(request(more))).json()
const state = async (id: string) =>
  (await shop.app.inject({ url: `/sandbox/api/charges/${id}`, headers: { authorization } })).json()
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  shop.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const card = (scenario: Scenario) => ({
  card_number: testCards[scenario].number,
  expiry: '12/39',
  cvc: '123',
  name: 'Budi',
})
const pay = (id: string, scenario: Scenario) => post(`/sandbox/pay/${id}`, card(scenario))
const deliver = () =>
  deliverNotices(shop.karat.db, {
    secret: shop.karat.config.SANDBOX_WEBHOOK_SECRET,
    now: shop.karat.now,
    failed: () => {},
  })
const notices = (chargeId: string) =>
  shop.karat.db.rows<{ type: string; tries: number; waits: boolean; delivered: boolean }>(sql`
    select type, tries::int, next_try_at > now() as waits, delivered_at is not null as delivered
    from sandbox.notices where charge_id = ${chargeId} order by created_at`)
const dueNow = (chargeId: string) =>
  shop.karat.db.run(sql`update sandbox.notices set next_try_at = now() where charge_id = ${chargeId}`)

describe('creating a charge', () => {
  test('answers 201 with the address to pay at, and the same charge for the same reference', async () => {
    const body = request()
    const first = await create(body)
    expect(first.statusCode).toBe(201)
    expect(first.json()).toMatchObject({
      reference: body.reference,
      state: 'open',
      amount_minor: '26513193',
      currency: 'IDR',
    })
    expect(first.json().pay_url).toBe(`${shop.karat.config.PUBLIC_URL}/sandbox/pay/${first.json().id}`)
    const again = await create(body)
    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect((await create({ ...body, amount_minor: '1' })).json()).toEqual({ error: 'reference_used' })
  })

  test('makes one charge for 20 requests at once', async () => {
    const body = request()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)))
    expect(answers.filter((answer) => answer.statusCode === 201).length).toBe(1)
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  })

  test('refuses a stranger and a body that is not as published', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: testEnvironment.SANDBOX_KEY }]) {
      const answer = await shop.app.inject({ method: 'POST', url: '/sandbox/api/charges', headers, payload: request() })
      expect([answer.statusCode, answer.json()]).toEqual([401, { error: 'unauthorized' }])
    }
    for (const wrong of [
      { amount_minor: 1 },
      { amount_minor: '0' },
      { amount_minor: '-1' },
      { currency: 'EUR' },
      { return_url: 'javascript:1' },
      { reference: '\u0000' },
      { more: 1 },
    ]) {
      const answer = await create(request(wrong))
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }])
    }
  })

  test('is found by its id and by its reference, and nothing else is', async () => {
    const charge = await openCharge()
    const byReference = await shop.app.inject({
      url: `/sandbox/api/charges?reference=${charge.reference}`,
      headers: { authorization },
    })
    expect(byReference.json()).toEqual(await state(charge.id))
    for (const url of [
      '/sandbox/api/charges/ch_x',
      '/sandbox/api/charges/%00',
      '/sandbox/api/charges?reference=none',
    ]) {
      const answer = await shop.app.inject({ url, headers: { authorization } })
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'not_found' }])
    }
  })
})

describe('the hosted page', () => {
  test('shows amount and form in the visitor’s language, escaped, under a strict policy', async () => {
    const charge = await openCharge()
    const page = await shop.app.inject({ url: `/sandbox/pay/${charge.id}`, headers: { cookie: 'language=en-US' } })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['content-security-policy']).toContain("form-action 'self' http://localhost:3000;")
    expect(page.body).toContain('Pay Rp')
    expect(page.body).toContain('26,513,193')
    expect(page.body).toContain('Order 100001 &lt;b&gt;')
    expect(page.body).not.toContain('<script')
    const indonesian = await shop.app.inject({ url: `/sandbox/pay/${charge.id}?card=challenge` })
    expect(indonesian.body).toContain('26.513.193')
    expect(indonesian.body).toContain('value="4000 0000 0000 3220"')
    expect(indonesian.body).toContain('name="cvc" value="123"')
    const style = await shop.app.inject({ url: '/sandbox/pay.css' })
    expect([style.statusCode, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
    expect(style.body).toContain('--nila')
  })

  test('refuses a wrong card in place, keeps what was typed, and stores none of it', async () => {
    const charge = await openCharge()
    const marker = '5555 5555 5555 4444'
    const page = await post(`/sandbox/pay/${charge.id}`, {
      ...card('success'),
      card_number: marker,
      name: 'Budi "B"',
      cvc: '987',
    })
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain(`value="${marker}"`)
    expect(page.body).toContain('value="Budi &quot;B&quot;"')
    expect(page.body).not.toMatch(/["'>]987["'<]/) // an amount or an id may hold these digits
    expect(page.body).toContain('aria-describedby="card_number-error"')
    expect((await state(charge.id)).state).toBe('open')
    await pay(charge.id, 'success')
    const row = await shop.karat.db.row<{ text: string }>(
      sql`select c::text || n::text as text from sandbox.charges c join sandbox.notices n on n.charge_id = c.id where c.id = ${charge.id}`,
    )
    expect(row?.text).not.toMatch(/4242 ?4242|5555 ?5555|[,("]987[,)"]/)
  })

  test('answers a page, never a defect, to addresses and bodies that make no sense', async () => {
    expect((await shop.app.inject('/sandbox/pay/ch_nothing')).statusCode).toBe(404)
    expect((await shop.app.inject('/sandbox/pay/%00/challenge')).statusCode).toBe(404)
    expect((await post('/sandbox/pay/ch_nothing', card('success'))).statusCode).toBe(404)
    const charge = await openCharge()
    expect((await post(`/sandbox/pay/${charge.id}`, { ...card('success'), more: '1' })).statusCode).toBe(400)
    expect((await post(`/sandbox/pay/${charge.id}`, {})).statusCode).toBe(422)
    expect((await post(`/sandbox/pay/${charge.id}`, { card_number: 'x'.repeat(200) })).statusCode).toBe(400)
    expect((await post(`/sandbox/pay/${charge.id}`, {}, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await state(charge.id)).state).toBe('open')
  })
})

describe('paying', () => {
  test('captures, sends the member back and tells the merchant with a valid signature', async () => {
    const charge = await openCharge()
    const answer = await pay(charge.id, 'success')
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`http://localhost:3000/mallOrder/payment?order=1&payment=${charge.reference}`)
    expect(await state(charge.id)).toMatchObject({
      state: 'captured',
      decline_reason: null,
      decided_at: expect.stringContaining('T'),
    })
    await deliver()
    expect(receiver.got.map((notice) => notice.type)).toEqual(['charge.captured'])
    const { body, signature } = receiver.got[0] ?? { body: '', signature: '' }
    expect(JSON.parse(body)).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      data: {
        id: charge.id,
        reference: charge.reference,
        amount_minor: '26513193',
        currency: 'IDR',
        state: 'captured',
        decline_reason: null,
      },
    })
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? []
    expect(hex).toBe(
      createHmac('sha256', testEnvironment.SANDBOX_WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex'),
    )
  })

  test('declines with its reason', async () => {
    for (const [scenario, reason] of [
      ['decline', 'card_declined'],
      ['funds', 'insufficient_funds'],
    ] as const) {
      const charge = await openCharge()
      expect((await pay(charge.id, scenario)).statusCode).toBe(303)
      expect(await state(charge.id)).toMatchObject({ state: 'declined', decline_reason: reason })
      expect(await notices(charge.id)).toMatchObject([{ type: 'charge.declined' }])
    }
  })

  test('asks for a code and captures only with the right one', async () => {
    const charge = await openCharge()
    const sent = await pay(charge.id, 'challenge')
    expect(sent.headers.location).toBe(`/sandbox/pay/${charge.id}/challenge`)
    expect((await shop.app.inject(`/sandbox/pay/${charge.id}/challenge`)).body).toContain('name="code"')
    expect((await shop.app.inject(`/sandbox/pay/${charge.id}`)).headers.location).toBe(
      `/sandbox/pay/${charge.id}/challenge`,
    )
    expect((await post(`/sandbox/pay/${charge.id}/challenge`, { code: '000000' })).statusCode).toBe(422)
    expect((await state(charge.id)).state).toBe('challenge')
    expect((await post(`/sandbox/pay/${charge.id}/challenge`, { code: challengeCode })).statusCode).toBe(303)
    expect((await state(charge.id)).state).toBe('captured')
    expect(await notices(charge.id)).toMatchObject([{ type: 'charge.captured' }])
  })

  test('declines after the third wrong code, 20 at once included', async () => {
    const charge = await openCharge()
    await pay(charge.id, 'challenge')
    await Promise.all(Array.from({ length: 20 }, () => post(`/sandbox/pay/${charge.id}/challenge`, { code: '000000' })))
    expect(await state(charge.id)).toMatchObject({ state: 'declined', decline_reason: 'challenge_failed' })
    expect((await post(`/sandbox/pay/${charge.id}/challenge`, { code: challengeCode })).statusCode).toBe(303)
    expect((await state(charge.id)).state).toBe('declined')
    expect(await notices(charge.id)).toMatchObject([{ type: 'charge.declined' }])
  })

  const capturesOf20 = async () => {
    const charge = await openCharge()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay(charge.id, index % 2 ? 'success' : 'decline')),
    )
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([303]))
    return (await notices(charge.id)).length
  }

  test('decides once for 20 forms sent at once from open pages', async () => {
    expect(await capturesOf20()).toBe(1)
  })

  test('would decide more than once if the decision did not look at the state', async () => {
    let planted = 0
    shop.intercept.current = (text) => {
      const changed = text.replace("state = 'open' and capture_at is null and", '')
      if (changed !== text) planted++
      return changed
    }
    const decisions = await capturesOf20()
    shop.intercept.current = undefined
    expect(planted).toBe(20)
    expect(decisions).toBeGreaterThan(1)
  })
})

describe('cards that behave badly', () => {
  test('time-out: captured later and never told, so the merchant has to ask', async () => {
    const charge = await openCharge()
    expect((await pay(charge.id, 'timeout')).headers.location).toContain(`payment=${charge.reference}`)
    expect((await state(charge.id)).state).toBe('open')
    expect((await pay(charge.id, 'success')).statusCode).toBe(303) // a second page changes nothing
    expect((await shop.app.inject(`/sandbox/pay/${charge.id}`)).body).toContain('Bank belum menjawab')
    await shop.karat.db.run(sql`update sandbox.charges set capture_at = now() where id = ${charge.id}`)
    expect((await state(charge.id)).state).toBe('captured')
    expect(await notices(charge.id)).toEqual([])
  })

  test('late notice: captured now, told 20 seconds later', async () => {
    const charge = await openCharge()
    await pay(charge.id, 'late_notice')
    expect((await state(charge.id)).state).toBe('captured')
    await deliver()
    expect(receiver.got).toEqual([])
    await dueNow(charge.id)
    await deliver()
    expect(receiver.got.length).toBe(1)
  })

  test('double notice: the same event twice and another event for the same charge', async () => {
    const charge = await openCharge()
    await pay(charge.id, 'double_notice')
    await deliver()
    expect(receiver.got.length).toBe(3)
    expect(new Set(receiver.got.map((notice) => notice.id)).size).toBe(2)
  })

  test('after expiry: captured once the time to pay is over, and told', async () => {
    const charge = await openCharge()
    await pay(charge.id, 'after_expiry')
    await shop.karat.db.run(
      sql`update sandbox.charges set expires_at = now() - interval '6 seconds', capture_at = now() - interval '1 second' where id = ${charge.id}`,
    )
    await Promise.all([decideDue(shop.karat.db), decideDue(shop.karat.db), decideDue(shop.karat.db)])
    expect((await state(charge.id)).state).toBe('captured')
    expect(await notices(charge.id)).toMatchObject([{ type: 'charge.captured' }])
  })
})

describe('a charge that is not paid in time', () => {
  test('expires once, tells so, and takes no card any more', async () => {
    const charge = await openCharge({ expires_at: new Date(Date.now() - 1000).toISOString() })
    await Promise.all([pay(charge.id, 'success'), decideDue(shop.karat.db), decideDue(shop.karat.db)])
    expect((await state(charge.id)).state).toBe('expired')
    expect(await notices(charge.id)).toMatchObject([{ type: 'charge.expired' }])
    expect((await shop.app.inject(`/sandbox/pay/${charge.id}`)).body).toContain('Waktu habis')
  })
})

describe('a notice', () => {
  test('is tried again, later each time, until the merchant says 2xx; redirects and refusals do not count', async () => {
    receiver.answers = [500, 302, 401, 204]
    const charge = await openCharge()
    await pay(charge.id, 'success')
    for (let tries = 1; tries <= 3; tries++) {
      await deliver()
      expect(await notices(charge.id)).toMatchObject([{ tries, waits: true, delivered: false }])
      await deliver() // nothing is due yet
      expect(receiver.got.length).toBe(tries)
      await dueNow(charge.id)
    }
    await deliver()
    expect(await notices(charge.id)).toMatchObject([{ tries: 4, delivered: true }])
    await dueNow(charge.id)
    await deliver()
    expect(receiver.got.length).toBe(4)
    expect(new Set(receiver.got.map((notice) => notice.id)).size).toBe(1)
  })

  test('goes out once with ten deliverers at once, and waits while nobody listens', async () => {
    const charge = await openCharge()
    await pay(charge.id, 'success')
    await Promise.all(Array.from({ length: 10 }, deliver))
    expect(receiver.got.length).toBe(1)
    const unheard = await openCharge({ webhook_url: 'http://127.0.0.1:1/hook' })
    await pay(unheard.id, 'success')
    await deliver()
    expect(await notices(unheard.id)).toMatchObject([{ tries: 1, delivered: false }])
  })

  test('leaves at once when a card is used, without waiting for the next round', async () => {
    const worker = startSandboxWorker(shop.karat)
    const charge = await openCharge()
    await pay(charge.id, 'success')
    await expect.poll(() => receiver.got.length, { timeout: 3000 }).toBe(1)
    await worker.stop()
  })
})
