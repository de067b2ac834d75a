/** Brings the schema up to date and gives the application's role exactly the rights it needs. */
import path from 'node:path'
import pg from 'pg'
import Postgrator from 'postgrator'

/** The role that the application works in: it owns nothing and may not change the ledger, whatever its code says. */
export const APPLICATION_ROLE = 'karat_app'

const MIGRATION_LOCK = 7_240_001

/**
 * Applies the numbered files of migrations/ that are missing, one instance at a time, and sets the rights anew. A file
 * that was changed after it was applied is refused.
 */
export async function migrate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'karat migrations' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { rows } = await client.query(
      `select current_database() as name, current_setting('server_version_num')::int as version`,
    )
    if (rows[0].version < 150_000) throw new Error('The database of DATABASE_URL is older than PostgreSQL 15.')
    await requireRole(client)
    const postgrator = new Postgrator({
      migrationPattern: path.resolve('migrations', '*.sql'),
      driver: 'pg',
      database: rows[0].name,
      schemaTable: 'public.karat_migrations',
      validateChecksums: true,
      execQuery: (query: string) => client.query(query),
    })
    await postgrator.migrate()
    await setRights(client)
  } finally {
    await client.end()
  }
}

/** The application's role exists and may be taken on; made here where that is allowed, else by an administrator, once. */
async function requireRole(client: pg.Client) {
  if (await mayTakeRole(client)) return
  // Either may fail because another database of this server has done it; what counts is whether the role can be taken on.
  for (const statement of [`create role ${APPLICATION_ROLE} nologin`, `grant ${APPLICATION_ROLE} to current_user`])
    await client.query(statement).catch(() => {})
  if (await mayTakeRole(client)) return
  const { rows } = await client.query('select quote_ident(current_user) as name')
  throw new Error(
    `The user of DATABASE_URL may not create roles: let an administrator of the database run "create role ${APPLICATION_ROLE} nologin" (unless it exists) and "grant ${APPLICATION_ROLE} to ${rows[0].name}" once.`,
  )
}

const mayTakeRole = (client: pg.Client): Promise<boolean> =>
  client
    .query(`set role ${APPLICATION_ROLE}`)
    .then(() => client.query('reset role'))
    .then(
      () => true,
      () => false,
    )

async function setRights(client: pg.Client) {
  const { rows } = await client.query(
    `select nspname as name from pg_namespace where nspname in
      ('foundation','mail','stores','content','identity','files','ledger','pricing','catalogue','wishes','delivery','cart','orders','community','payments','staff','kyc','payouts','rights','sandbox')`,
  )
  const schemas = rows.map((row) => row.name).join(', ')
  await client.query(`
    grant usage on schema ${schemas} to ${APPLICATION_ROLE};
    grant select, insert, update, delete on all tables in schema ${schemas} to ${APPLICATION_ROLE};
    grant usage on all sequences in schema ${schemas} to ${APPLICATION_ROLE};
    revoke insert, update, delete, truncate on all tables in schema ledger from ${APPLICATION_ROLE};
    grant insert on ledger.accounts, ledger.transfers, ledger.published_heads to ${APPLICATION_ROLE};
    revoke update, delete, truncate on orders.moves, orders.lines, orders.former_lines, orders.settlements, orders.shipments, orders.hand_overs,
      catalogue.stock_moves, catalogue.piece_moves, orders.invoices, orders.later_papers, kyc.moves, kyc.views, staff.actions,
      staff.notes from ${APPLICATION_ROLE};
  `)
}
