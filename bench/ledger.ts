/**
 * npm run bench -- ledger: how many trades the ledger books in a second, of a member's cash against the house and of the vault
 * against a member's gold, beside the smallest order transaction, and what an entry takes on the disk. Fills itself in between
 * by the same postings, from inside the database. BENCH_ENTRIES are the sizes, BENCH_FILL_SECONDS the longest that one fill may take.
 */
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { Db } from '../src/db/database.ts'
import { type Embedded, startEmbedded } from '../src/db/embedded.ts'
import { APPLICATION_ROLE, migrate } from '../src/db/migrate.ts'
import { houseAccount, houseLegs, memberAccount } from '../src/ledger/ledger-rules.ts'
import { postTransfer } from '../src/ledger/post-transfer.ts'
import type { TransferKind } from '../src/ledger/transfer-kind-rules.ts'
import { cpuOfFamily } from './machine.ts'
import { minimalOrdersPerSecond, prepareMinimalOrders } from './minimal-orders.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const FILL_SECONDS = Number(process.env.BENCH_FILL_SECONDS ?? 900)
const SIZES = (process.env.BENCH_ENTRIES ?? '10000,1000000,10000000').split(',').map(Number)
const CONNECTIONS = 16
const MEMBERS = 1600
const LEGS = 4

/** A trade moves each of these either way. Real kinds take its place when there are some. */
const TRADE = 'bench_trade' as TransferKind
const addTrade = `insert into ledger.transfer_kinds select '${TRADE}', kind, true, true from unnest(array['cash', 'settlement', 'vault', 'gold', 'gold_received']) kind`

const memberId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A member's purchase of one unit of gold for a hundred of money, or the sale of it: odd and even turns of a member. */
function trade(number: number, turn: number) {
  const member = { store: 'id', id: memberId(number) }
  const side = turn % 2 === 0 ? 1n : -1n
  return {
    ...{ kind: TRADE, reference: randomUUID(), actor: `member:${member.id}` },
    legs: [
      { account: memberAccount(member, 'cash', 'IDR'), amount: side * -100n },
      ...houseLegs('id', 'IDR', { settlement: side * 100n }),
      ...houseLegs('id', 'XAU', { vault: -side }),
      { account: memberAccount(member, 'gold', 'XAU'), amount: side },
    ],
  }
}

/** Trades in a second at sixteen connections, each of them in a transaction of its own, as the shop posts. */
async function tradesPerSecond(db: Db, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let turn = 0; performance.now() < until; turn++) {
        // A purchase and a sale of one member after another, and each connection has members of its own.
        const number = connection + CONNECTIONS * ((turn >> 1) % (MEMBERS / CONNECTIONS))
        await db.transaction((tx) => postTransfer(tx, trade(number, turn)))
        done++
      }
    }),
  )
  return done / seconds
}

/** Members with money and a vault whose parts are all far from empty. */
async function fund(db: Db, client: pg.Client) {
  await client.query(addTrade)
  const post = (legs: ReturnType<typeof houseLegs>) =>
    db.transaction((tx) => postTransfer(tx, { kind: TRADE, reference: randomUUID(), legs, actor: 'bench' }))
  const grams = 10n ** 15n
  await post(houseLegs('id', 'XAU', { gold_received: -grams, vault: grams }))
  for (let number = 0; number < MEMBERS; number++) {
    const money = memberAccount({ store: 'id', id: memberId(number) }, 'cash', 'IDR')
    await post([
      { account: houseAccount('id', 'settlement', 'IDR'), amount: -1_000_000_000n },
      { account: money, amount: 1_000_000_000n },
    ])
  }
}

const entriesOf = async (client: pg.Client) =>
  Number((await client.query('select count(*) as n from ledger.entries')).rows[0].n)

/** What one connection posts in one transaction of the fill: a purchase and a sale for each of its members, again and again. */
const batch = (connection: number) => `do $$ declare
  member text;
  side integer;
begin
  for turn in 0..999 loop
    member := 'member:id:00000000-0000-4000-8000-' || lpad((${connection} + ${CONNECTIONS} * ((turn / 2) % ${MEMBERS / CONNECTIONS}))::text, 12, '0');
    side := 1 - 2 * (turn % 2);
    insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(), '${TRADE}', gen_random_uuid()::text,
      ledger.account_ids(array[member, 'house:id', 'house:id', member], '{cash,settlement,vault,gold}', '{IDR,IDR,XAU,XAU}'),
      array[-100 * side, 100 * side, -side, side], substr(member, 1, 7) || substr(member, 11));
  end loop;
end $$`

/** Posts until there are `wanted` entries, or the time is up; nothing of it waits for the disk. */
async function fillTo(connectionString: string, client: pg.Client, wanted: number) {
  const until = performance.now() + FILL_SECONDS * 1000
  let missing = wanted - (await entriesOf(client))
  await Promise.all(
    Array.from({ length: 4 }, async (_, filler) => {
      const own = new pg.Client({ connectionString, options: '-c synchronous_commit=off' })
      await own.connect()
      while (missing > 0 && performance.now() < until) {
        missing -= 1000 * LEGS
        await own.query(batch(filler))
      }
      await own.end()
    }),
  )
  await client.query('vacuum analyze ledger.transfers, ledger.entries, ledger.accounts, ledger.balances, ledger.parts')
  await client.query('checkpoint')
}

async function bytesAnEntry(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select sum(pg_total_relation_size(c.oid)) / (select count(*) from ledger.entries) as bytes
     from pg_class c where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'r'`,
  )
  return Math.round(Number(rows[0].bytes))
}

async function measure(database: Embedded) {
  const { connectionString } = database
  await migrate(connectionString)
  await prepareMinimalOrders(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  const db = new Db(connectionString, { max: CONNECTIONS, role: APPLICATION_ROLE })
  await fund(db, client)
  const widths = [14, 16, 12, 10, 16, 14, 16]
  const line = (cells: string[]) =>
    process.stdout.write(`${cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join('')}\n`)
  line(['entries', 'minimal orders', 'trades', 'ratio', 'of the first', 'database ms', 'bytes an entry'])
  let first: number | undefined
  for (const size of SIZES) {
    await fillTo(connectionString, client, size)
    const [entries, bytes] = [await entriesOf(client), await bytesAnEntry(client)]
    await tradesPerSecond(db, 1) // the first ones prepare their statements
    const before = await minimalOrdersPerSecond(connectionString, SECONDS)
    const cpu = cpuOfFamily(database.pid)
    const trades = await tradesPerSecond(db, SECONDS)
    const spent = (cpuOfFamily(database.pid) - cpu) / (trades * SECONDS)
    const minimal = (before + (await minimalOrdersPerSecond(connectionString, SECONDS))) / 2
    first ??= trades / minimal
    const numbers = [minimal, trades].map((rate) => String(Math.round(rate)))
    const ratios = [trades / minimal, trades / minimal / first].map((ratio) => ratio.toFixed(2))
    line([String(entries), ...numbers, ...ratios, spent.toFixed(3), String(bytes)])
  }
  process.stdout.write('\nAims: ratio ≥ 0.5, of the first ≥ 0.8, bytes an entry ≤ 450 (at 1,000,000 and more)\n')
  await db.close()
  await client.end()
}

/** Measures on a database of its own, which waits for the disk as a shop's does. */
export async function measureLedger() {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-ledger-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder)
  try {
    await measure(database)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
