/** What happens between "npm start" and the first request, and between a signal and the end. Shared by server.ts and scripts/dev.ts. */

import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { type Config, faultOfAddress, readConfig } from './config.ts'
import { readMigrationFiles } from './db/applied-migrations.ts'
import { Db, sql } from './db/database.ts'
import { type Embedded, startEmbedded } from './db/embedded.ts'
import { requireKeys } from './db/key-fingerprints.ts'
import { migrate } from './db/migrate.ts'
import { openServers } from './db/servers.ts'
import { seedDemo } from './home/seed-demo.ts'
import { type Karat, openKarat } from './karat.ts'
import { openLog } from './log.ts'
import { addWitness } from './proof/witnesses.ts'
import { writeFirstLink } from './staff/first-owner.ts'
import { addressOf, openWitness } from './witness/witness-key.ts'

type Log = ReturnType<typeof openLog>
export type Started = { karat: Karat; firstLink: string | null; stopDatabase(): Promise<void>; release(): void }

/** Reads the settings, brings up database, schema and demo shop, and opens the bag. Throws one clear sentence. */
export async function start(environment: Record<string, string | undefined>): Promise<Started> {
  const config = readConfig(environment)
  const log = openLog(config.LOG_LEVEL)
  readMigrationFiles(path.resolve('migrations')) // before anything else: elsewhere nothing would be found
  await requireFreePort(config)
  let embedded: Embedded | undefined
  let release = () => {}
  if (!config.DATABASE_URL) {
    release = ownFolder(config.DATA_DIR)
    embedded = await startEmbedded(config.DATA_DIR, { revived: (sentence) => log.error(sentence) })
  }
  try {
    const opened = await openOn(config.DATABASE_URL || embedded?.connectionString || '', config, log)
    return { ...opened, release, stopDatabase: async () => embedded?.stop() }
  } catch (error) {
    await embedded?.stop()
    release()
    throw error
  }
}

async function openOn(address: string, config: Config, log: Log): Promise<Pick<Started, 'karat' | 'firstLink'>> {
  const servers = openServers(address)
  await servers.choose()
  await migrate(servers.url(), { say: (sentence) => log.warn(sentence) })
  const complete = withSecrets(config)
  const owner = new Db(servers.url(), { max: 1 })
  try {
    await requireKeys(owner, complete)
    if (!config.DEMO) await refuseMadeUpPast(owner)
  } finally {
    await owner.close()
  }
  if (config.DEMO) await seedDemo(servers.url(), complete)
  const karat = await openKarat({ config: complete, connectionString: address, log })
  if (complete.DEMO) {
    await nameWitness(karat)
    return { karat, firstLink: null }
  }
  const fault = [...karat.stores.values()].some(({ open }) => open) ? faultOfAddress(complete.PUBLIC_URL) : null
  if (fault) {
    await karat.close()
    throw new Error(`These settings are wrong: ${fault}.`)
  }
  return { karat, firstLink: await writeFirstLink(karat.db, complete.PUBLIC_URL) }
}

/** The demonstration has a witness that stands apart; a real shop names its own (`npm run proof -- witness`). */
async function nameWitness(karat: Karat): Promise<void> {
  const { key } = openWitness(karat)
  for (const { code } of karat.stores.values())
    await addWitness(karat.db, code, { key, address: addressOf(karat) }).catch((error) =>
      karat.log.warn({ err: error }, 'days of this store go without the signature of the demonstration’s witness'),
    )
}

/** A real shop does not begin on books that hold what never happened. */
async function refuseMadeUpPast(owner: Db): Promise<void> {
  const told = await owner.row(sql`select 1 from ledger.transfers where kind = 'demo_history' limit 1`)
  if (!told) return
  throw new Error(
    'The books of this database hold the made-up history of the demonstration, so no real shop can be opened on it: start with DEMO=1, or give DATABASE_URL a database of its own.',
  )
}

/** Secrets that the environment does not name are made once and kept in the data folder, outside the database. */
function withSecrets(config: Config): Config {
  const names = [
    'PIN_KEY',
    'MASTER_KEY',
    ...(config.DEMO ? (['SANDBOX_KEY', 'SANDBOX_WEBHOOK_SECRET'] as const) : []),
  ] as const
  if (names.every((name) => config[name])) return config
  fs.mkdirSync(config.DATA_DIR, { recursive: true })
  const file = secretsFile(config)
  const known = fs.existsSync(file) ? readSecrets(file) : {}
  const kept = Object.fromEntries(names.map((name) => [name, known[name] ?? randomBytes(32).toString('hex')]))
  if (names.some((name) => !known[name])) writeWhole(file, JSON.stringify(kept))
  return { ...config, ...Object.fromEntries(names.map((name) => [name, config[name] || kept[name]])) }
}

const secretsFile = ({ DEMO, DATA_DIR }: Config): string =>
  path.resolve(DATA_DIR, DEMO ? 'demo-secrets.json' : 'secrets.json')

/** All of it or nothing: what a crash left half would open nothing any more. */
function writeWhole(file: string, text: string) {
  const beside = `${file}.new`
  const open = fs.openSync(beside, 'w', 0o600)
  fs.writeSync(open, text)
  fs.fsyncSync(open)
  fs.closeSync(open)
  fs.renameSync(beside, file)
}

function readSecrets(file: string): Record<string, string> {
  if ((fs.statSync(file).mode & 0o077) !== 0)
    throw new Error(`Others of this machine can read the secrets in ${file}: let only its owner read it (chmod 600).`)
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** One process at a time owns a data folder; a second one would stop the first one's database. */
function ownFolder(folder: string): () => void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'owner.pid')
  const owner = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0
  if (owner && owner !== process.pid && isKarat(owner))
    throw new Error(
      `The data folder ${path.resolve(folder)} is in use by process ${owner}: stop that one, or set DATA_DIR or DATABASE_URL.`,
    )
  fs.writeFileSync(file, String(process.pid))
  return () => fs.rmSync(file, { force: true })
}

function isKarat(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !fs.existsSync('/proc/self') || /build\/server|dev\.ts/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

function requireFreePort({ PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${PORT} is taken: stop the program that uses it, or set PORT to another number.`)
          : new Error(`The server cannot listen on ${HOST}:${PORT} (${error.code}): set HOST and PORT.`),
      ),
    )
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

/** Addresses and demo accounts, printed once the server answers. */
export function announce(
  { karat, firstLink }: Pick<Started, 'karat' | 'firstLink'>,
  accounts: string[],
  staff: string[],
) {
  const base = karat.config.PUBLIC_URL
  const lines = [
    `Karat is open at ${base}`,
    `  shop            ${base}/product/product`,
    `  back office     ${base}/admin`,
    `  API document    ${base}/api/docs`,
    ...(karat.config.DEMO
      ? [
          `  mailbox         ${base}/dev/mailbox`,
          '',
          'Demo accounts (password and PIN only for this demonstration):',
          ...accounts,
          '',
          `Demo staff, who sign in at ${base}/admin with a code from ${base}/dev/authenticator:`,
          ...staff,
        ]
      : [
          ...(firstLink ? ['', `The first owner sets the shop up here, once and within an hour: ${firstLink}`] : []),
          ...(fs.existsSync(secretsFile(karat.config))
            ? [
                '',
                `Keep a copy of ${secretsFile(karat.config)} apart from the database: without it nothing sealed opens.`,
              ]
            : []),
        ]),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
