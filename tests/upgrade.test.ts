/** The way here from a shop of 79968aa: what its members, staff and acquirer had done is still there, and the books are clean. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { auditLedger } from '../src/audit/ledger-audit.ts'
import { Db, sql } from '../src/db/database.ts'
import { APPLICATION_ROLE, migrate, migrationPlan } from '../src/db/migrate.ts'
import { planRefusal } from '../src/db/migration-rules.ts'
import { verifyChain } from '../src/ledger/verify-chain.ts'

/** pg_dump of the demo shop of 79968aa with its history, made by PostgreSQL 15; of its prices older than three hours only the days are left. */
const dump = brotliDecompressSync(readFileSync('tests/upgrades/79968aa.sql.br')).toString()
let address: string
let owner: pg.Client
beforeAll(async () => {
  const administrator = new pg.Client({ connectionString: inject('server') })
  await administrator.connect()
  const name = `upgrade_${randomBytes(4).toString('hex')}`
  await administrator.query(`create database ${name}`)
  await administrator.end()
  address = inject('server').replace(/karat$/, name)
  owner = new pg.Client({ connectionString: address })
  await owner.connect()
  await owner.query(dump)
})
afterAll(() => owner?.end())

const told = async () =>
  (
    await owner.query(`select (select count(*)::int from orders.orders) as orders, (select count(*)::int from identity.members) as members,
      (select count(*)::int from ledger.transfers where kind not like 'pieces_%') as transfers, (select count(*)::int from catalogue.pieces) as pieces,
      (select count(*)::int from staff.actions) as actions`)
  ).rows[0]

/** All that papers say, in the order of their numbers. */
const written = async (from: string) =>
  (
    await owner.query(
      `select kind, store, year, number, document::text, issued_at from (${from}) p order by 1, 2, 3, 4`,
    )
  ).rows

test('the shop of 79968aa is migrated to today with all it had, audited clean, and has the rights of a fresh one', async () => {
  const before = await told()
  expect(before).toMatchObject({ orders: 21 })
  const papers = await written(
    `select 'invoice' as kind, store, year, number, document, issued_at from orders.invoices
      union all select kind, store, year, number, document, issued_at from orders.later_papers`,
  )
  expect(papers.length).toBeGreaterThan(10)
  await migrate(address)
  expect(await written('select * from papers.papers')).toEqual(papers)
  expect(await told()).toEqual(before)
  const db = new Db(address, { max: 2, role: APPLICATION_ROLE })
  expect(await auditLedger(db)).toEqual([])
  const opened = await db.rows<{ kind: string }>(
    sql`select distinct kind from ledger.transfers where reason = 'opening stock' order by kind`,
  )
  expect(opened.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pieces_delivered', 'pieces_received']))
  expect(await verifyChain(db)).toBeNull()
  const plan = await migrationPlan(address)
  expect([plan.pending, plan.edited, plan.unknown, planRefusal(plan)]).toEqual([[], [], [], null])
  const fresh = new Db(inject('server').replace(/karat$/, 'template_shop'), { max: 1 })
  expect(await rightsIn(db)).toEqual(await rightsIn(fresh).finally(() => fresh.close()))
  await db.close()
})

const rightsIn = (on: Db) =>
  on.rows(sql`
    select format('%s.%s', n.nspname, c.relname) as name, p
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) as p
    where c.relkind in ('r', 'v') and n.nspname not in ('pg_catalog', 'information_schema')
      and (has_table_privilege(${APPLICATION_ROLE}, c.oid, p)
        or p not in ('DELETE', 'TRUNCATE') and has_any_column_privilege(${APPLICATION_ROLE}, c.oid, p))
    order by 1, 2`)

test('a release that counted migrations by number cannot start on it any more', async () => {
  expect((await owner.query(`select from pg_tables where tablename = 'karat_migrations'`)).rowCount).toBe(0)
})
