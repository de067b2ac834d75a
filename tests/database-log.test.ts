/** The database's own log, told to write down every error: no secret and no row of a member stands in it. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askForCode, codeFor, get, post, signUpThrough } from './support/account.ts'
import { openShop } from './support/shop.ts'

const shop = openShop()
const password = 'canary-Db7-kata-sandi'
let admin: pg.Client
let logFile: string
beforeAll(async () => {
  admin = new pg.Client({ connectionString: shop.connectionString })
  await admin.connect()
  const name = (await admin.query('select current_database() as name')).rows[0].name
  await admin.query(`alter database "${name}" set log_min_messages = 'error'`)
  await admin.query(`alter database "${name}" set log_min_error_statement = 'error'`)
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  const folder = (await admin.query('show data_directory')).rows[0].data_directory
  logFile = path.join(path.dirname(folder), 'postgres.log')
  await vi.waitFor(async () => expect((await shop.app.inject({ url: '/ready' })).statusCode).toBe(200), {
    timeout: 20_000,
  })
})
afterAll(() => admin.end())

test('statements that fail are written down without their values and without the row', async () => {
  const email = 'canary-db-row@example.com'
  const { token } = await signUpThrough(shop, 'canary-db-member@example.com')
  await askForCode(shop, email)
  const sent = await codeFor(shop, email)
  const id = (await admin.query('select id from identity.codes where destination = $1', [email])).rows[0].id
  shop.intercept.current = (text) =>
    text.includes('insert into identity.members')
      ? text.replace('values ($1, $2, $3, $4,', 'values ($1, $2, $3, left($4, 0) || null,')
      : text
  const failed = await post(shop, '/user/signup', { sign_up_id: id, code: sent, name: 'Canary Wulandari', password })
  expect(failed.status).toBe(500)
  shop.intercept.current = (text) => (text.includes('identity.sessions') ? `${text} canaryplanted` : text)
  expect((await get(shop, '/user/userInfo', { token })).status).toBe(500)
  shop.intercept.current = undefined

  const log = readFileSync(logFile, 'utf8')
  expect(log).toContain('null value in column "name"')
  expect(log).toContain('canaryplanted')
  for (const secret of [email, 'canary-db-member@example.com', 'Canary Wulandari', password, token, '$argon2id$'])
    expect(log.includes(secret), secret).toBe(false)
})
