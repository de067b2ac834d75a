/** The server of a benchmark: the very command of npm start, on a database and in a folder of its own that end with it. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/db/embedded.ts'

export const PORT = 3990
export const secret = 'the secret of this benchmark, long enough'

export async function openBenchServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'karat-bench-'))
  chmodSync(folder, 0o755)
  const database = await startEmbedded(folder)
  const server = startServer(database.connectionString, folder)
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (text) => String(text).includes('Karat is open') && resolve())
    server.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
  const close = async () => {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, pid: server.pid ?? 0, close }
}

function startServer(connectionString: string, folder: string) {
  // exec env NODE_ENV=production node <flags> build/server/index.js
  const start: string = JSON.parse(readFileSync('package.json', 'utf8')).scripts.start
  return spawn(process.execPath, start.split(' node ')[1]?.split(' ') ?? [], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: connectionString,
      DATA_DIR: folder,
      PORT: String(PORT),
      RATE_LIMITS: '0',
      DEMO_HISTORY: '0',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'error',
      SANDBOX_WEBHOOK_SECRET: secret,
    },
  })
}
