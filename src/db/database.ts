/** Connections, statements and transactions. SQL is written as SQL, with `sql` from sql-template-tag; values are always parameters. */
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import sqlTag, { type Sql } from 'sql-template-tag'
import { type Settings, settings } from '../settings.ts'
import { keepAliveOptions } from './listen.ts'

export { empty, join, raw, type Sql } from 'sql-template-tag'
export const sql = sqlTag

const INT8 = 20
const readers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

/** Whatever can run a statement: the pool or an open transaction. Queries take this. */
export interface Queryable {
  /** All rows. The caller names their shape; the door's response schema proves it. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>
  /** The only row, or undefined when there is none. */
  row<Row extends object>(statement: Sql): Promise<Row | undefined>
  /** How many rows were touched. */
  run(statement: Sql): Promise<number>
}

/** An open transaction. Only `Db.transaction` makes one, so a command that takes a `Tx` cannot run outside. */
export interface Tx extends Queryable {
  readonly inTransaction: true
  /** Runs once the transaction has committed; not at all when it rolls back. */
  afterCommit(then: () => void): void
}

/**
 * Sees every statement before it is sent, and may change it. Tests use it to plant a bug (a lock taken away) or to let a
 * competing action run at a named point. Absent in production.
 */
export type Intercept = (text: string) => string | Promise<string>

/** The commit's answer was lost: nobody knows whether it happened. The caller settles it through its idempotency key. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** The database answered COMMIT with ROLLBACK, because an error of a statement was swallowed. */
class RolledBack extends Error {
  override name = 'RolledBack'
  readonly code = 'rolled_back'
}

/** Nobody answers at the database: known already, so not tried. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  readonly code = '08006'
  constructor() {
    super('the database is away')
  }
}

type Limits = Pick<Settings['database'], 'commitMs' | 'statementMs' | 'lockMs' | 'longestMs'>
type DbOptions = {
  max: number
  intercept?: Intercept
  role?: string
  limits?: Limits
}

const clientOf = (address: () => string, { role, limits = settings.database }: DbOptions) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, ...startOf(address(), role, limits) })
      // Between the pool's own listener and that of whoever takes it an end may be heard by nobody; its next statement fails.
      this.on('error', () => {})
    }
  }

/**
 * What a connection says at its start. Options that the address itself has would take the place of all of ours: they are set
 * between our choices and what no address may change.
 */
function startOf(address: string, role: string | undefined, { lockMs, longestMs }: Limits) {
  const url = new URL(address)
  const own = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  const options = [
    '-c timezone=UTC -c plan_cache_mode=force_generic_plan -c jit=off', // statements find rows by key: one plan serves every value,
    own,
    `-c lock_timeout=${lockMs} -c statement_timeout=${longestMs} -c idle_in_transaction_session_timeout=10s`,
    role ? `-c role=${role}` : '',
    keepAliveOptions,
  ]
  return { connectionString: url.href, options: options.join(' ') }
}

/** Runs `send` so that what it writes waits for whatever else is written in this turn of the event loop. */
function together<T>(client: pg.PoolClient, send: () => T): T {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return send()
}

const MOST_NAMES = 500
const LONGEST_GOODBYE_MS = 3000
const MAY_RETRY = new Set(['40001', '40P01'])
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''
const isDisconnect = (error: unknown) =>
  error instanceof Error && (!('code' in error) || /^(08|57P0|ECONN|EPIPE)/.test(codeOf(error)))

/** Codes of a database that is away, going down, full, or that let somebody wait too long; 40: it gave up after every try. */
const UNAVAILABLE =
  /^(57P|53|58030|08|25006|55P03|57014|25P03|40001|40P01|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH)/
/** What the database's client says, without any code, of a connection that broke or could not be had. */
const NO_CONNECTION =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|^Client (was closed|has encountered)/

/** Whether something failed because the database gave no answer, and no fault of ours. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof Error && (UNAVAILABLE.test(codeOf(error)) || NO_CONNECTION.test(error.message))

export class Db implements Queryable {
  readonly pool: pg.Pool
  private readonly intercept: Intercept | undefined
  private readonly commitMs: number | undefined
  private readonly clients = new Set<pg.PoolClient>()
  private readonly working = new Set<pg.PoolClient>()
  private readonly names = new Map<string, string>()
  private isAway: () => boolean = () => false
  private mend: (failure: unknown) => Promise<boolean> = async () => false

  /** `address` may change: every new connection asks for it. Without `limits` nothing is given up on this side. */
  constructor(address: string | (() => string), options: DbOptions) {
    this.intercept = options.intercept
    this.commitMs = options.limits?.commitMs
    this.pool = new pg.Pool({
      Client: clientOf(typeof address === 'string' ? () => address : address, options),
      max: options.max,
      ...(options.limits ? { query_timeout: options.limits.statementMs } : {}),
      keepAlive: true,
      types: readers,
      application_name: 'karat',
      pipeline: true, // statements of a transaction that do not need one another travel together
      connectionTimeoutMillis: 5000,
      idleTimeoutMillis: 30_000,
    })
    this.pool.on('error', () => {}) // an idle connection that the database closed; the next query takes another
    this.pool.on('connect', (client) => void this.clients.add(client))
    this.pool.on('remove', (client) => void this.clients.delete(client))
    this.pool.on('acquire', (client) => void this.working.add(client))
    this.pool.on('release', (_error, client) => void this.working.delete(client))
  }

  /** From now on nothing is sent, and nobody waits, while `isAway` says that nobody would answer. */
  asks(isAway: () => boolean) {
    this.isAway = isAway
  }

  /** What was refused for want of something is tried again where `mend` has seen to it (screenFor). */
  mendsBy(mend: (failure: unknown) => Promise<boolean>) {
    this.mend = mend
  }

  /** Ends every connection without a goodbye: whoever waits for an answer on one is told at once that there is none. */
  cut() {
    for (const client of this.clients) (client as unknown as pg.Client).connection.stream.destroy()
  }

  /** Ends the connections that nobody uses at this moment; the next statements take new ones. */
  renew() {
    for (const client of this.clients)
      if (!this.working.has(client)) (client as unknown as pg.Client).connection.stream.destroy()
  }

  rows<Row extends object>(statement: Sql): Promise<Row[]> {
    return this.alone<Row>(statement).then((result) => result.rows)
  }
  row<Row extends object>(statement: Sql): Promise<Row | undefined> {
    return this.alone<Row>(statement).then((result) => result.rows[0])
  }
  run(statement: Sql): Promise<number> {
    return this.alone(statement).then((result) => result.rowCount ?? 0)
  }

  /**
   * Runs `work` in one transaction and commits it. Whatever `work` throws rolls everything back. Deadlocks,
   * serialisation failures and what could be mended are tried again up to three times, so `work` must have no effect outside the database.
   * `longestMs`: how long this side waits for a statement, where that is not the pool's time; the database's own limit is the caller's to set.
   * Throws `OutcomeUnknown` when the connection broke during COMMIT.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, { longestMs }: { longestMs?: number } = {}): Promise<T> {
    return this.tryAgain(() => this.attempt(work, longestMs))
  }

  /** A statement that is its own transaction, tried again as one. */
  private alone<Row extends object>(statement: Sql) {
    return this.tryAgain(() => this.send<Row>(this.pool, statement))
  }

  /** Ends when every connection has; one that does not let go is cut. */
  async close(): Promise<void> {
    const force = setTimeout(() => this.cut(), this.isAway() ? 0 : LONGEST_GOODBYE_MS)
    await this.pool.end() // returns when nobody uses one, before the last has said goodbye
    while (this.clients.size > 0) await once(this.pool, 'remove')
    clearTimeout(force)
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>, longestMs?: number): Promise<T> {
    if (this.isAway()) throw new DatabaseAway()
    const client = await this.pool.connect()
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    const after: (() => void)[] = []
    let over = false
    const send = <Row extends object>(statement: Sql) =>
      this.send<Row>(client, statement, { isOver: () => over, longestMs })
    const tx: Tx = {
      inTransaction: true,
      rows: async <Row extends object>(statement: Sql) => (await send<Row>(statement)).rows,
      row: async <Row extends object>(statement: Sql) => (await send<Row>(statement)).rows[0],
      run: async (statement) => (await send(statement)).rowCount ?? 0,
      afterCommit: (then) => void after.push(then),
    }
    try {
      // `begin` leaves in one piece with the first statement: nothing waits for its answer but the commit.
      const begun = together(client, () => client.query('begin'))
      begun.catch((failure: Error) => {
        broken = failure
      })
      const result = await work(tx)
      await begun
      over = true
      await this.commit(client)
      for (const then of after) then()
      return result
    } catch (error) {
      over = true
      if (error instanceof OutcomeUnknown) broken = error
      else if (!broken) await client.query('rollback').catch((failure: Error) => (broken = failure))
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }

  private async commit(client: pg.PoolClient): Promise<void> {
    // What stops the commit before it is sent leaves nothing unknown: the transaction is rolled back as after any failure.
    if (this.intercept) await this.intercept('commit')
    try {
      const { command } = await client.query({
        text: 'commit',
        ...(this.commitMs ? { query_timeout: this.commitMs } : {}),
      })
      if (command !== 'COMMIT') throw new RolledBack('a statement failed, so nothing was committed')
    } catch (error) {
      if (isDisconnect(error)) throw new OutcomeUnknown('the connection broke during commit', { cause: error })
      throw error
    }
  }

  private async tryAgain<T>(once: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once()
      } catch (error) {
        if (attempt > 3 || !(MAY_RETRY.has(codeOf(error)) || (await this.mend(error)))) throw error
      }
    }
  }

  private async send<Row extends object>(
    on: pg.Pool | pg.PoolClient,
    statement: Sql,
    { isOver = () => false, longestMs }: { isOver?: () => boolean; longestMs?: number | undefined } = {},
  ): Promise<pg.QueryResult<Row>> {
    const text = this.intercept ? await this.intercept(statement.text) : statement.text
    // Of several statements at once one may fail; what follows another would be committed all by itself.
    if (isOver()) throw new Error('the transaction is over')
    if (this.isAway()) throw new DatabaseAway()
    const name = this.nameOf(text)
    const query = {
      ...{ text, values: statement.values },
      ...(name ? { name } : {}),
      ...(longestMs ? { query_timeout: longestMs } : {}),
    }
    return on === this.pool ? this.queryAlone<Row>(query) : together(on as pg.PoolClient, () => on.query<Row>(query))
  }

  /** One prepared statement per text and connection; a text made of ever-new parts must not grow the list without end. */
  private nameOf(text: string): string | undefined {
    const known = this.names.get(text)
    if (known || this.names.size >= MOST_NAMES) return known
    const name = `k${this.names.size}`
    this.names.set(text, name)
    return name
  }

  /** PostgreSQL says that a statement has failed before it lets go of what that held: whoever hears it here finds it free. */
  private async queryAlone<Row extends object>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const client = await this.pool.connect()
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    try {
      return await client.query<Row>(query)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) broken = error as Error
      else if (!broken) await client.query('').catch(onError)
      throw error
    } finally {
      client.off('error', onError)
      client.release(broken)
    }
  }
}

/** The name of the constraint that an error from PostgreSQL reports, or undefined for any other error. */
export const brokenConstraint = (error: unknown): string | undefined => (error as { constraint?: string }).constraint
