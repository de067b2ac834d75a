/** The files of migrations/ and the rows that say which of them a database has. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type AppliedMigration, type MigrationFile, readMigration } from './migration-rules.ts'

const hash = (kind: string) => (text: string) => createHash(kind).update(text).digest('hex')

/** Every migration of this release, by number. Throws when there are none, or two of one number. */
export function readMigrationFiles(folder: string): MigrationFile[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.endsWith('.sql')) : []
  if (names.length === 0)
    throw new Error(
      `There are no migrations in ${folder}: start Karat in its own folder, the one with its package.json.`,
    )
  const files = names.map((name) => {
    const file = readMigration(name, fs.readFileSync(path.join(folder, name), 'utf8'), hash('sha256'))
    if (!file) throw new Error(`migrations/${name} is no name of a migration, such as 120.do.what_it_does.sql.`)
    return file
  })
  const twice = files.find((file) => files.some((other) => other !== file && other.number === file.number))
  if (twice) throw new Error(`Two migrations have the number ${twice.number}.`)
  return files.sort((a, b) => a.number - b.number)
}

/** What is applied: from our own table, from that of a release before it had names, or nothing on a fresh database. */
export async function readApplied(client: pg.Client, files: MigrationFile[]): Promise<AppliedMigration[]> {
  if (await exists(client, 'public.karat_applied_migrations')) {
    const { rows } = await client.query<AppliedMigration>(`
      select name, checksum, spares_older as "sparesOlder", applied_at as "appliedAt" from public.karat_applied_migrations
      order by applied_at, name`)
    return rows
  }
  return (await exists(client, 'public.karat_migrations')) ? readNumbered(client, files) : []
}

/** Releases up to 79968aa kept numbers and MD5, and took a number that came late for one that was applied. */
async function readNumbered(client: pg.Client, files: MigrationFile[]): Promise<AppliedMigration[]> {
  const { rows } = await client.query<{ version: string; name: string; md5: string; run_at: Date }>(
    'select version, name, md5, run_at from public.karat_migrations where version > 0 order by version',
  )
  return rows.map(({ version, name, md5, run_at }) => {
    const file = files.find(({ number }) => number === Number(version))
    const isSame = file && hash('md5')(file.sql) === md5
    return {
      name: file?.name ?? `${version.padStart(3, '0')}.do.${name}`,
      checksum: isSame ? file.checksum : `md5 ${md5}`,
      sparesOlder: false,
      appliedAt: run_at,
    }
  })
}

/**
 * Makes the table of names where there is none, takes over what the one of numbers says, and removes that: a release that
 * would look there begins at 001 again, which fails at its first statement. Once a database, it also says what the
 * application may do to tables that are still to come; what it may not do to one of them, that one's migration takes.
 */
export async function prepareBookkeeping(client: pg.Client, applied: AppliedMigration[], role: string): Promise<void> {
  if (await exists(client, 'public.karat_applied_migrations')) return
  await client.query('begin')
  await client.query(`
    create table public.karat_applied_migrations (
      name text primary key, checksum text not null, spares_older boolean not null, applied_at timestamptz not null default now()
    );
    comment on table public.karat_applied_migrations is 'Which files of migrations/ this database has; npm run migrate -- status';
    revoke all on public.karat_applied_migrations from ${role};
    grant select on public.karat_applied_migrations to ${role};
    alter default privileges grant usage on schemas to ${role};
    alter default privileges grant select, insert, update, delete on tables to ${role};
    alter default privileges grant usage on sequences to ${role};
    drop table if exists public.karat_migrations`)
  for (const migration of applied) await recordApplied(client, migration)
  await client.query('commit')
}

export const recordApplied = (
  client: pg.Client,
  migration: Omit<AppliedMigration, 'appliedAt'> & { appliedAt?: Date },
) =>
  client.query(
    `insert into public.karat_applied_migrations (name, checksum, spares_older, applied_at)
     values ($1, $2, $3, coalesce($4::timestamptz, clock_timestamp()))`,
    [migration.name, migration.checksum, migration.sparesOlder, migration.appliedAt ?? null],
  )

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as there', [table])
  return rows[0].there
}
