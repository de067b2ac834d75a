/** A whole shop for one test file: its own copy of the seeded database, the bag, the application, a clock that obeys. */
import type { FastifyInstance } from 'fastify'
import type { DestinationStream } from 'pino'
import { afterAll, beforeAll, expect } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { type Intercept, sql } from '../../src/db/database.ts'
import { type Karat, openKarat } from '../../src/karat.ts'
import { openLog } from '../../src/log.ts'
import { type Settings, settings } from '../../src/settings.ts'
import { dids } from '../../src/staff/did-rules.ts'
import { testEnvironment } from './environment.ts'
import { freshTick } from './prices.ts'
import { copyOfTemplate, dropCopy } from './template-copy.ts'

export { testEnvironment } from './environment.ts'

export type Shop = {
  karat: Karat
  app: FastifyInstance
  connectionString: string
  /** Moves this process's clock; the database's clock goes on. */
  clock: { ms: number }
  /** Plants a bug or a competing action: sees every statement before it is sent. Undone by `intercept.current = undefined`. */
  intercept: { current: Intercept | undefined }
}

/**
 * A test sends as much at once as it needs: who is refused while there is too much to do is shown by tests/overload.test.ts. Nor is
 * a database taken for one that is away because the machine has a lot to do: that is shown by tests/ready.test.ts and its neighbours.
 */
const patient = { queue: 10_000, waitMs: Number.POSITIVE_INFINITY, giveUpMs: 60_000 }
const patientDatabase = {
  ...settings.database,
  ...{ answerMs: 60_000, awayMs: 60_000, writeMs: 60_000, commitMs: 60_000, statementMs: 60_000, longestMs: 60_000 },
}
/** For tests of what is held: everything waits as long as it takes, but locks, which are given up as in a shop. */
export const locksGivenUp = { database: patientDatabase } as unknown as Partial<Settings>
const patientSettings = {
  ...settings,
  admission: {
    ...settings.admission,
    ...{ callsShare: 1, subjectShare: 1 },
    calls: patient,
    sessions: { ...settings.admission.sessions, ...patient },
    pages: { ...settings.admission.pages, ...patient },
  },
  handlerTimeoutMs: 60_000,
  database: { ...patientDatabase, lockMs: 60_000 },
} as unknown as Settings

/** Opens a shop before the file's tests and closes it after them; `log` hears what it logs, `own` settings win over a test's. */
export function openShop(
  environment: Record<string, string> = {},
  log?: DestinationStream,
  own: Partial<Settings> = {},
): Shop {
  const shop = { clock: { ms: Date.now() }, intercept: { current: undefined } } as Shop
  beforeAll(() => startShop(shop, { environment, log, own }))
  afterAll(async () => {
    shop.intercept.current = undefined
    if (shop.karat) await requireReadable(shop.karat)
    await shop.app?.close()
    await shop.karat?.close()
    if (shop.connectionString) await dropCopy(shop.connectionString)
  })
  return shop
}

type Opening = { environment?: Record<string, string>; log?: DestinationStream | undefined; own?: Partial<Settings> }

/** Opens the shop on a database of its own, at the moment it is. */
export async function startShop(shop: Shop, opening: Opening = {}): Promise<void> {
  shop.connectionString = await copyOfTemplate()
  shop.clock.ms = Date.now()
  shop.karat = await karatOf(shop, opening)
  await freshTick(shop)
  shop.app = await buildApp(shop.karat)
  await shop.app.ready()
}

/** Another instance on the database of a shop, which is the shop from then on. */
export async function startAnew(shop: Shop): Promise<void> {
  shop.karat = await karatOf(shop, {})
  shop.app = await buildApp(shop.karat)
  await shop.app.ready()
}

const karatOf = (shop: Shop, { environment = {}, log, own = {} }: Opening): Promise<Karat> =>
  openKarat({
    config: readConfig({ ...testEnvironment, DATABASE_POOL: '40', ...environment }),
    connectionString: shop.connectionString,
    log: openLog(environment.LOG_LEVEL ?? 'silent', log),
    now: () => shop.clock.ms,
    settings: { ...patientSettings, ...own },
    intercept: (text) => (shop.intercept.current ? shop.intercept.current(text) : text),
  })

/**
 * Whatever the file's tests did: no letter, and nothing that staff will read, says an amount as a currency's code with bare
 * digits or was done without words for it.
 */
async function requireReadable({ db }: Karat) {
  const rows = await db.rows<{ said: string }>(sql`
    select * from (
      select subject || ' ' || body as said from mail.messages
      union all select details::text from staff.actions
      union all select params::text from staff.approvals) as words
    where said ~ '\\m(IDR|MYR|USD)[ \u00a0]?-?[0-9]' limit 3`)
  expect(rows, 'money.ts: amountOf').toEqual([])
  const unnamed = await db.rows(sql`select distinct details ->> 'did' as did from staff.actions
    where details ->> 'did' <> all(${[...dids]}::text[])`)
  expect(unnamed, 'did-rules.ts: dids').toEqual([])
}
