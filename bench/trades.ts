/**
 * npm run bench -- trades: purchases and sales of grams a second, their quotes included, by 16 members and by 1,000, beside the smallest
 * order transaction; then with real PINs beside reads of the price; then again with BENCH_ENTRIES entries in the ledger.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { freePort } from '../scripts/built-product.ts'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { openHasher } from '../src/credentials/hasher.ts'
import { Db } from '../src/db/database.ts'
import { type Embedded, startEmbedded } from '../src/db/embedded.ts'
import { type Buyer, makeBuyers, perSecond, post } from './checkout.ts'
import { cpuOf, cpuOfFamily } from './machine.ts'
import { minimalOrdersPerSecond, prepareMinimalOrders } from './minimal-orders.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const SIZES = (process.env.BENCH_ENTRIES ?? '10000,1000000').split(',').map(Number)
const CONNECTIONS = 16
export const PIN = '739204'
const secret = 'the secret of this benchmark, long enough'

type Server = { process: ChildProcess; port: number; stop(): Promise<void> }

/** `pollSeconds`: how often it reads the feed, where it is not to do so as usual. */
type Opening = { realPins: boolean; pollSeconds?: number }

export async function openServer(
  { connectionString }: Embedded,
  folder: string,
  { realPins, pollSeconds }: Opening,
): Promise<Server> {
  const port = await freePort()
  const child = fork('bench/trade-server.ts', {
    execArgv: ['--max-semi-space-size=16'],
    env: {
      ...{
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: connectionString,
        DATA_DIR: folder,
        NODE_ENV: 'production',
      },
      ...{
        RATE_LIMITS: '0',
        LOG_LEVEL: 'error',
        DEMO_HISTORY: '0',
        REAL_PINS: realPins ? '1' : '0',
        ...(pollSeconds && { PRICE_POLL_SECONDS: String(pollSeconds) }),
      },
      ...{ PIN_KEY: secret, MASTER_KEY: secret, SANDBOX_KEY: secret, SANDBOX_WEBHOOK_SECRET: secret },
    },
  })
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
  const stop = async () => {
    const end = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await end
  }
  return { process: child, port, stop }
}

/** Members with a PIN, ten grams and a hundred million of money each; a bar for all of it lies in the vault. */
export async function makeTraders(connectionString: string, client: pg.Client, count: number): Promise<Buyer[]> {
  const buyers = await makeBuyers(connectionString, count)
  const ids = buyers.map(({ memberId }) => memberId)
  const pin = await openHasher({ PIN_KEY: secret }).hashPin(PIN)
  await client.query('update identity.members set pin_hash = $2 where id = any($1::uuid[])', [ids, pin])
  const grams = count * 1_000_000
  await client.query(`insert into backing.places (store, code) values ('id', 'JKT-1') on conflict do nothing`)
  await client.query(
    `with bar as (
       insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place)
       values (gen_random_uuid(), 'id', 'A maker', $1, 'bar', $2, 10000, $2, 'JKT-1') returning id)
     insert into backing.bar_moves (bar_id, to_state, act, actor, reason, place)
     select id, 'available', gen_random_uuid(), 'bench', 'a bar of the benchmark', 'JKT-1' from bar`,
    [`B${randomUUID()}`, grams],
  )
  await client.query(
    'insert into ledger.transfer_kinds select $1, kind, true, true from ledger.account_kinds on conflict do nothing',
    ['bench_fill'],
  )
  const move = (owners: [string, string], kinds: string, asset: string, amount: number) =>
    client.query(
      `insert into ledger.transfers (id, kind, reference, accounts, amounts, actor)
       values (gen_random_uuid(), 'bench_fill', gen_random_uuid()::text, ledger.account_ids($1, $2, array[$3, $3]),
         array[-$4::bigint, $4::bigint], 'bench')`,
      [owners, kinds, asset, amount],
    )
  await move(['house:id', 'house:id'], '{gold_received,vault}', 'XAU', grams)
  for (const id of ids) {
    const owners: [string, string] = ['house:id', `member:id:${id}`]
    await move(owners, '{vault,gold}', 'XAU', 100_000)
    await move(owners, '{rounding,cash}', 'IDR', 100_000_000)
  }
  return buyers
}

type Quote = { quote_id: string; agreement_version: string | null }

let refused = 0

/** Whoever is told that the shop is busy, or has no price yet, comes again after a second, as the shop's own pages do. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!/"error":"(busy|price_unavailable)"/.test((error as Error).message)) throw error
      refused++
      await setTimeout(1000)
    }
  }
}

/** One purchase or sale by turns, of a hundredth of a gram, with its quote. */
async function tradeOnce(port: number, { token }: Buyer, turn: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' }
  const call = <T>(name: string, body: object) =>
    patiently(() => post<T>(port, `/api/storeid/trade/${name}`, body, headers))
  const side = turn % 2 === 0 ? 'purchase' : 'cashingIn'
  const { quote_id, agreement_version } = await call<Quote>(`${side}_quote`, { by: 'weight', value: '0.01' })
  await call(side, { quote_id, pin: PIN, ...(agreement_version && { agreement_version }) })
}

/** Each trades once, few at a time: an instance knows them then, and their statements are prepared. */
async function warmUp(port: number, members: Buyer[]): Promise<void> {
  const left = [...members]
  const one = async () => {
    for (let member = left.pop(); member; member = left.pop()) await tradeOnce(port, member, 0)
  }
  await Promise.all([one(), one(), one(), one()])
}

/** Trades a second over sixteen connections; each has members of its own, who buy and sell by turns. */
function tradesPerSecond(port: number, members: Buyer[], seconds: number): Promise<number> {
  const turns = new Map<Buyer, number>()
  const own = members.length / CONNECTIONS
  return perSecond(members.slice(0, CONNECTIONS), seconds, (first) => {
    const turn = turns.get(first) ?? 0
    turns.set(first, turn + 1)
    const at = members.indexOf(first) + CONNECTIONS * ((turn >> 1) % own)
    return tradeOnce(port, members[at] as Buyer, turn)
  })
}

const print = (cells: (string | number)[]) =>
  process.stdout.write(
    `${cells.map((cell, at) => (at === 0 ? String(cell).padEnd(34) : String(cell).padStart(16))).join('')}\n`,
  )

type Measured = { database: Embedded; connectionString: string; client: pg.Client; folder: string }

async function measureRates({ database, connectionString, folder }: Measured, members: Buyer[][], what: string) {
  const server = await openServer(database, folder, { realPins: false })
  const pid = server.process.pid ?? 0
  for (const some of members) {
    await warmUp(server.port, some)
    await tradesPerSecond(server.port, some, 2)
    refused = 0
    const before = await minimalOrdersPerSecond(connectionString, SECONDS)
    const [ours, theirs] = [cpuOf(pid), cpuOfFamily(database.pid)]
    const rate = await tradesPerSecond(server.port, some, SECONDS)
    const spent = [cpuOf(pid) - ours, cpuOfFamily(database.pid) - theirs].map((ms) =>
      (ms / (rate * SECONDS)).toFixed(2),
    )
    const minimal = (before + (await minimalOrdersPerSecond(connectionString, SECONDS))) / 2
    print([
      `${what}${some.length} members`,
      Math.round(rate),
      Math.round(minimal),
      (rate / minimal).toFixed(2),
      ...spent,
      refused,
    ])
  }
  await server.stop()
}

/** With real PINs; what reads of the price keep beside them. */
async function measureRealPins({ database, folder }: Measured, members: Buyer[]) {
  const server = await openServer(database, folder, { realPins: true })
  const url = `http://127.0.0.1:${server.port}/api/storeid/product/getGoldPrice`
  const read = async (duration: number) =>
    (await autocannon({ url, duration, connections: 50, headers: { currency: 'IDR', platform: 'web' } })).requests
      .total / duration
  await warmUp(server.port, members)
  await read(1)
  const [alone, only] = [await read(SECONDS), await tradesPerSecond(server.port, members, SECONDS)]
  const [reads, trades] = await Promise.all([read(SECONDS), tradesPerSecond(server.port, members, SECONDS)])
  process.stdout.write(
    `\nReal PINs: ${Math.round(only)} trades a second alone; beside reads of the price ${Math.round(trades)} (aim ≥ 35), while those keep ${Math.round((100 * reads) / alone)} % of ${Math.round(alone)} a second (aim ≥ 80 %)\n`,
  )
  await server.stop()
}

/** How long the whole audit takes of what is there. */
async function measureAudit({ connectionString }: Measured, entries: number): Promise<void> {
  const db = new Db(connectionString, { max: 2 })
  const start = performance.now()
  const broken = new Set((await auditLedger(db)).map(({ rule }) => rule))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  await db.close()
  const said = [...broken].map((rule) => `"${rule}"`).join(', ') || 'nothing'
  process.stdout.write(
    `audit of ${entries.toLocaleString('en')} entries: ${seconds} s (aim ≤ 30 at 10⁶); it finds ${said}\n`,
  )
}

/** Past trades of members who are nobody else's, until the ledger has so many entries; nothing of it waits for the disk. */
async function fillTo({ connectionString, client }: Measured, entries: number, members: Buyer[]) {
  const count = async () => Number((await client.query('select count(*) as n from ledger.entries')).rows[0].n)
  const ids = members.map(({ memberId }) => `'${memberId}'`)
  const batch = `do $$ declare
    members uuid[] := array[${ids}]::uuid[];
    past timestamptz := now() - interval '1 day';
    member uuid;
    side integer;
    id uuid;
  begin
    for turn in 0..999 loop
      member := members[1 + (turn / 2) % ${ids.length}];
      side := 1 - 2 * (turn % 2);
      id := uuidv7();
      insert into vault.past_trades (id, member_id, store, side, currency, price_minor, weight_e4, amount_minor, happened_at)
        values (id, member, 'id', case side when 1 then 'buy' else 'sell' end, 'IDR', 2000000, 1, 200, past);
      insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, happened_at) values (id, 'demo_history', id::text,
        ledger.account_ids(array['house:id', 'member:id:' || member], '{vault,gold}', '{XAU,XAU}'), array[-side, side], 'house', past);
    end loop;
  end $$`
  let missing = entries - (await count())
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const own = new pg.Client({ connectionString, options: '-c synchronous_commit=off' })
      await own.connect()
      while (missing > 0) {
        missing -= 2000
        await own.query(batch)
      }
      await own.end()
    }),
  )
  await client.query('vacuum analyze ledger.transfers, ledger.entries, ledger.accounts, ledger.balances, ledger.parts')
  await client.query('checkpoint')
}

export async function measureTrades(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-trades-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder, {})
  const { connectionString } = database
  try {
    const first = await openServer(database, folder, { realPins: false }) // migrates and seeds
    await first.stop()
    await prepareMinimalOrders(connectionString)
    const client = new pg.Client({ connectionString })
    client.on('error', () => {}) // the database ends before it where something failed
    await client.connect()
    const measured = { database, connectionString, client, folder }
    const many = await makeTraders(connectionString, client, 1008)
    const few = many.slice(0, CONNECTIONS)
    print(['', 'trades a second', 'minimal orders', 'ratio (≥ 0.4)', 'our CPU ms', 'database ms', 'told: busy'])
    await measureRates(measured, [few, many], '')
    await measureRealPins(measured, few)
    process.stdout.write('\n')
    for (const size of SIZES) {
      await fillTo(measured, size, many.slice(CONNECTIONS))
      await measureRates(measured, [few], `at ${size.toLocaleString('en')} entries, `)
      await measureAudit(measured, size)
    }
    await client.end()
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
