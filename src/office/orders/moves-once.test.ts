/** What moves money back takes effect once for one Idempotency-Key (G4), through the doors. The control forgets the keys. */
import { expect, test } from 'vitest'
import { signedIn } from '../../../tests/support/members.ts'
import {
  fakeAcquirer,
  moveThrough,
  paidOrder,
  piecesWaived,
  refundsDone,
  refundsOf,
} from '../../../tests/support/money-back.ts'
import { ask, someSku } from '../../../tests/support/purchase.ts'
import type { Shop } from '../../../tests/support/shop.ts'
import { openShopPair } from '../../../tests/support/shop-pair.ts'
import { staffSignedIn, type TestStaff } from '../../../tests/support/staff.ts'
import { sql } from '../../db/database.ts'
import type { RefundRequestView } from '../../orders/refunds/refund-contract.ts'

const { sound, broken } = openShopPair()

const pieces = (quantity: number) => [{ position: 0, quantity }]

async function asked(shop: Shop) {
  const member = await signedIn(shop)
  const { order } = await paidOrder(shop, member, await someSku(shop), 2)
  await moveThrough(shop, order.order_id, 'preparing', 'shipped', 'completed')
  const wish = { order_id: order.order_id, reason: 'damaged', lines: pieces(2) }
  const { request_id } = await ask<RefundRequestView>(shop, member, '/product/order_refund', wish)
  await piecesWaived(shop, request_id)
  return { orderId: order.order_id, request_id }
}

type Outcome = { http: number; error: string | null; replayed: unknown; data: Record<string, unknown> }

/** The same call with the same key, 20 times at once; `again` sends it once more, with another body where one is given. */
async function twenty(shop: Shop, { headers }: TestStaff, path: string, body: object) {
  const key = `${path} ${JSON.stringify(body)}`.slice(0, 255)
  const again = async (payload = body): Promise<Outcome> => {
    const answer = await shop.app.inject({
      ...{ method: 'POST', url: `/api/admin${path}`, payload },
      headers: { ...headers, 'idempotency-key': key },
    })
    return { http: answer.statusCode, replayed: answer.headers['idempotent-replayed'], ...answer.json() }
  }
  return { answers: await Promise.all(Array.from({ length: 20 }, () => again())), again }
}

/** One effect: whoever was answered got the same answer, the others were told that it still runs. */
async function expectOnce({ answers, again }: Awaited<ReturnType<typeof twenty>>, other: object) {
  const good = answers.filter(({ http }) => http === 200)
  expect(good.filter(({ replayed }) => replayed === undefined)).toHaveLength(1)
  expect(answers.map(({ http, error }) => (http === 200 ? null : error)).filter(Boolean)).toEqual(
    Array(20 - good.length).fill('idempotency_still_running'),
  )
  const data: Outcome['data'] = good[0]?.data ?? {}
  expect(await again()).toMatchObject({ http: 200, replayed: 'true', data })
  expect(await again(other)).toMatchObject({ http: 422, error: 'idempotency_body_differs' })
  return data
}

const recorded = async ({ karat }: Shop, did: string, id: string) =>
  (
    await karat.db.rows(sql`select 1 from staff.actions
      where details->>'did' = ${did} and (subject_id = ${id} or details->>'approval' = ${id})`)
  ).length

test('a refund is granted, asked for and approved once for one key, and whoever asks again is answered alike', async () => {
  const [one, two] = [await staffSignedIn(sound, 'owner'), await staffSignedIn(sound, 'owner')]
  const { orderId, request_id } = await asked(sound)
  const grant = { request_id, reason: 'Both are scratched' }
  await expectOnce(await twenty(sound, one, '/refunds/grant', grant), { ...grant, pieces: pieces(1) })
  expect(await recorded(sound, 'grant', request_id)).toBe(1)
  const execute = { request_id, reason: 'As granted' }
  const executing = await twenty(sound, one, '/refunds/execute', execute)
  const { approval_id } = await expectOnce(executing, { ...execute, reason: 'As seen' })
  expect(await recorded(sound, 'request', request_id)).toBe(1)
  const approving = await twenty(sound, two, '/approvals/approve', { approval_id })
  await expectOnce(approving, { approval_id: request_id })
  expect(await recorded(sound, 'approve', String(approval_id))).toBe(1)
  expect(await refundsOf(sound, orderId)).toHaveLength(1)
  expect(await executing.again(), 'its request is executed since').toMatchObject({
    replayed: 'true',
    data: { approval_id },
  })
})

test('a refund that its provider refused is asked for again once for one key', async () => {
  const [one, two] = [await staffSignedIn(sound, 'owner'), await staffSignedIn(sound, 'owner')]
  const acquirer = fakeAcquirer(sound)
  const settles = acquirer.answer
  acquirer.answer = (refund) => {
    const answer = settles(refund)
    return answer.outcome === 'known'
      ? { ...answer, refund: { ...answer.refund, state: 'failed', failure: 'account closed' } }
      : answer
  }
  const { orderId, request_id } = await asked(sound)
  const reason = 'As granted'
  await twenty(sound, one, '/refunds/grant', { request_id, reason })
  const { again } = await twenty(sound, one, '/refunds/execute', { request_id, reason })
  await twenty(sound, two, '/approvals/approve', { approval_id: (await again()).data.approval_id })
  await refundsDone(sound)
  const [failed] = await refundsOf(sound, orderId)
  expect(failed?.state).toBe('failed')
  const retry = { refund_id: failed?.id ?? '', reason: 'The account is open again' }
  const { refund_id } = await expectOnce(await twenty(sound, one, '/refunds/retry', retry), { ...retry, reason })
  expect((await refundsOf(sound, orderId)).map(({ id }) => id)).toEqual([retry.refund_id, refund_id])
})

test('control: where keys are forgotten the others are refused, and that is seen', async () => {
  const changes = [
    ['pg_try_advisory_xact_lock(hashtextextended($1, 0))', '($1::text is not null)'],
    ['k on k.scope', 'k on false and k.scope'],
    [
      '(scope, key, body_hash) values ($1, $2, $3)',
      '(scope, key, body_hash) values ($1, $2, $3) on conflict do nothing',
    ],
    ['select answer from foundation.idempotency_keys', 'select null as answer from foundation.idempotency_keys'],
  ] as const
  broken.intercept.current = async (text) => changes.reduce((told, [from, to]) => told.replace(from, to), text)
  const { request_id } = await asked(broken)
  const grant = { request_id, reason: 'Both are scratched' }
  const granting = await twenty(broken, await staffSignedIn(broken, 'owner'), '/refunds/grant', grant)
  expect(granting.answers.filter(({ error }) => error === 'refund_state')).toHaveLength(19)
  await expect(expectOnce(granting, { ...grant, pieces: pieces(1) })).rejects.toThrow()
})
