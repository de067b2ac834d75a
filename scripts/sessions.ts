/**
 * npm run sessions -- end <store|all|staff>
 *
 * Ends every session, of the members of one store, of all members, or of the staff. Members' browsers have to show both steps again:
 * known devices and sign-ins that have begun end as well. Prints how many there were. For the hour of a breach: docs/runbook-breach.md.
 * The database is DATABASE_URL, or the embedded one that runs on DATA_DIR.
 */
import { Db } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { endSessionsOfAll } from '../src/identity/end-sessions.ts'
import { endStaffSessionsOfAll } from '../src/staff/own-account.ts'
import { readStores } from '../src/stores/stores.ts'
import { connectionString } from './database-address.ts'

async function main() {
  const [command, whose = ''] = process.argv.slice(2)
  const db = new Db(await connectionString(), { max: 1, role: APPLICATION_ROLE })
  try {
    const stores = [...(await readStores(db)).keys()]
    if (command !== 'end' || !['all', 'staff', ...stores].includes(whose))
      throw new Error(`Usage: npm run sessions -- end <${['all', 'staff', ...stores].join('|')}>`)
    const ended = await db.transaction((tx) =>
      whose === 'staff' ? endStaffSessionsOfAll(tx) : endSessionsOfAll(tx, whose === 'all' ? stores : [whose]),
    )
    process.stdout.write(`${ended} sessions ended.\n`)
  } finally {
    await db.close()
  }
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
