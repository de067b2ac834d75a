/** One connection that hears the database's notices, knows when it hears nothing any more, and comes back by itself. */
import pg from 'pg'
import type { Settings } from '../settings.ts'

export type Listener = {
  /**
   * From now on calls `heard` for every notice on `channel`, and `connected` whenever notices may have been missed and
   * memory has to be read again: after every (re)connection and at every `doubt`.
   */
  on(channel: string, heard: (payload: string) => void, connected: () => void): void
  /** Whether the last heartbeat was answered. */
  hears(): boolean
  /** Lets everybody read again. */
  doubt(): void
  close(): Promise<void>
}

type Opening = {
  url: () => string
  /** Hears one line when the database is not heard any more, and one when it is again. */
  log: { warn(sentence: string): void }
  settings: Settings['database']
  /** Called when the connection is given up: others to the same place may be as dead. */
  lost?: () => void
}
type Ear = { channel: string; heard: (payload: string) => void; connected: () => void }

/**
 * A connection that was cut without a word looks like one on which nothing happens. So it is asked something every
 * `heartbeatMs`, and given up when `answerMs` pass without an answer.
 */
export const openListener = (opening: Opening): Listener => new Listening(opening)

class Listening implements Listener {
  private readonly opening: Opening
  private readonly ears: Ear[] = []
  private client: pg.Client | undefined
  private listens = false
  private lost = false
  private closed = false
  private timer: NodeJS.Timeout | undefined

  constructor(opening: Opening) {
    this.opening = opening
    void this.open()
  }

  on(channel: string, heard: (payload: string) => void, connected: () => void) {
    const isNew = this.ears.every((ear) => ear.channel !== channel)
    this.ears.push({ channel, heard, connected })
    const { client } = this
    if (!this.listens || !client) return
    if (isNew) client.query(`listen ${channel}`).then(connected, () => this.fail(client))
    else connected()
  }

  hears() {
    return this.listens
  }

  doubt() {
    for (const ear of this.ears) ear.connected()
  }

  async close() {
    this.closed = true
    clearTimeout(this.timer)
    const { client } = this
    this.client = undefined
    this.listens = false
    if (client) abandon(client)
  }

  private async open() {
    const { url, settings, log } = this.opening
    const client = new pg.Client({
      connectionString: url(),
      application_name: 'karat listener',
      connectionTimeoutMillis: settings.answerMs,
      query_timeout: settings.answerMs,
      keepAlive: true,
      options: keepAliveOptions,
    })
    this.client = client
    client.on('error', () => this.fail(client))
    client.on('end', () => this.fail(client))
    client.on('notification', ({ channel, payload }) => {
      for (const ear of this.ears) if (ear.channel === channel) ear.heard(payload ?? '')
    })
    try {
      await client.connect()
      for (const channel of new Set(this.ears.map((ear) => ear.channel))) await client.query(`listen ${channel}`)
      if (this.client !== client || this.closed) return
      this.listens = true
      if (this.lost) log.warn('the database is heard again: what memory holds is read anew')
      this.lost = false
      this.doubt()
      this.beatLater(client)
    } catch {
      this.fail(client)
    }
  }

  private beatLater(client: pg.Client) {
    this.timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.client === client && !this.closed && this.beatLater(client),
        () => this.fail(client),
      )
    }, this.opening.settings.heartbeatMs)
  }

  private fail(broken: pg.Client) {
    if (this.client !== broken || this.closed) return
    const { log, settings, lost } = this.opening
    this.client = undefined
    this.listens = false
    abandon(broken)
    lost?.()
    if (!this.lost) log.warn('the database is not heard any more: prices and goods in memory may be old until it is')
    this.lost = true
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.open(), settings.retryMs)
  }
}

/** The server, too, gives up a connection whose other end is gone, with the locks it holds: after 25 s, not two hours. */
export const keepAliveOptions = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

/** Ends a connection that may lead nowhere: without a goodbye that nobody would answer. */
export function abandon(client: pg.Client) {
  client.removeAllListeners()
  client.on('error', () => {})
  client.connection.stream.destroy()
}
