/** How the schema stands to this release while it runs: another release may have migrated it meanwhile. */
import { type Queryable, sql } from './database.ts'
import { type AppliedMigration, type MigrationFile, planMigrations } from './migration-rules.ts'

/** `newer_beside`: by a release that lets this one go on until it is replaced. */
type SchemaState = 'current' | 'older' | 'newer' | 'newer_beside'

export async function schemaState(on: Queryable, files: MigrationFile[]): Promise<SchemaState> {
  const applied = await on.rows<AppliedMigration>(sql`
    select name, checksum, spares_older as "sparesOlder", applied_at as "appliedAt" from public.karat_applied_migrations`)
  const { pending, unknown } = planMigrations(files, applied)
  if (pending.length > 0) return 'older'
  if (unknown.length === 0) return 'current'
  return unknown.every(({ sparesOlder }) => sparesOlder) ? 'newer_beside' : 'newer'
}
