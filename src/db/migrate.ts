/** Brings the schema up to date, by one instance at a time. What the application's role may do is said by the migrations alone. */
import path from 'node:path'
import pg from 'pg'
import { prepareBookkeeping, readApplied, readMigrationFiles, recordApplied } from './applied-migrations.ts'
import { type MigrationFile, type MigrationPlan, planMigrations, planRefusal } from './migration-rules.ts'

/** The role that the application works in: it owns nothing and may not change the ledger, whatever its code says. */
export const APPLICATION_ROLE = 'karat_app'

const MIGRATION_LOCK = 7_240_001

export type MigrateOptions = {
  folder?: string
  /** Hears, in a sentence each, what takes longer than expected and which files were applied late. */
  say?: (sentence: string) => void
  /** How long a file waits for a lock of a table that is in use before it is rolled back and tried again. */
  lockTimeoutMs?: number
  lockTries?: number
  /** How long instances of another release may take to end. */
  otherInstancesMs?: number
}

/**
 * Applies every file of migrations/ that is missing, by name and in the order of their numbers, each with its row in one
 * transaction; a file that has to wait for a lock gives way and is tried again, so that the shop goes on meanwhile.
 *
 * Refuses in this order, before anything is changed: no migrations here; PostgreSQL older than 15; a role that cannot be taken on;
 * a file that was changed after it was applied; a schema of a newer release; instances of an older release that still
 * run, unless every missing file says that they may.
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<void> {
  const files = readMigrationFiles(options.folder ?? path.resolve('migrations'))
  const say = options.say ?? (() => {})
  await connected(connectionString, async (client) => {
    await takeLock(client, say)
    await requireVersion(client)
    await requireRole(client)
    const applied = await readApplied(client, files)
    const plan = planMigrations(files, applied)
    const refusal = planRefusal(plan)
    if (refusal) throw new Error(refusal)
    if (applied.length > 0) await requireAlone(client, plan, options.otherInstancesMs ?? 10_000)
    await prepareBookkeeping(client, applied, APPLICATION_ROLE)
    for (const file of plan.pending) await apply(client, file, options)
    if (plan.unknown.length > 0)
      say(`A newer release has migrated this database; this one may go on beside it until it is replaced.`)
  })
}

/** What `migrate` would do, and what stands in its way; changes nothing. */
export async function migrationPlan(
  connectionString: string,
  folder = path.resolve('migrations'),
): Promise<MigrationPlan> {
  const files = readMigrationFiles(folder)
  return connected(connectionString, async (client) => planMigrations(files, await readApplied(client, files)))
}

async function connected<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'karat migrations', keepAlive: true })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function takeLock(client: pg.Client, say: (sentence: string) => void) {
  for (let attempt = 0; ; attempt++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK])
    if (rows[0].mine) return
    if (attempt === 20) say('Another instance is migrating the database; this one waits for it.')
    await pause(250)
  }
}

async function requireVersion(client: pg.Client) {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
  if (rows[0].version < 170_000) throw new Error('The database of DATABASE_URL is older than PostgreSQL 17.')
}

/** The application's role exists and may be taken on; made here where that is allowed, else by an administrator, once. */
async function requireRole(client: pg.Client) {
  if (await mayTakeRole(client)) return
  // Either may fail because another database of this server has done it; what counts is whether the role can be taken on.
  for (const statement of [`create role ${APPLICATION_ROLE} nologin`, `grant ${APPLICATION_ROLE} to current_user`])
    await client.query(statement).catch(() => {})
  if (await mayTakeRole(client)) return
  const { rows } = await client.query('select quote_ident(current_user) as name')
  throw new Error(
    `The user of DATABASE_URL may not create roles: let an administrator of the database run "create role ${APPLICATION_ROLE} nologin" (unless it exists) and "grant ${APPLICATION_ROLE} to ${rows[0].name}" once.`,
  )
}

const mayTakeRole = (client: pg.Client): Promise<boolean> =>
  client
    .query(`set role ${APPLICATION_ROLE}`)
    .then(() => client.query('reset role'))
    .then(
      () => true,
      () => false,
    )

/** Nobody works on this schema who would break on what is to come; those who are just ending are waited for. */
async function requireAlone(client: pg.Client, { pending }: MigrationPlan, longestMs: number) {
  const strict = pending.filter(({ sparesOlder }) => !sparesOlder).map(({ name }) => name)
  if (strict.length === 0) return
  const until = performance.now() + longestMs
  for (;;) {
    const { rows } = await client.query<{ from: string; since: string; pid: number }>(`
      select coalesce(host(client_addr), 'this machine') as "from", to_char(backend_start, 'YYYY-MM-DD HH24:MI TZ') as since, pid
      from pg_stat_activity
      where datname = current_database() and application_name in ('karat', 'karat listener', 'karat price feed', 'karat probe')
        and pid <> pg_backend_pid()
      order by backend_start limit 1`)
    if (!rows[0]) return
    if (performance.now() > until)
      throw new Error(
        `Instances of an older release still work on this database (one from ${rows[0].from} since ${rows[0].since}, backend ${rows[0].pid}), and ${strict.join(', ')} would break them: stop them all, then start this one.`,
      )
    await pause(250)
  }
}

async function apply(client: pg.Client, file: MigrationFile, options: MigrateOptions) {
  const { lockTimeoutMs = 2000, lockTries = 30, say = () => {} } = options
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      await client.query(file.sql)
      await recordApplied(client, file)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if ((error as { code?: string }).code !== '55P03') throw inFile(file, error as Error)
      if (attempt >= lockTries)
        throw new Error(
          `The migration ${file.name} found a table in use at each of ${lockTries} tries: end long transactions on the database, or start at a quieter moment.`,
        )
      say(`The migration ${file.name} waits for a table that is in use.`)
      await pause(Math.min(lockTimeoutMs, 250 * attempt))
    }
  }
}

const inFile = ({ name }: MigrationFile, error: Error) =>
  Object.assign(new Error(`The migration ${name} failed and was undone: ${error.message}.`, { cause: error }))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
