/** kill -9 of the application and of PostgreSQL under load: nothing acknowledged is lost, doubled or invented, and the books are clean (G21). */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyers, notify, openAcquirer, post, type Shop } from '../../bench/checkout.ts'
import { auditLedger } from '../../src/audit/ledger-audit.ts'
import { Db, sql } from '../../src/db/database.ts'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
import { verifyChain } from '../../src/ledger/verify-chain.ts'
import { newFolder } from '../support/folder.ts'
import { freePort, opened, type Running, stopped } from '../support/process.ts'

const secret = 'the secret of the crash test, long enough'
const BUYERS = 8
/** A shop that was opened once, which every test begins with a copy of. */
let opening: string
let folder: string
let database: Embedded
let running: Running | undefined

beforeAll(async () => {
  opening = folder = newFolder('crash')
  database = await startEmbedded(folder, { fast: true })
  await stopped(await opened(environment(await freePort())))
  await database.stop()
})
afterAll(() => rmSync(opening, { recursive: true, force: true }))

beforeEach(() => {
  folder = newFolder('crash')
  execFileSync('cp', ['-a', path.join(opening, 'postgres'), folder])
})
afterEach(async () => {
  if (running) await stopped(running, 'SIGKILL')
  running = undefined
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (port: number) => ({
  ...{ PORT: String(port), DATABASE_URL: database.connectionString, DATA_DIR: folder },
  ...{ SANDBOX_WEBHOOK_SECRET: secret, SANDBOX_KEY: secret, PIN_KEY: secret, MASTER_KEY: secret },
})

/** What the shop has answered with success, and must never lose. */
type Acknowledged = { orders: Map<string, string>; notices: Map<string, string> }
type Load = { acknowledged: Acknowledged; shop: Shop; trouble: string[]; stop(): Promise<void> }

/** Buyers that go on buying through every failure, pay what they have ordered before they order again, and remember what was acknowledged. */
async function startLoad(port: number): Promise<Load> {
  const db = new Db(database.connectionString, { max: 2 })
  const skus = await db.rows<{ id: number }>(sql`
    update catalogue.skus set stock = stock + 100000, received = received + 100000
    where id in (select s.id from catalogue.skus s join catalogue.products p on p.id = s.product_id where p.store = 'id' and not s.scarce order by s.id limit 5)
    returning id`)
  const ids = skus.map((sku) => sku.id)
  await db.run(
    sql`insert into catalogue.stock_moves (sku_id, quantity, reason, reference) select unnest(${ids}::int[]), 100000, 'received', 'load'`,
  )
  const point = await db.row<{ id: number }>(sql`select id from delivery.pickup_points where store = 'id' limit 1`)
  await db.close()
  const shop: Shop = {
    port,
    secret,
    skuIds: ids,
    pickupPointId: point?.id ?? 0,
    acquirer: openAcquirer(database.connectionString),
  }
  const buyers = await makeBuyers(database.connectionString, BUYERS)
  const acknowledged: Acknowledged = { orders: new Map(), notices: new Map() }
  let over = false
  /** What each buyer was last refused with. */
  const trouble: string[] = []
  const work = buyers.map(async (buyer, i) => {
    let orderId: string | null = null
    for (let turn = i; !over; turn++)
      try {
        orderId ??= await orderOnce(shop, buyer, turn, acknowledged)
        await payFor(shop, buyer, orderId, acknowledged)
        orderId = null
      } catch (error) {
        trouble[i] = String(error)
        // Of a notice whose answer was lost the order is paid all the same: there is nothing to pay any more.
        if (trouble[i]?.includes('/pay_order: 409')) orderId = null
        await new Promise((resolve) => setImmediate(resolve))
      }
  })
  return {
    acknowledged,
    shop,
    trouble,
    async stop() {
      over = true
      await Promise.all(work)
      await shop.acquirer.end()
    },
  }
}

const callAs = (shop: Shop, { token }: Buyer) => {
  const headers = { authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' }
  return <T>(where: string, body: unknown) => post<T>(shop.port, `/api/storeid${where}`, body, headers)
}

async function orderOnce(shop: Shop, buyer: Buyer, turn: number, { orders }: Acknowledged): Promise<string> {
  const call = callAs(shop, buyer)
  const { guarantee_id } = await call<{ guarantee_id: string }>('/product/confirm_order', {
    ...{ sku_id: shop.skuIds[turn % shop.skuIds.length], quantity: 1 },
    delivery: { mode: 'pickup', pickup_point_id: shop.pickupPointId },
  })
  const order = await call<{ order_id: string; total: string }>('/product/submit_order', { guarantee_id })
  orders.set(order.order_id, order.total)
  return order.order_id
}

async function payFor(shop: Shop, buyer: Buyer, orderId: string, { notices }: Acknowledged) {
  const call = callAs(shop, buyer)
  const { payment_id, amount } = await call<{ payment_id: string; amount: string }>('/product/pay_order', {
    order_id: orderId,
    method: 'card',
  })
  await call('/payment/getPay', { payment_id })
  await notify(shop, { payment_id, amount })
  notices.set(payment_id, orderId)
}

const atLeast = (load: Load, more: number) => {
  const until = load.acknowledged.notices.size + more
  return vi.waitFor(
    () => expect(load.acknowledged.notices.size, load.trouble.join('\n')).toBeGreaterThanOrEqual(until),
    {
      timeout: 60_000, // the shop may ask the acquirer for nothing for 15 s, see provider-call.ts
      interval: 2,
    },
  )
}

/** Kills PostgreSQL and waits until the system has let go of its process. */
async function killDatabase() {
  process.kill(database.pid, 'SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(database.pid, 0)).toThrow(), { timeout: 10_000, interval: 5 })
}

/** Every acknowledged thing that the database does not have. */
async function lost({ orders, notices }: Acknowledged): Promise<string[]> {
  const db = new Db(database.connectionString, { max: 2 })
  const kept = await db.rows<{ id: string; total: bigint; state: string }>(
    sql`select id, total_minor as total, state from orders.orders`,
  )
  const events = await db.rows<{ reference: string }>(
    sql`select payload->>'reference' as reference from payments.events`,
  )
  await db.close()
  const totals = new Map(kept.map((order) => [order.id, order.total.toString()]))
  const stored = new Set(events.map((event) => event.reference))
  return [
    ...[...orders].filter(([id, total]) => totals.get(id) !== total).map(([id]) => `order ${id}`),
    ...[...notices.keys()].filter((id) => !stored.has(id)).map((id) => `notice of ${id}`),
  ]
}

async function booksAreClean({ notices }: Acknowledged) {
  const db = new Db(database.connectionString, { max: 2 })
  await vi.waitFor(
    async () =>
      expect(
        await db.row(sql`select count(*)::int as waiting from payments.events where processed_at is null`),
      ).toEqual({ waiting: 0 }),
    {
      timeout: 40_000,
      interval: 50,
    },
  )
  const unpaid = await db.rows(
    sql`select id, state from orders.orders where id = any(${[...notices.values()]}::uuid[]) and state <> 'paid'`,
  )
  const doubled = await db.rows(
    sql`select subject_id from payments.payments where state = 'captured' group by subject_id having count(*) > 1`,
  )
  expect({ unpaid, doubled, audit: await auditLedger(db), chain: await verifyChain(db) }).toMatchObject({
    unpaid: [],
    doubled: [],
    audit: [],
  })
  await db.close()
}

test('the application killed three times under load', async () => {
  database = await startEmbedded(folder)
  const port = await freePort()
  running = await opened(environment(port))
  const load = await startLoad(port)
  for (let round = 0; round < 3; round++) {
    await atLeast(load, 15)
    await stopped(running, 'SIGKILL')
    running = await opened(environment(port))
  }
  await atLeast(load, 15)
  await load.stop()
  expect(await lost(load.acknowledged)).toEqual([])
  await booksAreClean(load.acknowledged)
})

test('PostgreSQL killed twice under load, the application living on', async () => {
  const databasePort = await freePort()
  database = await startEmbedded(folder, { port: databasePort })
  const port = await freePort()
  running = await opened(environment(port))
  const load = await startLoad(port)
  for (let round = 0; round < 2; round++) {
    await atLeast(load, 15)
    await killDatabase()
    database = await startEmbedded(folder, { port: databasePort })
  }
  await atLeast(load, 15)
  await load.stop()
  expect(running.child.exitCode).toBeNull()
  expect(await lost(load.acknowledged)).toEqual([])
  await booksAreClean(load.acknowledged)
})

test('control: a database that answers before its log is written loses acknowledged orders, and that is seen', async () => {
  const databasePort = await freePort()
  database = await startEmbedded(folder, { port: databasePort, fast: true })
  const port = await freePort()
  running = await opened(environment(port))
  const load = await startLoad(port)
  let missing: string[] = []
  for (let round = 0; round < 5 && missing.length === 0; round++) {
    await atLeast(load, 10)
    await killDatabase()
    database = await startEmbedded(folder, { port: databasePort, fast: true })
    missing = await lost(load.acknowledged)
  }
  await load.stop()
  expect(missing.length).toBeGreaterThan(0)
})

test('control: a notice that is answered without being stored is seen', async () => {
  database = await startEmbedded(folder)
  const port = await freePort()
  const plant = {
    PLANT_FROM: 'insert into payments.events',
    PLANT_TO: 'select $1::text, $2::text, $3::text, $4::text, $5::jsonb, $6::text where false',
  }
  running = await opened({ ...environment(port), ...plant }, 'tests/support/planted-app.ts')
  const load = await startLoad(port)
  await atLeast(load, 3)
  await load.stop()
  expect((await lost(load.acknowledged)).some((thing) => thing.startsWith('notice'))).toBe(true)
})
