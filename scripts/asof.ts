/**
 * npm run asof -- --store CODE --at 2026-11-28T00:00:00Z [--out FOLDER]
 *
 * Writes what a store's books and records said at a moment into a folder: report.md and a CSV file for each table (docs/running.md).
 * Nothing is written to the database, which is DATABASE_URL, or the embedded one that runs on DATA_DIR. Exit code 1 where gold, ledger and
 * bank did not agree, and for an argument that cannot be.
 */
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { reportAsOf } from '../src/audit/as-of/as-of-report.ts'
import { Db } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { readStores } from '../src/stores/stores.ts'
import { connectionString } from './database-address.ts'

const usage = 'Usage: npm run asof -- --store CODE --at 2026-11-28T00:00:00Z [--out FOLDER]'

function readOptions(given: string[]) {
  const options = { store: { type: 'string' }, at: { type: 'string' }, out: { type: 'string' } } as const
  const { values } = parseArgs({ args: given, options })
  const { store, at: text } = values
  if (!store || !text) throw new Error(usage)
  const at = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error(`--at ${text} is no moment: write it as 2026-11-28T00:00:00Z, with its zone.`)
  if (at.getTime() > Date.now()) throw new Error(`--at ${text} is still to come.`)
  const out = path.resolve(values.out ?? `asof-${store}-${at.toISOString().replace(/[:.]/g, '')}`)
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`There are files in ${out} already: name another folder with --out.`)
  return { store, at, out }
}

async function main(): Promise<boolean> {
  const { store, at, out } = readOptions(process.argv.slice(2))
  const db = new Db(await connectionString(), { max: 1, role: APPLICATION_ROLE })
  try {
    const stores = await readStores(db)
    if (!stores.has(store)) throw new Error(`There is no store ${store}; there are: ${[...stores.keys()].join(', ')}.`)
    const { files, differences } = await reportAsOf(db, { store, at })
    await mkdir(out, { recursive: true })
    for (const [name, text] of files) await writeFile(path.join(out, name), text)
    const said = differences.map((one) => `DIFFERS  ${one}`)
    process.stdout.write(`${[...said, `${files.size} files in ${out}`].join('\n')}\n`)
    return differences.length === 0
  } finally {
    await db.close()
  }
}

main().then(
  (good) => {
    process.exitCode = good ? 0 : 1
  },
  (error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  },
)
