/** One connection that hears the database's notices and comes back by itself after a break. */
import pg from 'pg'

export type Listener = { close(): Promise<void> }

/**
 * Calls `heard` for every notice on `channels`, and `connected` after every (re)connection, when notices may have been
 * missed and memory has to be read again.
 */
export function listen(
  connectionString: string,
  channels: string[],
  heard: (channel: string, payload: string) => void,
  connected: () => void,
): Listener {
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false

  async function open() {
    const opening = new pg.Client({ connectionString, application_name: 'karat listener' })
    client = opening
    opening.on('error', retry)
    opening.on('end', retry)
    opening.on('notification', (notice) => heard(notice.channel, notice.payload ?? ''))
    try {
      await opening.connect()
      for (const channel of channels) await opening.query(`listen ${channel}`)
      connected()
    } catch {
      retry()
    }
  }

  function retry() {
    if (closed || again) return
    again = setTimeout(() => {
      again = undefined
      client?.removeAllListeners()
      client?.on('error', () => {})
      void client?.end().catch(() => {})
      void open()
    }, 500)
  }

  void open()
  return {
    async close() {
      closed = true
      clearTimeout(again)
      client?.removeAllListeners()
      client?.on('error', () => {})
      await client?.end().catch(() => {})
    },
  }
}
