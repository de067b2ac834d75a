/** What stands behind DATABASE_URL: several servers, a standby, a pooler, or somebody who never answers. */
import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfTemplate } from '../../tests/support/template-copy.ts'
import { openServers } from './servers.ts'

let writable: URL
let readOnly: string
const servers: net.Server[] = []
beforeAll(async () => {
  writable = new URL(await copyOfTemplate())
  const copy = await copyOfTemplate()
  readOnly = new URL(copy).pathname.slice(1)
  const owner = new pg.Client({ connectionString: copy })
  await owner.connect()
  await owner.query(`alter database ${readOnly} set default_transaction_read_only = on`)
  await owner.end()
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function stranger(answer: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
const address = (hosts: string, database = writable.pathname.slice(1)) =>
  `postgres://${writable.username}:${writable.password}@${hosts}/${database}`
/** A server's ErrorResponse: fatal, with a code. */
function refusing(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return (socket: net.Socket) => void socket.once('data', () => socket.end(Buffer.concat([head, fields])))
}

test('the first that is writable is taken, whoever stands before it', async () => {
  const closed = await stranger((socket) => socket.destroy())
  const found = openServers(address(`127.0.0.1:1,${closed},${writable.host}`))
  expect(await found.choose()).toBe(true)
  expect(found.name()).toBe(writable.host)
  expect(await found.choose()).toBe(false)
})

test('a read-only database is told apart from one that is not there', async () => {
  await expect(openServers(address(writable.host, readOnly)).choose()).rejects.toThrow(
    `The database at ${writable.host}/${readOnly} is read-only: check DATABASE_URL.`,
  )
  await expect(openServers(address(`127.0.0.1:1,${writable.host}`, readOnly)).choose()).rejects.toThrow(
    `None of the servers of DATABASE_URL can be written: 127.0.0.1:1/${readOnly} cannot be reached (ECONNREFUSED); ${writable.host}/${readOnly} is read-only.`,
  )
})

test('a server that takes connections and never answers does not hold the start', async () => {
  const silent = await stranger(() => {})
  await expect(openServers(address(silent), 200).choose()).rejects.toThrow(
    `${silent}/${writable.pathname.slice(1)} does not answer within 0.2 s`,
  )
})

test('a pooler that knows no session is refused for what it is', async () => {
  const pooler = await stranger(refusing('08P01', 'unsupported startup parameter: options'))
  await expect(openServers(address(pooler)).choose()).rejects.toThrow(
    /is a connection pooler: .* so DATABASE_URL has to lead to PostgreSQL itself/,
  )
})

test('no sentence holds the password', async () => {
  const wrong = `postgres://karat:p@ss@${writable.host}/${writable.pathname.slice(1)}`
  const sentence = await openServers(wrong)
    .choose()
    .catch((error: Error) => error.message)
  expect(sentence).toMatch(/cannot be reached \(28P01\)/)
  expect(sentence).not.toMatch(/p@ss|ss@/)
})
