/** npm run bench: what each hot call costs, as ratios against limits measured in the same run; npm run bench -- ledger: the ledger alone; -- record: a member's record alone; -- trades: purchases and sales of grams; -- limits: limit orders that a tick crosses; -- proof: the day of a store with 100,000 members. */
import { fork } from 'node:child_process'
import autocannon from 'autocannon'
import pg from 'pg'
import { startBuiltProduct } from '../scripts/built-product.ts'
import { openBenchShop } from './bench-shop.ts'
import { addCart, checkout, makeBuyers, perSecond } from './checkout.ts'
import { countStatements } from './count-statements.ts'
import { fillOrders } from './fill-orders.ts'
import { measureSignIns } from './flood-sign-ins.ts'
import { measureLedger } from './ledger.ts'
import { measureLimits } from './limits.ts'
import { cpuOf, cpuOfFamily, memoryOf } from './machine.ts'
import { callsOf, fillOrdersOf, type MemberRead, requestsOf } from './member-reads.ts'
import { minimalOrdersPerSecond, prepareMinimalOrders } from './minimal-orders.ts'
import { measureOverload } from './overload.ts'
import { measureProof } from './proof.ts'
import { measureRecord } from './record.ts'
import { measureTrades } from './trades.ts'

if (process.argv[2] === 'ledger') {
  await measureLedger()
  process.exit()
}
if (process.argv[2] === 'record') {
  await measureRecord()
  process.exit()
}
if (process.argv[2] === 'limits') {
  await measureLimits()
  process.exit()
}
if (process.argv[2] === 'proof') {
  await measureProof()
  process.exit()
}
if (process.argv[2] === 'trades') {
  await measureTrades()
  process.exit()
}

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const WARM_UP = 1

/** One measured thing: how often a second, and processor milliseconds of our side and of the database for each. */
type Cost = { rate: number; ours: number; database: number }
type Row = Cost & { name: string; limit?: Cost; limitName?: string; aim: string }
const rows: Row[] = []
const secret = 'the secret of this benchmark, long enough'
const product = await startBuiltProduct({
  durable: true,
  environment: { TRUST_PROXY: '127.0.0.1', SANDBOX_WEBHOOK_SECRET: secret },
})
const { port, database, pid: serverPid } = product
const base = `http://127.0.0.1:${port}`
const client = new pg.Client({ connectionString: database.connectionString })
await client.connect()
await new Promise((resolve) => setTimeout(resolve, 1000))
const afterStart = memoryOf(serverPid)

try {
  await prepareMinimalOrders(database.connectionString)
  await fillOrders(client, 20_000)
  await measureReads()
  await measureWrites()
  print()
  process.stdout.write(
    `\nMemory of the server after start: ${afterStart} MB (aim ≤ 200); after the load: ${memoryOf(serverPid)} MB\n`,
  )
  process.stdout.write(`\n${await measureSignIns(base)}\n`)
  const shop = await openBenchShop(client, database.connectionString, { port, secret })
  process.stdout.write(`\n${await measureOverload(client, database.connectionString, shop)}\n`)
  process.stdout.write(
    `\nStatements of one call (begin and commit counted):\n${await countStatements(database.connectionString)}\n`,
  )
} finally {
  await client.end()
  await product.stop()
}

async function measureReads() {
  rows.push({ name: 'bare node:http', aim: '', ...(await bare('http')) })
  const limit = await bare('fastify')
  rows.push({ name: 'bare Fastify', aim: '', ...limit })
  const popular = `select id from catalogue.products where store = 'id' order by popularity desc limit 1`
  const productId = (await client.query(popular)).rows[0].id
  const read = async (name: string, where: string, aim: string) =>
    rows.push({
      name,
      aim,
      limit,
      limitName: 'Fastify',
      ...(await load(`${base}${where}`, () => cpuOf(serverPid))),
    })
  await read('price call', '/api/storeid/product/getGoldPrice', '≥ 0.80')
  await read('list of 20', '/api/storeid/product/getList?page_size=20', '≥ 0.30')
  await read('product detail', `/api/storeid/product/getDetails?id=${productId}`, '≥ 0.25')
  await read('server-rendered home', '/', '')
}

async function measureWrites() {
  const here = () => cpuOf(process.pid)
  const limit = await measured(SECONDS, here, () => minimalOrdersPerSecond(database.connectionString, SECONDS))
  rows.push({ name: 'minimal order transaction', aim: '', ...limit })
  await measureMemberReads(limit)
  const shop = await openBenchShop(client, database.connectionString, { port, secret })
  const buyers = await makeBuyers(database.connectionString, 16)
  const write = async (name: string, aim: string, seconds: number, work: Parameters<typeof perSecond>[2]) => {
    const cost = await measured(
      seconds,
      () => cpuOf(serverPid),
      () => perSecond(buyers, seconds, work),
    )
    rows.push({ name, aim, limit, limitName: 'minimal', ...cost })
  }
  await write('add to cart', '≥ 1500/s', SECONDS, (buyer, turn) => addCart(shop, buyer, turn))
  await client.query('delete from cart.lines')
  await perSecond(buyers, WARM_UP, (buyer, turn) => checkout(shop, buyer, turn)) // the first ones prepare their statements
  await write('whole checkout', '≥ 0.15', SECONDS * 2, (buyer, turn) => checkout(shop, buyer, turn))
  await untilPaid()
  await shop.acquirer.end()
}

async function measureMemberReads(limit: Cost) {
  const named: [MemberRead, string][] = [
    ['list', 'order list'],
    ['home', 'user home, all its calls'],
  ]
  for (const orders of [10, 2000]) {
    const [buyer] = await makeBuyers(database.connectionString, 1)
    if (!buyer) throw new Error('no buyer was made')
    await fillOrdersOf(client, buyer.memberId, orders)
    await client.query('vacuum analyze orders.orders')
    await client.query('vacuum analyze orders.lines')
    for (const [read, name] of named) {
      const cost = await load(base, () => cpuOf(serverPid), requestsOf(read, buyer))
      const calls = callsOf(read)
      const page = { rate: cost.rate / calls, ours: cost.ours * calls, database: cost.database * calls }
      rows.push({ name: `${name}, ${orders}`, aim: read === 'list' ? '≥ 1' : '', limit, limitName: 'minimal', ...page })
    }
  }
}

async function bare(kind: 'http' | 'fastify'): Promise<Cost> {
  const child = fork('bench/bare-servers.ts', [kind])
  const port = await new Promise((resolve) => child.once('message', resolve))
  const cost = await load(`http://127.0.0.1:${port}/`, () => cpuOf(child.pid ?? 0))
  child.disconnect()
  return cost
}

/**
 * Requests in a second at 50 connections, or at 24 where each asks the database: no more are let in at once with those that wait. After
 * a short warm-up; more than one answer in a hundred that is no 200 ends the run.
 */
async function load(url: string, ours: () => number, requests?: ReturnType<typeof requestsOf>): Promise<Cost> {
  const options = {
    url,
    ...(requests ? { requests } : {}),
    connections: requests ? 24 : 50,
    headers: { currency: 'IDR', platform: 'web' },
  }
  await autocannon({ ...options, duration: WARM_UP })
  return measured(SECONDS, ours, async () => {
    const result = await autocannon({ ...options, duration: SECONDS })
    if (result.non2xx > result.requests.total / 100 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
    return (result.requests.total - result.non2xx) / SECONDS
  })
}

async function measured(seconds: number, ours: () => number, work: () => Promise<number>): Promise<Cost> {
  const before = { ours: ours(), database: cpuOfFamily(database.pid) }
  const rate = await work()
  const calls = rate * seconds
  return { rate, ours: (ours() - before.ours) / calls, database: (cpuOfFamily(database.pid) - before.database) / calls }
}

/** Every acknowledged notice ends in a paid order: a rate of checkouts that are not paid would be no rate. */
async function untilPaid() {
  const waiting = async () =>
    (await client.query('select count(*)::int as n from payments.events where processed_at is null')).rows[0].n
  while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const { rows: states } = await client.query(
    `select state, count(*)::int as n from orders.orders where number like 'K%' group by state`,
  )
  const unpaid = states.filter((row) => row.state !== 'paid').reduce((sum, row) => sum + row.n, 0)
  process.stdout.write(`checkouts: ${states.find((row) => row.state === 'paid')?.n ?? 0} paid, ${unpaid} not\n\n`)
}

function print() {
  const widths = [32, 12, 18, 11, 12, 14, 22]
  const line = (cells: string[]) =>
    `${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('')}\n`
  process.stdout.write(line(['', 'per second', 'ratio', 'aim', 'our CPU ms', 'database ms', 'ratio of CPU']))
  for (const { name, rate, ours, database: db, limit, limitName, aim } of rows) {
    const ratio = limit ? `${(rate / limit.rate).toFixed(2)} of ${limitName}` : ''
    const cpu = limit ? `${((limit.ours + limit.database) / (ours + db)).toFixed(2)} of ${limitName}` : ''
    process.stdout.write(line([name, String(Math.round(rate)), ratio, aim, ours.toFixed(3), db.toFixed(3), cpu]))
  }
}
