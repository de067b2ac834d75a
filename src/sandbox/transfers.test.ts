/** Virtual accounts and QR codes at the acquirer itself: what its merchant is told, and what its page lets a bank do. */

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { metAt } from '../../tests/support/meeting.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import type { ChargeAnswer } from './contract.ts'
import type { Transfer } from './transfer-rules.ts'

const shop = openShop()
beforeEach(() => {
  shop.intercept.current = undefined
})
const authorization = `Bearer ${testEnvironment.SANDBOX_KEY}`
const call = async <Answer = ChargeAnswer>(path: string, payload?: object) => {
  const answer = await shop.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/sandbox/api${path}`, headers: { authorization } },
    ...(payload ? { payload } : {}),
  })
  return { http: answer.statusCode, ...answer.json<Answer>() }
}
const asked = (more: object) => ({
  ...{ reference: randomUUID(), amount_minor: '2365205', currency: 'IDR', description: 'Karat K100001' },
  ...{ return_url: 'http://localhost:3000/x', webhook_url: 'http://127.0.0.1:1/hook' },
  ...{ expires_at: new Date(Date.now() + 600_000).toISOString(), ...more },
})
const VA = { method: 'va', bank: 'bca' }
const open = (more: object = VA) => call('/charges', asked(more))
const pay = (id: string, how: Transfer) =>
  shop.app.inject({
    ...{ method: 'POST', url: `/sandbox/pay/${id}/transfer`, payload: `how=${how}` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const page = async (id: string) =>
  (await shop.app.inject({ url: `/sandbox/pay/${id}`, headers: { cookie: 'language=en-US' } })).body
const state = ({ id }: { id: string }) => call(`/charges/${id}`)
const told = (reference: string) =>
  shop.karat.db.rows<{ body: string }>(sql`
    select body from sandbox.notices n join sandbox.charges c on c.id = n.charge_id where c.reference = ${reference} order by n.created_at`)
const expires = ({ id }: { id: string }) =>
  shop.karat.db.run(sql`update sandbox.charges set expires_at = now() - interval '1 second' where id = ${id}`)

test('a number or a code comes with the charge; one with no bank, or a card with one, is refused', async () => {
  expect(await open()).toMatchObject({ http: 201, state: 'open', pay_code: expect.stringMatching(/^39358\d{11}$/) })
  expect(await open({ method: 'qris' })).toMatchObject({
    pay_code: expect.stringMatching(/^000201010212.*6304[0-9A-F]{4}$/),
  })
  expect(await open({})).toMatchObject({ method: 'card', pay_code: null })
  for (const wrong of [{ method: 'va' }, { bank: 'bca' }, { method: 'va', bank: 'no' }, { method: 'cash' }])
    expect((await open(wrong)).http).toBe(400)
  const body = asked(VA)
  const [one, again] = [await call('/charges', body), await call('/charges', body)]
  expect([again.http, again.pay_code]).toEqual([200, one.pay_code])
  expect((await call('/charges', { ...body, bank: 'bni' })).http).toBe(409)
})

test.each([
  ['exact', '2365205'],
  ['less', '2128685'],
  ['more', '2601725'],
] as const)('the page shows what is asked for, and pays it %s', async (how, captured) => {
  const charge = await open()
  const shown = await page(charge.id)
  expect([shown.includes(charge.pay_code ?? '-'), shown.includes('2,365,205')]).toEqual([true, true])
  expect((await pay(charge.id, how)).headers.location).toBe(`/sandbox/pay/${charge.id}`)
  expect(await state(charge)).toMatchObject({ state: 'captured', captured_minor: captured })
  const [notice] = await told(charge.reference)
  expect(JSON.parse(notice?.body ?? '{}')).toMatchObject({
    type: 'charge.captured',
    data: { captured_minor: captured },
  })
  expect(await page(charge.id)).toContain('Pay once more')
})

test('once more is a charge of its own under the same reference', async () => {
  const charge = await open()
  for (const how of ['exact', 'again', 'again'] as const) await pay(charge.id, how)
  const ids = (await told(charge.reference)).map(({ body }) => JSON.parse(body).data.id as string)
  expect([new Set(ids).size, ids[0]]).toEqual([3, charge.id])
  for (const id of ids) expect(await state({ id })).toMatchObject({ state: 'captured', reference: charge.reference })
  expect((await call(`/charges?reference=${charge.reference}`)).id).toBe(charge.id)
})

test('a number is over with its time and can be closed; what was on its way arrives all the same', async () => {
  const [late, closed] = [await open(), await open()]
  await expires(late)
  expect(await state(late)).toMatchObject({ state: 'expired' })
  expect(await call('/charges/close', { reference: closed.reference })).toMatchObject({ state: 'closed' })
  for (const charge of [late, closed]) {
    await pay(charge.id, 'exact')
    expect((await state(charge)).captured_minor).toBeNull()
    await pay(charge.id, 'late')
    expect(await state(charge)).toMatchObject({ state: 'captured', captured_minor: '2365205' })
  }
})

test('a QR code is never over, and nobody can close it', async () => {
  const charge = await open({ method: 'qris' })
  await expires(charge)
  expect(await call('/charges/close', { reference: charge.reference })).toMatchObject({ state: 'open' })
  expect(await state(charge)).toMatchObject({ state: 'open' })
  await pay(charge.id, 'exact')
  expect(await state(charge)).toMatchObject({ state: 'captured' })
})

test('of twenty transfers at once one is the charge’s own', async () => {
  const charge = await open()
  await Promise.all(Array.from({ length: 20 }, () => pay(charge.id, 'exact')))
  expect(await told(charge.reference)).toHaveLength(1)
})

test('control: without its lock each of two finds it open', async () => {
  const charge = await open()
  shop.intercept.current = metAt("set state = 'captured', captured_minor", 2, (text) =>
    text.includes("and method <> 'card' for update") ? text.replace(' for update', '') : text,
  )
  await Promise.all([pay(charge.id, 'exact'), pay(charge.id, 'exact')])
  expect(await told(charge.reference)).toHaveLength(2)
})

test('nothing of it goes back', async () => {
  const charge = await open()
  await pay(charge.id, 'exact')
  const refund = { reference: randomUUID(), amount_minor: '1' }
  expect(await call<object>(`/charges/${charge.id}/refunds`, refund)).toMatchObject({ http: 422, error: 'no_refunds' })
})

test('a card’s page pays no transfer, and a transfer’s page takes no card', async () => {
  const [card, va] = [await open({}), await open()]
  await pay(card.id, 'exact')
  expect((await state(card)).state).toBe('open')
  const form = 'card_number=4242424242424242&expiry=12/39&cvc=123&name=Budi'
  await shop.app.inject({
    ...{ method: 'POST', url: `/sandbox/pay/${va.id}`, payload: form },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect((await state(va)).state).toBe('open')
})
