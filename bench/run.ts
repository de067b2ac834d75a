/** npm run bench: what each hot call costs, as ratios against limits measured in the same run. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { startEmbedded } from '../src/db/embedded.ts'
import { addCart, checkout, makeBuyers, perSecond, type Shop } from './checkout.ts'
import { countStatements } from './count-statements.ts'
import { fillOrders } from './fill-orders.ts'
import { cpuOf, cpuOfFamily, memoryOf } from './machine.ts'
import { minimalOrdersPerSecond, prepareMinimalOrders } from './minimal-orders.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const secret = 'the secret of this benchmark, long enough'
const PORT = 3990

type Row = { name: string; rate: number; ratio: string; aim: string; server: string; database: string; note: string }
const rows: Row[] = []
const folder = mkdtempSync(path.join(tmpdir(), 'karat-bench-'))
chmodSync(folder, 0o755)
const database = await startEmbedded(folder)
const server = await startServer(database.connectionString)
const client = new pg.Client({ connectionString: database.connectionString })
await client.connect()
const afterStart = memoryOf(server.pid ?? 0)

try {
  await prepareMinimalOrders(database.connectionString)
  await fillOrders(client, 20_000)
  const bareHttp = await bare('http')
  const bareFastify = await bare('fastify')
  rows.push({ ...plain('bare node:http', bareHttp), ratio: '', aim: '' })
  rows.push({ ...plain('bare Fastify', bareFastify), ratio: '1.00 of Fastify', aim: '' })

  const productId = (
    await client.query('select id from catalogue.products where store = $1 order by popularity desc limit 1', ['id'])
  ).rows[0].id
  await read('price call', '/api/storeid/product/getGoldPrice', bareFastify, '≥ 0.80')
  await read('list of 20', '/api/storeid/product/getList?page_size=20', bareFastify, '≥ 0.30')
  await read('product detail', `/api/storeid/product/getDetails?id=${productId}`, bareFastify, '≥ 0.25')
  await read('server-rendered home', '/', bareFastify, '')

  const minimal = await minimalOrdersPerSecond(database.connectionString, SECONDS)
  rows.push({ ...plain('minimal order transaction', minimal), ratio: '1.00 of minimal', aim: '' })
  const shop = await openBenchShop()
  const buyers = await makeBuyers(database.connectionString, 16)
  await write('add to cart', minimal, '≥ 1500/s', () =>
    perSecond(buyers, SECONDS, (buyer, turn) => addCart(shop, buyer, turn)),
  )
  await client.query('delete from cart.lines')
  await perSecond(buyers, 1, (buyer, turn) => checkout(shop, buyer, turn)) // the first ones prepare their statements
  await write('whole checkout', minimal, '≥ 0.15', () =>
    perSecond(buyers, SECONDS * 2, (buyer, turn) => checkout(shop, buyer, turn)),
  )
  await reportUnpaid()
  print()
  process.stdout.write(
    `\nMemory of the server after start: ${afterStart} MB (aim ≤ 200); after the load: ${memoryOf(server.pid ?? 0)} MB\n`,
  )
  process.stdout.write(
    `\nStatements of one call (begin and commit counted):\n${await countStatements(database.connectionString)}\n`,
  )
} finally {
  await client.end()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}

function startServer(connectionString: string): Promise<ChildProcess> {
  // The very command of npm start: exec env NODE_ENV=production node <flags> build/server/index.js
  const start: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start
  const child = spawn(process.execPath, start.split(' node ')[1]?.split(' ') ?? [], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      DATA_DIR: folder,
      PORT: String(PORT),
      RATE_LIMITS: '0',
      LOG_LEVEL: 'error',
      SANDBOX_WEBHOOK_SECRET: secret,
    },
  })
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('Karat is open') && resolve(child))
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
}

async function bare(kind: 'http' | 'fastify'): Promise<number> {
  const child = fork('bench/bare-servers.ts', [kind])
  const port = await new Promise((resolve) => child.once('message', resolve))
  const rate = await load(`http://127.0.0.1:${port}/`)
  child.disconnect()
  return rate
}

/** Requests in a second at 50 connections, after a short warm-up; any answer but 200 ends the run. */
async function load(url: string): Promise<number> {
  const options = { url, connections: 50, headers: { currency: 'IDR', platform: 'web' } }
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} wrong answers, ${result.errors} errors`)
  return result.requests.average
}

function plain(name: string, rate: number) {
  return { name, rate, server: '', database: '', note: '' }
}

async function measured(work: () => Promise<number>, seconds: number) {
  const before = [cpuOf(server.pid ?? 0), cpuOfFamily(database.pid)] as const
  const rate = await work()
  const calls = rate * seconds
  const each = (now: number, then: number) => `${((now - then) / calls).toFixed(3)}`
  return { rate, server: each(cpuOf(server.pid ?? 0), before[0]), database: each(cpuOfFamily(database.pid), before[1]) }
}

async function read(name: string, where: string, limit: number, aim: string) {
  // The second of warm-up is counted in the processor time too, hence SECONDS + 1.
  const cost = await measured(() => load(`http://127.0.0.1:${PORT}${where}`), SECONDS + 1)
  rows.push({ name, ...cost, ratio: `${(cost.rate / limit).toFixed(2)} of Fastify`, aim, note: '' })
}

async function write(name: string, limit: number, aim: string, work: () => Promise<number>) {
  const cost = await measured(work, name === 'whole checkout' ? SECONDS * 2 : SECONDS)
  rows.push({ name, ...cost, ratio: `${(cost.rate / limit).toFixed(2)} of minimal`, aim, note: '' })
}

async function openBenchShop(): Promise<Shop> {
  const skus = await client.query(
    `update catalogue.skus set stock = stock + 1000000, received = received + 1000000
     where id in (select s.id from catalogue.skus s join catalogue.products p on p.id = s.product_id
       where p.store = 'id' and not s.scarce and s.published_at is not null) returning id`,
  )
  await client.query(
    `insert into catalogue.stock_moves (sku_id, quantity, reason, reference) select unnest($1::int[]), 1000000, 'received', 'bench'`,
    [skus.rows.map((row) => row.id)],
  )
  const point = await client.query(`select id from delivery.pickup_points where store = 'id' limit 1`)
  return { port: PORT, secret, skuIds: skus.rows.slice(0, 40).map((row) => row.id), pickupPointId: point.rows[0].id }
}

async function reportUnpaid() {
  const { rows: left } = await client.query(`select count(*)::int as n from payments.events where processed_at is null`)
  const { rows: paid } = await client.query(
    `select count(*)::int as n from orders.orders where state = 'paid' and number like 'K%'`,
  )
  process.stdout.write(`checkouts paid: ${paid[0].n}, notices still waiting: ${left[0].n}\n`)
}

function print() {
  const line = (row: string[]) =>
    `${(row[0] ?? '').padEnd(28)}${(row[1] ?? '').padStart(10)}  ${(row[2] ?? '').padEnd(18)}${(row[3] ?? '').padEnd(11)}${(row[4] ?? '').padStart(12)}${(row[5] ?? '').padStart(14)}\n`
  process.stdout.write(line(['', 'per second', 'ratio', 'aim', 'server ms', 'database ms']))
  for (const row of rows)
    process.stdout.write(line([row.name, String(Math.round(row.rate)), row.ratio, row.aim, row.server, row.database]))
}
