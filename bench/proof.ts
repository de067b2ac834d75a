/**
 * npm run bench -- proof: the day of a store whose gold belongs to 100,000 members, made and published by the operator's own command, from the
 * database to the files; then a member's own check of it. BENCH_PROOF_MEMBERS is how many there are.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { openSealing } from '../src/credentials/sealing.ts'
import { Db, sql } from '../src/db/database.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { APPLICATION_ROLE, migrate } from '../src/db/migrate.ts'
import { seedDemo } from '../src/home/seed-demo.ts'
import { makeMissingAuditKeys, readAuditKey } from '../src/identity/audit-keys.ts'
import { checkAsMember, type Find } from '../src/proof/check-rules.ts'
import { listDates } from '../src/proof/day-queries.ts'
import { verifyWithNode } from '../src/proof/ed25519.ts'
import type { VerifierKey } from '../src/proof/note-rules.ts'
import { findVerifierKey } from '../src/proof/signing-key.ts'
import { cpuOf, cpuOfFamily, highestMemoryOf } from './machine.ts'

const MEMBERS = Number(process.env.BENCH_PROOF_MEMBERS ?? 100_000)
const STORE = 'id'
/** Up to 100 g are four parts. */
const MOST_UNITS = 1_000_000
const SLOW_DOWN = 4
const secret = 'the secret of this benchmark, long enough'
const environment = { PIN_KEY: secret, MASTER_KEY: secret, SANDBOX_KEY: secret, SANDBOX_WEBHOOK_SECRET: secret }

const memberId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Members with up to 100 g each, and bars of 12.5 kg for all of it. */
const fill = `do $$ declare
    units bigint[] := array(select 1 + (n * 7919::bigint) % ${MOST_UNITS} from generate_series(1, ${MEMBERS}) n);
    total bigint := (select sum(one) from unnest(units) one);
    bars integer := ceil(total / 125000000.0);
  begin
    insert into identity.members (id, email, name, store, language, password_hash, agreement_version)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'member-' || n || '@bench.test', 'Bench', '${STORE}', 'en-US', 'none', 'bench'
      from generate_series(1, ${MEMBERS}) n;
    insert into backing.places (store, code) values ('${STORE}', 'JKT-1') on conflict do nothing;
    with bar as (
      insert into backing.bars (id, store, maker, serial, kind, gross_weight_e4, fineness_e1, fine_weight_e4, place)
      select gen_random_uuid(), '${STORE}', 'A maker', 'B' || n, 'bar', 125000000, 10000, 125000000, 'JKT-1' from generate_series(1, bars) n returning id)
    insert into backing.bar_moves (bar_id, to_state, act, actor, reason, place)
    select id, 'available', gen_random_uuid(), 'bench', 'a bar of the benchmark', 'JKT-1' from bar;
    insert into ledger.transfer_kinds select 'bench_fill', kind, true, true from ledger.account_kinds;
    insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(), 'bench_fill', 'bars',
      ledger.account_ids('{house:${STORE},house:${STORE}}', '{gold_received,vault}', '{XAU,XAU}'), array[-bars * 125000000::bigint, bars * 125000000::bigint], 'bench');
    for n in 1..${MEMBERS} loop
      insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (uuidv7(), 'bench_fill', n::text,
        ledger.account_ids(array['house:${STORE}', 'member:${STORE}:00000000-0000-4000-8000-' || lpad(n::text, 12, '0')], '{vault,gold}', '{XAU,XAU}'),
        array[-units[n], units[n]], 'bench');
    end loop;
  end $$`

async function prepare(connectionString: string): Promise<void> {
  const config = readConfig(environment)
  await migrate(connectionString)
  await seedDemo(connectionString, config)
  const client = new pg.Client({ connectionString, options: '-c synchronous_commit=off' })
  await client.connect()
  await client.query(fill)
  await client.query('vacuum analyze')
  await client.end()
  // Whoever signs up has a key from then on: no day has to make them.
  const db = new Db(connectionString, { max: 2, role: APPLICATION_ROLE })
  await makeMissingAuditKeys(db, openSealing(config))
  await db.run(sql`analyze identity.audit_keys`)
  await db.close()
}

type Run = { seconds: number; cpuMs: number; megabytes: number }

/** A process from its first instruction to its end. */
async function run(args: string[], connectionString: string): Promise<Run> {
  const start = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: connectionString, ...environment },
  })
  const pid = child.pid ?? 0
  let [cpuMs, megabytes] = [0, 0]
  const watch = setInterval(() => {
    cpuMs = Math.max(cpuMs, cpuOf(pid))
    megabytes = Math.max(megabytes, highestMemoryOf(pid))
  }, 100)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${args[0]} ended with code ${code}`)
  return { seconds: (performance.now() - start) / 1000, cpuMs, megabytes }
}

/** The very command of an operator; and what it takes of memory and time to read its own modules, which a server has done long before. */
const publishDay = (connectionString: string) => run(['scripts/proof.ts', 'run', '--store', STORE], connectionString)
const onlyLoad = (connectionString: string) => run(['scripts/proof-shop.ts'], connectionString)

type Checked = { units: bigint; parts: number; ms: number }

/** A member's own check over files that are there already: what it costs them beside the line. */
async function checkMember(db: Db, number: number, key: VerifierKey): Promise<Checked> {
  const date = (await listDates(db, STORE)).at(-1) ?? ''
  const rows = await db.rows<{ name: string; content: Buffer }>(sql`
    select name, content from proof.files where store = ${STORE} and date = ${date}::date`)
  const files = new Map(rows.map(({ name, content }) => [`${date}/${name}`, new Uint8Array(content)]))
  const find: Find = async (name) => files.get(name) ?? null
  const member = await readAuditKey(db, openSealing(readConfig(environment)), memberId(number))
  const start = performance.now()
  const trust = { keys: [key], verify: verifyWithNode }
  const { counted } = await checkAsMember(find, date, trust, { ...member, key: new Uint8Array(member.key) })
  return { ...counted, ms: performance.now() - start }
}

const CHECKED = 20

async function sayChecks(connectionString: string): Promise<void> {
  const db = new Db(connectionString, { max: 2, role: APPLICATION_ROLE })
  const key = await findVerifierKey(db, STORE)
  if (!key) throw new Error('the store has no key')
  const checks: Checked[] = []
  for (let turn = 0; turn < CHECKED; turn++) checks.push(await checkMember(db, 1 + ((turn * 4999) % MEMBERS), key))
  const times = checks.map(({ ms }) => ms).sort((a, b) => a - b)
  const [median, worst] = [times[CHECKED / 2] ?? 0, times.at(-1) ?? 0]
  const ofFour = (ms: number) => ((ms * SLOW_DOWN) / 1000).toFixed(2)
  say(
    `member's check, ${checks[0]?.parts} parts: ${ofFour(median)} s at a quarter of this machine's speed, ${ofFour(worst)} s the slowest of ${CHECKED} (aim ≤ 2)`,
  )
  const files = await db.row<{ count: number; bytes: string }>(sql`
    select count(*)::int as count, sum(length(content))::text as bytes from proof.files where store = ${STORE}`)
  say(`files: ${files?.count}, ${(Number(files?.bytes) / 1e6).toFixed(1)} MB (aim ≤ 25)`)
  await db.close()
}

const say = (line: string) => process.stdout.write(`${line}\n`)

export async function measureProof(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-proof-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder)
  try {
    await prepare(database.connectionString)
    const before = cpuOfFamily(database.pid)
    const { seconds, cpuMs, megabytes } = await publishDay(database.connectionString)
    const ofDatabase = cpuOfFamily(database.pid) - before
    const own = await onlyLoad(database.connectionString)
    say(
      `a day of ${MEMBERS.toLocaleString('en')} members: ${seconds.toFixed(1)} s (aim ≤ 15), ${(cpuMs / 1000).toFixed(1)} s of our CPU, ` +
        `${(ofDatabase / 1000).toFixed(1)} s of the database's; ${megabytes} MB at its most (aim ≤ 300); reading the command's own modules is ${own.seconds.toFixed(1)} s and ${own.megabytes} MB of that`,
    )
    await sayChecks(database.connectionString)
  } finally {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
