/** What has to be done to a schema: which files are missing in it, and what of it this release does not know. */

export type MigrationFile = {
  /** The file's name without its ending: `110.do.rights`. */
  name: string
  number: number
  sql: string
  checksum: string
  /** Whether a release that does not know this file may go on working beside it: the file says so in a line of its own. */
  sparesOlder: boolean
}
export type AppliedMigration = { name: string; checksum: string; sparesOlder: boolean; appliedAt: Date }
export type MigrationPlan = {
  /** Files to apply, by number: also those that come late, behind others that were applied before them. */
  pending: MigrationFile[]
  /** Names whose file is not what was applied. */
  edited: string[]
  /** What a newer release applied. */
  unknown: AppliedMigration[]
}

const SPARES_OLDER = /^-- Older releases may go on beside this\.$/m

/** Reads the text of one file; null when its name is not that of a migration. */
export function readMigration(
  fileName: string,
  sql: string,
  checksumOf: (text: string) => string,
): MigrationFile | null {
  const named = /^((\d+)\.do\.[a-z0-9_]+)\.sql$/.exec(fileName)
  if (!named?.[1]) return null
  return {
    name: named[1],
    number: Number(named[2]),
    sql,
    checksum: checksumOf(sql.replaceAll('\r\n', '\n')),
    sparesOlder: SPARES_OLDER.test(sql),
  }
}

/** Compares by name and checksum, never by number. */
export function planMigrations(files: MigrationFile[], applied: AppliedMigration[]): MigrationPlan {
  const done = new Map(applied.map((migration) => [migration.name, migration]))
  const known = new Set(files.map(({ name }) => name))
  return {
    pending: files.filter(({ name }) => !done.has(name)).sort((a, b) => a.number - b.number),
    edited: files
      .filter(({ name, checksum }) => done.has(name) && done.get(name)?.checksum !== checksum)
      .map(({ name }) => name),
    unknown: applied.filter(({ name }) => !known.has(name)),
  }
}

/** Why this release may not start on such a schema, in one sentence; null when it may. */
export function planRefusal({ edited, unknown }: MigrationPlan): string | null {
  if (edited.length > 0)
    return `The migration ${edited.join(', ')} was changed after it was applied to this database: put its file back as it was, and write what is new into a migration of its own.`
  const closed = unknown.filter(({ sparesOlder }) => !sparesOlder).map(({ name }) => name)
  if (closed.length > 0)
    return `A newer release of Karat has migrated this database (${closed.join(', ')}), and this one would break on it: start the newer release, or restore the backup from before.`
  return null
}
