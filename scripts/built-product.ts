/** Starts the built product with demo data for those who look at it from outside: measurements and screenshots. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Embedded, startEmbedded } from '../src/db/embedded.ts'

export type Product = { base: string; port: number; pid: number; database: Embedded; stop(): Promise<void> }
type Wish = { environment?: Record<string, string>; durable?: boolean }

/**
 * The product by the very command of `npm start`, after its install and build, on a database of its own and a free port; `stop` leaves nothing behind. Only
 * when `durable` does the database wait for the disk, as in a shop.
 */
export async function startBuiltProduct({ environment = {}, durable = false }: Wish = {}): Promise<Product> {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-product-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder, { fast: !durable })
  const port = await freePort()
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const serve: string = scripts.start.split(' && ').at(-1)
  const server = spawn('sh', ['-c', serve], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...{ PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`, PORT: String(port), DATA_DIR: folder },
      ...{
        DATABASE_URL: database.connectionString,
        RATE_LIMITS: '0',
        EXPOSURE_LIMITS: '0',
        LOG_LEVEL: 'error',
        DEMO_HISTORY: '0',
      },
      ...environment,
    },
  })
  const stop = async () => {
    await ended(server)
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilOpen(server)
  } catch (error) {
    await stop()
    throw error
  }
  return { base: `http://localhost:${port}`, port, pid: server.pid ?? 0, database, stop }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

const untilOpen = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    server.stdout?.on('data', (text) => String(text).includes('Karat is open') && resolve())
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const end = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await end
}
