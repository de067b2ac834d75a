/** Two instances behind a balancer are replaced one after the other while a hundred requests a second come: none is lost. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openBenchShop } from '../../bench/bench-shop.ts'
import { type Buyer, makeBuyers } from '../../bench/checkout.ts'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
import { type Balancer, openBalancer } from '../support/balancer.ts'
import { newFolder } from '../support/folder.ts'
import { freePort, launch, opened, type Running, stopped } from '../support/process.ts'

const PER_SECOND = 100
let folder: string
let database: Embedded
let balancer: Balancer
let keys: Record<string, string>
let ports: number[]
const running: Running[] = []
let buyers: Buyer[]
let skuIds: number[]

const secret = (letter: string) => letter.repeat(40)
const keysOf = (letter: string) => ({ PIN_KEY: secret(letter), MASTER_KEY: secret(letter) })
const environment = (port: number) => ({
  ...{ PORT: String(port), DATABASE_URL: database.connectionString, DATA_DIR: folder },
  ...{ SANDBOX_KEY: secret('s'), SANDBOX_WEBHOOK_SECRET: secret('w'), DRAIN_SECONDS: '1.5', ...keys },
})
const start = async (at: number, more: Record<string, string> = {}, release?: string) => {
  const port = ports[at] ?? 0
  running[at] = await opened({ ...environment(port), ...more }, 'build/server/index.js', release)
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200), {
    timeout: 20_000,
    interval: 50,
  })
  await balancer.look()
}
const stop = (at: number) => stopped(running[at] as Running)

beforeAll(async () => {
  folder = newFolder('rolling')
  database = await startEmbedded(folder, { fast: true })
  ports = [await freePort(), await freePort()]
  balancer = await openBalancer(ports)
})
afterAll(async () => {
  balancer?.close()
  for (const { child } of running) child.kill('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('of two first starts with different keys one opens, and the other stops with the sentence', async () => {
  const both = ['a', 'b'].map((letter, at) => launch({ ...environment(ports[at] ?? 0), ...keysOf(letter) }))
  const [one, other] = (await Promise.all(both)) as [Running, Running]
  const isOpen = (instance: Running) =>
    vi.waitFor(() => expect(instance.said()).toContain('Karat is open'), { timeout: 60_000 })
  const first = await Promise.race([one, other].map((instance) => isOpen(instance).then(() => instance)))
  const refused = first === one ? other : one
  expect(await refused.exited).toBe(1)
  expect(refused.said()).toMatch(
    /^Karat did not start\. This database was filled with another PIN_KEY and another MASTER_KEY.*\n$/,
  )
  keys = keysOf(first === one ? 'a' : 'b')
  running.push(...(first === one ? [one, other] : [other, one]))
  if (first === other) ports.reverse()
})

/** What was asked and what came of it; `lost` names what was not served, at its second try at the latest. */
type Load = { asked: number; lost: string[]; added: number; stop(): Promise<void> }

function startLoad(): Load {
  const agent = new http.Agent({ keepAlive: true })
  const under: Promise<void>[] = []
  const load: Load = { asked: 0, lost: [], added: 0, stop }
  const ask = (where: string, body?: object, headers: Record<string, string> = {}, isSecond = false): Promise<void> =>
    new Promise((resolve) => {
      const at = { host: '127.0.0.1', port: balancer.port, path: where, method: body ? 'POST' : 'GET', agent }
      const fail = (why: string) => {
        load.lost.push(`${where}: ${why}`)
        resolve()
      }
      const request = http.request({ ...at, headers: { ...headers, 'content-type': 'application/json' } }, (answer) => {
        answer.on('error', ({ message }) => fail(message))
        let said = ''
        answer.setEncoding('utf8').on('data', (text) => (said += text))
        answer.on('end', () => {
          // Too much to do on a loaded machine is no loss where it asks to come again and serves then; never where it is ending.
          const isEnding = answer.headers.connection === 'close'
          if (answer.statusCode === 503 && answer.headers['retry-after'] === '1' && !isSecond && !isEnding)
            return resolve(later(() => ask(where, body, headers, true)))
          if (answer.statusCode !== 200)
            return fail(`${answer.statusCode}${isEnding ? ' while ending' : ''} ${said.slice(0, 200)}`)
          if (body) load.added++
          resolve()
        })
      })
      request.on('error', ({ message }) => fail(message))
      request.end(body && JSON.stringify(body))
    })
  const kinds = [
    () => ask('/api/storeid/product/getDetails?id=1001'),
    (turn: number) => ask(`/product/product?page=${1 + (turn % 2)}`),
    () => ask('/api/storeid/product/getGoldPrice'),
    (turn: number) =>
      ask(
        '/api/storeid/product/add_cart',
        { sku_id: skuIds[turn % skuIds.length], quantity: 1 },
        { authorization: `Bearer ${buyers[turn % buyers.length]?.token}`, currency: 'IDR', platform: 'web' },
      ),
  ]
  const began = performance.now()
  const due = () => Math.floor(((performance.now() - began) * PER_SECOND) / 1000)
  const clock = setInterval(() => {
    for (; load.asked < due(); load.asked++)
      under.push(kinds[load.asked % kinds.length]?.(load.asked >> 2) ?? Promise.resolve())
  }, 10)
  async function stop() {
    clearInterval(clock)
    await Promise.all(under)
    agent.destroy()
  }
  return load
}

const later = (then: () => Promise<void>) => new Promise((resolve) => setTimeout(resolve, 1000)).then(then)

/** The release after this one: the same with a migration more, which older releases tolerate. */
function nextRelease(): string {
  const next = path.join(folder, 'next')
  mkdirSync(next)
  for (const name of readdirSync('.')) if (name !== 'migrations') symlinkSync(path.resolve(name), path.join(next, name))
  cpSync('migrations', path.join(next, 'migrations'), { recursive: true })
  writeFileSync(
    path.join(next, 'migrations/999.do.engraving.sql'),
    "-- Older releases may go on beside this.\nalter table cart.lines add column engraving text not null default '';\n",
  )
  return next
}

test('a rolling restart to a release with another schema, and back, loses none of a hundred requests a second', async () => {
  const owner = new pg.Client({ connectionString: database.connectionString })
  await owner.connect()
  const shop = await openBenchShop(owner, database.connectionString, { port: 0, secret: secret('w') })
  await shop.acquirer.end()
  ;({ skuIds } = shop)
  buyers = await makeBuyers(database.connectionString, 20)
  await start(1)
  const load = startLoad()
  await stop(0)
  await start(0, {}, nextRelease())
  const beside = await (await fetch(`http://127.0.0.1:${ports[1]}/ready`)).json()
  expect(beside).toMatchObject({ ready: true, schema: 'newer_beside' })
  await stop(1)
  await start(1) // the older release once more, on the newer schema
  await load.stop()
  expect([load.lost.length, load.lost.slice(0, 5)]).toEqual([0, []])
  expect(load.asked).toBeGreaterThan(PER_SECOND)
  const { rows } = await owner.query('select sum(quantity)::int as added from cart.lines')
  expect(rows).toEqual([{ added: load.added }])
  await owner.end()
})

test('control: an instance that ends before the balancer notices loses some', async () => {
  await stop(0)
  await start(0, { DRAIN_SECONDS: '0' }, path.join(folder, 'next'))
  await vi.waitFor(async () => expect(await balancer.look()).toEqual(ports), { timeout: 10_000, interval: 50 })
  const load = startLoad()
  balancer.lookAway()
  await stop(0)
  await vi.waitFor(() => expect(load.lost.length).toBeGreaterThan(0), { timeout: 10_000, interval: 5 })
  await balancer.look()
  await load.stop()
})

test('a database that is gone takes readiness from all: pages and prices come from memory, with their time', async () => {
  process.kill(database.pid, 'SIGKILL')
  const ready = async () => (await fetch(`http://127.0.0.1:${ports[1]}/ready`)).status
  await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000, interval: 50 })
  await balancer.look()
  const ask = (where: string, cookie = 'language=en-US') =>
    fetch(`http://127.0.0.1:${balancer.port}${where}`, { headers: { cookie } })
  const page = async (where: string, cookie?: string) => {
    const answer = await ask(where, cookie)
    const noted = /What you see is from .*Buying and changes are paused/.test(await answer.text())
    return [where, answer.status, noted]
  }
  const said = () => running.map((instance) => instance.said()).join('\n')
  // Nobody has asked for a home page since the start.
  for (const where of ['/', '/product/product', '/product/productDetail?id=1001', '/home/goldPrice'])
    expect(await page(where), said()).toEqual([where, 200, true])
  expect((await page('/', 'store=my; language=zh')).slice(0, 2)).toEqual(['/', 200])
  const price = await ask('/api/storeid/product/getGoldPrice')
  expect([price.status, price.headers.get('x-shown-as-of')]).toEqual([200, expect.any(String)])
})
