/** Mandates at the acquirer itself: what its payer agrees to, how each test number is charged, and what its merchant is told. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { type MandateKind, type MandateScenario, numberOf } from './mandate-rules.ts'
import { expireMandates } from './mandates.ts'

const shop = openShop()
const authorization = `Bearer ${testEnvironment.SANDBOX_KEY}`
type Said = {
  id: string
  reference: string
  state: string
  token: string | null
  account_end: string | null
  agree_url: string
  decline_reason: string | null
  error?: string
}
const call = async (path: string, payload?: object) => {
  const answer = await shop.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/sandbox/api${path}`, headers: { authorization } },
    ...(payload ? { payload } : {}),
  })
  return { http: answer.statusCode, ...answer.json<Said>() }
}
const hour = () => new Date(Date.now() + 3_600_000).toISOString()
const asked = (more: object = {}) => ({
  ...{ reference: randomUUID(), kind: 'card', limit_minor: '500000', currency: 'IDR', description: 'Savings plan' },
  ...{
    return_url: 'http://localhost:3000/user/trade/plans',
    webhook_url: 'http://127.0.0.1:1/hook',
    expires_at: hour(),
  },
  ...more,
})
const post = (path: string, fields: Record<string, string> = {}) =>
  shop.app.inject({
    ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'language=en-US' },
  })
const page = async ({ id }: Said) =>
  (await shop.app.inject({ url: `/sandbox/mandates/${id}`, headers: { cookie: 'language=en-US' } })).body
const fields = (kind: MandateKind, scenario: MandateScenario) => ({
  card_number: numberOf(kind, scenario),
  ...(kind === 'card' ? { expiry: '12/39', cvc: '123', name: 'Budi' } : {}),
})
const found = ({ reference }: { reference: string }) => call(`/mandates?reference=${reference}`)
async function agreed(scenario: MandateScenario, kind: MandateKind = 'card') {
  const made = await call('/mandates', asked({ kind }))
  await post(`/sandbox/mandates/${made.id}`, fields(kind, scenario))
  return found(made)
}
const charging = ({ token }: Said, more: object = {}) => ({
  ...{ token, reference: randomUUID(), amount_minor: '100000', currency: 'IDR', description: 'Karat V1' },
  ...{ webhook_url: 'http://127.0.0.1:1/hook', expires_at: hour(), ...more },
})
const charge = (of: Said, more?: object) => call('/mandates/charges', charging(of, more))
const told = async ({ id }: Said) =>
  (
    await shop.karat.db.rows<{ type: string; body: string }>(sql`
      select type, body from sandbox.notices where mandate_id = ${id} order by created_at`)
  ).map(({ type, body }) => [type, body.includes('mt_')])

test('is made once for a reference, agreed to on its page, told without its token, and ended by its merchant', async () => {
  const body = asked()
  const [one, again] = [await call('/mandates', body), await call('/mandates', body)]
  expect([one.http, one.state, one.token, again.id]).toEqual([201, 'open', null, one.id])
  expect((await call('/mandates', { ...body, limit_minor: '1' })).http).toBe(409)
  expect((await found({ reference: 'none' })).http).toBe(404)
  expect(await page(one)).toContain('Karat may charge this card up to Rp')
  const wrong = await post(`/sandbox/mandates/${one.id}`, { ...fields('card', 'success'), card_number: '1234' })
  expect([wrong.statusCode, wrong.body.includes('not one of the test cards')]).toEqual([422, true])
  const back = await post(`/sandbox/mandates/${one.id}`, fields('card', 'success'))
  expect(back.headers.location).toBe(`http://localhost:3000/user/trade/plans?mandate=${body.reference}`)
  const active = await found(one)
  expect(active).toMatchObject({ state: 'active', account_end: '4242', token: expect.stringMatching(/^mt_/) })
  expect((await charge(active)).state).toBe('captured')
  const revoke = { reference: body.reference }
  expect([await call('/mandates/revoke', revoke), await call('/mandates/revoke', revoke)]).toMatchObject([
    { state: 'revoked', token: null },
    { state: 'revoked' },
  ])
  expect(await charge(active)).toMatchObject({ state: 'declined', decline_reason: 'mandate_revoked' })
  expect(await told(one)).toEqual([
    ['mandate.active', false],
    ['mandate.revoked', false],
  ])
})

test.each([
  ['card', 'success', 'captured', null],
  ['wallet', 'success', 'captured', null],
  ['card', 'funds', 'declined', 'insufficient_funds'],
  ['wallet', 'funds', 'declined', 'insufficient_funds'],
  ['card', 'timeout', 'open', null],
  ['card', 'after_expiry', 'open', null],
  ['card', 'ends', 'captured', null],
] as const)('a %s of %s is charged: %s', async (kind, scenario, state, decline_reason) => {
  const mandate = await agreed(scenario, kind)
  expect(await charge(mandate)).toMatchObject({ http: 200, state, decline_reason })
})

test('under one reference it is charged once, however many ask at once; another amount, too much and a stranger are refused', async () => {
  const mandate = await agreed('success')
  const body = charging(mandate)
  const answers = await Promise.all([1, 2, 3].map(() => call('/mandates/charges', body)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  const row = await shop.karat.db.row(
    sql`select count(*)::int as n from sandbox.charges where reference = ${body.reference}`,
  )
  expect(row).toEqual({ n: 1 })
  expect((await call('/mandates/charges', { ...body, amount_minor: '7' })).http).toBe(409)
  expect(await charge(mandate, { amount_minor: '500001' })).toMatchObject({ decline_reason: 'mandate_limit' })
  expect(await charge(mandate, { currency: 'MYR' })).toMatchObject({ decline_reason: 'mandate_limit' })
  expect((await charge({ ...mandate, token: 'mt_0' })).http).toBe(404)
})

test('one that nobody agreed to in time is over, and so is a card a minute later; its payer refuses it and takes it back', async () => {
  const late = await call('/mandates', asked())
  const card = await agreed('ends')
  await shop.karat.db.run(sql`
    update sandbox.mandates set expires_at = now(), over_at = case when over_at is not null then now() end where id in (${late.id}, ${card.id})`)
  expect(await expireMandates(shop.karat.db)).toBe(2)
  expect((await post(`/sandbox/mandates/${late.id}`, fields('card', 'success'))).statusCode).toBe(303)
  expect([(await found(late)).state, await told(late)]).toEqual(['expired', [['mandate.expired', false]]])
  expect(await charge(card)).toMatchObject({ state: 'declined', decline_reason: 'mandate_expired' })
  const refused = await call('/mandates', asked({ kind: 'wallet' }))
  expect((await post(`/sandbox/mandates/${refused.id}/revoke`)).headers.location).toContain('?mandate=')
  const taken = await agreed('success', 'wallet')
  expect(await page(taken)).toContain('End this permission')
  await post(`/sandbox/mandates/${taken.id}/revoke`)
  expect([(await found(refused)).state, (await found(taken)).state]).toEqual(['revoked', 'revoked'])
  expect(await page(taken)).toContain('Permission ended')
  expect((await post('/sandbox/mandates/md_none/revoke')).statusCode).toBe(404)
})
