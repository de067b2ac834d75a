/**
 * npm run staff -- invite <e-mail> <name> <role>[,<role>…]
 * npm run staff -- again <e-mail>
 *
 * invite: adds somebody of the house and prints a link, good once and for a day, with which they set password and authenticator:
 * so the first owner of a real shop comes in. again: a new link for somebody who lost either. Whoever can run this can read the
 * database, so nothing is asked; what it does is on record in the database's own rows.
 * The database is DATABASE_URL, or the embedded one that runs on DATA_DIR; MASTER_KEY and PUBLIC_URL as the shop has them.
 */
import { openSealing } from '../src/credentials/sealing.ts'
import { Db, sql, type Tx } from '../src/db/database.ts'
import { APPLICATION_ROLE } from '../src/db/migrate.ts'
import { addPerson, writeInvitation } from '../src/staff/invite-staff.ts'
import { type Role, roles } from '../src/staff/permission-rules.ts'
import { connectionString } from './database-address.ts'
import { shopConfig } from './shop-config.ts'

async function personFor(tx: Tx, [command, email = '', name = '', list = '']: string[]): Promise<string> {
  if (command === 'again') {
    const known = await tx.row<{ id: string }>(
      sql`select id from staff.people where email = ${email.trim().toLowerCase()} and disabled_at is null`,
    )
    if (!known) throw new Error(`Nobody who may sign in has the address ${email}.`)
    return known.id
  }
  const chosen = list.split(',') as Role[]
  if (command !== 'invite' || !/^\S+@\S+\.\S+$/.test(email) || !name || !chosen.every((role) => roles.includes(role)))
    throw new Error(`Usage: npm run staff -- invite <e-mail> <name> <${roles.join('|')}>, or again <e-mail>`)
  return addPerson(tx, { email, name, roles: chosen, language: 'id', invitedBy: null })
}

async function main() {
  const config = shopConfig()
  const db = new Db(await connectionString(), { max: 1, role: APPLICATION_ROLE })
  try {
    const { link, expires_at } = await db.transaction(async (tx) => {
      const where = { sealing: openSealing(config), publicUrl: config.PUBLIC_URL }
      return writeInvitation(tx, await personFor(tx, process.argv.slice(2)), where)
    })
    process.stdout.write(`${link}\nGood once, until ${expires_at}. Hand it over yourself.\n`)
  } finally {
    await db.close()
  }
}

main().catch((error: Error & { code?: string }) => {
  const known =
    error.code === 'staff_exists' ? 'There is somebody with this address already: use "again".' : error.message
  process.stderr.write(`${known}\n`)
  process.exitCode = 1
})
