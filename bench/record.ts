/**
 * npm run bench -- record: what the record of a member with 100,000 entries costs, of both accounts together: its first page, a page from
 * the middle, a page of one kind, and the sums of all of it. BENCH_RECORD_ENTRIES is the size.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { Db } from '../src/db/database.ts'
import { type Embedded, startEmbedded } from '../src/db/embedded.ts'
import { APPLICATION_ROLE, migrate } from '../src/db/migrate.ts'
import { readStores } from '../src/stores/stores.ts'
import { readRecord, readSums } from '../src/vault/record/read-record.ts'

const ENTRIES = Number(process.env.BENCH_RECORD_ENTRIES ?? 100_000)
const RUNS = 300
const memberId = '00000000-0000-4000-8000-000000000001'
const holder = { memberId, store: 'id', currency: 'IDR' as const }

/** Grams in the vault, and money to begin with. */
const fund = `do $$ begin
  insert into ledger.transfer_kinds select 'bench_fill', kind, true, true from ledger.account_kinds;
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(), 'bench_fill', 'grams',
    ledger.account_ids('{house:id,house:id}', '{gold_received,vault}', '{XAU,XAU}'), '{-1000000000,1000000000}', 'bench');
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(), 'bench_fill', 'money',
    ledger.account_ids('{house:id,member:id:${memberId}}', '{rounding,cash}', '{IDR,IDR}'), '{-1000000000,1000000000}', 'bench');
end $$`

const BATCH = 250
/** Purchases and sales by turns, each an entry of money and one of gold. */
const batch = `do $$ declare side integer; begin
  for turn in 1..${BATCH} loop
    side := 1 - 2 * ((turn + 1) % 2);
    insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(),
      case side when 1 then 'gold_bought' else 'gold_sold' end, gen_random_uuid()::text,
      ledger.account_ids('{member:id:${memberId},house:id,house:id,member:id:${memberId}}', '{cash,trading,vault,gold}', '{IDR,IDR,XAU,XAU}'),
      array[-100 * side, 100 * side, -side, side], 'bench');
  end loop;
end $$`

async function timed(what: () => Promise<unknown>): Promise<string[]> {
  for (let run = 0; run < 20; run++) await what() // statements are prepared, pages are in memory
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now()
    await what()
    times.push(performance.now() - start)
  }
  times.sort((one, two) => one - two)
  return [0.5, 0.95, 0.99].map((share) => (times[Math.floor(share * RUNS)] ?? 0).toFixed(1))
}

async function measure({ connectionString }: Embedded) {
  await migrate(connectionString)
  const client = new pg.Client({ connectionString, options: '-c synchronous_commit=off' })
  client.on('error', () => {}) // the database ends before it where something failed
  await client.connect()
  await client.query(
    `insert into stores.stores (code, name, currency, currencies, time_zone, language, country, region_levels) values ('id', 'Karat', 'IDR', '{IDR}', 'Asia/Jakarta', 'id', 'ID', 3) on conflict do nothing`,
  )
  await client.query(fund)
  for (let entries = 0; entries < ENTRIES; entries += 2 * BATCH) await client.query(batch)
  await client.query('vacuum analyze')
  const db = new Db(connectionString, { max: 4, role: APPLICATION_ROLE })
  const store = (await readStores(db)).get('id')
  if (!store) throw new Error('the store is there')
  const page = (query: object) => readRecord(db, holder, store, query)
  const middle = `0.0.0.0-${ENTRIES / 4}.0.${ENTRIES / 4}.0`
  const rows: [string, () => Promise<unknown>][] = [
    ['first page, all time', () => page({})],
    [
      'first page of the running month',
      () => page({ month: new Date(performance.timeOrigin).toISOString().slice(0, 7) }),
    ],
    ['a page from the middle', () => page({ cursor: middle })],
    ['first page of sales of gold', () => page({ kind: 'sold', asset: 'gold' })],
    ['a kind that never happened', () => page({ kind: 'sent' })],
    ['sums of all time', () => readSums(db, holder, store, {})],
  ]
  process.stdout.write(`${ENTRIES} entries of one member, milliseconds of ${RUNS} readings: median, p95, p99\n`)
  for (const [name, what] of rows)
    process.stdout.write(`${name.padEnd(36)}${(await timed(what)).map((ms) => ms.padStart(9)).join('')}\n`)
  process.stdout.write('\nAim: first page ≤ 20 ms\n')
  await db.close()
  await client.end()
}

/** Measures on a database of its own. */
export async function measureRecord() {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-record-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder)
  try {
    await measure(database)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
