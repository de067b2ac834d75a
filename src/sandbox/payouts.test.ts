/** Payouts at the acquirer itself: what its merchant is told, what its page lets a bank do, and the whole way through the shop. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'
import { payOutDue } from './payouts.ts'

const shop = openShop()
const authorization = `Bearer ${testEnvironment.SANDBOX_KEY}`
type Said = { id: string; state: string; failure_reason: string | null; error?: string }
const call = async (path: string, payload?: object) => {
  const answer = await shop.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/sandbox/api${path}`, headers: { authorization } },
    ...(payload ? { payload } : {}),
  })
  return { http: answer.statusCode, ...answer.json<Said>() }
}
const asked = (number: string, more: object = {}) => ({
  ...{ reference: randomUUID(), amount_minor: '2000000', currency: 'IDR', description: `Karat ${randomUUID()}` },
  account: { kind: 'bank', bank: 'bca', number, holder: 'RATNA W.' },
  ...{ webhook_url: 'http://127.0.0.1:1/hook', ...more },
})
const found = ({ reference }: { reference: string }) => call(`/payouts?reference=${reference}`)
const told = async ({ id }: Said) =>
  (
    await shop.karat.db.rows<{ type: string }>(sql`
      select type from sandbox.notices where payout_id = ${id} order by created_at`)
  ).map(({ type }) => type)
/** The time of its bank has come. */
const later = async () => {
  await shop.karat.db.run(sql`
    update sandbox.payouts set silent_until = case when silent_until is not null then now() end,
      decide_at = case when decide_at is not null then now() end, return_at = case when return_at is not null then now() end`)
  await payOutDue(shop.karat.db)
}

test('a reference is paid once; another amount under it, a wrong form and a stranger are refused', async () => {
  const body = asked('1234567890')
  const [one, again] = [await call('/payouts', body), await call('/payouts', body)]
  expect([one.state, again.id]).toEqual(['accepted', one.id])
  expect((await call('/payouts', { ...body, amount_minor: '1' })).http).toBe(409)
  expect((await call('/payouts', asked('1'))).http).toBe(400)
  expect((await found({ reference: 'none' })).http).toBe(404)
  expect((await shop.app.inject({ method: 'POST', url: '/sandbox/api/payouts', payload: body })).statusCode).toBe(401)
  await later()
  expect([(await found(body)).state, await told(one)]).toEqual(['paid', ['payout.paid']])
})

test.each([
  ['0002', 'failed', 'account_unknown'],
  ['0004', 'accepted', null],
  ['0006', 'failed', 'name_differs'],
  ['1117', 'failed', 'refused'],
  ['0000', 'accepted', null],
] as const)('an account that ends in %s is %s at first', async (ending, state, reason) => {
  expect(await call('/payouts', asked(`123456${ending}`))).toMatchObject({ http: 200, state, failure_reason: reason })
})

test('1117 is paid at the second try, 0004 is refused later, 0341 is sent back later', async () => {
  const first = asked('1234561117')
  await call('/payouts', first)
  expect((await call('/payouts', { ...first, reference: randomUUID() })).state).toBe('paid')
  const [closed, returned] = [asked('1234560004'), asked('1234560341')]
  for (const body of [closed, returned]) await call('/payouts', body)
  await later()
  expect(await found(closed)).toMatchObject({ state: 'failed', failure_reason: 'account_closed' })
  expect((await found(returned)).state).toBe('paid')
  await later()
  const back = await found(returned)
  expect([back.state, await told(back)]).toEqual(['returned', ['payout.paid', 'payout.returned']])
})

test('6975 is paid, and nobody hears of it for a while', async () => {
  const body = asked('1234566975')
  expect((await call('/payouts', body)).http).toBe(503)
  expect((await found(body)).http).toBe(503)
  await later()
  const paid = await found(body)
  expect([paid.state, await told(paid)]).toEqual(['paid', []])
})

test('on its page, and by its call, somebody pays it and sends it back days later', async () => {
  const body = asked('1234560000')
  const { id } = await call('/payouts', body)
  await later()
  const page = async () =>
    (await shop.app.inject({ url: `/sandbox/payouts/${id}`, headers: { cookie: 'language=en-US' } })).body
  expect(await page()).toContain('Refuse it')
  const decide = (as: string) =>
    shop.app.inject({
      ...{ method: 'POST', url: `/sandbox/payouts/${id}/decide`, payload: `as=${as}` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect((await decide('returned')).statusCode).toBe(303)
  expect((await found(body)).state).toBe('accepted')
  await decide('paid')
  expect(await page()).toContain('Send it back')
  expect(await call(`/payouts/${id}/decide`, { as: 'returned' })).toMatchObject({ http: 200, state: 'returned' })
  expect((await call(`/payouts/${id}/decide`, { as: 'paid' })).http).toBe(409)
  expect((await shop.app.inject({ url: '/sandbox/payouts/po_none' })).statusCode).toBe(404)
})
