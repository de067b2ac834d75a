/** The schema on a PostgreSQL whose user is not its administrator. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Db, sql } from './database.ts'
import { APPLICATION_ROLE, migrate } from './migrate.ts'

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
