/** Rounds that end what is old: one row that cannot be ended keeps no other, and is ended once it can be. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { raw, type Sql, sql } from '../src/db/database.ts'
import { endOld } from '../src/db/in-steps.ts'
import { forgetUnusedImages } from '../src/files/remove-image.ts'
import { forgetOldKeys } from '../src/http/idempotency.ts'
import { forgetOldRows } from '../src/identity/forget-old-rows.ts'
import { destroyExpired } from '../src/kyc/keep-files.ts'
import { expireOrder } from '../src/orders/cancel/cancel-order.ts'
import { forgetOrders, markDeparture } from '../src/orders/core/forget-order.ts'
import { deleteOldRequests } from '../src/rights/worker.ts'
import { signedIn } from './support/members.ts'
import { asOwner } from './support/owner.ts'
import { freshTick } from './support/prices.ts'
import { someSku, submitted } from './support/purchase.ts'
import { locksGivenUp, openShop } from './support/shop.ts'

const shop = openShop({}, undefined, locksGivenUp)
beforeEach(async () => {
  shop.intercept.current = undefined
  await freshTick(shop)
})
const run = (statement: Sql) => shop.karat.db.run(statement)

type Two = readonly [stuck: string, other: string]
const two = async (make: (id: string) => Promise<unknown>): Promise<Two> => {
  const ids = [randomUUID(), randomUUID()] as const
  for (const id of ids) await make(id)
  return ids
}

const windows = () =>
  two((id) => run(sql`insert into identity.rate_windows values (${`pin:${id}`}, now() - interval '10 minutes', 1)`))
const keys = () =>
  two((id) =>
    run(sql`insert into foundation.idempotency_keys (scope, key, body_hash, created_at)
      values ('m', ${id}, '', now() - interval '31 days')`),
  )
async function pictures() {
  const { id: member } = await signedIn(shop)
  return two((id) =>
    run(sql`insert into files.images (id, member_id, purpose, content, width, height, sha256, created_at)
      values (${id}, ${member}, 'refund', '\\x00', 1, 1, sha256('x'), now() - interval '25 hours')`),
  )
}
async function requests() {
  const { id: member } = await signedIn(shop)
  return two((id) =>
    run(sql`insert into rights.requests (id, member_id, store, kind, state, due_at, asked_at, decided_at)
      values (${id}, ${member}, 'id', 'access', 'granted', now(), now() - interval '6 years', now() - interval '6 years')`),
  )
}
async function orders(): Promise<Two> {
  const member = await signedIn(shop)
  const skuId = await someSku(shop)
  const ids = [await submitted(shop, member, skuId), await submitted(shop, member, skuId)].map((one) => one.order_id)
  await shop.karat.db.transaction((tx) => markDeparture(tx, member.id))
  for (const id of ids) await shop.karat.db.transaction((tx) => expireOrder(tx, { id, grams: 0n }))
  return ids as unknown as Two
}
async function leavers(): Promise<Two> {
  const ids = [await signedIn(shop), await signedIn(shop)].map(({ id }) => id)
  for (const [at, id] of ids.entries())
    await run(sql`update kyc.levels
      set relation_ended_at = now() - make_interval(years => ${7 - at}::int) where member_id = ${id}`)
  return ids as unknown as Two
}

/** Rounds that take so many at once take one. Years have gone by for orders. */
const oneAtATime = (text: string) =>
  (text.includes('orders.departures') ? text.replaceAll('now()', `(now() + interval '91 days')`) : text).replace(
    /limit 500$/,
    'limit 1',
  )

const isDeleted = (table: string) => async (id: string) =>
  (await run(sql`select from ${raw(table)} as t where t::text like ${`%${id}%`}`)) === 0
const isForgotten = async (id: string) =>
  (await run(sql`select from orders.orders where id = ${id} and forgotten_at is not null`)) === 1
const isDestroyed = async (id: string) =>
  (await run(sql`select from kyc.levels where member_id = ${id} and destroyed_at is not null`)) === 1

/** What carries this id can be neither changed nor deleted, until it is let go. */
async function stick(table: string, id: string) {
  await asOwner(shop.connectionString, [
    `create function public.stick() returns trigger language plpgsql as $$ begin raise 'it is stuck'; end $$`,
    `create trigger stuck before update or delete on ${table} for each row when (old::text like '%${id}%') execute function public.stick()`,
  ])
  return () => asOwner(shop.connectionString, ['drop function public.stick() cascade'])
}

test.each([
  ['what has served', 'identity.rate_windows', windows, isDeleted, () => forgetOldRows(shop.karat.db)],
  ['keys of requests', 'foundation.idempotency_keys', keys, isDeleted, () => forgetOldKeys(shop.karat.db)],
  ['unused pictures', 'files.images', pictures, isDeleted, () => forgetUnusedImages(shop.karat.db, 86_400)],
  ['requests about data', 'rights.requests', requests, isDeleted, () => deleteOldRequests(shop.karat.db)],
  ['orders of who left', 'orders.orders', orders, () => isForgotten, () => forgetOrders(shop.karat)],
  ['identity data', 'kyc.levels', leavers, () => isDestroyed, () => destroyExpired(shop.karat.db)],
] as const)(
  'of two of %s one cannot be ended: the other is, and the one later',
  async (_, table, make, isOver, round) => {
    const [stuck, other] = await make()
    const areOver = async () => [await isOver(table)(stuck), await isOver(table)(other)]
    shop.intercept.current = oneAtATime
    const letGo = await stick(table, stuck)
    await expect(round()).rejects.toThrow(AggregateError)
    expect(await areOver()).toEqual([false, true])
    await letGo()
    await round()
    expect(await areOver()).toEqual([true, true])
  },
)

test('where one kind of rows cannot be ended at all the kinds behind it are', async () => {
  const [, window] = await windows()
  const [first, member] = await leavers()
  shop.intercept.current = (text) => {
    if (text.includes('from identity.codes') || text.includes('from kyc.documents where')) throw new Error('cut')
    return text
  }
  await expect(forgetOldRows(shop.karat.db)).rejects.toThrow(AggregateError)
  await expect(destroyExpired(shop.karat.db)).rejects.toThrow(AggregateError)
  expect([
    await isDeleted('identity.rate_windows')(window),
    await isDestroyed(first),
    await isDestroyed(member),
  ]).toEqual([true, true, true])
})

const old = { from: sql`identity.rate_windows`, old: sql`window_start < now() - interval '5 minutes'` }

test('much is ended in steps, and what somebody holds is left', async () => {
  await run(
    sql`insert into identity.rate_windows select 'pin:' || n, now() - interval '10 minutes', 1 from generate_series(1, 7) n`,
  )
  const deletions: string[] = []
  shop.intercept.current = (text) => {
    if (text.startsWith('delete')) deletions.push(text)
    return text
  }
  expect(await endOld(shop.karat.db, { ...old, atOnce: 3 })).toBe(7)
  expect(deletions).toHaveLength(3)
  const [held, other] = await windows()
  const holder = await shop.karat.db.pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from identity.rate_windows where subject = $1 for update', [`pin:${held}`])
    await expect(endOld(shop.karat.db, old)).rejects.toMatchObject({ errors: [{ code: '55P03' }] })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const isGone = isDeleted('identity.rate_windows')
  expect([await isGone(held), await isGone(other)]).toEqual([false, true])
})

test('while the database gives no answer the round asks no further', async () => {
  await windows()
  let tries = 0
  shop.intercept.current = (text) => {
    if (!text.startsWith('delete')) return text
    tries++
    throw Object.assign(new Error('the database is away'), { code: '08006' })
  }
  await expect(endOld(shop.karat.db, old)).rejects.toMatchObject({ errors: [{ code: '08006' }] })
  expect(tries, 'all of them, then one').toBe(2)
})
