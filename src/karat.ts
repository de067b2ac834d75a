/** The bag: everything a command may reach. Opened once a process; tests open their own. */
import type { FastifyBaseLogger } from 'fastify'
import { type CatalogueMemory, openCatalogueMemory } from './catalogue/catalogue-memory.ts'
import type { Config } from './config.ts'
import { type Hasher, openHasher } from './credentials/hasher.ts'
import { openSealing, type Sealing } from './credentials/sealing.ts'
import { Db, type Intercept } from './db/database.ts'
import { APPLICATION_ROLE } from './db/migrate.ts'
import { type Limits, openLimits } from './http/limits.ts'
import { openSessionLookup, type SessionLookup } from './identity/session-lookup.ts'
import { type Channels, openChannels } from './mail/channels.ts'
import { openProviders, type Providers } from './payments/providers.ts'
import { type CurrentPrices, openPrices } from './pricing/current-prices.ts'
import { type Settings, settings } from './settings.ts'
import { readStores, type Store } from './stores/stores.ts'

export type Karat = {
  config: Config
  settings: Settings
  db: Db
  connectionString: string
  /** Milliseconds since 1970 by this process's clock: for the age of a price and for windows of a minute. What expires is judged by the database's clock. */
  now: () => number
  log: FastifyBaseLogger
  stores: Map<string, Store>
  prices: CurrentPrices
  catalogue: CatalogueMemory
  hasher: Hasher
  sealing: Sealing
  sessions: SessionLookup
  providers: Providers
  limits: Limits
  /** The ways out of the house that are configured. */
  channels: Channels
  close(): Promise<void>
}

export type Opening = {
  config: Config
  connectionString: string
  log: FastifyBaseLogger
  now?: () => number
  settings?: Settings
  intercept?: Intercept
}

/** Opens everything on a migrated and seeded database. */
export async function openKarat({
  config,
  connectionString,
  log,
  now = Date.now,
  settings: own = settings,
  intercept,
}: Opening): Promise<Karat> {
  const db = new Db(connectionString, {
    max: config.DATABASE_POOL,
    role: APPLICATION_ROLE,
    ...(intercept ? { intercept } : {}),
  })
  const stores = await readStores(db)
  const hasher = openHasher(config)
  const sealing = openSealing(config)
  const sessions = openSessionLookup(db)
  const providers = openProviders(config, log, now)
  const limits = openLimits(db, config.RATE_LIMITS !== false)
  const channels = openChannels(config)
  const prices = await openPrices({ db, connectionString, stores, settings: own, now })
  const catalogue = await openCatalogueMemory({ db, connectionString, stores })
  return {
    ...{
      config,
      settings: own,
      db,
      connectionString,
      now,
      log,
      stores,
      prices,
      catalogue,
      hasher,
      sealing,
      sessions,
      providers,
      limits,
      channels,
    },
    async close() {
      await Promise.all([
        prices.close(),
        catalogue.close(),
        ...[...channels.values()].map((channel) => channel.close()),
      ])
      await db.close()
    },
  }
}
