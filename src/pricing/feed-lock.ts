/** Which of the instances reads the feed: the one whose session holds the lock. It falls to another when that session ends. */
import pg from 'pg'

const FEED_LOCK = 7_240_006

export type FeedLock = { held(): Promise<boolean>; release(): Promise<void> }

/** A lock that is asked for anew at every `held`, on one connection of its own. */
export function openFeedLock(connectionString: string): FeedLock {
  let session: pg.Client | undefined
  let mine = false

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString,
      application_name: 'karat price feed',
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    client.on('error', () => drop(client))
    client.on('end', () => drop(client))
    await client.connect()
    mine = false
    session = client
    return client
  }
  function drop(client: pg.Client) {
    if (session !== client) return
    session = undefined
    mine = false
    client.end().catch(() => {})
  }
  return {
    async held() {
      const client = session ?? (await connect())
      try {
        const statement = mine ? 'select true as mine' : `select pg_try_advisory_lock(${FEED_LOCK}) as mine`
        mine = (await client.query<{ mine: boolean }>(statement)).rows[0]?.mine ?? false
      } catch (error) {
        drop(client)
        throw error
      }
      return mine && session === client
    },
    async release() {
      const client = session
      session = undefined
      mine = false
      await client?.end().catch(() => {})
    },
  }
}
