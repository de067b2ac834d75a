/** Starting and stopping, as whoever runs the shop meets it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Secret } from 'otpauth'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { totpCode } from '../../src/credentials/totp.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { picture } from '../support/pictures.ts'
import { freePort, isAlive, launch, opened, stopped } from '../support/process.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'karat-start-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const databasePid = () => Number(readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])

test('a first start makes the shop, a second keeps it, SIGTERM and Ctrl-C end it without a process left behind', async () => {
  const first = await opened({ DATA_DIR: folder })
  expect(first.said()).toContain(`Karat is open at http://localhost:${first.port}`)
  expect(first.said()).toContain('@karat.test')
  const price = await fetch(`http://127.0.0.1:${first.port}/api/storeid/product/getGoldPrice`)
  expect(typeof (await price.json()).data).toBe('number')
  const firstDatabase = databasePid()
  expect(await stopped(first)).toBe(0)
  expect(isAlive(firstDatabase)).toBe(false)

  const second = await opened({ DATA_DIR: folder })
  const list = await (await fetch(`http://127.0.0.1:${second.port}/api/storeid/product/getList`)).json()
  expect(list.data.total).toBeGreaterThan(24)
  const secondDatabase = databasePid()
  second.child.kill('SIGINT')
  second.child.kill('SIGINT') // a Ctrl-C reaches it twice: from the terminal and from npm
  expect(await second.exited).toBe(0)
  expect(isAlive(secondDatabase)).toBe(false)
})

test('npm start says at most fifteen lines before its addresses, none of them about what an older Node lacks', async () => {
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    env: { ...process.env, ...{ NO_COLOR: '1', PORT: String(port), DATA_DIR: folder, DEMO_HISTORY: '0' } },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (bytes) => (said += bytes))
  const ended = once(npm, 'exit')
  await vi
    .waitFor(() => expect(said).toContain('Karat is open'), { timeout: 100_000, interval: 50 })
    .finally(() => npm.kill('SIGTERM'))
  await ended
  const before = said.slice(0, said.indexOf('Karat is open')).split('\n').slice(0, -1)
  // The build says nothing (scripts/test.ts), and of what npm ci says two lines are left: the next test.
  expect(before.length + 2, said).toBeLessThanOrEqual(15)
  expect(said).not.toMatch(/warn EBADENGINE|\[INEFFECTIVE|paraglide/)
})

test('what is installed first is installed in two lines, whatever Node it is that npm runs on', () => {
  const own = mkdtempSync(path.join(tmpdir(), 'karat-install-'))
  const project = { name: 'old', version: '1.0.0', engines: { node: '>=99' } }
  writeFileSync(path.join(own, 'package.json'), JSON.stringify(project))
  const lock = { ...project, lockfileVersion: 3, requires: true, packages: { '': project } }
  writeFileSync(path.join(own, 'package-lock.json'), JSON.stringify(lock))
  const run = (program: string, ...more: string[]) => {
    const { stdout, stderr } = spawnSync(program, more, {
      cwd: own,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    return `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.includes('Unknown user config'))
  }
  expect(run('npm', 'ci').join('\n')).toContain('EBADENGINE')
  rmSync(path.join(own, 'node_modules'), { recursive: true, force: true })
  const said = run(process.execPath, path.resolve('scripts/ready.js'))
  expect(said.join('\n')).not.toContain('EBADENGINE')
  expect(said.length).toBeLessThanOrEqual(2)
  rmSync(own, { recursive: true, force: true })
})

test('after kill -9 of the application the next start recovers by itself, though its database was left running', async () => {
  const killed = await opened({ DATA_DIR: folder })
  const orphan = databasePid()
  await stopped(killed, 'SIGKILL')
  expect(isAlive(orphan)).toBe(true)
  const next = await opened({ DATA_DIR: folder })
  expect(isAlive(orphan)).toBe(false)
  expect((await fetch(`http://127.0.0.1:${next.port}/api/storeid/product/getGoldPrice`)).status).toBe(200)
  await stopped(next)
})

test('after kill -9 of the database the application serves from memory, starts it again, and says so', async () => {
  const running = await opened({ DATA_DIR: folder })
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${running.port}${path}`).catch((cause) => {
      throw new Error(`the application does not answer; it said: ${running.said()}`, { cause })
    })
  const killed = databasePid()
  process.kill(killed, 'SIGKILL')
  expect((await ask('/api/storeid/product/getGoldPrice')).status).toBe(200)
  await vi.waitFor(async () => expect((await ask('/ready')).status).toBe(200), { timeout: 30_000, interval: 100 })
  expect(databasePid()).not.toBe(killed)
  expect(running.said()).toContain('the embedded PostgreSQL ended (SIGKILL) and is started again')
  const revived = databasePid()
  expect(await stopped(running)).toBe(0)
  expect(isAlive(revived)).toBe(false)
})

test('a second process on the same data folder is told which one has it', async () => {
  const running = await opened({ DATA_DIR: folder })
  const second = await launch({ DATA_DIR: folder })
  expect(await second.exited).not.toBe(0)
  expect(second.said()).toMatch(/data folder .* is in use by process \d+/)
  expect((await fetch(`http://127.0.0.1:${running.port}/api/docs`)).status).toBe(200)
  await stopped(running)
})

test('a taken port, an unreachable database and bad settings each stop it with one clear sentence', async () => {
  const port = await freePort()
  const squatter = net.createServer().listen(port, '127.0.0.1')
  const closed = await freePort()
  const starts = await Promise.all([
    launch({ DATA_DIR: folder, PORT: String(port) }),
    launch({ DATABASE_URL: `postgres://nobody:nothing@127.0.0.1:${closed}/shop` }),
    launch({ PRICE_FEED: 'guess', LOG_LEVEL: 'loud', DATA_DIR: folder }),
    launch({ DEMO: '0', PUBLIC_URL: 'http://shop.example', DATA_DIR: folder }),
    launch({ DATA_DIR: folder }, path.resolve('build/server/index.js'), tmpdir()),
  ])
  const codes = await Promise.all(starts.map((start) => start.exited))
  squatter.close()
  expect(codes.every((code) => code !== 0)).toBe(true)
  const [taken, unreachable, wrong, bare, elsewhere] = starts.map((start) => start.said())
  expect(taken).toContain(`Port ${port} is taken`)
  expect(unreachable).toMatch(/The database at 127\.0\.0\.1:\d+\/shop cannot be reached/)
  expect(unreachable).not.toContain('nothing')
  expect(wrong).toMatch(/PRICE_FEED must be simulated or http; LOG_LEVEL/)
  expect(bare).toContain('PUBLIC_URL must begin with https:// when DEMO=0')
  expect(elsewhere).toMatch(/There are no migrations in .*: start Karat in its own folder/)
  for (const said of [taken, unreachable, wrong, bare, elsewhere]) expect(said?.trim().split('\n')).toHaveLength(1)
})

test('a real shop begins with nothing: its first owner comes by a printed link, makes a store, and cannot open it before it is ready', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'karat-first-'))
  chmodSync(own, 0o755)
  const real = { DEMO: '0', DATA_DIR: own, EXPOSURE_LIMITS: '1' }
  const linkOf = (said: string) => /http:\/\/localhost:\d+\/setup#([\w-]{43})/.exec(said)?.[1]
  const first = await opened(real)
  const old = linkOf(first.said())
  expect(await stopped(first)).toBe(0)
  const secrets = readFileSync(path.join(own, 'secrets.json'), 'utf8')
  expect(statSync(path.join(own, 'secrets.json')).mode & 0o077).toBe(0)

  const running = await opened(real)
  const token = linkOf(running.said())
  expect(token).not.toBe(old)
  expect(readFileSync(path.join(own, 'secrets.json'), 'utf8')).toBe(secrets)
  const base = `http://127.0.0.1:${running.port}`
  expect((await fetch(`${base}/`)).status).toBe(409)
  expect((await fetch(`${base}/setup`)).status).toBe(200)
  const file = await shopFile(own)
  const setUp = (answers: Answer[], ...more: string[]) => runSetup(['--file', file, '--at', base, ...more], answers)
  expect((await setUp([], '--owner-link', `${base}/setup#${old}`)).code).toBe(1)
  const codeOf = (typed: string, ahead = 0) => totpCode(Buffer.from(Secret.fromBase32(typed).bytes), Date.now() + ahead)
  const keyIn = (said: string) => /authenticator app: (\w+)/.exec(said)?.[1] ?? ''
  const made = await setUp(
    [
      ['A password of your own: ', () => 'lampu-kapal-pulang-pagi'],
      ['The same once more: ', () => 'lampu-kapal-pulang-pagi'],
      ['Code of the authenticator: ', (said) => codeOf(keyIn(said))],
    ],
    ...['--owner-link', `${base}/setup#${token}`],
  )
  const refused = (said: string) => said.split('\n').filter((line) => line.startsWith('refused'))
  expect(refused(made.said)).toEqual([
    expect.stringMatching(/^refused {2}stores\.id\.open: .*\(price, mail, address\)$/),
  ])
  expect(made.said).toContain('set      stores.id.products.1.skus.ANTAM-10.pieces.0\n')
  for (const rows of ['zones', 'couriers']) expect(made.said).toContain(`set      stores.id.${rows}\n`)
  expect(made.said).not.toContain('lampu-kapal')
  await vi.waitFor(async () => expect((await fetch(`${base}/product/passport`)).status).toBe(200), {
    timeout: 10_000,
    interval: 100,
  })
  for (const page of ['/', '/home/aboutUs', '/contactUs', '/agreement', '/privacy', '/home/commonProblem'])
    expect([page, (await fetch(`${base}${page}`)).status]).toEqual([page, 200])
  writeFileSync(file, readFileSync(file, 'utf8').replace('"13:00"', '"a quarter past"').replace('"0.80"', '"cheap"'))
  const again = await setUp([
    ['Password of siti@example.com: ', () => 'lampu-kapal-pulang-pagi'],
    ['Code of the authenticator: ', () => codeOf(keyIn(made.said), 30_000)],
  ])
  expect(again.said).not.toContain('set  ')
  expect(refused(again.said)).toEqual([
    expect.stringContaining('refused  stores.id.settings.delivery.cut_off: '),
    expect.stringContaining('refused  stores.id.zones.far.further.USD: '),
    expect.stringContaining('refused  stores.id.open: '),
  ])
  const signUp = await fetch(`${base}/api/storeid/user/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect((await signUp.json()).error).toBe('shop_not_open')
  expect(await stopped(running)).toBe(0)

  chmodSync(path.join(own, 'secrets.json'), 0o644)
  const readable = await launch(real)
  expect(await readable.exited).toBe(1)
  expect(readable.said()).toContain('Others of this machine can read the secrets')
  chmodSync(path.join(own, 'secrets.json'), 0o600)
  const last = await opened(real)
  expect(linkOf(last.said())).toBeUndefined()
  await stopped(last)
  rmSync(own, { recursive: true, force: true })
})

/** The file of the manual, with its picture. */
async function shopFile(folder: string): Promise<string> {
  const file = path.join(folder, 'shop.json')
  copyFileSync('docs/shop.example.json', file)
  writeFileSync(path.join(folder, 'antam-10.jpg'), await picture('jpeg', { width: 900, height: 700 }))
  return file
}

type Answer = [question: string, answer: (said: string) => string]

/** The command as somebody at a terminal uses it: each question is answered once it stands there. */
async function runSetup(how: string[], answers: Answer[]) {
  const child = spawn(process.execPath, ['scripts/setup.ts', ...how], { stdio: ['pipe', 'pipe', 'pipe'] })
  let [said, read] = ['', 0]
  const left = [...answers]
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += bytes
      const next = left[0]
      const at = next ? said.indexOf(next[0], read) : -1
      if (!next || at < 0) return
      left.shift()
      read = at + next[0].length
      child.stdin.write(`${next[1](said)}\n`)
    })
  const [code] = await once(child, 'close')
  expect(left, said).toEqual([])
  return { code, said }
}

const madeUpPast = `
  insert into foundation.demonstration default values;
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor) values (gen_random_uuid(), 'bars_received', 'a',
    ledger.account_ids('{house:id,house:id}', '{gold_received,vault}', '{XAU,XAU}'), '{-5,5}', 'house');
  insert into ledger.transfers (id, kind, reference, accounts, amounts, actor, happened_at) values (gen_random_uuid(), 'demo_history', gen_random_uuid()::text,
    ledger.account_ids(array['house:id', 'member:id:' || gen_random_uuid()], '{vault,gold}', '{XAU,XAU}'), '{-5,5}', 'house', '2025-11-24')`

test('other keys than those the database was filled with, and a made-up past under a real shop stop it with one sentence', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'karat-keys-'))
  chmodSync(own, 0o755)
  const database = await startEmbedded(own, { fast: true })
  const word = Array.from({ length: 8 }, (_, i) => (i * 7919 + 104_729).toString(36)).join('-')
  const keys = { PIN_KEY: word, MASTER_KEY: `2${word}`, SANDBOX_KEY: `3${word}`, SANDBOX_WEBHOOK_SECRET: `4${word}` }
  const at = { DATABASE_URL: database.connectionString, DATA_DIR: own, ...keys }
  const empty = await opened({ ...at, DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' })
  expect(await stopped(empty)).toBe(0)
  const owner = new pg.Client({ connectionString: database.connectionString })
  await owner.connect()
  await owner.query(madeUpPast)
  await owner.end()
  const made = await launch({ ...at, DEMO: '0', PUBLIC_URL: 'https://shop.example', EXPOSURE_LIMITS: '1' })
  expect(await made.exited).toBe(1)
  expect(made.said()).toMatch(/^Karat did not start\. The books of this database hold the made-up history.*\n$/)
  const other = await launch({ ...at, PIN_KEY: `another ${word}` })
  expect(await other.exited).toBe(1)
  expect(other.said()).toMatch(/^Karat did not start\. This database was filled with another PIN_KEY.*\n$/)
  await database.stop()
  rmSync(own, { recursive: true, force: true })
})
