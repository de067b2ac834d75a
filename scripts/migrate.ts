/**
 * npm run migrate -- status | up
 *
 * status: which migrations the database lacks, and what would stop a start; changes nothing. Exit code 1 when a start would be
 * refused, 2 when migrations are missing. up: applies them, as a start does.
 * The database is DATABASE_URL, or the embedded one that runs on DATA_DIR.
 */
import { migrate, migrationPlan } from '../src/db/migrate.ts'
import { planRefusal } from '../src/db/migration-rules.ts'
import { connectionString } from './database-address.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function status(): Promise<number> {
  const plan = await migrationPlan(await connectionString())
  for (const { name, sparesOlder } of plan.pending)
    print(`missing  ${name}${sparesOlder ? '' : '  (older releases must be stopped first)'}`)
  for (const { name, appliedAt } of plan.unknown) print(`newer    ${name}  ${appliedAt.toISOString()}`)
  const refusal = planRefusal(plan)
  print(refusal ?? (plan.pending.length > 0 ? `${plan.pending.length} to apply.` : 'The schema is up to date.'))
  return refusal ? 1 : plan.pending.length > 0 ? 2 : 0
}

async function up(): Promise<number> {
  await migrate(await connectionString(), { say: print })
  return status()
}

const command = { status, up }[process.argv[2] ?? '']
if (!command) {
  process.stderr.write('npm run migrate -- status | up\n')
  process.exit(1)
}
process.exitCode = await command().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  return 1
})
