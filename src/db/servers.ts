/** Which of the servers of DATABASE_URL takes writes: asked at start and whenever the one in use does not. */
import pg from 'pg'
import { databaseOf, readAddress, type Server } from './address-rules.ts'
import { abandon, keepAliveOptions } from './listen.ts'

export type Servers = {
  /** The address of the server in use. */
  url(): string
  /** Its host and port. */
  name(): string
  /** Asks all of them and takes the first that is writable; true when that is another than before. Throws a sentence when none is. */
  choose(): Promise<boolean>
}

/** How long a server may take to let us in and answer. */
const LONGEST_MS = 5000

export function openServers(address: string, longestMs = LONGEST_MS): Servers {
  const servers = readAddress(address)
  if (!servers?.[0]) throw new Error('DATABASE_URL must look like postgres://user:password@host:5432/database.')
  let current: Server = servers[0]
  return {
    url: () => current.url,
    name: () => current.name,
    async choose() {
      const answers = await Promise.all(servers.map((server) => findTrouble(server, longestMs)))
      const at = answers.indexOf(null)
      const found = servers[at]
      if (!found) throw new Error(noneWrites(address, servers, answers))
      const changed = found !== current
      current = found
      return changed
    },
  }
}

/** Why nothing can be written there, in a few words; null when it can. */
async function findTrouble({ url }: Server, longestMs: number): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'karat looking',
    connectionTimeoutMillis: longestMs,
    query_timeout: longestMs,
    options: keepAliveOptions,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') = 'on' as read_only`,
    )
    if (rows[0].standby) return 'is a standby, which cannot be written'
    return rows[0].read_only ? 'is read-only' : null
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (/timeout|^Connection terminated/.test(message)) return `does not answer within ${longestMs / 1000} s`
    if (code === '08P01' && /unsupported startup parameter/.test(message)) return POOLER
    return `cannot be reached (${code || message})`
  } finally {
    abandon(client)
  }
}

/** What a pooler in front of PostgreSQL does to its clients; said wherever that shows. */
export const POOLER =
  'is a connection pooler: Karat keeps its own connections, listens on them and sets its role there, so DATABASE_URL has to lead to PostgreSQL itself'

function noneWrites(address: string, servers: Server[], answers: (string | null)[]): string {
  const said = servers.map(({ name }, at) => `${name}/${databaseOf(address)} ${answers[at]}`)
  return servers.length === 1
    ? `The database at ${said[0]}: check DATABASE_URL.`
    : `None of the servers of DATABASE_URL can be written: ${said.join('; ')}.`
}
