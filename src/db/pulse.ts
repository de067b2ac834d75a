/** Whether the database answers and takes writes, known before anybody has to wait for it. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Settings } from '../settings.ts'
import { abandon, keepAliveOptions } from './listen.ts'
import type { Servers } from './servers.ts'

/** Why nothing can be written: nobody answers; a standby or read-only; a full disk; writes that are not finished in time. */
export type Trouble = 'away' | 'read_only' | 'full' | 'blocked'

export type Pulse = {
  /** Null while the database takes writes. */
  trouble(): Trouble | null
  /** Since when there is this trouble, in milliseconds since 1970; null without any. */
  since(): number | null
  /** Writes something now and says what came of it, within the times of `settings`. Callers of one moment share it. */
  look(): Promise<Trouble | null>
  close(): Promise<void>
}

type Opening = {
  servers: Servers
  settings: Settings['database']
  now: () => number
  log: { warn(sentence: string): void }
  /** Called when nobody answers any more, when another server was chosen, and when all is well again. */
  changed(what: 'away' | 'moved' | 'well'): void
}

const WRITE = `insert into foundation.instances (id, seen_at) values ($1, now())
  on conflict (id) do update set seen_at = excluded.seen_at`

/** Asks the reader every `lookMs` and writes a row every `writeEveryMs`, each on a connection of its own. */
export function openPulse({ servers, settings, now, log, changed }: Opening): Pulse {
  const id = randomUUID()
  const reader = openAsker(servers, settings.awayMs)
  const writer = openAsker(servers, settings.writeMs)
  let trouble: Trouble | null = null
  let since: number | null = null
  let lastWrite = Number.NEGATIVE_INFINITY
  let looking: Promise<Trouble | null> | undefined
  let choosing: Promise<unknown> | undefined
  let closed = false
  let timer: NodeJS.Timeout

  function settle(found: Trouble | null): Trouble | null {
    if (closed || found === trouble) return trouble
    const before = trouble
    trouble = found
    since = found === null ? null : (since ?? now())
    log.warn(found === null ? 'the database takes writes again' : said[found])
    if (found === 'away') changed('away')
    else if (before !== null) changed('well')
    return trouble
  }

  function look(): Promise<Trouble | null> {
    looking ??= write().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function write(): Promise<Trouble | null> {
    lastWrite = performance.now()
    const [read, wrote] = await Promise.all([reader.ask('select 1'), writer.ask(WRITE, [id])])
    return settle(read ? 'away' : wrote && troubleOf(wrote))
  }

  async function beat() {
    const isDue = performance.now() - lastWrite >= settings.writeEveryMs
    const wasAway = trouble === 'away'
    if (isDue) void look()
    if (await reader.ask('select 1')) settle('away')
    else if (wasAway) await look()
    if ((trouble === 'away' || trouble === 'read_only') && !choosing)
      choosing = servers
        .choose()
        .then((moved) => moved && changed('moved'))
        .catch(() => {})
        .finally(() => {
          choosing = undefined
        })
    if (!closed) timer = setTimeout(() => void beat(), settings.lookMs)
  }

  void writer.ask(`delete from foundation.instances where seen_at < now() - interval '1 day'`)
  timer = setTimeout(() => void beat(), settings.lookMs)
  return {
    trouble: () => trouble,
    since: () => since,
    look,
    async close() {
      closed = true
      clearTimeout(timer)
      if (trouble === null) await writer.ask('delete from foundation.instances where id = $1', [id])
      reader.close()
      writer.close()
    },
  }
}

const said: Record<Trouble, string> = {
  away: 'the database does not answer: nothing can be changed, and what is shown comes from memory',
  read_only: 'the database can only be read: nothing can be changed',
  full: 'the database has no room left: nothing can be changed',
  blocked: 'the database does not finish what is written: nothing can be changed',
}

/** Said by the database itself, or by nobody in time. */
function troubleOf(error: Error & { code?: string }): Trouble {
  if (error.code === '25006') return 'read_only'
  return error.code === '53100' || error.code === '58030' ? 'full' : 'blocked'
}

/** Asks one question at a time on a connection of its own; answers what went wrong, or null. */
function openAsker(servers: Servers, longestMs: number) {
  let client: pg.Client | undefined
  let asking: Promise<Error | null> | undefined
  let question = 0

  async function open(): Promise<pg.Client> {
    const opening = new pg.Client({
      connectionString: servers.url(),
      application_name: 'karat probe',
      options: `${keepAliveOptions} -c role=karat_app -c statement_timeout=${longestMs}`,
    })
    const gone = () => forget(opening)
    opening.on('error', gone)
    opening.on('end', gone)
    client = opening
    await opening.connect()
    return opening
  }

  function forget(gone: pg.Client | undefined) {
    if (gone && client === gone) client = undefined
    if (gone) abandon(gone)
  }

  async function send(text: string, values: unknown[]): Promise<void> {
    const old = client
    const mine = ++question
    try {
      await (old ?? (await open())).query(text, values)
    } catch (error) {
      // A connection that broke since it was last asked says nothing of the database now.
      if (!old || old === client || mine !== question) throw error
      await (await open()).query(text, values)
    }
  }

  async function attempt(text: string, values: unknown[]): Promise<Error | null> {
    const sent = send(text, values).then(
      () => null,
      (error: Error) => error,
    )
    const failed = await within(longestMs, sent)
    question += 1
    if (failed) forget(client)
    return failed
  }

  return {
    ask(text: string, values: unknown[] = []): Promise<Error | null> {
      asking = (asking ?? Promise.resolve(null)).then(() => attempt(text, values))
      return asking
    },
    close: () => forget(client),
  }
}

const STEP_MS = 100

/** What came of it, in time or not. It is counted in steps: a time in which this process itself stood still is one of them, however long. */
async function within(longestMs: number, sent: Promise<Error | null>): Promise<Error | null> {
  let isHere = false
  for (let waited = 0; waited < longestMs && !isHere; waited += STEP_MS)
    isHere = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, STEP_MS, false)
      void sent.then(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  return isHere ? sent : new Error('no answer in time')
}
