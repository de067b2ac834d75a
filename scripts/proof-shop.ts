/** What `npm run proof` does in a shop's own database; each answers a sentence, and null where it was not told what it needs. */
import { parseArgs } from 'node:util'
import { openSealing } from '../src/credentials/sealing.ts'
import { Db } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { openLog } from '../src/log.ts'
import { readKeys } from '../src/proof/note-rules.ts'
import { runDay } from '../src/proof/run-day.ts'
import { addWitness } from '../src/proof/witnesses.ts'
import { settings } from '../src/settings.ts'
import { readStores } from '../src/stores/stores.ts'
import { connectionString } from './database-address.ts'
import { shopConfig } from './shop-config.ts'

/** What is logged for the operators of a server is said here. */
const log = openLog('warn', process.stderr)
const one = { type: 'string' } as const

async function withDatabase(work: (db: Db) => Promise<string>): Promise<string> {
  const db = new Db(await connectionString(), { max: 2, role: APPLICATION_ROLE })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

export async function publish(given: string[]): Promise<string | null> {
  const { store } = parseArgs({ args: given, options: { store: one } }).values
  if (!store) return null
  const config = shopConfig()
  return withDatabase(async (db) =>
    runDay({ config, db, log, settings, stores: await readStores(db), sealing: openSealing(config) }, store),
  )
}

export async function nameWitness(given: string[]): Promise<string | null> {
  const { store, key, address } = parseArgs({ args: given, options: { store: one, key: one, address: one } }).values
  if (!store || !key || !address || !/^https?:\/\/\S+$/.test(address)) return null
  const [read] = readKeys(`${key}\n`)
  if (!read) return null
  return withDatabase(async (db) => {
    if (!(await readStores(db)).has(store)) throw new Error(`There is no store ${store}.`)
    const isNew = await addWitness(db, store, { key: read, address })
    return isNew
      ? `${read.name} is a witness of store ${store} from now on.`
      : `${read.name} was a witness of store ${store} already.`
  })
}
