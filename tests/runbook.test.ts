/** docs/runbook-breach.md names commands, pages and tables: each of them exists and works. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { raw, sql } from '../src/db/database.ts'
import { type SecurityEvent, securityEvents } from '../src/http/security-event-rules.ts'
import routes from '../src/routes.ts'
import { get, post } from './support/account.ts'
import { anotherSession, guardedMember } from './support/guarded-member.ts'
import { openShop, testEnvironment } from './support/shop.ts'
import { askStaff, staffSignedIn } from './support/staff.ts'

const shop = openShop()
const runbook = readFileSync('docs/runbook-breach.md', 'utf8')
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>

type Ran = { code: number; said: string }
const run = (script: string, ...words: string[]) =>
  new Promise<Ran>((resolve) => {
    const env = { ...process.env, ...testEnvironment, DATABASE_URL: shop.connectionString }
    execFile(process.execPath, [script, ...words], { env }, (error, out, trouble) =>
      resolve({ code: error ? Number(error.code) : 0, said: out + trouble }),
    )
  })
const named = [...new Set([...runbook.matchAll(/`npm run ([\w:]+)((?: (?:--|[\w<>-]+))*)`/g)].map(([whole]) => whole))]

test('every command is one of package.json, and a script that is there', () => {
  expect(named.length).toBeGreaterThan(5)
  for (const command of named) {
    const name = /npm run ([\w:]+)/.exec(command)?.[1] ?? ''
    const file = /^node (\S+)/.exec(scripts[name] ?? '')?.[1]
    expect(file, command).toBeDefined()
    expect(readFileSync(file ?? '', 'utf8').length).toBeGreaterThan(100)
  }
})

test('the books and the outbox answer as the page says', async () => {
  expect(await run('scripts/ledger.ts', 'audit')).toMatchObject({ code: 0 })
  expect(await run('scripts/ledger.ts', 'verify')).toMatchObject({ code: 0 })
  expect(await run('scripts/mail.ts', 'stopped')).toMatchObject({ code: 0 })
})

test('ending the sessions of a store signs its members out, and their browsers show both steps again', async () => {
  const [one, other] = [await guardedMember(shop, 'breach-id'), await guardedMember(shop, 'breach-my')]
  await shop.karat.db.run(sql`update identity.members set store = 'my' where id = ${other.id}`)
  await anotherSession(shop, one)
  expect(await run('scripts/sessions.ts', 'end', 'id')).toEqual({ code: 0, said: '2 sessions ended.\n' })
  expect(await get(shop, '/user/userInfo', one)).toMatchObject({ code: 4001 })
  expect(await get(shop, '/user/userInfo', { ...other, store: 'my' })).toMatchObject({ status: 200 })
  const again = await post(shop, '/user/login', {
    account: one.email,
    password: 'kopi-tubruk-pagi-hari',
    device: one.device,
  })
  expect(again.data).toHaveProperty('sign_in_id')
  const owner = await staffSignedIn(shop, 'owner')
  await run('scripts/sessions.ts', 'end', 'all')
  expect(await get(shop, '/user/userInfo', { ...other, store: 'my' })).toMatchObject({ code: 4001 })
  expect((await askStaff(shop, owner, '/staff/me')).status).toBe(200)
  expect(await run('scripts/sessions.ts', 'end', 'staff')).toMatchObject({ code: 0 })
  expect((await askStaff(shop, owner, '/staff/me')).code).toBe(4001)
  for (const words of [[], ['end'], ['end', 'nowhere']])
    expect(await run('scripts/sessions.ts', ...words)).toMatchObject({ code: 1, said: expect.stringMatching(/^Usage/) })
})

test('every question can be put to the tables that it names', async () => {
  const questions = [...runbook.matchAll(/`(select [^`]+)`/g)].map(([, text]) => text ?? '')
  expect(questions.length).toBeGreaterThan(5)
  for (const text of questions)
    await shop.karat.db.rows(sql`${raw(text.replace('between … and …', "between now() - interval '1 day' and now()"))}`)
})

test('the events and pages that it names are there', () => {
  const events = [...runbook.matchAll(/stream ((?:`\w+`(?:, )?)+)/g)].flatMap(
    ([, list]) => (list ?? '').match(/\w+/g) ?? [],
  )
  expect(events.length).toBeGreaterThan(8)
  for (const event of events) expect(securityEvents[event as SecurityEvent], event).toBeDefined()
  const paths = new Set(JSON.stringify(routes).match(/"path":"[^"]+"/g))
  for (const [, page] of runbook.matchAll(/(?:^|[\s,(])\/((?:admin|user|forgotpassword)[\w/]*)/g))
    expect(paths, page).toContain(`"path":"${page}"`)
})
