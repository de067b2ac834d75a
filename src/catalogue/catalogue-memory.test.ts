import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { patience } from '../../tests/support/patience.ts'
import { openShop } from '../../tests/support/shop.ts'
import { sql } from '../db/database.ts'

const shop = openShop()
const BAR = 100106

const stock = (id = BAR) => shop.karat.catalogue.sku('id', id)?.sku.stock
const setStock = (pieces: number, id = BAR) =>
  shop.karat.db.run(sql`update catalogue.skus set stock = ${pieces} where id = ${id}`)

/** Payloads of the notices that `work` caused. */
async function noticesOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = new pg.Client({ connectionString: shop.connectionString })
  const heard: string[] = []
  client.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await client.connect()
  await client.query('listen karat_catalogue')
  await work()
  await client.query(`notify karat_catalogue, 'end'`)
  await vi.waitUntil(() => heard.includes('end'), patience)
  await client.end()
  return heard.slice(0, -1)
}

test('what the owner changes is shown by every instance, and raises the version', async () => {
  const before = shop.karat.catalogue.version()
  await shop.karat.db.run(sql`update catalogue.skus set premium_bps = 45 where id = ${BAR}`)
  await vi.waitUntil(() => shop.karat.catalogue.sku('id', BAR)?.sku.premiumBps === 45, patience)
  expect(shop.karat.catalogue.version()).toBeGreaterThan(before)
})

test('a product that is taken down is gone, and comes back when it is published', async () => {
  await shop.karat.db.run(sql`update catalogue.products set published_at = null where id = 1003`)
  await vi.waitUntil(() => shop.karat.catalogue.product('id', 1003) === undefined, patience)
  expect(shop.karat.catalogue.sku('id', 100301)).toBeUndefined()
  await shop.karat.db.run(sql`update catalogue.products set published_at = now() where id = 1003`)
  await vi.waitUntil(() => shop.karat.catalogue.product('id', 1003) !== undefined, patience)
})

test('a sale from a deep stock tells nobody; every step that a page shows does, once a transaction', async () => {
  await setStock(400)
  expect(await noticesOf(() => setStock(399))).toEqual([])
  expect(await noticesOf(() => setStock(101))).toEqual([])
  expect(await noticesOf(() => setStock(99))).toEqual(['stock'])
  expect(await noticesOf(() => setStock(60))).toEqual([])
  await setStock(6)
  for (const pieces of [5, 4, 3, 2, 1, 0, 1]) expect(await noticesOf(() => setStock(pieces))).toEqual(['stock'])
  const many = () => shop.karat.db.run(sql`update catalogue.skus set stock = 0 where product_id = 1001`)
  expect(await noticesOf(many)).toEqual(['stock'])
})

test('the last pieces are shown as they go', async () => {
  for (const pieces of [5, 1, 0, 300]) {
    await setStock(pieces)
    await vi.waitUntil(() => stock() === pieces, patience)
  }
})

test('what was missed while the connection was broken is read when it is back', async () => {
  const owner = new pg.Client({ connectionString: shop.connectionString })
  await owner.connect()
  await owner.query('alter table catalogue.skus disable trigger tell_stock')
  await setStock(3, 100101)
  await owner.query('alter table catalogue.skus enable trigger tell_stock')
  expect(stock(100101)).not.toBe(3)
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'karat listener' and datname = current_database()`)
  await owner.end()
  await vi.waitUntil(() => stock(100101) === 3, { timeout: 10_000 })
})

test('a reading that fails is tried again', async () => {
  let failures = 0
  shop.intercept.current = (text) => {
    if (!/from catalogue.skus (s )?where published_at/.test(text) || failures === 2) return text
    failures += 1
    throw new Error('the database is away')
  }
  await setStock(2, 100102)
  await vi.waitUntil(() => stock(100102) === 2, { timeout: 10_000 })
  expect(failures).toBe(2)
  shop.intercept.current = undefined
})

test('refresh waits for what was committed before it', async () => {
  await shop.karat.db.run(sql`update catalogue.skus set making_minor = 777 where id = 104101`)
  await shop.karat.catalogue.refresh()
  expect(shop.karat.catalogue.sku('id', 104101)?.sku.making).toBe(777n)
})
