import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { testEnvironment } from '../../tests/support/environment.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { demoApplicants } from '../identity/seed-members.ts'
import { demoAccounts, seedDemo } from './seed-demo.ts'

const config = readConfig(testEnvironment)

async function emptyDatabase(): Promise<pg.Client> {
  const name = `seed_${randomBytes(6).toString('hex')}`
  const server = new pg.Client({ connectionString: inject('server') })
  await server.connect()
  await server.query(`create database ${name}`)
  await server.end()
  const connectionString = inject('server').replace(/karat$/, name)
  await migrate(connectionString)
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

test('two instances that start on one empty database fill it once, whole', async () => {
  const client = await emptyDatabase()
  const { host, port, user, password, database } = client
  const connectionString = `postgres://${user}:${password ?? ''}@${host}:${port}/${database}`
  await Promise.all([seedDemo(connectionString, config), seedDemo(connectionString, config)])
  const count = async (table: string) => Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n)
  expect(await count('stores.stores')).toBe(2)
  expect(await count('catalogue.products')).toBe(61)
  expect(await count('catalogue.skus')).toBeGreaterThanOrEqual(200)
  for (const kind of ['stock = 0', 'stock between 1 and 5', 'scarce'])
    expect(await count(`catalogue.skus where ${kind}`), kind).toBeGreaterThan(5)
  expect(await count('content.banners')).toBe(5)
  expect(await count('delivery.regions')).toBeGreaterThan(7000)
  expect(await count('delivery.pickup_points')).toBeGreaterThan(3)
  expect(await count('pricing.ticks')).toBe(1)
  expect(await count('identity.members')).toBe(demoAccounts.length + demoApplicants.length)
  expect(await count(`kyc.reviews where state = 'submitted'`)).toBe(4)
  expect(await count('kyc.documents')).toBe(8)
  expect(await count('staff.people')).toBe(5)
  const uneven = await client.query(`select id from catalogue.skus where stock <> received
    or stock <> coalesce((select sum(quantity) from catalogue.stock_moves where sku_id = skus.id), 0)`)
  expect(uneven.rows).toEqual([])

  await client.query('delete from content.banners')
  await seedDemo(connectionString, config)
  expect(await count('content.banners')).toBe(0)
  await client.end()
})
