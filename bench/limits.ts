/**
 * npm run bench -- limits: how long it takes until every limit order that one tick crosses is filled, 10,000 being open, at a server that hears
 * of the price as any instance does; and whether the best limit came first, then the oldest.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { Db, sql } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { candleSeriesOf } from '../src/pricing/candle-series.ts'
import { storeTick } from '../src/pricing/record-tick.ts'
import { readRatesE6 } from '../src/pricing/tick-rates.ts'
import { readStores } from '../src/stores/stores.ts'
import { type Buyer, post } from './checkout.ts'
import { makeTraders, openServer, PIN } from './trades.ts'

const OPEN = Number(process.env.BENCH_LIMITS ?? 10_000)
const CROSSED = 100
const TICKS = 3

/** The next tick is so many hundredths of a percent from the last one. */
async function tick(db: Db, bps: bigint): Promise<void> {
  const last = await db.row<{ spot: bigint; rates: string }>(sql`
    select spot_usd_e6 as spot, rates_e6::text as rates from pricing.ticks where verdict = 'accepted' order by id desc limit 1`)
  if (!last) throw new Error('there is no price yet')
  const stores = await readStores(db)
  const spotUsdE6 = (last.spot * (10_000n + bps)) / 10_000n
  const reading = { sourceAt: Date.now(), timed: true, spotUsdE6, ratesE6: readRatesE6(last.rates), source: 'bench' }
  await db.transaction((tx) => storeTick(tx, reading, 'accepted', candleSeriesOf(stores.values())))
}

type Prices = { ask: string }

async function place(port: number, { token }: Buyer, bps: bigint): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, currency: 'IDR', platform: 'web' }
  const price = await fetch(`http://127.0.0.1:${port}/api/storeid/product/goldPriceNow`, { headers })
  const { ask } = ((await price.json()) as { data: Prices }).data
  const limit = String((BigInt(ask) * (10_000n + bps)) / 10_000n)
  const known = await fetch(`http://127.0.0.1:${port}/api/storeid/trade/limits`, { headers })
  const { agreement_version } = ((await known.json()) as { data: { agreement_version: string | null } }).data
  const wish = {
    side: 'buy',
    by: 'amount',
    value: '100000',
    limit,
    days: 30,
    pin: PIN,
    ...(agreement_version && { agreement_version }),
  }
  await post(port, '/api/storeid/trade/place_limit', wish, { ...headers, 'idempotency-key': randomUUID() })
}

/** Orders that no tick reaches: rows alone, since nothing but the index is to see them. */
async function fillOpen(client: pg.Client, count: number): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into vault.limit_orders (id, number, holder_id, member_id, store, currency, side, weight_e4, limit_minor, hold_id, ends_at)
     select gen_random_uuid(), 'B' || n, gen_random_uuid(), gen_random_uuid(), 'id', 'IDR', 'buy', 100, 1000000 + n, gen_random_uuid(),
       now() + interval '30 days' from generate_series(1, $1::int) n`,
    [count],
  )
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze vault.limit_orders')
}

const isFilled = async (client: pg.Client): Promise<number> =>
  Number((await client.query(`select count(*) as n from vault.limit_orders where state = 'filled'`)).rows[0].n)

/** Trades that came before one whose order has a better limit, or the same and is older. */
const outOfOrder = async (client: pg.Client): Promise<number> =>
  Number(
    (
      await client.query(`
        select count(*) as n from (
          select t.tick_id, row_number() over (partition by t.tick_id order by substr(t.number, 2)::bigint) as came,
            row_number() over (partition by t.tick_id order by o.limit_minor desc, o.placed_at, o.id) as due
          from vault.trades t join vault.limit_orders o on o.id = t.limit_order_id) as turn where came <> due`)
    ).rows[0].n,
  )

export async function measureLimits(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-limits-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder, {})
  const { connectionString } = database
  try {
    const first = await openServer(database, folder, { realPins: false }) // migrates and seeds
    await first.stop()
    const client = new pg.Client({ connectionString })
    client.on('error', () => {}) // the database ends before it where something failed
    await client.connect()
    const members = await makeTraders(connectionString, client, CROSSED)
    // The feed speaks once: the ticks are those of the benchmark.
    const server = await openServer(database, folder, { realPins: false, pollSeconds: 60 })
    const db = new Db(connectionString, { max: 2 })
    await fillOpen(client, OPEN - CROSSED)
    for (let turn = 1; turn <= TICKS; turn++) {
      // Everybody's is a little further away than the one before; some are at the same limit.
      for (const [n, member] of members.entries()) await place(server.port, member, -30n - BigInt(n >> 1))
      const before = await isFilled(client)
      const start = performance.now()
      await tick(db, -100n)
      while ((await isFilled(client)) < before + CROSSED) {
        if (performance.now() - start > 60_000) throw new Error('not all were filled within a minute')
        await setTimeout(5)
      }
      const ms = Math.round(performance.now() - start)
      process.stdout.write(
        `${CROSSED} of ${OPEN} open limit orders crossed by a tick: all filled after ${ms} ms (aim ≤ 2000)\n`,
      )
    }
    process.stdout.write(`out of order: ${await outOfOrder(client)} (aim 0)\n`)
    await db.close()
    await client.end()
    await server.stop()
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
