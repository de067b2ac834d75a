/** The bag: everything a command may reach. Opened once a process; tests open their own. */
import type { FastifyBaseLogger } from 'fastify'
import { openBankProvider } from './bank/bank-provider.ts'
import { openCounterProvider } from './bank/counter-provider.ts'
import type { PeopleReader } from './cases/person.ts'
import { screenFor } from './cases/screen.ts'
import { type CatalogueMemory, openCatalogueMemory } from './catalogue/catalogue-memory.ts'
import type { Config } from './config.ts'
import { type Hasher, openHasher } from './credentials/hasher.ts'
import { openSealing, type Sealing } from './credentials/sealing.ts'
import { openSigning, type Signing } from './credentials/signing.ts'
import { Db, type Intercept, sql } from './db/database.ts'
import { type LastKnown, openLastKnown } from './db/last-known.ts'
import { type Listener, openListener } from './db/listen.ts'
import { APPLICATION_ROLE } from './db/migrate.ts'
import { openPulse, type Pulse } from './db/pulse.ts'
import { openServers, POOLER } from './db/servers.ts'
import { type Limits, openLimits } from './http/limits.ts'
import { openTokenTries, type TokenTries } from './http/token-tries.ts'
import type { Attribute } from './identity/attribution.ts'
import { openSessionLookup, type SessionLookup } from './identity/session-lookup.ts'
import { readPeople } from './kyc/read-people.ts'
import { type Channels, openChannels } from './mail/channels.ts'
import type { MandateSettler } from './payments/mandates.ts'
import type { PayoutSettler } from './payments/payout-contract.ts'
import { openProviders, type Providers } from './payments/providers.ts'
import type { Settlers } from './payments/settler.ts'
import { type CurrentPrices, openPrices } from './pricing/current-prices.ts'
import { type Market, marketOf } from './pricing/market-rules.ts'
import { attributeSignUp } from './referral/attribute-sign-up.ts'
import { type Settings, settings } from './settings.ts'
import { mandateSettler, payoutSettler, settlers } from './settlers.ts'
import { openStores } from './stores/store-memory.ts'
import type { Store } from './stores/stores.ts'

export type Karat = {
  config: Config
  settings: Settings
  db: Db
  /** Whether the database answers and takes writes. */
  pulse: Pulse
  listener: Listener
  lastKnown: LastKnown
  connectionString: string
  /** Milliseconds since 1970 by this process's clock: for the age of a price and for windows of a minute. What expires is judged by the database's clock. */
  now: () => number
  log: FastifyBaseLogger
  stores: Map<string, Store>
  /** Reads the stores anew; resolves when memory holds what was committed before the call. */
  refreshStores: () => Promise<void>
  /** When gold is traded; a shop of a simulated price is never closed. */
  market: Market
  prices: CurrentPrices
  catalogue: CatalogueMemory
  hasher: Hasher
  sealing: Sealing
  signing: Signing
  sessions: SessionLookup
  providers: Providers
  /** What becomes of money, by what it is for. */
  settlers: Settlers
  settlePayout: PayoutSettler
  /** What becomes of what a mandate pays for. */
  mandateSettler: MandateSettler
  /** Who members are, for the screening. */
  peopleOf: PeopleReader
  /** What becomes of the codes of a sign-up link. */
  attribute: Attribute
  limits: Limits
  tokenTries: TokenTries
  /** The ways out of the house that are configured. */
  channels: Channels
  close(): Promise<void>
}

/** What of the bag each area is given: what its own files reach for, and what the areas that it calls are given. */
type Parts = {
  agents:
    | 'config'
    | 'db'
    | 'hasher'
    | 'log'
    | 'market'
    | 'now'
    | 'prices'
    | 'providers'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'settlePayout'
    | 'signing'
    | 'stores'
    | 'tokenTries'
  activities:
    | 'config'
    | 'db'
    | 'hasher'
    | 'limits'
    | 'log'
    | 'now'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'stores'
    | 'tokenTries'
  bank: 'config' | 'db' | 'log' | 'settlers' | 'stores'
  backing: 'db' | 'listener' | 'log' | 'settings' | 'stores'
  books: 'db' | 'prices' | 'settings'
  business:
    | 'config'
    | 'db'
    | 'hasher'
    | 'log'
    | 'market'
    | 'now'
    | 'prices'
    | 'providers'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'settlePayout'
    | 'signing'
    | 'stores'
    | 'tokenTries'
  cart: 'catalogue' | 'config' | 'db' | 'prices' | 'settings' | 'stores'
  cases: 'config' | 'db' | 'log' | 'peopleOf' | 'sealing'
  catalogue: 'catalogue' | 'db' | 'limits' | 'log' | 'now' | 'prices' | 'settings' | 'stores'
  community: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'sessions' | 'settings' | 'stores' | 'tokenTries'
  complaints: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'sessions' | 'settings' | 'stores' | 'tokenTries'
  content: 'db' | 'stores'
  credentials: 'config' | 'db' | 'log' | 'sealing'
  delivery: 'db' | 'now' | 'prices' | 'settings'
  files: 'db' | 'log' | 'settings'
  goldback:
    | 'config'
    | 'db'
    | 'hasher'
    | 'log'
    | 'market'
    | 'now'
    | 'peopleOf'
    | 'prices'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'stores'
    | 'tokenTries'
  identity: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'sessions' | 'settings' | 'stores' | 'tokenTries'
  kyc: 'config' | 'db' | 'log' | 'peopleOf' | 'sealing' | 'settings' | 'stores'
  ledger: 'db' | 'log'
  mail: 'channels' | 'config' | 'db' | 'limits' | 'log' | 'now' | 'sealing' | 'settings' | 'stores'
  orders:
    | 'catalogue'
    | 'config'
    | 'db'
    | 'hasher'
    | 'log'
    | 'market'
    | 'now'
    | 'prices'
    | 'providers'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'stores'
    | 'tokenTries'
  payments:
    | 'config'
    | 'db'
    | 'log'
    | 'mandateSettler'
    | 'now'
    | 'providers'
    | 'sealing'
    | 'settlePayout'
    | 'settlers'
    | 'stores'
  payouts: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'sessions' | 'settings' | 'stores' | 'tokenTries'
  pricing: 'config' | 'db' | 'lastKnown' | 'log' | 'market' | 'now' | 'prices' | 'settings' | 'stores'
  proof: 'config' | 'db' | 'limits' | 'log' | 'now' | 'sealing' | 'settings' | 'stores'
  referral: 'config' | 'db' | 'limits' | 'log' | 'now' | 'settings' | 'stores'
  rights: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'sessions' | 'settings' | 'stores' | 'tokenTries'
  sandbox: 'config' | 'db' | 'log' | 'now'
  staff: 'config' | 'db' | 'hasher' | 'log' | 'now' | 'sealing' | 'settings' | 'tokenTries'
  vault:
    | 'config'
    | 'db'
    | 'hasher'
    | 'log'
    | 'market'
    | 'now'
    | 'prices'
    | 'providers'
    | 'sealing'
    | 'sessions'
    | 'settings'
    | 'settlePayout'
    | 'signing'
    | 'stores'
    | 'tokenTries'
  witness: 'config' | 'db' | 'limits' | 'log' | 'now' | 'stores'
  wishes: 'catalogue' | 'config' | 'db' | 'limits' | 'log' | 'now' | 'prices' | 'settings' | 'stores'
}

/** The bag as an area knows it; the doors of app.ts, rounds and the start hand on the whole one, which fits every area. */
export type Bag<Area extends keyof Parts> = Pick<Karat, Parts[Area]>

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
  const servers = openServers(connectionString)
  await servers.choose()
  const db = new Db(servers.url, {
    max: config.DATABASE_POOL,
    role: APPLICATION_ROLE,
    limits: own.database,
    ...(intercept ? { intercept } : {}),
  })
  await requireRole(db, own.database.lockMs)
  const listener = openListener({ url: servers.url, log, settings: own.database, lost: () => db.renew() })
  const pulse = openPulse({
    ...{ servers, settings: own.database, now, log },
    changed: (what) => (what === 'well' ? listener.doubt() : db.cut()),
  })
  db.asks(() => pulse.trouble() === 'away')
  db.mendsBy(screenFor({ db, peopleOf: readPeople }))
  const hasher = openHasher(config)
  const sealing = openSealing(config)
  const sessions = openSessionLookup(db)
  const providers = openProviders(config, log, now, [openBankProvider(db), openCounterProvider(db)])
  const limits = openLimits(db, config.RATE_LIMITS !== false)
  const channels = openChannels(config)
  const market = marketOf(config.PRICE_MARKET_HOURS, config.PRICE_MARKET_HOLIDAYS)
  const memories = await openMemories({ db, listener, settings: own, market, now })
  return {
    ...{
      config,
      settings: own,
      db,
      pulse,
      listener,
      lastKnown: openLastKnown(),
      connectionString: servers.url(),
      now,
      log,
      ...memories.read,
      market,
      hasher,
      ...{ sealing, signing: openSigning(config) },
      sessions,
      providers,
      ...{ settlers, settlePayout: payoutSettler({ config }) },
      mandateSettler: mandateSettler({ config, stores: memories.read.stores }),
      ...{ peopleOf: readPeople, attribute: attributeSignUp },
      ...{ limits, tokenTries: openTokenTries(limits, now), channels },
    },
    async close() {
      await Promise.all([
        memories.close(),
        listener.close(),
        pulse.close(),
        ...[...channels.values()].map((channel) => channel.close()),
      ])
      await db.close()
    },
  }
}

type Remembering = Pick<Karat, 'db' | 'listener' | 'settings' | 'market' | 'now'>

/** What every request reads without asking the database. */
async function openMemories({ db, listener, settings: own, market, now }: Remembering) {
  const memory = await openStores({ db, listener })
  const { stores } = memory
  const prices = await openPrices({ db, listener, stores, settings: own, market, now })
  const catalogue = await openCatalogueMemory({ db, listener })
  // What is made of a store's settings goes by the versions of these two.
  memory.subscribe(async () => {
    await Promise.all([prices.refresh(), catalogue.refresh()]).catch(() => listener.doubt())
  })
  return {
    read: { stores, refreshStores: memory.refresh, prices, catalogue },
    close: () => Promise.all([memory.close(), prices.close(), catalogue.close()]),
  }
}

/** A pooler between us and PostgreSQL may swallow what a connection asks for at its start; then nothing would be refused to us. */
async function requireRole(db: Db, lockMs: number) {
  const row = await db.row<{ role: string; lockMs: number }>(
    sql`select current_user::text as role, setting::int as "lockMs" from pg_settings where name = 'lock_timeout'`,
  )
  if (row?.role === APPLICATION_ROLE && row.lockMs === lockMs) return
  await db.close()
  throw new Error(`The database of DATABASE_URL ${POOLER}.`)
}
