/**
 * kill -9 of each of two instances and of PostgreSQL while members trade: what was answered is there, once, nothing else is, and the books
 * are clean (G14, G21).
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditLedger } from '../../src/audit/ledger-audit.ts'
import { Db } from '../../src/db/database.ts'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
import { verifyChain } from '../../src/ledger/verify-chain.ts'
import { newFolder } from '../support/folder.ts'
import { asOwner } from '../support/owner.ts'
import { freePort, opened, type Running, stopped } from '../support/process.ts'
import { makeTraders, misfits, startTrading, type Trading } from '../support/traders.ts'

const secret = 'the secret of the crash test, long enough'
const TRADERS = 6
let folder: string
let databasePort: number
let database: Embedded
let ports: number[]
const running: Running[] = []

const environment = (port: number) => ({
  ...{ PORT: String(port), DATABASE_URL: database.connectionString, DATA_DIR: folder },
  ...{ SANDBOX_WEBHOOK_SECRET: secret, SANDBOX_KEY: secret, PIN_KEY: secret, MASTER_KEY: secret },
})
const open = async (at: number) => {
  running[at] = await opened(environment(ports[at] ?? 0))
}

beforeAll(async () => {
  folder = newFolder('trading-crash')
  databasePort = await freePort()
  database = await startEmbedded(folder, { port: databasePort })
  ports = [await freePort(), await freePort()]
  await open(0)
  await open(1)
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await database?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const atLeast = (trading: Trading, more: number) => {
  const until = trading.count() + more
  return vi.waitFor(() => expect(trading.count(), trading.trouble.slice(-5).join('\n')).toBeGreaterThanOrEqual(until), {
    timeout: 60_000,
    interval: 2,
  })
}

async function killDatabase() {
  process.kill(database.pid, 'SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(database.pid, 0)).toThrow(), { timeout: 10_000, interval: 5 })
  database = await startEmbedded(folder, { port: databasePort })
}

test('two instances and the database killed while members buy, sell, send and withdraw', async () => {
  const traders = await makeTraders(database.connectionString, ports[0] ?? 0, TRADERS)
  const trading = startTrading(ports, traders)
  for (const at of [0, 1]) {
    await atLeast(trading, 20)
    await stopped(running[at] as Running, 'SIGKILL')
    await open(at)
    // A try of a PIN that a kill cuts off keeps its slot for 30 s, and a third one locks it: that is check-pin.test.ts's.
    await asOwner(database.connectionString, ['update identity.members set pin_tries_used = 0, pin_wrong = 0'])
  }
  await atLeast(trading, 20)
  await killDatabase()
  await atLeast(trading, 20)
  await trading.stop()

  const done = new Set([...trading.answered.values()].flat().map(({ kind }) => kind))
  expect([done.size, trading.trouble.some((why) => !/: 4\d\d /.test(why))]).toEqual([4, true])
  const db = new Db(database.connectionString, { max: 2 })
  expect(await misfits(db, trading)).toEqual([])
  // Each asked once more says what it said: nothing was carried out twice, whoever answers now.
  const last = [...trading.answered].flatMap(([id, those]) => those.slice(-1).map((one) => ({ id, ...one })))
  expect(last).toHaveLength(TRADERS)
  for (const { id, request, number } of last) expect(await trading.again(id, request)).toBe(number)
  expect(await misfits(db, trading)).toEqual([])
  expect({ audit: await auditLedger(db), chain: await verifyChain(db) }).toEqual({ audit: [], chain: null })

  // Control: one that were lost, and one that nobody was told of, are both seen.
  const [first] = [...trading.answered.values()].flat().filter(({ kind }) => kind === 'sale')
  await asOwner(database.connectionString, [
    'set session_replication_role = replica',
    `update vault.trades set number = 'V-other' where number = '${first?.number}'`,
  ])
  expect(await misfits(db, trading)).toEqual([`sale ${first?.number} is lost`, 'sale V-other is nobody’s'])
  await db.close()
})
