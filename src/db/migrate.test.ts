/** How a schema is brought up to date: by whom, in what order, and what is refused. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { Db, sql } from './database.ts'
import { APPLICATION_ROLE, type MigrateOptions, migrate, migrationPlan } from './migrate.ts'

const name = `plain_${randomBytes(4).toString('hex')}`
const password = randomBytes(8).toString('hex')
let administrator: pg.Client
let address: string
beforeAll(async () => {
  administrator = new pg.Client({ connectionString: inject('server') })
  await administrator.connect()
  await administrator.query(`create role ${name} login password '${password}' nosuperuser nocreaterole`)
  await administrator.query(`create database ${name} owner ${name}`)
  const own = new URL(inject('server'))
  Object.assign(own, { username: name, password, pathname: `/${name}` })
  address = own.href
})
afterAll(() => administrator?.end())

test('a user who may not create roles is told in one sentence what an administrator has to run, and nothing is begun', async () => {
  await expect(migrate(address)).rejects.toThrow(
    `The user of DATABASE_URL may not create roles: let an administrator of the database run "create role ${APPLICATION_ROLE} nologin" (unless it exists) and "grant ${APPLICATION_ROLE} to ${name}" once.`,
  )
  const db = new Db(address, { max: 1 })
  expect(await db.rows(sql`select from pg_namespace where nspname = 'ledger'`)).toEqual([])
  await db.close()
})

test('once the administrator has run it the schema is made, again and again, and the application works in its role', async () => {
  await administrator.query(`grant ${APPLICATION_ROLE} to ${name}`)
  await migrate(address)
  await migrate(address)
  const db = new Db(address, { max: 1, role: APPLICATION_ROLE })
  expect(
    await db.row(sql`select current_user::text as role from stores.stores right join (select 1) as one on true`),
  ).toEqual({
    role: APPLICATION_ROLE,
  })
  await expect(db.run(sql`delete from ledger.transfers`)).rejects.toThrow('permission denied')
  await db.close()
})

describe('on a small schema', () => {
  let folder: string
  let small: pg.Client
  let url: string
  const put = (name: string, text: string) => writeFileSync(path.join(folder, `${name}.sql`), text)
  const up = (options: MigrateOptions = {}) => migrate(url, { folder, otherInstancesMs: 0, ...options })
  const appliedNames = async () =>
    (await small.query('select name from karat_applied_migrations order by applied_at, name')).rows.map(
      ({ name }) => name,
    )

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'karat-migrations-'))
    const database = `small_${randomBytes(4).toString('hex')}`
    await administrator.query(`create database ${database}`)
    url = inject('server').replace(/karat$/, database)
    small = new pg.Client({ connectionString: url })
    await small.connect()
    put('001.do.goods', 'create schema goods; create table goods.bars (id integer primary key)')
    put('005.do.coins', 'create table goods.coins (id integer primary key)')
  })
  afterEach(async () => {
    await small.end()
    rmSync(folder, { recursive: true })
  })

  test('a number that comes late is applied', async () => {
    await up()
    put('003.do.weight', 'alter table goods.bars add weight integer')
    expect((await migrationPlan(url, folder)).pending.map(({ name }) => name)).toEqual(['003.do.weight'])
    await up()
    expect(await appliedNames()).toEqual(['001.do.goods', '005.do.coins', '003.do.weight'])
    await small.query('select weight from goods.bars')
  })

  test('an edited file is refused, and what is missing beside it is not applied', async () => {
    await up()
    put('001.do.goods', 'create schema goods')
    put('006.do.more', 'create table goods.more (id integer)')
    await expect(up()).rejects.toThrow('001.do.goods was changed after it was applied')
    expect(await appliedNames()).toEqual(['001.do.goods', '005.do.coins'])
  })

  test('an older release is refused on a newer schema, unless the newer one spares it', async () => {
    put('006.do.spares', '-- Older releases may go on beside this.\ncreate table goods.more (id integer)')
    await up()
    rmSync(path.join(folder, '006.do.spares.sql'))
    await up()
    rmSync(path.join(folder, '005.do.coins.sql'))
    await expect(up()).rejects.toThrow('A newer release of Karat has migrated this database (005.do.coins)')
  })

  test('what a migration took from the application is not given back by the next start', async () => {
    await up()
    await small.query('revoke delete on goods.bars from karat_app')
    put('006.do.more', 'create table goods.more (id integer)')
    await up()
    const { rows } = await small.query(`select has_table_privilege('karat_app', 'goods.bars', 'delete') as bars,
      has_table_privilege('karat_app', 'goods.more', 'delete') as more, has_table_privilege('karat_app', 'karat_applied_migrations', 'insert') as books`)
    expect(rows).toEqual([{ bars: false, more: true, books: false }])
  })

  test('a migration that meets a table in use gives way and is tried again', async () => {
    await up()
    put('006.do.column', 'alter table goods.coins add year integer; alter table goods.bars add year integer')
    await small.query('begin; select from goods.bars')
    const said: string[] = []
    await up({
      lockTimeoutMs: 50,
      // Between two tries nothing is held: the table that it had got is free again, and the reader ends.
      say: (sentence) => said.push(sentence) === 1 && void small.query('select from goods.coins; commit'),
    })
    expect(said[0]).toBe('The migration 006.do.column waits for a table that is in use.')
    expect(await appliedNames()).toContain('006.do.column')
  })

  test('a table that stays in use ends the start with a sentence, and nothing is half done', async () => {
    await up()
    put('006.do.column', 'alter table goods.coins add year integer; alter table goods.bars add year integer')
    await small.query('begin; select from goods.bars')
    await expect(up({ lockTimeoutMs: 20, lockTries: 2 })).rejects.toThrow(
      '006.do.column found a table in use at each of 2 tries',
    )
    await small.query('commit')
    await expect(small.query('select year from goods.coins')).rejects.toThrow('does not exist')
  })

  test('a file that fails is undone whole and named', async () => {
    put('006.do.broken', 'create table goods.more (id integer); select 1 / 0')
    await expect(up()).rejects.toThrow('The migration 006.do.broken failed and was undone: division by zero.')
    expect(await appliedNames()).toEqual(['001.do.goods', '005.do.coins'])
    await expect(small.query('select from goods.more')).rejects.toThrow('does not exist')
  })

  test('instances of an older release are not broken while they work: the start waits for them, then refuses', async () => {
    await up()
    const instance = new pg.Client({ connectionString: url, application_name: 'karat' })
    await instance.connect()
    put('006.do.spares', '-- Older releases may go on beside this.\ncreate table goods.more (id integer)')
    await up()
    put('007.do.drops', 'drop table goods.coins')
    await expect(up()).rejects.toThrow(/^Instances of an older release still work .* 007\.do\.drops would break them/)
    await small.query('select from goods.coins')
    const waiting = up({ otherInstancesMs: 20_000 })
    await instance.end()
    await waiting
    expect(await appliedNames()).toContain('007.do.drops')
  })

  test('two instances that start at once apply each file once', async () => {
    await Promise.all([up(), up(), up()])
    expect(await appliedNames()).toEqual(['001.do.goods', '005.do.coins'])
  })

  test('a folder without migrations is a wrong working directory', async () => {
    await expect(migrate(url, { folder: path.join(folder, 'nowhere') })).rejects.toThrow(
      /^There are no migrations in .*: start Karat in its own folder/,
    )
  })
})
